#include "known_languages.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <cstdio> // CLD2's header uses FILE and does not include it

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

// A language is believed for two kinds of evidence, taken together by Bayes' rule. One is CLD2, which compares
// four-letter groups: good on a page of text, while of a sentence it says something confidently that is wrong one time
// in fifteen, most often "English" or a close relative of the right answer. The other are function words, which make up
// nearly half of what people say and hardly occur in another language.
//
// How often CLD2 mistakes what for what was counted on 15,000 short texts in 60 languages. The other figures were
// chosen on every second line of tests/feedback/sentences.txt, whose other lines came out as well: 94 % right, none
// wrong.
namespace verbatim::feedback {

namespace {

/// What CLD2 makes of a text.
struct opinion
{
    std::string code;           ///< empty: none
    double      score    = 0.0; ///< how much there is of what is typical of the language: 500 is little, 1,000 usual
    bool        reliable = false;
};

/// The detector's code as ISO 639-1; empty when that has none for the language.
std::string iso_code(CLD2::Language language)
{
    if (language == CLD2::UNKNOWN_LANGUAGE || language == CLD2::TG_UNKNOWN_LANGUAGE) return {};
    std::string code = CLD2::LanguageCode(language);
    code             = code.substr(0, code.find('-'));
    if (code == "iw") return "he";
    if (code == "jw") return "jv";
    if (code == "in") return "id";
    return code.size() == 2 ? code : std::string{};
}

opinion ask_detector(std::string_view text, int flags)
{
    const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language       three[3]{};
    int                  percents[3]{};
    double               scores[3]{};
    int                  bytes    = 0;
    int                  valid    = 0;
    bool                 reliable = false;
    CLD2::ExtDetectLanguageSummaryCheckUTF8(text.data(), static_cast<int>(text.size()), true, &hints, flags, three,
                                            percents, scores, nullptr, &bytes, &reliable, &valid);
    return {iso_code(three[0]), scores[0], reliable};
}

opinion detector_on(std::string_view text)
{
    auto first = ask_detector(text, 0);
    if (!first.code.empty()) return first;
    auto best     = ask_detector(text, CLD2::kCLDFlagBestEffort);
    best.reliable = false;
    return best;
}

/// Languages that the detector takes for each other, and the logarithm of how much more often it says the right one.
struct relatives
{
    std::string_view codes;
    double           evidence;
};
constexpr relatives families[]{
    // clang-format off
    {"fa ps", 0.0},    {"bs hr", 0.2},       {"id ms", 0.3},     {"da no", 1.0},       {"es gl", 1.8},    {"gl pt", 1.8},
    {"af nl", 2.2},    {"ca es gl pt", 2.2}, {"da no sv", 2.2},  {"bs hr sl sr", 2.2}, {"bg mk sr", 2.2}, {"cs sk sl", 2.2},
    {"hi mr ne", 2.2}, {"ar ps", 2.2},       {"ps ur", 2.2},     {"ckb fa ur", 2.2},   {"as bn", 2.2},    {"az tr", 2.2},
    {"ca fr oc", 2.2}, {"it co", 2.2},       {"rn rw", 2.2},     {"ln st", 2.2},       {"be bg mk ru sr uk", 3.7},
    // clang-format on
};

/// The logarithm of how much likelier the detector says what it said of a text in the language it said, than of one in
/// `other`.
double evidence_against(std::string_view other, bool in_detector, const opinion& said)
{
    const auto family = std::ranges::find_if(families, [&](const relatives& one) {
        return !other.empty() && one.codes.find(other) != one.codes.npos && one.codes.find(said.code) != one.codes.npos;
    });

    double evidence = 0.0;
    if (family != std::end(families)) evidence = family->evidence + (said.score - 700) * 0.002;
    else if (other.empty()) evidence = 2.0 + (said.score - 500) * 0.01;
    else if (!in_detector) evidence = 0.5 + (said.score - 500) * 0.007;
    // What looks like nothing looks like English to it: one text in fifty, but hardly any with a usual score.
    else evidence = (said.code == "en" ? 0.7 : 4.0) + (said.score - 500) * 0.01;
    if (!said.reliable) evidence -= 2.0;
    return std::clamp(evidence, 0.0, 7.0);
}

icu::UnicodeString from_utf8(std::string_view text)
{
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

template <class Each>
void for_each_code_point(const icu::UnicodeString& text, Each each)
{
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) each(text.char32At(at));
}

icu::UnicodeString small_and_composed(std::string_view utf8)
{
    const auto               text   = from_utf8(utf8);
    UErrorCode               status = U_ZERO_ERROR;
    const auto*              nfc    = icu::Normalizer2::getNFCInstance(status);
    const icu::UnicodeString normal = U_SUCCESS(status) ? nfc->normalize(text, status) : text;
    return icu::UnicodeString{U_SUCCESS(status) ? normal : text}.toLower(icu::Locale::getRoot());
}

bool in_a_word(UChar32 c) { return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK)) != 0; }

