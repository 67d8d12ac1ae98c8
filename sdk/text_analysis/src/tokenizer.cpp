#include "verbatim/text_analysis/tokenizer.hpp"

#include "stems.hpp"
#include "word_lists.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/text_analysis/unicode.hpp"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <functional>
#include <unordered_map>

namespace verbatim::text_analysis {
namespace {

enum class script : unsigned char
{
    latin,
    cyrillic,
    arabic,
    other,
};

/// What the lists of one language say of a case-folded word.
struct list_entry
{
    word_role role       = word_role::content;
    bool      staff      = false;
    bool      query      = false;
    bool      comparison = false;
    bool      change     = false;
};

using lexicon = std::unordered_map<std::string_view, list_entry>;

template <class Step>
void for_each_word(std::string_view list, Step step)
{
    while (!list.empty())
    {
        const auto end = std::min(list.find(' '), list.size());
        if (end > 0) step(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

lexicon make_lexicon(language lang)
{
    const auto& lists = word_lists_of(lang);
    lexicon     result;
    for_each_word(lists.vague, [&](auto w) { result[w].role = word_role::vague; });
    for_each_word(lists.reporting, [&](auto w) { result[w].role = word_role::reporting; });
    for_each_word(lists.staff, [&](auto w) { result[w] = {.role = word_role::reporting, .staff = true}; });
    for_each_word(lists.stop, [&](auto w) { result[w].role = word_role::stop; });
    for_each_word(lists.query, [&](auto w) { result[w].query = true; });
    for_each_word(lists.comparison, [&](auto w) { result[w].comparison = true; });
    for_each_word(lists.change, [&](auto w) { result[w].query = result[w].change = true; });
    for (const auto word : topic_words_of(lang)) result.try_emplace(word); // evidence of the language
    return result;
}

const std::array<lexicon, language_count>& lexicons()
{
    static const auto result = [] {
        std::array<lexicon, language_count> by_language;
        for (const auto lang : languages) by_language[index(lang)] = make_lexicon(lang);
        return by_language;
    }();
    return result;
}

/// The lists of function_word_lists() that hold a word.
using function_list_set = std::bitset<function_word_list_count>;

const std::unordered_map<std::string_view, function_list_set>& function_words()
{
    static const auto result = [] {
        std::unordered_map<std::string_view, function_list_set> lists_of;
        for (std::size_t list = 0; list != function_word_list_count; ++list)
            for_each_word(function_word_lists()[list], [&](auto word) { lists_of[word].set(list); });
        return lists_of;
    }();
    return result;
}

std::string valid_utf8(std::string_view text)
{
    text = text.substr(0, 64U << 20U);
    if (sdk::utf8::is_valid(text)) return std::string(text);
    std::string repaired;
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())}).toUTF8String(repaired);
}

/// Negative for none.
UChar32 first_code_point(std::string_view text)
{
    const auto first = text.empty() ? sdk::utf8::code_point{} : sdk::utf8::decode(text, 0);
    return first.valid ? static_cast<UChar32>(first.value) : -1;
}

script script_of(std::string_view text)
{
    const auto point = first_code_point(text);
    if (point < 0x80) return script::latin;
    UErrorCode status = U_ZERO_ERROR;
    switch (uscript_getScript(point, &status))
    {
    case USCRIPT_LATIN: return script::latin;
    case USCRIPT_CYRILLIC: return script::cyrillic;
    case USCRIPT_ARABIC: return script::arabic;
    default: return script::other;
    }
}

std::string fold(std::string_view text)
{
    std::string folded;
    fold_case(text, folded);
    for (auto at = folded.find("\u2019"); at != std::string::npos; at = folded.find("\u2019", at))
        folded.replace(at, 3, "'");
    return folded;
}

/// The bytes of a French or Italian article or pronoun that an apostrophe joins to its word: `l'eau`, `dell’acqua`.
std::size_t elision(std::string_view raw)
{
    const auto ascii       = raw.find('\'');
    const auto typographic = raw.find("\u2019");
    const auto before      = std::min(ascii, typographic);
    if (before == std::string_view::npos || before == 0) return 0;
    const auto after = before + (before == ascii ? 1 : 3);
    if (after + 1 >= raw.size()) return 0;
    const auto                                        article = fold(raw.substr(0, before));
    static constexpr std::array<std::string_view, 17> articles{"l",   "d",    "qu",    "n",      "s",      "j",
                                                               "m",   "c",    "jusqu", "lorsqu", "puisqu", "dell",
                                                               "all", "dall", "nell",  "sull",   "un"};
    return std::find(articles.begin(), articles.end(), article) != articles.end() && raw.substr(after).size() > 1
               ? after
               : 0;
}

bool is_tag_name(std::string_view name)
{
    static constexpr std::array<std::string_view, 28> names{
        "a",    "b", "blockquote", "body", "br", "code", "div", "em",   "font",   "h1",    "h2", "h3", "h4", "hr",
        "html", "i", "img",        "li",   "ol", "p",    "pre", "span", "strong", "table", "td", "tr", "u",  "ul"};
    return std::ranges::find(names, name) != names.end();
}

/// The length of the tag or entity of HTML that begins at `text[0]`; 0 when none does. Rich text fields and mails have
/// them.
std::size_t markup_length(std::string_view text)
{
    constexpr std::size_t longest_entity = 10, longest_tag = 512;
    const auto letter_or_digit = [](char c) { return sdk::ascii::is_alphanumeric(static_cast<unsigned char>(c)); };
    const auto name_end        = [&](std::size_t at) {
        while (at < text.size() && at < longest_entity + 2 && letter_or_digit(text[at])) ++at;
        return at;
    };
    if (text[0] == '&')
    {
        const auto begin = std::size_t{text.substr(1).starts_with('#') ? 2U : 1U}, end = name_end(begin);
        return end > begin && end < text.size() && text[end] == ';' ? end + 1 : 0;
    }
    const auto begin = std::size_t{text.substr(1).starts_with('/') ? 2U : 1U}, end = name_end(begin);
    if (!is_tag_name(sdk::ascii::lowercase(text.substr(begin, end - begin)))) return 0;
    const auto close = text.substr(0, longest_tag).find_first_of("<>", end);
    return close != text.npos && text[close] == '>' && (close == end || !letter_or_digit(text[end])) ? close + 1 : 0;
}

std::string_view without_possessive(std::string_view raw)
{
    for (std::string_view ending : {"'s", "\u2019s", "'S"})
        if (raw.ends_with(ending) && raw.size() > ending.size() + 1) return raw.substr(0, raw.size() - ending.size());
    return raw;
}

bool is_join(std::string_view gap)
{
    std::size_t hyphens = 0;
    for (std::size_t at = 0; at < gap.size(); ++at)
    {
        if (gap[at] == '-' || gap[at] == '\'') ++hyphens;
        else if (gap.substr(at).starts_with("\u2019") || gap.substr(at).starts_with("\u2011") ||
                 gap.substr(at).starts_with("\u2010"))
        {
            ++hyphens;
            at += 2;
        }
        else if (gap.substr(at).starts_with("\u00A0")) ++at;
        else if (gap[at] != ' ') return false;
    }
    return hyphens <= 1;
}

} // namespace

struct tokenizer::tables
{
    /// The properties of a word as typed, computed at its first occurrence.
    struct entry
    {
        std::string                               folded;
        script                                    script_of_word = script::other;
        bool                                      capitalized    = false;
        bool                                      name_like      = false;
        std::bitset<language_count>               stop_in;
        std::bitset<language_count>               listed_in; ///< in any list
        function_list_set                         function_lists;
        std::bitset<stems_per_word>               resolved;
        std::array<std::uint32_t, stems_per_word> stem{};
        std::array<list_entry, stems_per_word>    lists{};
    };

