#include "privacy/known_persons.hpp"

#include "privacy/kinds.hpp"

#include <algorithm>
#include <span>

namespace verbatim::core::privacy {

namespace {

bool joins_parts(gap between) noexcept
{
    return between == gap::space || between == gap::hyphen || between == gap::none || between == gap::line;
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
        const sdk::detected_entity finding{.begin = text.tokens[name.first].begin,
                                           .end   = text.tokens[name.last - 1].end,
                                           .kind  = kind::person,
                                           .score = name.score};
        if (name.uncertain || name.uncertain_first)
        {
            const auto first_word = uncertain_words_.size();
            append_words(text, name, uncertain_words_);
            uncertain_names_.push_back(
                {.text_index      = index,
                 .finding         = finding,
                 .second_begin    = name.last - name.first > 1 ? text.tokens[name.first + 1].begin : 0,
                 .first_word_only = name.uncertain_first,
                 .first_word      = first_word,
                 .last_word       = uncertain_words_.size()});
            continue;
        }
        words_.clear();
        append_words(text, name, words_);
        remember(words_);
        findings.push_back(finding);
    }
}

void known_persons::append_words(const tokenized_text& text, const name_match& name, std::vector<name_word>& words)
{
    for (auto i = name.first; i != name.last; ++i)
    {
        const bool guessed = name.guessed_last && i + 1 == name.last;
        words.push_back(
            {.hash = text.tokens[i].hash, .match = guessed ? part_match::never : part_match_of(text.tokens[i])});
    }
}

void known_persons::resolve(std::vector<std::vector<sdk::detected_entity>>& findings)
{
    const auto in_lower_case = [&](const name_word& word) { return lowercase_words_.contains(word.hash); };
    for (auto& candidate : uncertain_names_)
    {
        auto words =
            std::span(uncertain_words_).subspan(candidate.first_word, candidate.last_word - candidate.first_word);
        if (!candidate.first_word_only && std::ranges::any_of(words, in_lower_case)) continue;
        if (candidate.first_word_only && in_lower_case(words[0]) && candidate.second_begin != 0)
        {
            words                   = words.subspan(1);
            candidate.finding.begin = candidate.second_begin;
        }
        remember(words);
        findings[candidate.text_index].push_back(candidate.finding);
    }
    uncertain_names_.clear();
    uncertain_words_.clear();
}

void known_persons::remember(std::span<const name_word> words)
{
    hashes_.clear();
    for (const auto& word : words)
    {
        if (word.match == part_match::always) parts_.insert(word.hash);
        if (word.match == part_match::cautious) cautious_parts_.insert(word.hash);
        hashes_.push_back(word.hash);
    }
    if (words.size() > 1) full_names_.add(hashes_);
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

    std::size_t parts_end = 0; // the end of the last run of parts
    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if (tokens[i].form >= shape::number) continue;
        if (const auto last = full_names_.longest_at(tokens, i); last > std::max(i, parts_end)) add(i, last, 0.8);
        if (i < parts_end || !is_part(i)) continue;
        parts_end = i + 1;
        while (parts_end < tokens.size() && joins_parts(tokens[parts_end].before) && is_part(parts_end)) ++parts_end;
        add(i, parts_end, 0.7);
    }
}

} // namespace verbatim::core::privacy
