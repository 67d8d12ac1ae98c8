#include "claims.hpp"

#include "themes/written_numbers.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// The ids of the examples in the prompts of this plugin.
constexpr std::array<std::string_view, 2> example_ids{"id-1", "id-2"};

bool is_number(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }

bool is_uuid(std::string_view word)
{
    if (word.size() != 36) return false;
    for (std::size_t n = 0; n != word.size(); ++n)
        if (n == 8 || n == 13 || n == 18 || n == 23 ? word[n] != '-' : !sdk::ascii::is_hex_digit(word[n])) return false;
    return true;
}

/// `Form-00017` is `Form-0`, `F-12b/3` is `F-0a/0`: digits and, behind the first digit, letters count as classes. Empty
/// for a word that has no letter before a digit.
std::string form_of(std::string_view word)
{
    if (is_uuid(word)) return "uuid";
    const auto digit = word.find_first_of("0123456789");
    if (digit == word.npos || std::ranges::none_of(word.substr(0, digit), sdk::ascii::is_letter)) return {};
    std::string form{word.substr(0, digit)};
    for (const char c : word.substr(digit))
    {
        const char shown = sdk::ascii::is_digit(c) ? '0' : sdk::ascii::is_letter(c) ? 'a' : c;
        if (shown != form.back() || (shown != '0' && shown != 'a')) form += shown;
    }
    return form;
}

/// The beginnings of the sentences; what they list follows.
struct claim_labels
{
    std::string_view unknown_ids;
    std::string_view unknown_numbers;
    std::string_view and_more; ///< before the number of further entries
    std::string_view other_language;
    std::string_view requested_language;
};

/// In the order of text_analysis::languages.
constexpr std::array<claim_labels, text_analysis::language_count> all_labels{{
    {"Ids in the analysis that no record has", "Numbers in the analysis that the counts do not hold", "and more",
     "The analysis appears to be in another language than requested", "requested"},
    {"Identifiants de l'analyse qu'aucun enregistrement ne porte", "Nombres de l'analyse absents des décomptes",
     "et d'autres", "L'analyse semble être dans une autre langue que celle demandée", "demandée"},
    {"Identificadores del análisis que ningún registro tiene", "Números del análisis que no figuran en los recuentos",
     "y más", "El análisis parece estar en un idioma distinto del solicitado", "solicitado"},
    {"معرّفات في التحليل لا يحملها أي سجل", "أرقام في التحليل لا ترد في الإحصاءات", "وغيرها",
     "يبدو أن التحليل بلغة غير اللغة المطلوبة", "المطلوبة"},
    {"Идентификаторы в анализе, которых нет ни у одной записи", "Числа в анализе, которых нет в подсчётах", "и ещё",
     "Анализ, по-видимому, написан не на том языке, который был запрошен", "запрошен"},
    {"Id's in de analyse die geen enkel record heeft", "Getallen in de analyse die niet in de tellingen staan",
     "en nog", "De analyse lijkt in een andere taal dan gevraagd", "gevraagd"},
    {"Ідентифікатори в аналізі, яких не має жоден запис", "Числа в аналізі, яких немає в підрахунках", "і ще",
     "Аналіз, імовірно, написано не тією мовою, яку було запитано", "запитано"},
}};

std::string sentence(std::string_view label, std::span<const std::string> entries, const claim_labels& labels)
{
    if (entries.empty()) return {};
    constexpr std::size_t max_listed = 10;
    std::string           text       = " " + std::string{label} + ": ";
    for (std::size_t n = 0; n != std::min(entries.size(), max_listed); ++n)
        text.append(n == 0 ? "" : ", ").append(entries[n]);
    if (entries.size() > max_listed)
        text.append(", ").append(labels.and_more).append(" ").append(std::to_string(entries.size() - max_listed));
    return text + '.';
}

/// Pairs of quotation marks.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> quotation_marks{
    {{"“", "”"}, {"«", "»"}, {"„", "“"}, {"\"", "\""}}};

/// Linear: a line is searched once for each closing mark that it does not hold.
std::string without_quotes(std::string_view text)
{
    std::string                                     rest;
    std::array<std::size_t, quotation_marks.size()> unclosed_until{}; ///< no such mark is closed before this byte
    std::size_t                                     line_end = 0;
    for (std::size_t at = 0; at < text.size();)
    {
        if (at >= line_end) line_end = std::min(text.find('\n', at), text.size() - 1) + 1;
        auto end = std::string_view::npos;
        for (std::size_t n = 0; n != quotation_marks.size() && end == std::string_view::npos; ++n)
        {
            const auto& [open, close] = quotation_marks[n];
            if (at < unclosed_until[n] || !text.substr(at).starts_with(open)) continue;
            const auto closing = text.substr(0, line_end).find(close, at + open.size());
            if (closing == std::string_view::npos) unclosed_until[n] = line_end;
            else end = closing + close.size();
        }
        if (end == std::string_view::npos) rest += text[at++];
        else at = end;
    }
    return rest;
}

/// Codes that language detection reports for another code of the same language.
std::string_view detectable(std::string_view code)
{
    if (code == "nb" || code == "nn") return "no";
    return code;
}

} // namespace