    /// Looks a text up without a copy of it.
    struct text_hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };

    word_segmenter                                                     segmenter;
    text_analysis::stemmer                                             stemmer;
    std::unordered_map<std::string, entry, text_hash, std::equal_to<>> entries;
    std::unordered_map<std::string, std::uint32_t>                     stem_ids;
    std::vector<const std::string*>                                    stems;

    std::uint32_t stem_id(std::string text)
    {
        const auto [at, is_new] = stem_ids.try_emplace(std::move(text), static_cast<std::uint32_t>(stems.size()));
        if (is_new) stems.push_back(&at->first);
        return at->second;
    }

    entry& look_up(std::string_view raw)
    {
        if (const auto known = entries.find(raw); known != entries.end()) return known->second;
        auto& result          = entries[std::string(raw)];
        result.folded         = fold(raw);
        result.script_of_word = script_of(result.folded);
        const auto initial    = first_code_point(raw);
        result.capitalized    = u_isUUppercase(initial);
        result.name_like =
            result.capitalized && std::none_of(raw.begin() + 1, raw.end(), [](char c) { return c >= '0' && c <= 'Z'; });
        for (const auto lang : languages)
            if (const auto listed = lexicons()[index(lang)].find(result.folded);
                listed != lexicons()[index(lang)].end())
            {
                result.stop_in[index(lang)]   = listed->second.role == word_role::stop;
                result.listed_in[index(lang)] = true;
            }
        if (const auto listed = function_words().find(result.folded); listed != function_words().end())
            result.function_lists = listed->second;
        return result;
    }

