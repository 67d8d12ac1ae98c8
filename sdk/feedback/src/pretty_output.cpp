#include "verbatim/feedback/pretty_output.hpp"

#include "verbatim/sdk/text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace verbatim::feedback {

namespace {

struct labels
{
    std::string_view quality;
    std::string_view title;
    std::string_view summary;
};

// clang-format off
constexpr std::array<labels, 7> labels_by_language{{
    {"QUALITY",  "TITLE",     "SUMMARY"},
    {"QUALITÉ",  "TITRE",     "RÉSUMÉ"},
    {"CALIDAD",  "TÍTULO",    "RESUMEN"},
    {"الجودة",   "العنوان",   "ملخص"},
    {"КАЧЕСТВО", "ЗАГОЛОВОК", "СВОДКА"},
    {"KWALITEIT", "TITEL",    "SAMENVATTING"},
    {"ЯКІСТЬ",   "ЗАГОЛОВОК", "ПІДСУМОК"},
}};
// clang-format on

constexpr std::size_t label_width = 16; // code points

std::string padded(std::string_view label)
{
    std::string field{label};
    field += ':';
    if (const auto width = sdk::utf8::count_code_points(field); width < label_width)
        field.append(label_width - width, ' ');
    return field;
}

std::string dots(double score)
{
    std::string result;
    for (const double step : {0.1, 0.3, 0.5, 0.7, 0.9}) result += score >= step ? "●" : "○";
    return result;
}

} // namespace

response_text pretty_output(const pretty_fields& fields, label_language language)
{
    const auto&   labels_of_language = labels_by_language[static_cast<std::size_t>(language)];
    response_text block;
    if (!fields.id_label.empty()) block += padded(fields.id_label) + fields.ids + '\n';
    if (const auto score = fields.quality_score)
        block +=
            padded(labels_of_language.quality) + dots(*score) + ' ' + std::to_string(whole_percent(*score)) + "%\n";
    block += padded(labels_of_language.title);
    block += fields.title;
    block += "\n";
    block += labels_of_language.summary;
    block += ":\n";
    block += fields.text;
    block += "\n";
    block += std::string(60, '-');
    return block;
}

label_language label_language_for(sdk::call& call, const std::optional<output_language>& language)
{
    if (!language) return label_language::english;
    const auto supported = language->labels();
    /// The labels are English: see docs/reference/output.md#labels.
    if (!supported) call.log().write(sdk::severity::warning, "label_language_unsupported");
    return supported.value_or(label_language::english);
}

// nearbyint uses the default rounding mode, to nearest with ties to even; nothing in the project changes it.
int whole_percent(double score) noexcept { return static_cast<int>(std::nearbyint(score * 100)); }

std::string two_decimals(double score)
{
    char       text[16];
    const auto end = std::to_chars(std::begin(text), std::end(text), score, std::chars_format::fixed, 2).ptr;
    return {text, end};
}

} // namespace verbatim::feedback
