#include "privacy/detectors.hpp"

#include "privacy/kinds.hpp"
#include "privacy/names.hpp"

#include <algorithm>

namespace verbatim::core::privacy {

namespace {

/// The start of the run of capitalised words before `last`: "Enervee" in "Enervee Corporation".
std::size_t start_of_run(const tokenized_text& text, std::size_t last) noexcept
{
    auto first = last;
    while (first != 0 && last - first < 4 && is_capitalised(text.tokens[first - 1]) &&
           (text.tokens[first - 1].roles & (role::determiner | role::calendar | role::title)) == 0 &&
           (first == last ? text.tokens[first].before <= gap::comma : is_plain_gap(text.tokens[first].before)))
        --first;
    return first;
}

void find_organisation(const tokenized_text& text, std::size_t i, std::vector<sdk::detected_entity>& findings)
{
    const auto& word          = text.tokens[i];
    const auto  company_roles = word.roles & (role::company | role::company_soft);
    if (company_roles != 0 && (is_capitalised(word) || word.form == shape::upper))
    {
        const auto first = start_of_run(text, i);
        const bool named = std::any_of(text.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                       text.tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                       [](const token& name_word) { return (name_word.roles & role::ordinary) == 0; });
        if (first != i && named && ((company_roles & role::company) != 0 || is_plain_gap(word.before)))
            findings.push_back(finding_of(text, first, i + 1, kind::organization, 0.8));
        return;
    }
    if (i == 0 || (text.tokens[i - 1].cue & role::company_verb) == 0 || word.before != gap::space ||
        !is_capitalised(word) || cannot_be_name(word))
        return;
    auto end = i + 1;
    while (end < text.tokens.size() && end - i < 4 && is_plain_gap(text.tokens[end].before) &&
           is_capitalised(text.tokens[end]))
        ++end;
    findings.push_back(finding_of(text, i, end, kind::organization, 0.7));
}

/// Names of languages count only before a noun for people: "French citizens".
bool is_people(const tokenized_text& text, std::size_t i) noexcept
{
    const auto& word        = text.tokens[i];
    const bool  capitalised = is_capitalised(word) || (!text.has_upper && word.form == shape::lower);
    if ((word.roles & role::people_lower) != 0) return true;
    if ((word.roles & role::people) != 0) return capitalised;
    if ((word.roles & role::language) == 0 || !capitalised || i + 1 >= text.tokens.size()) return false;
    const auto& next = text.tokens[i + 1];
    return next.before == gap::space && (next.roles & role::people_noun) != 0;
}

} // namespace

void find_groups(const tokenized_text& text, std::span<const phrase_match> phrases,
                 std::vector<sdk::detected_entity>& findings)
{
    for (const auto& phrase : phrases)
        if ((phrase.roles & (role::people | role::people_lower)) != 0)
            findings.push_back(finding_of(text, phrase.first, phrase.last, kind::nrp, 0.75));
    for (std::size_t i = 0; i != text.tokens.size(); ++i)
    {
        if (is_people(text, i)) findings.push_back(finding_of(text, i, i + 1, kind::nrp, 0.8));
        find_organisation(text, i, findings);
    }
}

} // namespace verbatim::core::privacy