    /// In a text whose grammar is in a list of function words, other words of English grammar are no grammar.
    static word_role role_in(const entry& word, word_role otherwise, std::size_t function_list)
    {
        if (word.function_lists[function_list]) return word_role::stop;
        return word.stop_in[index(language::english)] && otherwise == word_role::stop ? word_role::content : otherwise;
    }

    /// Without a language a word is its own stem, and has the role of the English word.
    void resolve(entry& target, std::optional<language> lang)
    {
        const auto at = stem_index(lang);
        if (target.resolved[at]) return;
        target.resolved[at] = true;
        auto       plain    = target.script_of_word == script::latin ? without_accents(target.folded) : target.folded;
        const bool has_stem = lang && target.script_of_word != script::other;
        target.stem[at]     = stem_id(has_stem ? stemmer.stem(plain, *lang) : plain);
        const auto& words   = lexicons()[index(lang.value_or(language::english))];
        if (const auto listed = words.find(target.folded); listed != words.end()) target.lists[at] = listed->second;
        else if (sdk::utf8::count_code_points(target.folded) < 2 && target.script_of_word != script::other)
            target.lists[at].role = word_role::stop;
    }
};

namespace {

/// What a word says about the language of its text.
struct language_evidence
{
    const std::string*          folded;
    std::bitset<language_count> stop_in;
    std::bitset<language_count> listed_in;
    function_list_set           function_lists;
    script                      letters;
};

/// The language of a text, or the one of the function_word_lists() that has its grammar, or neither.
struct language_guess
{
    std::optional<language>    detected;
    std::optional<std::size_t> function_list;
};

std::optional<script> script_of_most(const std::vector<language_evidence>& evidence)
{
    std::array<std::size_t, 4> letters{};
    for (const auto& word : evidence) ++letters[static_cast<std::size_t>(word.letters)];
    const auto most = std::max_element(letters.begin(), letters.end());
    return *most == 0 ? std::nullopt : std::optional{static_cast<script>(most - letters.begin())};
}

/// Stop words, and words of any list: `pumps reported broken`.
using list_hits = std::pair<std::size_t, std::size_t>;

std::array<list_hits, language_count> count_list_hits(const std::vector<language_evidence>& evidence)
{
    std::array<list_hits, language_count> hits{};
    for (const auto& word : evidence)
        for (std::size_t at = 0; at < language_count; ++at)
            hits[at].first += word.stop_in[at], hits[at].second += word.listed_in[at];
    return hits;
}

std::optional<language> guess_language(const std::array<list_hits, language_count>& hits, script letters,
                                       std::string_view text)
{
    const auto best_of = [&](std::initializer_list<language> among) -> std::optional<language> {
        const auto hits_of = [&](language lang) { return hits[index(lang)]; };
        const auto best    = *std::ranges::max_element(among, {}, hits_of);
        const bool unique  = std::ranges::count(among, hits_of(best), hits_of) == 1;
        return hits_of(best).first > 0 || unique ? std::optional{best} : std::nullopt;
    };
    switch (letters)
    {
    case script::latin: return best_of({language::english, language::french, language::spanish, language::dutch});
    case script::arabic: return language::arabic;
    case script::cyrillic:
    {
        for (std::string_view letter : {"і", "ї", "є", "ґ", "І", "Ї", "Є"})
            if (text.find(letter) != std::string_view::npos) return language::ukrainian;
        for (std::string_view letter : {"ы", "э", "ъ", "ё", "Ы", "Э"})
            if (text.find(letter) != std::string_view::npos) return language::russian;
        const auto best = best_of({language::russian, language::ukrainian});
        return best ? best : language::russian;
    }
    case script::other: break;
    }
    return std::nullopt;
}

/// The list with the most words of the text, if it has more than each other list and than `stop_words`, those of the
/// language that the text seems to have. Against a detected language two different words are the least.
std::optional<std::size_t> guess_function_list(const std::vector<language_evidence>& evidence, script letters,
                                               std::size_t stop_words, bool has_language)
{
    std::array<std::size_t, function_word_list_count>        hits{};
    std::array<const std::string*, function_word_list_count> first{};
    function_list_set                                        varied;
    for (const auto& word : evidence)
    {
        if (word.letters != letters || word.function_lists.none()) continue;
        for (std::size_t at = 0; at != hits.size(); ++at)
        {
            if (!word.function_lists[at]) continue;
            ++hits[at];
            if (first[at] == nullptr) first[at] = word.folded;
            varied[at] = varied[at] || *first[at] != *word.folded;
        }
    }
    const auto best   = std::ranges::max_element(hits);
    const auto list   = static_cast<std::size_t>(best - hits.begin());
    const bool unique = std::ranges::count(hits, *best) == 1;
    const bool enough = *best > stop_words && (varied[list] || !has_language);
    return unique && enough ? std::optional{list} : std::nullopt;
}

language_guess guess_language(const std::vector<language_evidence>& evidence, std::string_view text)
{
    const auto letters = script_of_most(evidence);
    if (!letters) return {};
    const auto hits       = count_list_hits(evidence);
    const auto detected   = guess_language(hits, *letters, text);
    const auto stop_words = detected ? hits[index(*detected)].first : 0;
    const auto list       = guess_function_list(evidence, *letters, stop_words, detected.has_value());
    return list ? language_guess{.detected = {}, .function_list = list}
                : language_guess{.detected = detected, .function_list = {}};
}

bool ends_sentence(std::string_view text, std::size_t at, std::size_t& length)
{
    for (std::string_view mark : {"\u061F", "\u06D4", "\u3002", "\u0964", "\uFF1F", "\uFF01", "\u2026"})
        if (text.substr(at).starts_with(mark))
        {
            length = mark.size();
            return true;
        }
    length = 1;
    if (text[at] == '\n') return true;
    if (text[at] != '.' && text[at] != '!' && text[at] != '?') return false;
    const auto next = at + 1;
    return next >= text.size() || text[next] == ' ' || text[next] == '\n' || text[next] == '"' || text[next] == '\r' ||
           text[next] == '\t';
}

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Calls `close(end)` after each sentence.
template <class Close>
void for_each_sentence_end(std::string_view text, Close close)
{
    for (std::size_t at = 0; at < text.size(); ++at)
        if (const auto c = static_cast<unsigned char>(text[at]);
            c == '\n' || c == '.' || c == '!' || c == '?' || c >= 0xD8)
        {
            std::size_t length = 1;
            if (ends_sentence(text, at, length))
            {
                close(at + length);
                at += length - 1;
            }
        }
    close(text.size());
}

/// Without blanks at its ends and without marks of lists before it.
std::string_view trimmed_sentence(std::string_view text)
{
    while (!text.empty() && (is_blank(text.front()) || text.front() == '-' || text.front() == '*'))
        text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

void find_sentences(tokenized_text& result)
{
    const std::string_view text  = result.text;
    std::size_t            begin = 0;
    std::uint32_t          word  = 0;
    const auto             close = [&](std::size_t end) {
        const auto inner = trimmed_sentence(text.substr(begin, end - begin));
        const auto from  = static_cast<std::uint32_t>(inner.data() - text.data());
        sentence   range{from, from + static_cast<std::uint32_t>(inner.size()), word, word};
        while (word < result.words.size() && result.words[word].begin < end) ++word;
        range.last = word;
        if (range.last > range.first) result.sentences.push_back(range);
        begin = end;
    };
    for_each_sentence_end(text, close);
}

} // namespace

std::vector<std::string_view> split_sentences(std::string_view text)
{
    std::vector<std::string_view> sentences;
    std::size_t                   begin = 0;
    const auto                    close = [&](std::size_t end) {
        if (const auto inner = trimmed_sentence(text.substr(begin, end - begin)); !inner.empty())
            sentences.push_back(inner);
        begin = end;
    };
    for_each_sentence_end(text, close);
    return sentences;
}

tokenizer::tokenizer()
    : tables_(std::make_unique<tables>())
{}

tokenizer::~tokenizer() = default;

tokenized_text tokenizer::tokenize(std::string_view text, std::optional<language> otherwise)
{
    constexpr std::size_t max_entries = 50'000; // about 10 MB; words that never repeat would take 30 times their text
    if (tables_->entries.size() > max_entries) tables_->entries.clear();

    tokenized_text result;
    result.text = valid_utf8(text);

    struct token
    {
        std::uint32_t  begin;
        std::uint32_t  end;
        tables::entry* entry; ///< none: a placeholder
        bool           is_number;
    };
    std::vector<token>             tokens;
    std::vector<language_evidence> evidence;

    const std::string_view whole    = result.text;
    const auto             add_span = [&](std::size_t from, std::size_t to) {
        tables_->segmenter.for_each(whole.substr(from, to - from), [&](const text_segment& segment) {
            if (segment.kind == segment_kind::signs) return;
            const bool number = segment.kind == segment_kind::number;
            auto       raw    = whole.substr(from + segment.begin, segment.end - segment.begin);
            auto       at     = from + segment.begin;
            if (!number)
            {
                const auto skipped = elision(raw);
                raw.remove_prefix(skipped);
                at += skipped;
                raw = without_possessive(raw);
            }
            auto& entry = tables_->look_up(raw.substr(0, 256));
            tokens.push_back(
                            {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + raw.size()), &entry, number});
            if (!number)
                evidence.push_back(
                                {&entry.folded, entry.stop_in, entry.listed_in, entry.function_lists, entry.script_of_word});
        });
    };
    std::size_t from = 0;
    for (auto at = whole.find_first_of("<&"); at != std::string_view::npos; at = whole.find_first_of("<&", at + 1))
    {
        const auto placeholder = sdk::ascii::placeholder_size(whole.substr(at));
        const auto length      = placeholder > 0 ? placeholder : markup_length(whole.substr(at));
        if (length == 0) continue;
        add_span(from, at);
        if (placeholder > 0)
            tokens.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length), nullptr, false});
        from = at + length;
    }
    add_span(from, whole.size());

    const auto guess         = guess_language(evidence, whole);
    result.detected_language = guess.detected;
    const auto lang          = result.detected_language ? result.detected_language : otherwise;
    result.words.reserve(tokens.size());
    std::size_t last_end = 0;
    for (const auto& current : tokens)
    {
        word next{.begin = current.begin, .end = current.end};
        next.joined = !result.words.empty() && is_join(whole.substr(last_end, current.begin - last_end));
        last_end    = current.end;
        if (current.entry == nullptr)
        {
            next.role = word_role::placeholder;
            next.stem = tables_->stem_id(std::string(whole.substr(current.begin, current.end - current.begin)));
        }
        else
        {
            tables_->resolve(*current.entry, lang);
            const auto& lists = current.entry->lists[stem_index(lang)];
            next.stem         = current.entry->stem[stem_index(lang)];
            next.role         = current.is_number     ? word_role::number
                                : guess.function_list ? tables::role_in(*current.entry, lists.role, *guess.function_list)
                                                      : lists.role;
            next.staff        = lists.staff;
            next.query        = lists.query;
            next.comparison   = lists.comparison;
            next.change       = lists.change;
            next.capitalized  = current.entry->capitalized;
            next.name_like    = current.entry->name_like;
        }
        result.words.push_back(next);
    }
    find_sentences(result);
    return result;
}

