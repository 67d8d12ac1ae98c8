#include "privacy/name_cues.hpp"

#include "privacy/letters.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>

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
        else if (cues.word(j) == "الله" && (cues.roles(j - 1) & role::any_name) != 0) ++j; // رحمت الله
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

/// Whether a Burmese syllable begins here: with a letter that no mark makes the end of the syllable before.
bool begins_syllable(std::string_view text)
{
    constexpr std::string_view silent = "်", dot = "့";
    if (text.empty()) return false;
    const auto letter = sdk::utf8::decode(text, 0);
    if (letter.value < 0x1000 || letter.value > 0x102A) return false;
    const auto after = text.substr(letter.end);
    return !after.starts_with(silent) && !(after.starts_with(dot) && after.substr(dot.size()).starts_with(silent));
}

/// Words that begin like a Burmese honorific: dollar, uncle, head, number of people, to lead, siblings, COVID, too,
/// early.
bool begins_with_burmese_word(std::string_view text)
{
    constexpr std::string_view words[] = {"ဒေါ်လာ", "ဒေါ်လေး", "ဦးလေး", "ဦးခေါင်း", "ဦးရေ", "ဦးဆောင်", "ဦးစား",
                                          "ဦးစွာ",  "ဦးစီး",   "ဦးတည်",  "ဦးနှောက်",  "ဦးပိုင်", "ဦးဆုံး",   "မောင်နှမ",
                                          "ကိုဗစ်",   "ကိုလည်း",   "ကိုပဲ",    "ကိုတော့",    "ကိုပါ",  "စောစော"};
    return std::ranges::any_of(words, [&](auto word) { return text.starts_with(word); });
}

/// Whether token `i`, a Burmese title before another token, is only a part of a word: "ဦး" in "ဦးလေး", "ကို" in
/// "ကိုယ်", "မောင်" in "သန်းမောင်".
bool is_part_of_burmese_word(const name_cues& cues, std::size_t i)
{
    const auto& next = cues.tokens()[i + 1];
    const auto  rest = cues.text().substr(cues.tokens()[i].begin);
    const auto  c    = sdk::utf8::decode(rest, 0).value;
    if (c < 0x1000 || c >= 0x10A0) return false;
    return cues.tokens()[i].before == gap::none || begins_with_burmese_word(rest) ||
           (next.before == gap::none && !begins_syllable(cues.text().substr(next.begin)));
}

/// In a script without spaces, a name runs from its cue to the next sign or blank, within a limit of bytes.
std::optional<name_match> find_unspaced_name(const name_cues& cues, std::size_t i)
{
    constexpr std::size_t max_bytes = 36, max_han_bytes = 12; // bytes
    const auto            tokens = cues.tokens();
    const bool            cued =
        i != 0 && (tokens[i - 1].cue & (role::title | role::intro)) != 0 &&
        (tokens[i].before == gap::none || tokens[i].before == gap::space || tokens[i].before == gap::colon);
    if (!cued || ((tokens[i - 1].cue & role::intro) == 0 && is_part_of_burmese_word(cues, i - 1))) return {};
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

/// A Burmese name behind the honorific that is written together with it: "ခင်မာလာ" in "ဒေါ်ခင်မာလာ". Runs to the next
/// blank.
std::optional<name_match> find_burmese_name(const name_cues& cues, std::size_t i)
{
    constexpr std::string_view honorifics[] = {"ဒေါ်", "ဦး", "ကို", "မောင်", "နော်", "နန်း", "စိုင်း", "ဆလိုင်း", "စော"};
    constexpr std::size_t      min_bytes = 15, max_bytes = 75; // two syllables to eight
    const auto                 tokens = cues.tokens();
    if (tokens[i].before == gap::none) return {};
    auto j = i + 1;
    while (j < tokens.size() && tokens[j].before == gap::none && tokens[j].form == shape::caseless &&
           tokens[j].end - tokens[i].begin <= max_bytes)
        ++j;
    const auto chunk     = cues.text().substr(tokens[i].begin, tokens[j - 1].end - tokens[i].begin);
    const auto begins    = [&](std::string_view listed) { return chunk.starts_with(listed); };
    const auto honorific = std::ranges::find_if(honorifics, begins);
    const bool cut       = j < tokens.size() && tokens[j].before == gap::none;
    if (honorific == std::end(honorifics) || cut || chunk.size() < min_bytes || begins_with_burmese_word(chunk))
        return {};
    if (!begins_syllable(chunk.substr(honorific->size()))) return {};
    auto first = i;
    while (first != j && tokens[first].begin < tokens[i].begin + honorific->size()) ++first;
    return first == j ? std::nullopt : std::optional{name_match{.first = first, .last = j, .score = 0.75}};
}

} // namespace

std::optional<name_match> find_caseless_name(const name_cues& cues, std::size_t i)
{
    if (class_of(sdk::utf8::decode(cues.text(), cues.tokens()[i].begin).value) == char_class::unspaced)
    {
        const auto name = find_unspaced_name(cues, i);
        return name ? name : find_burmese_name(cues, i);
    }

    const auto roles = cues.roles(i);
    const bool servant_name =
        (roles & role::particle) != 0 && i + 1 < cues.tokens().size() && has_arabic_article(cues, i + 1);
    const bool named    = (roles & role::any_name) != 0 || servant_name;
    const bool cue      = cues.is_introduced(i) && (roles == 0 || named) && is_long_enough(cues, i);
    const bool relative = named && cues.preceded_by(i, role::relation, {gap::space, gap::comma});
    const bool certain  = (roles & role::given_name) != 0 && (roles & (role::place | role::country)) == 0;
    const bool ended    = (roles == 0 || named) && is_long_enough(cues, i) && i + 1 < cues.tokens().size() &&
                       cues.tokens()[i + 1].before == gap::space && (cues.roles(i + 1) & role::name_end) != 0;
    if (ended) return name_match{.first = i, .last = end_of_name(cues, i + 1), .score = 0.8};
    if (!named && !cue) return {};

    const auto j          = end_of_name(cues, servant_name ? i + 1 : i);
    const bool more_names = j - i > 1 && (servant_name || (cues.roles(i + 1) & role::any_name) != 0 || certain);
    if (!cue && !relative && !certain && !more_names) return {};
    const bool guessed = cue && j - i == 1 && may_end_name(cues, j, cues.has_title_before(i));
    return name_match{.first = i, .last = guessed ? j + 1 : j, .score = cue ? 0.9 : 0.75, .guessed_last = guessed};
}

} // namespace verbatim::core::privacy
