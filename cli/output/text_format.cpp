#include "cli/output/formats.hpp"

#include "cli/plural.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace verbatim::cli::output {

namespace {

constexpr std::size_t gap           = 2;
constexpr std::size_t narrowest     = 16;  ///< of a column of text that is cut
constexpr std::size_t longest_prose = 100; ///< columns of a line that are easy to read

struct cells_of_column
{
    column                   description;
    std::vector<std::string> cells;
    std::size_t              width = 0;
    std::size_t              least = 0; ///< width to which it can be cut: numbers stay whole
};

std::vector<cells_of_column> shown_columns(const result_table& content, std::size_t rows)
{
    std::vector<cells_of_column> columns;
    for (std::size_t n = 0; n != content.columns.size(); ++n)
    {
        if (content.columns[n].title.empty()) continue;
        cells_of_column shown{content.columns[n], {}};
        shown.description.title = printable(shown.description.title);
        shown.width             = width(shown.description.title);
        for (std::size_t row = 0; row != rows; ++row)
        {
            shown.cells.push_back(printable(content.rows.cell(row, n)));
            shown.least = std::max(shown.least, width(shown.cells.back()));
        }
        shown.width = std::max(shown.width, shown.least);
        if (shown.description.is_whole) shown.least = shown.width;
        else if (!shown.description.is_number) shown.least = std::min(shown.width, narrowest);
        columns.push_back(std::move(shown));
    }
    return columns;
}

std::size_t total_width(const std::vector<cells_of_column>& columns)
{
    std::size_t sum = columns.empty() ? 0 : gap * (columns.size() - 1);
    for (const auto& column : columns) sum += column.width;
    return sum;
}

/// Narrows the columns that exceed their least width most until all fit, if they can.
void fit(std::vector<cells_of_column>& columns, std::size_t limit)
{
    const auto excess = [](const cells_of_column& column) { return column.width - column.least; };
    for (auto sum = total_width(columns); sum > limit; --sum)
    {
        const auto widest = std::ranges::max_element(columns, {}, excess);
        if (widest == columns.end() || excess(*widest) == 0) return;
        --widest->width;
    }
}

std::string padded(const std::string& text, std::size_t columns, bool right)
{
    const auto used = width(text);
    const auto fill = std::string(columns > used ? columns - used : 0, ' ');
    return right ? fill + text : text + fill;
}

std::string trimmed_end(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

struct character_entity
{
    std::string_view name;
    char             character;
};

/// Those that markdown_escaped() writes, and others of models.
constexpr character_entity entities[]{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};

/// The text of links and without marks of emphasis.
std::string inline_text(std::string_view line)
{
    std::string text;
    for (std::size_t at = 0; at < line.size();)
    {
        const auto rest = line.substr(at);
        const auto entity =
            std::ranges::find_if(entities, [&](const auto& item) { return rest.starts_with(item.name); });
        if (entity != std::end(entities)) text += entity->character, at += entity->name.size();
        else if (rest.starts_with("**")) at += 2;
        else if (line[at] == '`') ++at;
        else if (line[at] == '\\' && at + 1 < line.size() &&
                 std::string_view{"\\`*_{}[]()#+-.!|<>~"}.find(line[at + 1]) != std::string_view::npos)
            text += line[at + 1], at += 2;
        else if (const auto close = line[at] == '[' ? line.find("](", at) : line.npos;
                 close != line.npos && line.find('[', at + 1) > close && line.find(')', close) != line.npos)
        {
            text.append(inline_text(line.substr(at + 1, close - at - 1)));
            at = line.find(')', close) + 1;
        }
        else text += line[at++];
    }
    return text;
}

/// The indentation of a list item and its marker: `  - `, `10. `. Empty for a paragraph.
std::string_view marker_of(std::string_view line)
{
    auto       at     = std::min(line.find_first_not_of(' '), line.size());
    const auto digits = at;
    while (at < line.size() && sdk::ascii::is_digit(static_cast<unsigned char>(line[at]))) ++at;
    if (at < line.size() && ((at == digits && (line[at] == '-' || line[at] == '*' || line[at] == '+')) ||
                             (at != digits && line[at] == '.')))
        if (at + 1 < line.size() && line[at + 1] == ' ') return line.substr(0, at + 2);
    return line.substr(0, digits);
}

std::string render_line(std::string_view line, const terminal& screen)
{
    if (const auto level = heading_level(line); level != 0)
        return screen.bold(printable(inline_text(sdk::ascii::trimmed(line.substr(level))))) + "\n";
    const auto  marker = marker_of(line);
    const auto  indent = std::string(marker.size(), ' ');
    std::string text;
    for (const auto& part : wrapped(printable(inline_text(line.substr(marker.size()))),
                                    std::min(screen.columns, longest_prose) - std::min<std::size_t>(marker.size(), 20)))
        text += (text.empty() ? std::string{marker} : indent) + part + "\n";
    return text;
}

} // namespace

std::string render_table(const result_table& content, const terminal& screen, std::size_t max_rows)
{
    const auto all     = content.rows.row_count();
    const auto rows    = max_rows == 0 ? all : std::min(all, max_rows);
    auto       columns = shown_columns(content, rows);
    fit(columns, screen.columns);
    std::string text, heading;
    for (const auto& column : columns)
        heading += (heading.empty() ? "" : std::string(gap, ' ')) +
                   padded(fitted(column.description.title, column.width), column.width, column.description.is_number);
    text += screen.faint(trimmed_end(heading)) + "\n";
    for (std::size_t row = 0; row != rows; ++row)
    {
        std::string line;
        for (std::size_t n = 0; n != columns.size(); ++n)
            line += (n == 0 ? "" : std::string(gap, ' ')) + padded(fitted(columns[n].cells[row], columns[n].width),
                                                                   columns[n].width, columns[n].description.is_number);
        text += trimmed_end(line) + "\n";
    }
    if (rows != all)
        text +=
            screen.faint("… " + plural(std::to_string(all - rows), "more row") + "; --output FILE writes all") + "\n";
    return text;
}

std::string render_markdown(std::string_view markdown, const terminal& screen)
{
    std::string text;
    while (!markdown.empty())
    {
        const auto end = std::min(markdown.find('\n'), markdown.size());
        text += render_line(markdown.substr(0, end), screen);
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
    }
    return text;
}

std::string as_text(const result& result, const format_options& options)
{
    std::string text;
    if (!result.title.empty()) text += options.screen.bold(printable(result.title)) + "\n";
    for (const auto& part : result.sections)
    {
        if (!part.is_shown()) continue;
        if (!text.empty()) text += "\n";
        if (!part.heading.empty()) text += options.screen.bold(printable(part.heading)) + "\n";
        if (!part.markdown.empty()) text += render_markdown(part.markdown, options.screen);
        if (!part.markdown.empty() && part.content) text += "\n";
        if (part.content) text += render_table(*part.content, options.screen, options.max_rows);
    }
    return text;
}

} // namespace verbatim::cli::output
