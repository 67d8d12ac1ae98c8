#include "privacy/caseless_names.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::core::privacy {

namespace {

bool is_unknown_with_article(const name_cues& cues, std::size_t i)
{
    return cues.roles(i) == 0 && cues.word(i).starts_with("ال");
}

/// The second word of a name such as "عبد الله" has the article, whatever else it means.
bool has_arabic_article(const name_cues& cues, std::size_t i) { return cues.word(i).starts_with("ال"); }

std::size_t end_of_name(const name_cues& cues, std::size_t i)
{
    auto j = i + 1;
    while (j < cues.tokens().size() && j - i < max_name_words && cues.tokens()[j].before == gap::space)
    {
        const bool linked = (cues.roles(j) & role::particle) != 0 && j + 1 < cues.tokens().size() &&
                            cues.tokens()[j + 1].before == gap::space &&
                            ((cues.roles(j + 1) & role::any_name) != 0 || has_arabic_article(cues, j + 1));
        if (linked) j += 2;
        else if ((cues.roles(j) & role::any_name) != 0 || is_unknown_with_article(cues, j)) ++j;
        else break;
    }
    return j;
}

/// At least three letters of two bytes, or two syllables of three.
bool is_long_enough(const name_cues& cues, std::size_t i) { return cues.word(i).size() > 5; }

/// Whether an unknown word may be the last of a name: the sentence ends after it, or a known word follows. After a
/// title it may be the verb that ends the sentence, so a known word must follow.
bool may_end_name(const name_cues& cues, std::size_t j, bool titled)
{
    const auto tokens = cues.tokens();
    if (j >= tokens.size() || tokens[j].before != gap::space || cues.roles(j) != 0 || !is_long_enough(cues, j) ||
        tokens[j].form != shape::caseless)
        return false;
    const auto next       = j + 1;
    const bool known_next = (cues.roles(next) & (role::ordinary | role::origin | role::district_first)) != 0;
    if (titled || known_next) return known_next;
    return next == tokens.size() || tokens[next].before != gap::space || tokens[next].form >= shape::number;
}

/// In a script without spaces, a name runs from its cue to the next sign or blank, within a limit of bytes.
std::optional<name_match> find_unspaced_name(const name_cues& cues, std::size_t i)
{
    constexpr std::size_t max_bytes = 36, max_han_bytes = 12; // bytes
    const auto            tokens = cues.tokens();
    const bool            cued =
        i != 0 && (tokens[i - 1].cue & (role::title | role::intro)) != 0 &&
        (tokens[i].before == gap::none || tokens[i].before == gap::space || tokens[i].before == gap::colon);
    if (!cued) return {};
    const auto c     = sdk::utf8::decode(cues.text(), tokens[i].begin).value;
    const bool han   = c >= 0x3400 && c < 0xA000;
    const auto limit = tokens[i].begin + (han ? max_han_bytes : max_bytes);
    auto       j     = i + 1;
    while (j < tokens.size() && tokens[j - 1].end <= limit && tokens[j].before == gap::none &&
           tokens[j].form == shape::caseless)
        ++j;
    if (tokens[j - 1].end > limit || tokens[j - 1].end - tokens[i].begin < 6) return {};
    return name_match{.first = i, .last = j, .score = 0.8};
}

} // namespace

std::optional<name_match> find_caseless_name(const name_cues& cues, std::size_t i)
{
    if (class_of(sdk::utf8::decode(cues.text(), cues.tokens()[i].begin).value) == char_class::unspaced)
        return find_unspaced_name(cues, i);

    const auto roles = cues.roles(i);
    const bool servant_name =
        (roles & role::particle) != 0 && i + 1 < cues.tokens().size() && has_arabic_article(cues, i + 1);
    const bool named    = (roles & role::any_name) != 0 || servant_name;
    const bool cue      = cues.is_introduced(i) && (roles == 0 || named) && is_long_enough(cues, i);
    const bool relative = named && cues.preceded_by(i, role::relation, {gap::space, gap::comma});
    const bool certain  = (roles & role::given_name) != 0 && (roles & (role::place | role::country)) == 0;
    if (!named && !cue) return {};

    const auto j          = end_of_name(cues, servant_name ? i + 1 : i);
    const bool more_names = j - i > 1 && (servant_name || (cues.roles(i + 1) & role::any_name) != 0 || certain);
    if (!cue && !relative && !certain && !more_names) return {};
    const bool guessed = cue && j - i == 1 && may_end_name(cues, j, cues.has_title_before(i));
    return name_match{.first = i, .last = guessed ? j + 1 : j, .score = cue ? 0.9 : 0.75, .guessed_last = guessed};
}

} // namespace verbatim::core::privacy
