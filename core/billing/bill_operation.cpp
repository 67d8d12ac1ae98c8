#include "billing/bill_operation.hpp"

#include "database/failure.hpp"

#include "verbatim/sdk/calendar.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/spreadsheet.hpp"

#include <string_view>

namespace verbatim::core::billing {

namespace {

constexpr std::string_view example_csv =
    "month,is_closed,tenant_id,usage_month,is_late,model,key_id,total_calls,failed_calls,input_tokens,cached_tokens,"
    "output_tokens,unpriced_calls,total_cost_usd,unfinished_calls\r\n"
    "2026-10,true,tenant-nl,2026-10,false,azure/gpt-5.4,crm-nl,3,1,2200,0,250,0,0.00925,0\r\n";

void require_month(const bill_query& query, sdk::validation_issues& issues)
{
    if (!parse_month(query.month)) issues.add("month", "Input should be a month such as 2026-10");
}

double to_usd(std::int64_t micro_usd) { return static_cast<double>(micro_usd) / 1e6; }

sdk::error deleted_error()
{
    sdk::error failure{sdk::errc::validation_error};
    failure.message = "Usage rows of this month were deleted by USAGE_RETENTION_DAYS";
    failure.fields  = {{"month", failure.message}};
    return failure;
}

} // namespace

void declare(sdk::schema_builder& schema, bill_query& query)
{
    schema.name("BillQuery", "The month of a bill.");

    schema.required("month", query.month, "A month of UTC, `YYYY-MM`.").example("2026-10");
    schema.rule(require_month);
}

void declare(sdk::schema_builder& schema, line_view& line)
{
    schema.name("BillLine", "The model calls of a tenant with a model and a key.");

    schema.field("tenant_id", line.tenant_id, "The tenant.").example("tenant-nl");
    schema.field("usage_month", line.usage_month, "The month of the model calls.").example("2026-10");
    schema
        .field("is_late", line.is_late,
               "Whether their rows arrived after the bill of `usage_month` was closed, so that they are in this one.")
        .example("false");
    schema.field("model", line.model, "The model, by its name in the usage rows.").example("azure/gpt-5.4");
    schema
        .field("key_id", line.key_id,
               "The id of the key. Null for calls of the server itself, and of versions that did not store it.")
        .example("crm-nl");
    schema.field("total_calls", line.total_calls, "Model calls.").example("3");
    schema.field("failed_calls", line.failed_calls, "Model calls that failed.").example("1");
    schema.field("input_tokens", line.input_tokens, "Prompt tokens.").example("2200");
    schema.field("cached_tokens", line.cached_tokens, "Part of `input_tokens` that was read from a cache.")
        .example("0");
    schema.field("output_tokens", line.output_tokens, "Completion tokens.").example("250");
    schema.field("unpriced_calls", line.unpriced_calls, "Model calls without a price. The cost leaves them out.")
        .example("0");
    schema.field("total_cost_usd", line.total_cost_usd, "Cost of all calls, failed ones included, in US dollars.")
        .example("0.00925");
    schema
        .field("unfinished_calls", line.unfinished_calls,
               "Model calls in progress, or of servers that died meanwhile, with `USAGE_INTENT`. In no other number.")
        .example("0");
}

void declare(sdk::schema_builder& schema, bill_view& bill)
{
    schema.name("Bill", "The cost of a month by tenant, model and key.");

    schema.field("month", bill.month, "The month.").example("2026-10");
    schema.field("is_closed", bill.is_closed, "Whether the bill is final.").example("true");
    schema.field("closes_at", bill.closes_at, "Rows that arrive from then on are in the bill of a later month.")
        .example("2026-11-04T00:00:00Z");
    schema.field("total_cost_usd", bill.total_cost_usd, "The sum of the lines.").example("0.00925");
    schema.field("lines", bill.lines, "By tenant, month, model and key.");
}

bill_view view_of(const bill& source)
{
    bill_view view{
        .month     = sdk::calendar::text_of(source.month),
        .is_closed = source.is_closed,
        .closes_at = {.microseconds = closing_time(source.month).time_since_epoch().count(), .has_offset = true},
        .lines     = {}};
    std::int64_t total = 0;
    for (const auto& line : source.lines)
    {
        total += line.cost_micro_usd;
        view.lines.push_back({.tenant_id        = line.tenant_id,
                              .usage_month      = line.usage_month,
                              .is_late          = line.usage_month != view.month,
                              .model            = line.model,
                              .key_id           = line.key_id.empty() ? std::nullopt : std::optional{line.key_id},
                              .total_calls      = line.calls,
                              .failed_calls     = line.failed_calls,
                              .input_tokens     = line.input_tokens,
                              .cached_tokens    = line.cached_tokens,
                              .output_tokens    = line.output_tokens,
                              .unpriced_calls   = line.unpriced_calls,
                              .total_cost_usd   = to_usd(line.cost_micro_usd),
                              .unfinished_calls = line.unfinished_calls});
    }
    view.total_cost_usd = to_usd(total);
    return view;
}

std::string to_csv(const bill_view& bill)
{
    std::string text{example_csv.substr(0, example_csv.find('\n') + 1)};
    const auto  flag = [](bool value) { return std::string{value ? "true" : "false"}; };
    for (const auto& line : bill.lines)
    {
        const std::string cells[]{bill.month,
                                  flag(bill.is_closed),
                                  sdk::csv_cell(line.tenant_id),
                                  line.usage_month,
                                  flag(line.is_late),
                                  sdk::csv_cell(line.model),
                                  sdk::csv_cell(line.key_id.value_or("")),
                                  sdk::csv_cell(line.total_calls),
                                  sdk::csv_cell(line.failed_calls),
                                  sdk::csv_cell(line.input_tokens),
                                  sdk::csv_cell(line.cached_tokens),
                                  sdk::csv_cell(line.output_tokens),
                                  sdk::csv_cell(line.unpriced_calls),
                                  sdk::csv_cell(line.total_cost_usd),
                                  sdk::csv_cell(line.unfinished_calls)};
        for (const auto& cell : cells) text.append(&cell == cells ? "" : ",").append(cell);
        text += "\r\n";
    }
    return text;
}

sdk::descriptor describe_bills() { return bill_operation{nullptr}.definition(); }

bill_operation::bill_operation(bill_reader* reader)
    : reader_{reader}
{}

sdk::descriptor bill_operation::describe() const
{
    return {
        .name    = "bills",
        .verb    = "GET",
        .path    = "/v1/bills",
        .summary = "Cost of a month by tenant, model and key",
        .description =
            "The model calls of a month of UTC, from the usage rows. The bill closes three days after the month. From "
            "then on it changes only if rows are deleted. Usage rows that arrive later are lines with `is_late` in the "
            "bill of the month "
            "in which they arrived. `Accept: text/csv` selects a table.",
        .tag         = "Usage Tracking",
        .access      = sdk::access_level::superuser,
        .usage_label = {},
        .headers     = {{"Cache-Control", "no-store"}},
        .errors      = {sdk::errc::validation_error}};
}

std::vector<sdk::representation<bill_view>> bill_operation::representations() const
{
    return {{"text/csv; charset=utf-8; header=present", "bill.csv", example_csv, &to_csv}};
}

sdk::task<bill_view> bill_operation::run(sdk::call& call, const bill_query& request) const
{
    try
    {
        co_return view_of(co_await reader_->read(parse_month(request.month).value(), call.tenant_id()));
    }
    catch (const deleted_rows&)
    {
        throw deleted_error();
    }
    catch (const database::failure& failure)
    {
        throw database::request_error(failure, sdk::errc::usage_backend_unavailable);
    }
}

} // namespace verbatim::core::billing
