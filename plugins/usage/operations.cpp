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
    "Figures of the model calls that started within the window, seen twice. A record of the block itself is one "
    "invocation, a request to this API; it counts in `failed_calls` when every one of its model calls failed, and one "
    "that succeeded in part did not fail. A record of `llm_call_stats` is one model call; it counts in `failed_calls` "
    "when it ended with an error. Failed records are left out of the distributions; what they cost is in "
    "`total_cost_usd` all the same. Requests that were answered without a model call are not counted. All figures of "
    "one answer come from one snapshot.";

sdk::descriptor route(std::string_view name, std::string_view path, std::string_view summary, sdk::access_level access,
                      sdk::type response)
{
    return {.name        = name,
            .verb        = "GET",
            .path        = path,
            .summary     = summary,
            .description = description,
            .tag         = "Usage Tracking",
            .access      = access,
            .usage_label = {},
            .request     = sdk::type_of<window>(),
            .response    = response};
}

/// A report of all tenants can be long, and is put together beside the thread that serves other calls.
template <class Report>
sdk::task<sdk::response> answer_of_all(sdk::call& call, Report make)
{
    const auto&                 query  = call.request<window>();
    const auto                  within = bounds(query);
    const auto                  report = co_await call.usage_reader().report(within, std::nullopt);
    sdk::response               response;
    const std::function<void()> serialize = [&] { response = sdk::ok(make(report, query)); };
    co_await call.compute(serialize);
    co_return response;
}

} // namespace

sdk::descriptor own_usage::describe() const
{
    return route("usage", "/v1/usage", "What the tenant of the key used, and what it cost", sdk::access_level::tenant,
                 sdk::type_of<own_response>());
}

sdk::task<sdk::response> own_usage::run(sdk::call& call)
{
    const auto& query  = call.request<window>();
    const auto  within = bounds(query);
    const auto  report = co_await call.usage_reader().report(within, call.tenant_id());
    co_return sdk::ok(own_report(report, call.tenant_id(), query));
}

sdk::descriptor usage_by_tenant::describe() const
{
    return route("usage_all_by_tenant", "/v1/usage/all/by-tenant", "What every tenant used, and what it cost",
                 sdk::access_level::superuser, sdk::type_of<by_tenant_response>());
}

sdk::task<sdk::response> usage_by_tenant::run(sdk::call& call) { return answer_of_all(call, &report_by_tenant); }

sdk::descriptor usage_by_operation::describe() const
{
    return route("usage_all_by_operation", "/v1/usage/all/by-operation",
                 "What every operation was used for, and by whom", sdk::access_level::superuser,
                 sdk::type_of<by_operation_response>());
}

sdk::task<sdk::response> usage_by_operation::run(sdk::call& call) { return answer_of_all(call, &report_by_operation); }

} // namespace verbatim::usage
