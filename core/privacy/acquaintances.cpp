#include "privacy/acquaintances.hpp"

#include "privacy/kinds.hpp"

#include <algorithm>
#include <span>

namespace verbatim::core::privacy {

namespace {

bool joins(gap between) noexcept
{
    return between == gap::space || between == gap::hyphen || between == gap::apostrophe || between == gap::none ||
           between == gap::line;
}

/// Where an ordinary capital is no evidence, or belongs to a longer name: "Hill Street", "Red Cross".
bool is_exposed(std::span<const token> tokens, std::size_t i) noexcept
{
    const auto near = [](gap between) { return between <= gap::hyphen; };
    if (tokens[i].before > gap::comma || tokens[i].before == gap::stop) return true;
    if (near(tokens[i].before) && i != 0 && is_capitalised(tokens[i - 1])) return true;
    return i + 1 < tokens.size() && near(tokens[i + 1].before) && is_capitalised(tokens[i + 1]);
}

} // namespace

acquaintances::lending acquaintances::lending_of(const token& one) noexcept
{
    constexpr auto shared = role::particle | role::calendar | role::place | role::country | role::relation |
                            role::title | role::ordinary | role::street | role::people | role::tongue |
                            role::company_soft;
    if (one.letters <= 2 || (one.roles & shared) != 0) return lending::never;
    return (one.roles & role::wordlike) != 0 && (one.roles & role::names) == 0 ? lending::shyly : lending::always;
}

void acquaintances::hear(std::size_t index, const scanned& text, std::vector<sdk::finding>& to)
{
    for (const auto& one : text.tokens)
        if (one.roles == 0 && one.form == shape::lower && one.letters > 1 && text.has_upper) small_.insert(one.hash);

    for (const auto& name : find_names(text))
    {
        doubt one{.text         = index,
                  .found        = {.begin = text.tokens[name.first].begin,
                                   .end   = text.tokens[name.last - 1].end,
                                   .kind  = kind::person,
                                   .score = name.score},
                  .second_begin = name.last - name.first > 1 ? text.tokens[name.first + 1].begin : 0,
                  .first_only   = name.doubtful_first,
                  .words        = {},
                  .lent         = {}};
        for (auto i = name.first; i != name.last; ++i)
        {
            one.words.push_back(text.tokens[i].hash);
            const bool guessed = name.guessed_last && i + 1 == name.last;
            one.lent.push_back(guessed ? lending::never : lending_of(text.tokens[i]));
        }
        if (name.doubtful || name.doubtful_first)
        {
            doubts_.push_back(std::move(one));
            continue;
        }
        remember(one.words, one.lent);
        to.push_back(one.found);
    }
}

void acquaintances::settle(std::vector<std::vector<sdk::finding>>& to)
{
    for (auto& one : doubts_)
    {
        if (one.first_only)
        {
            if (small_.contains(one.words[0]) && one.second_begin != 0)
            {
                one.words.erase(one.words.begin());
                one.lent.erase(one.lent.begin());
                one.found.begin = one.second_begin;
            }
        }
        else if (std::ranges::any_of(one.words, [&](auto word) { return small_.contains(word); })) continue;
        remember(one.words, one.lent);
        to[one.text].push_back(one.found);
    }
    doubts_.clear();
}

void acquaintances::remember(const std::vector<std::uint64_t>& words, const std::vector<lending>& lent)
{
    for (std::size_t i = 0; i != words.size(); ++i)
    {
        if (lent[i] == lending::always) parts_.insert(words[i]);
        if (lent[i] == lending::shyly) shy_parts_.insert(words[i]);
    }
    if (words.size() < 2) return;
    auto& list = whole_[words[0]];
    if (std::ranges::find(list, words) == list.end()) list.push_back(words);
}

void acquaintances::find(const scanned& text, std::vector<sdk::finding>& to) const
{
    const auto& tokens = text.tokens;
    const auto  add    = [&](std::size_t first, std::size_t last, double score) {
        to.push_back({.begin = tokens[first].begin, .end = tokens[last - 1].end, .kind = kind::person, .score = score});
    };
    const auto is_part = [&](std::size_t i) {
        if (!is_capitalised(tokens[i]) && tokens[i].form != shape::caseless) return false;
        return parts_.contains(tokens[i].hash) || (shy_parts_.contains(tokens[i].hash) && !is_exposed(tokens, i));
    };

    for (std::size_t i = 0; i < tokens.size(); ++i)
    {
        if (tokens[i].form >= shape::number) continue;
        if (const auto found = whole_.find(tokens[i].hash); found != whole_.end())
        {
            for (const auto& words : found->second)
            {
                if (words.size() > tokens.size() - i) continue;
                std::size_t n = 1;
                while (n < words.size() && tokens[i + n].hash == words[n] &&
                       (joins(tokens[i + n].before) || tokens[i + n].before == gap::stop))
                    ++n;
                if (n == words.size()) add(i, i + n, 0.8);
            }
        }
        if (!is_part(i)) continue;
        auto last = i + 1;
        while (last < tokens.size() && joins(tokens[last].before) && tokens[last].before != gap::apostrophe &&
               is_part(last))
            ++last;
        add(i, last, 0.7);
        i = last - 1;
    }
}

} // namespace verbatim::core::privacy
