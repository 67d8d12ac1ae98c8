#include "cli/output/formats.hpp"

#include "cli/failure.hpp"

#include "verbatim/sdk/spreadsheet.hpp"

#include <string_view>
#include <vector>

namespace verbatim::cli::output {

namespace {

bool needs_quotes(std::string_view text, char delimiter)
{
    return text.starts_with("sep=") || // names the delimiter at the beginning of a file
           text.starts_with(' ') || text.ends_with(' ') || text.find(delimiter) != text.npos ||
           text.find_first_of("\"\r\n") != text.npos;
}

void append_cell(std::string_view text, bool is_text, const format_options& options, std::string& csv)
{
    std::string protected_text;
    const auto  has_formulas =
        options.for_excel && is_text && (protected_text = sdk::without_formulas(text)).size() != text.size();
    if (!has_formulas && !needs_quotes(text, options.delimiter))
    {
        csv += text;
        return;
    }
    csv += '"';
    for (const char c : has_formulas ? std::string_view{protected_text} : text)
    {
        csv += c;
        if (c == '"') csv += '"';
    }
    csv += '"';
}

const result_table& table_named(const result& result, const std::string& name)
{
    std::string names;
    for (const auto& part : result.sections)
    {
        if (!part.content || part.content->name.empty()) continue;
        if (name.empty() || part.content->name == name) return *part.content;
        names += (names.empty() ? "" : ", ") + part.content->name;
    }
    if (names.empty())
        throw failure{exit_status::usage, "the result has no table; use --format json, markdown or text"};
    throw failure{exit_status::usage, "--table: the result has no table " + name + ". Its tables are: " + names};
}

} // namespace

std::string as_csv(const result& result, const format_options& options)
{
    const auto&              content = table_named(result, options.table);
    std::vector<std::size_t> columns;
    for (std::size_t n = 0; n != content.columns.size(); ++n)
        if (!content.columns[n].name.empty()) columns.push_back(n);
    std::string csv  = options.for_excel ? "\xEF\xBB\xBF" : "";
    const auto  line = [&](auto cell) {
        for (const auto n : columns)
        {
            append_cell(cell(n), !content.columns[n].is_number, options, csv);
            csv += n == columns.back() ? '\n' : options.delimiter;
        }
    };
    line([&](std::size_t n) { return std::string_view{content.columns[n].name}; });
    for (std::size_t row = 0; row != content.rows.row_count(); ++row)
        line([&](std::size_t n) { return content.rows.cell(row, n); });
    return csv;
}

} // namespace verbatim::cli::output