std::vector<icu::UnicodeString> words_in(std::string_view text)
{
    std::vector<icu::UnicodeString> words;
    bool                            within = false;
    for_each_code_point(small_and_composed(text), [&](UChar32 c) {
        if (in_a_word(c))
        {
            if (!within) words.emplace_back();
            words.back().append(c);
        }
        within = in_a_word(c);
    });
    return words;
}

/// The one that most words begin in.
UScriptCode script_of(std::span<const icu::UnicodeString> words)
{
    std::map<UScriptCode, std::size_t> counts;
    for (const auto& word : words)
    {
        UErrorCode status = U_ZERO_ERROR;
        const auto script = uscript_getScript(word.char32At(0), &status);
        if (U_SUCCESS(status)) ++counts[script];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    return most == counts.end() ? USCRIPT_UNKNOWN : most->first;
}

struct hash_of_word
{
    std::size_t operator()(const icu::UnicodeString& word) const { return static_cast<std::size_t>(word.hashCode()); }
};

/// The lists of known_languages(), looked up by word and by letter.
class lexicon
{
public:
    static const lexicon& instance()
    {
        static const lexicon only;
        return only;
    }

    /// Adds to each language what the word says for it: the logarithm of how much likelier it is there than anywhere.
    void weigh(const icu::UnicodeString& word, std::span<double> sums) const
    {
        const auto place = uses_.find(word);
        if (place == uses_.end()) return;
        // Short words mean something in many languages, long ones are now and then a name.
        const double elsewhere = std::log(word.countChar32() <= 2 ? 3e-4 : 6e-5);
        for (const auto& [language, here] : place->second) sums[language] += here - elsewhere;
    }

    /// Adds the word's letters that not every language of the script uses, each once.
    void add_letters(const icu::UnicodeString& word, icu::UnicodeString& telling) const
    {
        for_each_code_point(word, [&](UChar32 c) {
            if (letters_.indexOf(c) >= 0 && telling.indexOf(c) < 0) telling.append(c);
        });
    }

private:
    lexicon()
    {
        for (std::size_t n = 0; n != known_languages().size(); ++n)
        {
            letters_ += from_utf8(known_languages()[n].letters);
            double rank = 0.0;
            for (auto rest = known_languages()[n].words; !rest.empty(); rank += 1)
            {
                const auto blank = rest.find(' ');
                // Zipf: the hundredth word of a language is a hundredth as frequent as its first.
                uses_[from_utf8(rest.substr(0, blank))].emplace_back(n, std::log(0.08 / (rank + 1.5)));
                rest.remove_prefix(blank == rest.npos ? rest.size() : blank + 1);
            }
        }
    }

    std::unordered_map<icu::UnicodeString, std::vector<std::pair<std::size_t, double>>, hash_of_word> uses_;
    icu::UnicodeString                                                                                letters_;
};

/// A language that a text may be in.
struct candidate
{
    std::string code;            ///< empty: one that neither the lists nor the detector know
    double      weight   = 0.0;  ///< logarithm of its probability, but for a part that all share
    bool        detected = true; ///< whether the detector knows it
};

/// The known languages of the script, by words and letters.
std::vector<candidate> by_words(std::span<const icu::UnicodeString> words, UScriptCode script)
{
    const auto          known = known_languages();
    std::vector<double> sums(known.size(), 0.0);
    icu::UnicodeString  telling;
    for (const auto& word : words)
    {
        lexicon::instance().weigh(word, sums);
        lexicon::instance().add_letters(word, telling);
    }

    std::vector<candidate> found;
    for (std::size_t n = 0; n != known.size(); ++n)
    {
        if (known[n].script != script) continue;
        const auto own     = from_utf8(known[n].letters);
        int        foreign = 0; // names bring some along, therefore few count and each once
        for_each_code_point(telling, [&](UChar32 c) { foreign += own.indexOf(c) < 0; });
        found.push_back(
            {std::string{known[n].code}, sums[n] - known[n].rarity - 2.5 * std::min(foreign, 4), known[n].in_detector});
    }
    return found;
}

const known_language* find_known(std::string_view code)
{
    const auto all   = known_languages();
    const auto place = std::ranges::find(all, code, &known_language::code);
    return place == all.end() ? nullptr : &*place;
}

/// The languages that a text may be in if it is in one; none when there is nothing to go by.
std::vector<candidate> weighed(std::string_view text)
{
    const auto words = words_in(text);
    if (words.empty()) return {};
    const auto script     = script_of(words);
    auto       candidates = by_words(words, script);
    auto       said       = detector_on(text);

    const auto* known = find_known(said.code);
    if (known && known->script != script) said.code.clear(); // what it means are a few words of another script
    if (candidates.empty() && (said.code.empty() || !said.reliable)) return {};

    // A language without a list does not lose by its words.
    const double without_list = 0.3 * static_cast<double>(words.size());
    if (!said.code.empty() && !known) candidates.push_back({said.code, without_list});
    const bool of_many_languages = script == USCRIPT_LATIN || script == USCRIPT_CYRILLIC;
    candidates.push_back({{}, without_list - (of_many_languages ? 2.0 : 3.5), false});
    if (!said.code.empty())
        for (auto& one : candidates)
            if (one.code != said.code) one.weight -= evidence_against(one.code, one.detected, said);
    return candidates;
}

bool ends_sentence(UChar32 c) { return c == '\n' || u_hasBinaryProperty(c, UCHAR_S_TERM) || c == ';' || c == 0x061B; }

/// The sentences of a text, long ones cut: what is in one language when the text is in several.
std::vector<std::string_view> parts_of(std::string_view text)
{
    constexpr int                 most_blanks = 14;
    std::vector<std::string_view> parts;
    std::size_t                   begin  = 0;
    int                           blanks = 0;
    for (std::size_t at = 0; at != text.size();)
    {
        UChar32 c = 0;
        U8_NEXT(text.data(), at, text.size(), c);
        if (c >= 0 && u_isUWhiteSpace(c)) ++blanks;
        if (c < 0 || (!ends_sentence(c) && blanks != most_blanks)) continue;
        parts.push_back(text.substr(begin, at - begin));
        begin  = at;
        blanks = 0;
    }
    if (begin != text.size()) parts.push_back(text.substr(begin));
    return parts;
}

/// Whether something else is ten times as probable as `code`.
bool is_other(const std::vector<candidate>& candidates, std::string_view code)
{
    if (candidates.empty()) return false;
    const auto best = std::ranges::max_element(candidates, {}, &candidate::weight);
    auto       own  = std::ranges::find(candidates, code, &candidate::code);
    if (own == candidates.end())
    {
        if (find_known(code)) return true; // the part is in another script
        own = std::ranges::find(candidates, std::string_view{}, &candidate::code);
    }
    return best->weight - own->weight > std::log(10.0);
}

/// How much of the text is in parts that are in another language than `code`.
double share_of_others(std::string_view text, std::string_view code)
{
    const auto parts = parts_of(text);
    if (parts.size() < 2) return 0.0;
    std::size_t other = 0;
    for (const auto part : parts)
        if (is_other(weighed(part), code)) other += part.size();
    return static_cast<double>(other) / static_cast<double>(text.size());
}

} // namespace

std::optional<language_guess> guess_language(std::string_view text)
{
    const auto sample     = first_code_points(text, 2'000);
    const auto candidates = weighed(sample);
    if (candidates.empty()) return std::nullopt;

    const auto best = std::ranges::max_element(candidates, {}, &candidate::weight);
    if (best->code.size() != 2) return std::nullopt; // none of ISO 639-1
    double all = 0.0;
    for (const auto& one : candidates) all += std::exp(one.weight - best->weight);
    return language_guess{best->code, (1 - share_of_others(sample, best->code)) / all};
}

std::optional<std::string> detect_language(std::string_view text)
{
    const auto content = trimmed(text);
    if (code_points(content) < 20) return std::nullopt;
    auto guess = guess_language(content);
    if (!guess || guess->probability < 0.90) return std::nullopt;
    return std::move(guess->code);
}

} // namespace verbatim::feedback
