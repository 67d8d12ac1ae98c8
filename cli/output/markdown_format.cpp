#include "cli/output/formats.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::cli::output {

std::string markdown_escaped(std::string_view text)
{
    std::string result;
    for (const char c : printable(text))
    {
        if (c == '<') result += "&lt;";
        else if (c == '&') result += "&amp;";
        else
        {
            if (std::string_view{"\\`*_[]#|~"}.find(c) != std::string_view::npos) result += '\\';
            result += c;
        }
    }
    return result;
}

std::size_t heading_level(std::string_view line)
{
    constexpr std::size_t lowest = 6;
    const auto            level  = std::min(line.find_first_not_of('#'), line.size());
    return level <= lowest && (level == line.size() || line[level] == ' ') ? level : 0;
}

std::string with_lower_headings(const std::string& markdown)
{
    std::string result;
    for (std::size_t at = 0; at < markdown.size();)
    {
        const auto end  = std::min(markdown.find('\n', at), markdown.size());
        const auto line = markdown.substr(at, end - at);
        if (heading_level('#' + line) > 1) result += '#';
        result += line + "\n";
        at = end + 1;
    }
    return result;
}

namespace {

std::string row_of(const result_table& content, auto cell)
{
    std::string line = "|";
    for (std::size_t n = 0; n != content.columns.size(); ++n)
        if (!content.columns[n].title.empty()) line += " " + cell(n) + " |";
    return line + "\n";
}

std::string markdown_table(const result_table& content)
{
    auto text = row_of(content, [&](std::size_t n) { return markdown_escaped(content.columns[n].title); });
    text += row_of(content, [&](std::size_t n) { return std::string{content.columns[n].is_number ? "--:" : "---"}; });
    for (std::size_t row = 0; row != content.rows.row_count(); ++row)
        text += row_of(content, [&](std::size_t n) { return markdown_escaped(content.rows.cell(row, n)); });
    return text;
}

} // namespace

std::string as_markdown(const result& result)
{
    std::string text = result.title.empty() ? "" : "# " + markdown_escaped(result.title) + "\n";
    for (const auto& part : result.sections)
    {
        if (!part.is_shown()) continue;
        if (!part.heading.empty()) text += (text.empty() ? "" : "\n") + ("## " + markdown_escaped(part.heading)) + "\n";
        if (!part.markdown.empty()) text += "\n" + part.markdown + (part.markdown.ends_with('\n') ? "" : "\n");
        if (part.content) text += "\n" + markdown_table(*part.content);
    }
    return text;
}

} // namespace verbatim::cli::output
