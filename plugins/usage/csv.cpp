#include "csv.hpp"

#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace verbatim::usage {

namespace {

constexpr std::string_view line_end = "\r\n";

std::string cell_of(std::int64_t number) { return std::to_string(number); }

/// The shortest form that reads as the same number, without an exponent.
std::string cell_of(double number)
{
    char       digits[400];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed).ptr;
    return {digits, end};
}

std::string cell_of(const sdk::date_time& moment) { return declare(moment).print(&moment); }

/// Columns and their cells, in order. A column is named by the path of its member in JSON.
using row = std::vector<std::pair<std::string, std::string>>;

void append(row& target, const std::string& name, const distribution& values)
{
    target.emplace_back(name + ".avg", cell_of(values.avg));
    target.emplace_back(name + ".min", cell_of(values.min));
    target.emplace_back(name + ".max", cell_of(values.max));
    target.emplace_back(name + ".p5", cell_of(values.p5));
    target.emplace_back(name + ".p95", cell_of(values.p95));
    target.emplace_back(name + ".total", cell_of(values.total));
}

void append(row& target, const std::string& path, const block& values)
{
    target.emplace_back(path + "total_calls", cell_of(values.total_calls));
    target.emplace_back(path + "failed_calls", cell_of(values.failed_calls));
    target.emplace_back(path + "total_cost_usd", cell_of(values.total_cost_usd));
    append(target, path + "call_duration", values.call_duration);
    append(target, path + "input_tokens", values.input_tokens);
    append(target, path + "output_tokens", values.output_tokens);
    target.emplace_back(path + "unpriced_calls", cell_of(values.unpriced_calls));
    target.emplace_back(path + "cached_tokens", cell_of(values.cached_tokens));
    append(target, path + "elapsed", values.elapsed);
}

row with_statistics(row names, const usage_views& statistics)
{
    append(names, "", statistics.invocations);
    append(names, "llm_call_stats.", statistics.llm_calls);
    return names;
}

row group_row(std::string_view tenant, std::string_view operation, const usage_views& statistics)
{
    return with_statistics({{"tenant_id", csv_cell(tenant)}, {"operation", csv_cell(operation)}}, statistics);
}

row period_row(const period_usage& period)
{
    return with_statistics({{"start", cell_of(period.start)}, {"end", cell_of(period.end)}}, period.statistics);
}

void append_line(std::string& text, const row& cells, std::string std::pair<std::string, std::string>::*part)
{
    for (const auto& cell : cells) text.append(&cell == cells.data() ? "" : ",").append(cell.*part);
    text += line_end;
}

/// The header has the columns of `any_row`.
std::string table(const row& any_row, const std::vector<row>& rows)
{
    std::string text;
    append_line(text, any_row, &row::value_type::first);
    for (const auto& cells : rows) append_line(text, cells, &row::value_type::second);
    return text;
}

std::string table_of_groups(const std::vector<row>& rows) { return table(group_row({}, {}, {}), rows); }

std::string table_of_series(const std::vector<period_usage>& series)
{
    std::vector<row> rows;
    for (const auto& period : series) rows.push_back(period_row(period));
    return table(period_row({}), rows);
}

void append_operations(std::vector<row>& rows, const tenant_usage& tenant)
{
    for (const auto& operation : tenant.operations)
        rows.push_back(group_row(tenant.tenant_id, operation.operation, operation.statistics));
}

} // namespace

std::string csv_cell(std::string_view text)
{
    constexpr std::string_view starts_formula = "=+-@\t\r\n";
    std::string                cell;
    if (!text.empty() && starts_formula.find(text.front()) != text.npos) cell += '\'';
    cell += text;
    if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string csv_of_own(const own_response& response)
{
    if (response.series) return table_of_series(*response.series);
    std::vector<row> rows;
    append_operations(rows, response.tenant);
    return table_of_groups(rows);
}

std::string csv_by_tenant(const by_tenant_response& response)
{
    if (response.series) return table_of_series(*response.series);
    std::vector<row> rows;
    for (const auto& tenant : response.tenants) append_operations(rows, tenant);
    return table_of_groups(rows);
}

std::string csv_by_operation(const by_operation_response& response)
{
    if (response.series) return table_of_series(*response.series);
    std::vector<row> rows;
    for (const auto& operation : response.operations)
        for (const auto& tenant : operation.tenants)
            rows.push_back(group_row(tenant.tenant_id, operation.operation, tenant.statistics));
    return table_of_groups(rows);
}

} // namespace verbatim::usage
