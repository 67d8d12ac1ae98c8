#include "reports.hpp"

#include "verbatim/sdk/spreadsheet.hpp"

#include <utility>
#include <vector>

namespace verbatim::usage {

namespace {

constexpr std::string_view line_end = "\r\n";

std::string text_of(const sdk::date_time& moment) { return declare(moment).print(&moment); }

/// Columns and their cells, in order. A column is named by the path of its member in JSON.
using row = std::vector<std::pair<std::string, std::string>>;

void append(row& target, const std::string& name, const distribution& values)
{
    target.emplace_back(name + ".avg", sdk::csv_cell(values.avg));
    target.emplace_back(name + ".min", sdk::csv_cell(values.min));
    target.emplace_back(name + ".max", sdk::csv_cell(values.max));
    target.emplace_back(name + ".p5", sdk::csv_cell(values.p5));
    target.emplace_back(name + ".p95", sdk::csv_cell(values.p95));
    target.emplace_back(name + ".total", sdk::csv_cell(values.total));
}

void append(row& target, const std::string& path, const block& values)
{
    target.emplace_back(path + "total_calls", sdk::csv_cell(values.total_calls));
    target.emplace_back(path + "failed_calls", sdk::csv_cell(values.failed_calls));
    target.emplace_back(path + "total_cost_usd", sdk::csv_cell(values.total_cost_usd));
    append(target, path + "call_duration", values.call_duration);
    append(target, path + "input_tokens", values.input_tokens);
    append(target, path + "output_tokens", values.output_tokens);
    target.emplace_back(path + "unpriced_calls", sdk::csv_cell(values.unpriced_calls));
    target.emplace_back(path + "cached_tokens", sdk::csv_cell(values.cached_tokens));
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
    return with_statistics({{"tenant_id", sdk::csv_cell(tenant)}, {"operation", sdk::csv_cell(operation)}}, statistics);
}

row period_row(const period_usage& period)
{
    return with_statistics({{"start", text_of(period.start)}, {"end", text_of(period.end)}}, period.statistics);
}

void append_line(std::string& text, const row& cells, std::string std::pair<std::string, std::string>::*part)
{
    for (const auto& cell : cells) text.append(&cell == cells.data() ? "" : ",").append(cell.*part);
    text += line_end;
}

/// Lines of cells below a header.
class table
{
public:
    /// The header has the columns of `any_row`.
    explicit table(const row& any_row) { append_line(text_, any_row, &row::value_type::first); }

    void        add(const row& cells) { append_line(text_, cells, &row::value_type::second); }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

table table_of_groups() { return table{group_row({}, {}, {})}; }

std::string table_of_series(const std::vector<period_usage>& series)
{
    table lines{period_row({})};
    for (const auto& period : series) lines.add(period_row(period));
    return lines.take();
}

row model_row(const model_usage& model)
{
    return {{"model", sdk::csv_cell(model.model.value_or(""))},
            {"total_calls", sdk::csv_cell(model.total_calls)},
            {"failed_calls", sdk::csv_cell(model.failed_calls)},
            {"total_cost_usd", sdk::csv_cell(model.total_cost_usd)},
            {"input_tokens", sdk::csv_cell(model.input_tokens)},
            {"output_tokens", sdk::csv_cell(model.output_tokens)},
            {"unpriced_calls", sdk::csv_cell(model.unpriced_calls)},
            {"cached_tokens", sdk::csv_cell(model.cached_tokens)}};
}

std::string table_of_models(const model_list& list)
{
    table lines{model_row({})};
    for (const auto& model : list.models) lines.add(model_row(model));
    return lines.take();
}

void add_operations(table& lines, const tenant_usage& tenant)
{
    for (const auto& operation : tenant.operations)
        lines.add(group_row(tenant.tenant_id, operation.operation, operation.statistics));
}

} // namespace

std::string csv_of_own(const own_response& response)
{
    if (response.series) return table_of_series(*response.series);
    if (response.models.is_table) return table_of_models(response.models);
    auto lines = table_of_groups();
    add_operations(lines, response.tenant);
    return lines.take();
}

std::string csv_by_tenant(const by_tenant_response& response)
{
    if (response.series) return table_of_series(*response.series);
    if (response.models.is_table) return table_of_models(response.models);
    auto lines = table_of_groups();
    for (const auto& tenant : response.tenants) add_operations(lines, tenant);
    return lines.take();
}

std::string csv_by_operation(const by_operation_response& response)
{
    if (response.series) return table_of_series(*response.series);
    if (response.models.is_table) return table_of_models(response.models);
    auto lines = table_of_groups();
    for (const auto& operation : response.operations)
        for (const auto& tenant : operation.tenants)
            lines.add(group_row(tenant.tenant_id, operation.operation, tenant.statistics));
    return lines.take();
}

} // namespace verbatim::usage
