#include "privacy/groups.hpp"

#include "privacy/kinds.hpp"
#include "privacy/names.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// The run of capitalised words that ends before `last`: "Enervee" in "Enervee Corporation".
std::size_t start_of_run(const scanned& text, std::size_t last) noexcept
{
    auto first = last;
    while (first != 0 && last - first < 4 && is_capitalised(text.tokens[first - 1]) &&
           (text.tokens[first - 1].roles & (role::determiner | role::calendar | role::title)) == 0 &&
           (first == last ? text.tokens[first].before <= gap::comma : is_plain_gap(text.tokens[first].before)))
        --first;
    return first;
}

void find_organisation(const scanned& text, std::size_t i, std::vector<sdk::finding>& to)
{
    const auto& one   = text.tokens[i];
    const auto  known = one.roles & (role::company | role::company_soft);
    if (known != 0 && (is_capitalised(one) || one.form == shape::upper))
    {
        const auto first = start_of_run(text, i);
        const bool named = std::any_of(text.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                       text.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                       [](const token& word) { return (word.roles & role::ordinary) == 0; });
        if (first != i && named && ((known & role::company) != 0 || is_plain_gap(one.before)))
            to.push_back({.begin = text.tokens[first].begin, .end = one.end, .kind = kind::organization, .score = 0.8});
        return;
    }
    if (i == 0 || (text.tokens[i - 1].cue & role::company_verb) == 0 || one.before != gap::space ||
        !is_capitalised(one) || is_no_name(one))
        return;
    auto end = i + 1;
    while (end < text.tokens.size() && end - i < 4 && is_plain_gap(text.tokens[end].before) &&
           is_capitalised(text.tokens[end]))
        ++end;
    to.push_back({.begin = one.begin, .end = text.tokens[end - 1].end, .kind = kind::organization, .score = 0.7});
}

/// A word that only some readings make a people.
bool is_people(const scanned& text, std::size_t i) noexcept
{
    const auto& one   = text.tokens[i];
    const bool  large = is_capitalised(one) || (!text.has_upper && one.form == shape::lower);
    if ((one.roles & role::people_lower) != 0) return true;
    if ((one.roles & role::people) != 0) return large;
    if ((one.roles & role::tongue) == 0 || !large || i + 1 >= text.tokens.size()) return false;
    const auto& next = text.tokens[i + 1];
    return next.before == gap::space && (next.roles & role::people_noun) != 0;
}

} // namespace

void find_groups(const scanned& text, std::span<const phrase_found> phrases, std::vector<sdk::finding>& to)
{
    for (const auto& one : phrases)
        if ((one.roles & (role::people | role::people_lower)) != 0)
            to.push_back({.begin = text.tokens[one.first].begin,
                          .end   = text.tokens[one.last - 1].end,
                          .kind  = kind::nrp,
                          .score = 0.75});
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        if (is_people(text, i))
            to.push_back({.begin = text.tokens[i].begin, .end = text.tokens[i].end, .kind = kind::nrp, .score = 0.8});
        find_organisation(text, i, to);
    }
}

} // namespace verbatim::core::privacy
