#include "privacy/known_persons.hpp"

#include "privacy/kinds.hpp"

#include <algorithm>
#include <span>

namespace verbatim::core::privacy {

namespace {

bool joins_name_parts(gap between) noexcept
{
    return between == gap::space || between == gap::hyphen || between == gap::apostrophe || between == gap::none ||
           between == gap::line;
}

/// Where a capital is no evidence, or belongs to a longer name: "Hill Street", "Red Cross".
bool is_exposed(std::span<const token> tokens, std::size_t i) noexcept
{
    const auto near = [](gap between) { return between <= gap::hyphen; };
    if (tokens[i].before > gap::comma || tokens[i].before == gap::stop) return true;
    if (near(tokens[i].before) && i != 0 && is_capitalised(tokens[i - 1])) return true;
    return i + 1 < tokens.size() && near(tokens[i + 1].before) && is_capitalised(tokens[i + 1]);
}

} // namespace

known_persons::part_match known_persons::part_match_of(const token& word) noexcept
{
    constexpr auto shared = role::particle | role::calendar | role::place | role::country | role::relation |
                            role::title | role::ordinary | role::street | role::people | role::language |
                            role::company_soft;
    if (word.letters <= 2 || (word.roles & shared) != 0) return part_match::never;
    return (word.roles & role::wordlike) != 0 && (word.roles & role::names) == 0 ? part_match::cautious
                                                                                 : part_match::always;
}

void known_persons::collect(std::size_t index, const tokenized_text& text, std::vector<sdk::detected_entity>& findings)
{
    for (const auto& word : text.tokens)
        if (word.roles == 0 && word.form == shape::lower && word.letters > 1 && text.has_upper)
            lowercase_words_.insert(word.hash);

    for (const auto& name : find_names(text))
    {
        uncertain_name candidate{.text_index      = index,
                                 .finding         = {.begin = text.tokens[name.first].begin,
                                                     .end   = text.tokens[name.last - 1].end,
                                                     .kind  = kind::person,
                                                     .score = name.score},
                                 .second_begin    = name.last - name.first > 1 ? text.tokens[name.first + 1].begin : 0,
                                 .first_word_only = name.uncertain_first,
                                 .words           = {},
                                 .part_matches    = {}};
        for (auto i = name.first; i != name.last; ++i)
        {
            candidate.words.push_back(text.tokens[i].hash);
            const bool guessed = name.guessed_last && i + 1 == name.last;
            candidate.part_matches.push_back(guessed ? part_match::never : part_match_of(text.tokens[i]));
        }
        if (name.uncertain || name.uncertain_first)
        {
            uncertain_names_.push_back(std::move(candidate));
            continue;
        }
        remember(candidate.words, candidate.part_matches);
        findings.push_back(candidate.finding);
    }
}

void known_persons::resolve(std::vector<std::vector<sdk::detected_entity>>& findings)
{
    for (auto& candidate : uncertain_names_)
    {
        if (candidate.first_word_only)
        {
            if (lowercase_words_.contains(candidate.words[0]) && candidate.second_begin != 0)
            {
                candidate.words.erase(candidate.words.begin());
                candidate.part_matches.erase(candidate.part_matches.begin());
                candidate.finding.begin = candidate.second_begin;
            }
        }
        else if (std::ranges::any_of(candidate.words, [&](auto word) { return lowercase_words_.contains(word); }))
            continue;
        remember(candidate.words, candidate.part_matches);
        findings[candidate.text_index].push_back(candidate.finding);
    }
    uncertain_names_.clear();
}

void known_persons::remember(const std::vector<std::uint64_t>& words, const std::vector<part_match>& part_matches)
{
    for (std::size_t i = 0; i != words.size(); ++i)
    {
        if (part_matches[i] == part_match::always) parts_.insert(words[i]);
        if (part_matches[i] == part_match::cautious) cautious_parts_.insert(words[i]);
    }
    if (words.size() < 2) return;
    auto& names = full_names_[words[0]];
    if (std::ranges::find(names, words) == names.end()) names.push_back(words);
}

void known_persons::find(const tokenized_text& text, std::vector<sdk::detected_entity>& findings) const
{
    const auto& tokens = text.tokens;
    const auto  add    = [&](std::size_t first, std::size_t last, double score) {
        findings.push_back(
                {.begin = tokens[first].begin, .end = tokens[last - 1].end, .kind = kind::person, .score = score});
    };
    const auto is_part = [&](std::size_t i) {
        if (!is_capitalised(tokens[i]) && tokens[i].form != shape::caseless) return false;
        return parts_.contains(tokens[i].hash) || (cautious_parts_.contains(tokens[i].hash) && !is_exposed(tokens, i));
    };

    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if (tokens[i].form >= shape::number) continue;
        if (const auto names = full_names_.find(tokens[i].hash); names != full_names_.end())
        {
            for (const auto& words : names->second)
            {
                if (words.size() > tokens.size() - i) continue;
                std::size_t n = 1;
                while (n < words.size() && tokens[i + n].hash == words[n] &&
                       (joins_name_parts(tokens[i + n].before) || tokens[i + n].before == gap::stop))
                    ++n;
                if (n == words.size()) add(i, i + n, 0.8);
            }
        }
        if (!is_part(i)) continue;
        auto last = i + 1;
        while (last < tokens.size() && joins_name_parts(tokens[last].before) &&
               tokens[last].before != gap::apostrophe && is_part(last))
            ++last;
        add(i, last, 0.7);
        i = last - 1;
    }
}

} // namespace verbatim::core::privacy
