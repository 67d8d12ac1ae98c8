#include "privacy/caseless_names.hpp"

#include "privacy/letters.hpp"

namespace verbatim::core::privacy {

namespace {

bool arabic_article(const name_cues& around, std::size_t i)
{
    return around.roles(i) == 0 && around.word(i).starts_with("ال");
}

/// The second half of "عبد الله", whatever else it means.
bool after_servant(const name_cues& around, std::size_t i) { return around.word(i).starts_with("ال"); }

std::size_t end_of_caseless(const name_cues& around, std::size_t i)
{
    auto j = i + 1;
    while (j < around.tokens().size() && j - i < longest_name && around.tokens()[j].before == gap::space)
    {
        const bool linked = (around.roles(j) & role::particle) != 0 && j + 1 < around.tokens().size() &&
                            around.tokens()[j + 1].before == gap::space &&
                            ((around.roles(j + 1) & role::any_name) != 0 || after_servant(around, j + 1));
        if (linked) j += 2;
        else if ((around.roles(j) & role::any_name) != 0 || arabic_article(around, j)) ++j;
        else break;
    }
    return j;
}

/// Whether letters enough for a name: three, or two that are syllables.
bool is_long_enough(const name_cues& around, std::size_t i) { return around.word(i).size() > 5; }

/// Whether an unknown word can end a name because nothing of its sentence depends on it. After a title it may be the
/// verb that ends the sentence; then a known word must follow.
bool closes(const name_cues& around, std::size_t j, bool titled)
{
    const auto tokens = around.tokens();
    if (j >= tokens.size() || tokens[j].before != gap::space || around.roles(j) != 0 || !is_long_enough(around, j) ||
        tokens[j].form != shape::caseless)
        return false;
    const auto next  = j + 1;
    const bool known = (around.roles(next) & (role::ordinary | role::whence | role::district_first)) != 0;
    if (titled || known) return known;
    return next == tokens.size() || tokens[next].before != gap::space || tokens[next].form >= shape::number;
}

/// Where a script writes no spaces the name runs from its cue to the next sign or blank, if that is near enough for a
/// name.
std::optional<name_found> unspaced(const name_cues& around, std::size_t i)
{
    constexpr std::size_t longest = 36, longest_han = 12; // bytes
    const auto            tokens = around.tokens();
    const bool            cued =
        i != 0 && (tokens[i - 1].cue & (role::title | role::intro)) != 0 &&
        (tokens[i].before == gap::none || tokens[i].before == gap::space || tokens[i].before == gap::colon);
    if (!cued) return {};
    auto j = i + 1;
    while (j < tokens.size() && tokens[j].before == gap::none && tokens[j].form == shape::caseless) ++j;
    const auto size = tokens[j - 1].end - tokens[i].begin;
    const auto c    = decode(around.whole(), tokens[i].begin).value;
    const bool han  = c >= 0x3400 && c < 0xA000;
    if (size > (han ? longest_han : longest) || size < 6) return {};
    return name_found{.first = i, .last = j, .score = 0.8, .introduced = true};
}

} // namespace

std::optional<name_found> find_caseless_name(const name_cues& around, std::size_t i)
{
    if (kind_of(decode(around.whole(), around.tokens()[i].begin).value) == letter::alone) return unspaced(around, i);

    const auto known = around.roles(i);
    const bool servant =
        (known & role::particle) != 0 && i + 1 < around.tokens().size() && after_servant(around, i + 1);
    const bool named = (known & role::any_name) != 0 || servant;
    const bool cue   = around.introduced(i) && (known == 0 || named) && is_long_enough(around, i);
    const bool kin   = named && around.before_is(i, role::relation, {gap::space, gap::comma});
    const bool sure  = (known & role::given) != 0 && (known & (role::place | role::country)) == 0;
    if (!named && !cue) return {};

    const auto j      = end_of_caseless(around, servant ? i + 1 : i);
    const bool beside = j - i > 1 && (servant || (around.roles(i + 1) & role::any_name) != 0 || sure);
    if (!cue && !kin && !sure && !beside) return {};
    const bool guessed = cue && j - i == 1 && closes(around, j, around.titled(i));
    return name_found{
        .first = i, .last = guessed ? j + 1 : j, .score = cue ? 0.9 : 0.75, .introduced = cue, .guessed_last = guessed};
}

} // namespace verbatim::core::privacy
