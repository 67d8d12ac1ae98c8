#include "verbatim/feedback/pretty_output.hpp"

#include "verbatim/feedback/percent.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <array>

namespace verbatim::feedback {

namespace {

struct labels
{
    std::string_view quality;
    std::string_view title;
    std::string_view summary;
};

// clang-format off
constexpr std::array<labels, 7> by_language{{
    {"QUALITY",  "TITLE",     "SUMMARY"},
    {"QUALITÉ",  "TITRE",     "RÉSUMÉ"},
    {"CALIDAD",  "TÍTULO",    "RESUMEN"},
    {"الجودة",   "العنوان",   "ملخص"},
    {"КАЧЕСТВО", "ЗАГОЛОВОК", "СВОДКА"},
    {"KWALITEIT", "TITEL",    "SAMENVATTING"},
    {"ЯКІСТЬ",   "ЗАГОЛОВОК", "ПІДСУМОК"},
}};
// clang-format on

constexpr std::size_t column = 16; // code points

std::string padded(std::string_view label)
{
    std::string field{label};
    field += ':';
    if (const auto width = code_points(field); width < column) field.append(column - width, ' ');
    return field;
}

std::string dots(double score)
{
    std::string shown;
    for (const double step : {0.1, 0.3, 0.5, 0.7, 0.9}) shown += score >= step ? "●" : "○";
    return shown;
}

} // namespace

std::string pretty_output(const pretty& shown, label_language language)
{
    const auto& words = by_language[static_cast<std::size_t>(language)];
    std::string block;
    if (!shown.head_label.empty()) block += padded(shown.head_label) + shown.head + '\n';
    if (const auto score = shown.quality_score)
        block += padded(words.quality) + dots(*score) + ' ' + std::to_string(whole_percent(*score)) + "%\n";
    block += padded(words.title);
    block += shown.title;
    block += '\n';
    block += words.summary;
    block += ":\n";
    block += shown.text;
    block += '\n';
    block.append(60, '-');
    return block;
}

label_language labels_in(sdk::call& call, const std::optional<std::string>& language)
{
    if (!language) return label_language::english;
    const auto known = find_label_language(*language);
    if (!known) call.log_line().write(sdk::severity::warning, "unsupported label language");
    return known.value_or(label_language::english);
}

} // namespace verbatim::feedback
