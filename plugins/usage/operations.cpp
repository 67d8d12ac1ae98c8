#include "operations.hpp"

#include "reports.hpp"
#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/call.hpp"

#include <functional>
#include <optional>

namespace verbatim::usage {

namespace {

constexpr std::string_view description =
    "Reports the model calls that started within the time range, in two views. The fields of a block count "
    "invocations: one invocation is one request to this API, and it counts in `failed_calls` if all of its model "
    "calls failed. `llm_call_stats` counts model calls; one counts in `failed_calls` if it ended with an error. "
    "The distributions leave out failed records; `total_cost_usd` includes them. Requests that made no model call "
    "are not counted. All values of a response come from one snapshot. Percentiles have a relative error of up to 1 %; "
    "all other values are exact. `group_by` adds a series by hour, day or month. `models` lists the model calls by "
    "model. `Accept: text/csv` selects a table: a row per tenant and operation or, with `group_by`, per period or "
    "model.";

constexpr sdk::literal csv_type = "text/csv; charset=utf-8; header=present";

sdk::descriptor route(std::string_view name, std::string_view path, std::string_view summary, sdk::access_level access)
{
    return {.name        = name,
            .verb        = "GET",
            .path        = path,
            .summary     = summary,
            .description = description,
            .tag         = "Usage Tracking",
            .access      = access,
            .usage_label = {}};
}

/// A report of all tenants can be long, so it is built on the pool.
template <class Response>
sdk::task<Response> report_of_all(sdk::call& call, const window& query,
                                  Response (*make)(const sdk::usage_report&, const window&))
{
    const auto                  window = bounds(query);
    const auto                  report = co_await call.usage_reader().report(window, std::nullopt, period_of(query));
    Response                    response;
    const std::function<void()> build = [&] { response = make(report, query); };
    co_await call.compute(build);
    co_return response;
}

} // namespace

sdk::descriptor own_usage::describe() const
{
    return route("usage", "/v1/usage", "Usage and cost of the key's tenant", sdk::access_level::tenant);
}

std::vector<sdk::representation<own_response>> own_usage::representations() const
{
    return {{csv_type, "usage.csv", examples::csv(), &csv_of_own}};
}

sdk::task<own_response> own_usage::run(sdk::call& call, const window& request) const
{
    const auto window = bounds(request);
    const auto report = co_await call.usage_reader().report(window, call.tenant_id(), period_of(request));
    co_return own_report(report, call.tenant_id(), request);
}

sdk::descriptor usage_by_tenant::describe() const
{
    return route("usage_all_by_tenant", "/v1/usage/all/by-tenant", "Usage and cost of all tenants",
                 sdk::access_level::superuser);
}

std::vector<sdk::representation<by_tenant_response>> usage_by_tenant::representations() const
{
    return {{csv_type, "usage-by-tenant.csv", examples::csv(), &csv_by_tenant}};
}

sdk::task<by_tenant_response> usage_by_tenant::run(sdk::call& call, const window& request) const
{
    return report_of_all(call, request, &report_by_tenant);
}

sdk::descriptor usage_by_operation::describe() const
{
    return route("usage_all_by_operation", "/v1/usage/all/by-operation", "Usage and cost of all operations",
                 sdk::access_level::superuser);
}

std::vector<sdk::representation<by_operation_response>> usage_by_operation::representations() const
{
    return {{csv_type, "usage-by-operation.csv", examples::csv(), &csv_by_operation}};
}

sdk::task<by_operation_response> usage_by_operation::run(sdk::call& call, const window& request) const
{
    return report_of_all(call, request, &report_by_operation);
}

} // namespace verbatim::usage
