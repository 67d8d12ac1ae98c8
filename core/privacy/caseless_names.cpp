#include "privacy/caseless_names.hpp"

namespace verbatim::core::privacy {

namespace {

bool arabic_article(const name_cues& around, std::size_t i)
{
    return around.roles(i) == 0 && around.word(i).starts_with("ال");
}

std::size_t end_of_caseless(const name_cues& around, std::size_t i)
{
    auto j = i + 1;
    while (j < around.tokens().size() && j - i < longest_name && around.tokens()[j].before == gap::space)
    {
        const bool linked = (around.roles(j) & role::particle) != 0 && j + 1 < around.tokens().size() &&
                            around.tokens()[j + 1].before == gap::space &&
                            ((around.roles(j + 1) & role::any_name) != 0 || arabic_article(around, j + 1));
        if (linked) j += 2;
        else if ((around.roles(j) & role::any_name) != 0 || arabic_article(around, j)) ++j;
        else break;
    }
    return j;
}

} // namespace

std::optional<name_found> find_caseless_name(const name_cues& around, std::size_t i)
{
    const auto known = around.roles(i);
    const bool servant =
        (known & role::particle) != 0 && i + 1 < around.tokens().size() && arabic_article(around, i + 1);
    const bool named = (known & role::any_name) != 0 || servant;
    const bool cue   = around.introduced(i) && (known == 0 || named) && around.tokens()[i].letters > 2;
    const bool kin   = named && around.before_is(i, role::relation, {gap::space, gap::comma});
    const bool sure  = (known & role::given) != 0 && (known & (role::place | role::country)) == 0;
    if (!named && !cue) return {};

    const auto j      = end_of_caseless(around, i);
    const bool beside = j - i > 1 && (servant || (around.roles(i + 1) & role::any_name) != 0 || sure);
    if (!cue && !kin && !sure && !beside) return {};
    return name_found{.first = i, .last = j, .score = cue ? 0.9 : 0.75, .introduced = cue};
}

} // namespace verbatim::core::privacy
