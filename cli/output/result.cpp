#include "cli/output/result.hpp"

#include "cli/failure.hpp"
#include "cli/output/formats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace verbatim::cli::output {

bool section::is_shown() const
{
    return !markdown.empty() ||
           (content && std::ranges::any_of(content->columns, [](const column& item) { return !item.title.empty(); }));
}

void add_with_first_rows(result& target, section part, std::size_t shown)
{
    auto& all   = part.content.value();
    auto  first = all;
    while (first.rows.row_count() > shown) first.rows.drop_row();
    const auto hidden = all.rows.row_count() - first.rows.row_count();
    if (hidden == 0) return target.sections.push_back(std::move(part));
    first.name.clear();
    for (auto& column : all.columns) column.title.clear();
    part.markdown += std::to_string(hidden) + (hidden == 1 ? " more row is" : " more rows are") +
                     " in CSV only: --table " + all.name + ".\n";
    target.sections.push_back({std::move(part.heading), std::move(part.markdown), std::move(first)});
    target.sections.push_back({.heading = "", .content = std::move(part.content)});
}

std::string format(const result& result, const format_options& options)
{
    switch (options.format)
    {
    case result_format::text: return as_text(result, options);
    case result_format::csv: return as_csv(result, options);
    case result_format::markdown: return as_markdown(result);
    case result_format::json: break;
    }
    return result.json.ends_with('\n') ? result.json : result.json + "\n";
}

std::string sparkline(const std::vector<double>& values)
{
    static constexpr std::array<const char*, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const auto                                  highest = values.empty() ? 0 : *std::ranges::max_element(values);
    std::string                                 text;
    for (const auto value : values)
        text += value <= 0 ? "·" : bars[static_cast<std::size_t>(std::ceil(value / highest * 8)) - 1];
    return text;
}

std::string bar(double count, double highest, std::size_t columns)
{
    static constexpr std::array<const char*, 8> parts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (highest <= 0 || count <= 0) return {};
    const auto eighths = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::lround(count / highest * static_cast<double>(columns * 8))));
    std::string text;
    for (std::size_t n = 0; n != eighths / 8; ++n) text += "█";
    return text + parts[eighths % 8];
}

} // namespace verbatim::cli::output