record_ids::record_ids(std::span<const std::string_view> ids)
    : size_{ids.size()}
    , ids_{ids.begin(), ids.end()}
{
    constexpr std::size_t max_forms = 20; // more are irregular, so that any word could be an id
    for (const auto id : ids_)
    {
        if (is_number(id))
        {
            min_digits_  = min_digits_ == 0 ? id.size() : std::min(min_digits_, id.size());
            max_digits_  = std::max(max_digits_, id.size());
            double value = 0;
            if (id.size() <= max_exact_digits) std::from_chars(id.data(), id.data() + id.size(), value);
            if (id.size() <= max_exact_digits) numbers_.insert(value);
        }
        else if (forms_.size() <= max_forms)
            if (auto form = form_of(id); !form.empty()) forms_.insert(std::move(form));
    }
    if (forms_.size() > max_forms) forms_.clear();
}

bool record_ids::has_form_of_numbers(std::string_view digits) const
{
    constexpr std::size_t min_digits = 5;
    return is_number(digits) && digits.size() >= std::max(min_digits, min_digits_) && digits.size() <= max_digits_;
}

bool record_ids::has_form(std::string_view word) const { return !forms_.empty() && forms_.contains(form_of(word)); }

std::vector<std::string> unknown_citations(std::string_view text, const record_ids& ids)
{
    constexpr std::string_view boundaries = " \t\r\n[](){}<>,;\"`*|";
    constexpr std::size_t      max_length = 64;
    constexpr std::size_t      max_listed = 100;
    std::vector<std::string>   unknown;
    const auto                 is_example = [](std::string_view word) {
        return std::ranges::find(example_ids, word) != example_ids.end();
    };
    const auto check = [&](std::string_view word) {
        if (word.size() > max_length || ids.contains(word) || !(is_example(word) || ids.has_form(word))) return;
        if (std::ranges::find(unknown, word) == unknown.end()) unknown.emplace_back(word);
    };
    for (std::size_t from = 0; from < text.size() && unknown.size() != max_listed;)
    {
        const auto to   = std::min(text.find_first_of(boundaries, from), text.size());
        const auto word = sdk::ascii::trimmed(text.substr(from, to - from), ".:!?'_");
        if (!word.empty()) check(word);
        from = to + 1;
    }
    return unknown;
}

std::vector<std::string> unknown_ids_in(std::string_view analysis, const record_ids& ids, const analysis_input& input)
{
    constexpr std::size_t max_checked = 100; // each is searched for in all contents
    auto                  unknown     = unknown_citations(analysis, ids);
    for (const auto& written : themes::written_numbers_in(analysis))
    {
        if (unknown.size() >= max_checked) break;
        const auto is_id = [&](const themes::number_value& number) { return ids.contains_number(number.value); };
        if (!written.cited || !ids.has_form_of_numbers(written.text) || ids.contains(written.text) ||
            std::ranges::all_of(written.readings.front(), is_id))
            continue;
        if (std::ranges::find(unknown, written.text) == unknown.end()) unknown.push_back(written.text);
    }
    std::erase_if(unknown, [&](const std::string& word) { return input.prompt.find(word) != input.prompt.npos; });
    for (const auto* record : input.records)
    {
        if (unknown.empty()) break;
        std::string shown;
        for (const auto& key : input.shown_metadata)
            if (const auto* value = record->metadata.if_contains(key)) shown += boost::json::serialize(*value) + '\n';
        std::erase_if(unknown, [&](const std::string& word) {
            return record->content.find(word) != std::string::npos || shown.find(word) != std::string::npos;
        });
    }
    return unknown;
}

std::string other_language_of(std::string_view text, const analysis_input& input)
{
    constexpr std::size_t min_characters = 80;
    constexpr std::size_t iso_639_1      = 2;
    if (!input.language) return {};
    const auto requested = detectable(input.language->code());
    const auto prose     = without_quotes(text);
    if (requested.size() != iso_639_1 || sdk::utf8::count_code_points(prose) < min_characters) return {};
    const auto detected = feedback::detect_language(prose);
    return detected && *detected != requested ? *detected : std::string{};
}

std::string sentences_about(const refuted_claims& claims, const analysis_input& input)
{
    const auto  reader = input.sentences;
    const auto& labels = all_labels[text_analysis::index(reader)];
    auto        text   = sentence(labels.unknown_ids, claims.unknown_ids, labels) +
                sentence(labels.unknown_numbers, claims.unknown_numbers, labels);
    if (!claims.language.empty())
        text.append(" ")
            .append(labels.other_language)
            .append(": ")
            .append(feedback::language_name(claims.language, reader))
            .append(" (")
            .append(labels.requested_language)
            .append(": ")
            .append(feedback::language_name(input.language->code(), reader))
            .append(").");
    return text;
}

sdk::task<std::string> check_claims(sdk::call& call, const analysis_input& input, const feedback::redaction& redaction,
                                    std::string_view analysis)
{
    const auto check = [&] {
        const auto       names = ids_of(input, redaction);
        const record_ids ids{names};
        return sentences_about({.unknown_ids     = unknown_ids_in(analysis, ids, input),
                                .unknown_numbers = {},
                                .language        = other_language_of(analysis, input)},
                               input);
    };
    constexpr std::size_t bytes_per_record = 100; // of text that take as long as an id
    std::size_t           bytes            = analysis.size();
    for (const auto* record : input.records) bytes += record->content.size() / 10 + bytes_per_record;
    co_return co_await feedback::compute_if_large(call, bytes, check);
}

} // namespace verbatim::analyze_bulk
