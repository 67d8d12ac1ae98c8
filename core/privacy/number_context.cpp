#include "privacy/number_context.hpp"

namespace verbatim::core::privacy {

namespace {

/// "My number is", "numéro : ", but not "the number of cases".
bool names_a_phone(const scanned& text, std::size_t at) noexcept
{
    const bool counts = at + 1 < text.tokens.size() && (text.tokens[at + 1].roles & role::number_of) != 0;
    const bool owned  = at == 0 || (text.tokens[at - 1].roles & (role::ordinary | role::determiner | role::phone)) != 0;
    return owned && !counts;
}

} // namespace

number_context context_of(const scanned& text, std::size_t first, std::size_t last)
{
    constexpr std::size_t words_back = 8, words_on = 4;

    number_context found;
    bool           numbered = false;
    for (std::size_t back = 1; back <= words_back && back <= first; ++back)
    {
        const auto  at  = first - back;
        const auto& one = text.tokens[at];
        const auto  cue = one.cue & role::digit_context;
        if (cue == role::number)
        {
            numbered = numbered || names_a_phone(text, at);
            continue;
        }
        if (cue != 0)
        {
            found.nearest = cue;
            break;
        }
    }
    found.phone = found.says(role::phone) || (numbered && found.nearest == 0);
    for (auto at = last; !found.phone && found.nearest == 0 && at < last + words_on && at < text.tokens.size(); ++at)
    {
        if (text.tokens[at].before >= gap::line) break;
        found.phone = (text.tokens[at].cue & role::phone) != 0;
    }
    return found;
}

} // namespace verbatim::core::privacy