const std::string& tokenizer::stem_text(std::uint32_t stem) const { return *tables_->stems[stem]; }

std::size_t tokenizer::stem_count() const { return tables_->stems.size(); }

std::array<std::uint32_t, stems_per_word> tokenizer::stems_of(std::string_view word)
{
    std::array<std::uint32_t, stems_per_word> stems{};
    if (sdk::ascii::placeholder_size(word) != 0) stems.fill(tables_->stem_id(std::string{word}));
    else
    {
        auto& entry = tables_->look_up(word.substr(0, 256));
        for (const auto lang : languages) tables_->resolve(entry, lang);
        tables_->resolve(entry, std::nullopt);
        stems = entry.stem;
    }
    return stems;
}

std::array<word_role, stems_per_word> tokenizer::roles_of(std::string_view word)
{
    std::array<word_role, stems_per_word> roles{};
    if (sdk::ascii::placeholder_size(word) != 0)
    {
        roles.fill(word_role::placeholder);
        return roles;
    }
    auto& entry = tables_->look_up(word.substr(0, 256));
    for (const auto lang : languages) tables_->resolve(entry, lang);
    tables_->resolve(entry, std::nullopt);
    std::ranges::transform(entry.lists, roles.begin(), [](const auto& lists) { return lists.role; });
    return roles;
}

std::string tokenizer::folded(std::string_view text) const { return fold(text); }

std::string tokenizer::lower(std::string_view text) const
{
    std::string                      small;
    icu::StringByteSink<std::string> sink(&small);
    UErrorCode                       status = U_ZERO_ERROR;
    icu::CaseMap::utf8ToLower("", 0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink,
                              nullptr, status);
    return U_SUCCESS(status) ? small : std::string(text);
}

std::string tokenizer::plain(std::string_view text) const
{
    const auto folded = fold(text);
    return script_of(folded) == script::latin ? without_accents(folded) : folded;
}

} // namespace verbatim::text_analysis
