#include "privacy/number_context.hpp"

namespace verbatim::core::privacy {

namespace {

/// "My number is", "numéro : ", but not "the number of cases".
bool names_a_phone(const tokenized_text& text, std::size_t at) noexcept
{
    const bool counts = at + 1 < text.tokens.size() && (text.tokens[at + 1].roles & role::number_of) != 0;
    const bool owned  = at == 0 || (text.tokens[at - 1].roles & (role::ordinary | role::determiner | role::phone)) != 0;
    return owned && !counts;
}

} // namespace

number_context number_context_of(const tokenized_text& text, std::size_t first, std::size_t last)
{
    constexpr std::size_t words_before = 8, words_after = 4;

    number_context context;
    bool           numbered = false;
    for (std::size_t back = 1; back <= words_before && back <= first; ++back)
    {
        const auto  at   = first - back;
        const auto& word = text.tokens[at];
        const auto  cue  = word.cue & role::digit_context;
        if (cue == role::number)
        {
            numbered = numbered || names_a_phone(text, at);
            continue;
        }
        if (cue != 0)
        {
            context.nearest  = cue;
            context.distance = back;
            break;
        }
    }
    context.phone = context.indicates(role::phone) || (numbered && context.nearest == 0);
    for (auto at = last; !context.phone && context.nearest == 0 && at < last + words_after && at < text.tokens.size();
         ++at)
    {
        if (text.tokens[at].before >= gap::line) break;
        context.phone = (text.tokens[at].cue & role::phone) != 0;
    }
    return context;
}

} // namespace verbatim::core::privacy
