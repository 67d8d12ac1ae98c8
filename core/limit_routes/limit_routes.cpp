#include "limit_routes/limit_routes.hpp"

#include "exec/on_pool.hpp"
#include "gateway/json_response.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::limit_routes {

using limits::limit_kind;
using limits::limiter;

namespace {

// The JSON of the limits of a tenant: docs/reference/limits.md#get-v1limits.

/// A budget of all servers of the database.
struct budget_view
{
    double         limit_usd    = 0;
    double         used_usd     = 0;
    double         reserved_usd = 0;
    double         left_usd     = 0;
    sdk::date_time resets_at;
};

/// Amounts in a sliding minute.
struct rate_view
{
    std::int64_t   limit = 0;
    std::int64_t   used  = 0;
    std::int64_t   left  = 0;
    sdk::date_time resets_at;
};

struct concurrency_view
{
    std::int64_t limit = 0;
    std::int64_t used  = 0;
    std::int64_t left  = 0;
};

struct limits_view
{
    std::string                             tenant_id;
    std::optional<budget_view>              budget_per_day;
    std::optional<budget_view>              budget_per_month;
    std::optional<rate_view>                requests_per_minute;
    std::optional<rate_view>                tokens_per_minute;
    std::optional<concurrency_view>         calls_in_flight;
    std::optional<std::vector<std::string>> operations;
};

struct limits_query
{
    std::optional<std::string> tenant_id;
};

struct limits_list
{
    std::vector<limits_view> tenants;
};

std::int64_t left_of(std::int64_t limit, std::int64_t used) { return std::max<std::int64_t>(limit - used, 0); }

std::optional<rate_view> rate_of(std::optional<std::int64_t> limit, std::int64_t used, std::chrono::sys_seconds reset)
{
    if (!limit) return std::nullopt;
    return rate_view{.limit     = *limit,
                     .used      = used,
                     .left      = left_of(*limit, used),
                     .resets_at = gateway::date_time_of(gateway::moment{reset})};
}

budget_view budget_of_period(recording::micro_usd limit, const limits::period_totals& totals,
                             std::chrono::sys_seconds reset)
{
    return {.limit_usd    = recording::to_usd(limit),
            .used_usd     = recording::to_usd(totals.used),
            .reserved_usd = recording::to_usd(totals.reserved),
            .left_usd     = recording::to_usd(left_of(limit, totals.used + totals.reserved)),
            .resets_at    = gateway::date_time_of(gateway::moment{reset})};
}

void add_budgets(const limiter::tenant_state& state, limits_view& view)
{
    if (!state.spent) return;
    const auto limits = budget_of(state.limits);
    if (limits.per_day)
        view.budget_per_day =
            budget_of_period(*limits.per_day, state.spent->day, reset_of(limit_kind::budget_usd_per_day, state.day));
    if (limits.per_month)
        view.budget_per_month = budget_of_period(*limits.per_month, state.spent->month,
                                                 reset_of(limit_kind::budget_usd_per_month, state.day));
}

void declare(sdk::schema_builder& schema, budget_view& budget)
{
    schema.name("Budget", "What a tenant may spend in a period of UTC, over all servers.");

    schema.field("limit_usd", budget.limit_usd, "US dollars of the period.").example("10.0");
    schema
        .field("used_usd", budget.used_usd,
               "Cost of ended attempts at models. Attempts without a response count with the highest possible cost.")
        .example("3.25");
    schema.field("reserved_usd", budget.reserved_usd, "Held for attempts in progress and for the next ones.")
        .example("0.1");
    schema.field("left_usd", budget.left_usd, "`limit_usd` without the other two, at least 0.").example("6.65");
    schema.field("resets_at", budget.resets_at, "The end of the period.").example("2026-11-23T00:00:00Z");
}

void declare(sdk::schema_builder& schema, rate_view& rate)
{
    schema.name("RateLimit", "A limit of a sliding minute, on the server that responds.");

    schema.field("limit", rate.limit, "Most in a minute.").example("600");
    schema.field("used", rate.used, "In the last 60 seconds.").example("42");
    schema.field("left", rate.left, "`limit` without `used`, at least 0.").example("558");
    schema.field("resets_at", rate.resets_at, "When `used` is 0 again, if nothing is added.")
        .example("2026-11-22T14:01:00Z");
}

void declare(sdk::schema_builder& schema, concurrency_view& calls)
{
    schema.name("ConcurrencyLimit", "A limit of requests at a time, on the server that responds.");

    schema.field("limit", calls.limit, "Most at a time.").example("20");
    schema.field("used", calls.used, "In progress.").example("3");
    schema.field("left", calls.left, "`limit` without `used`, at least 0.").example("17");
}

void declare(sdk::schema_builder& schema, limits_view& limits)
{
    schema.name("Limits", "The limits of a tenant and what is left of them; null: there is no such limit.");

    schema.field("tenant_id", limits.tenant_id, "The tenant.").example("tenant-nl");
    schema.field("budget_per_day", limits.budget_per_day, "Cost of model calls in the UTC day.");
    schema.field("budget_per_month", limits.budget_per_month, "Cost of model calls in the UTC month.");
    schema.field("requests_per_minute", limits.requests_per_minute, "Requests of operations with a body.");
    schema.field("tokens_per_minute", limits.tokens_per_minute, "Input and output tokens of model calls.");
    schema.field("calls_in_flight", limits.calls_in_flight, "Requests of operations with a body in progress.");
    schema.field("operations", limits.operations, "Ids of the operations that the tenant may use; null: all.")
        .example(R"(["summarize"])");
}

void declare(sdk::schema_builder& schema, limits_query& query)
{
    schema.name("LimitsQuery", "Whose limits to show.");

    schema
        .optional("tenant_id", query.tenant_id,
                  "A tenant; by default that of the key. Another one requires a superuser key.")
        .at_least(1)
        .at_most(255);
}

void declare(sdk::schema_builder& schema, limits_list& list)
{
    schema.name("LimitsList", "The limits of all tenants.");

    schema.field(
        "tenants", list.tenants,
        "By id: tenants with a table of their own in LIMITS_FILE, and those whose requests this server has seen.");
}

limits_view view_of(std::string_view tenant_id, const limiter::tenant_state& state, std::chrono::sys_seconds now)
{
    const auto& limits = state.limits;
    const auto& used   = state.used;
    limits_view view{.tenant_id        = std::string{tenant_id},
                     .budget_per_day   = std::nullopt,
                     .budget_per_month = std::nullopt,
                     .requests_per_minute =
                         rate_of(limits.requests_per_minute, used.requests, now + used.requests_wait),
                     .tokens_per_minute = rate_of(limits.tokens_per_minute, used.tokens, now + used.tokens_wait),
                     .calls_in_flight   = std::nullopt,
                     .operations        = limits.operations};
    add_budgets(state, view);
    if (limits.calls_in_flight)
        view.calls_in_flight = {
            .limit = *limits.calls_in_flight, .used = used.calls, .left = left_of(*limits.calls_in_flight, used.calls)};
    return view;
}

std::chrono::sys_seconds now() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

sdk::descriptor describe_read()
{
    return {.name        = "limits",
            .verb        = "GET",
            .path        = "/v1/limits",
            .summary     = "Show the limits of a tenant",
            .description = "The limits of the key's tenant, and what is left of them. A superuser key may name another "
                           "tenant.",
            .tag         = "Usage Tracking",
            .usage_label = {},
            .request     = sdk::type_of<limits_query>(),
            .response    = sdk::type_of<limits_view>(),
            .errors      = {sdk::errc::forbidden, sdk::errc::validation_error}};
}

sdk::descriptor describe_list()
{
    return {.name        = "limits_all",
            .verb        = "GET",
            .path        = "/v1/limits/all",
            .summary     = "Show the limits of all tenants",
            .description = "The limits of each tenant that has any, and what is left of them.",
            .tag         = "Usage Tracking",
            .access      = sdk::access_level::superuser,
            .usage_label = {},
            .request     = sdk::type_of<gateway::no_query>(),
            .response    = sdk::type_of<limits_list>()};
}

} // namespace

std::vector<sdk::descriptor> describe_routes() { return {describe_read(), describe_list()}; }

void limit_routes::add_to(gateway::routes& routes)
{
    routes.add(describe_read(), std::bind_front(&limit_routes::read, this));
    routes.add(describe_list(), std::bind_front(&limit_routes::list, this));
}

sdk::task<http::response> limit_routes::read(const gateway::resource_request& request)
{
    const auto& query     = *static_cast<const limits_query*>(request.query);
    const auto  tenant_id = query.tenant_id.value_or(request.caller.tenant_id);
    if (tenant_id != request.caller.tenant_id && !request.caller.is_superuser) throw sdk::error{sdk::errc::forbidden};
    limiter::tenant_state state;
    std::function<void()> read = [&] { state = limiter_.read(tenant_id); }; // blocks if the tenant has a budget
    co_await exec::run_on_pool(pool_, std::move(read));
    co_return gateway::json_response(view_of(tenant_id, state, now()));
}

sdk::task<http::response> limit_routes::list(const gateway::resource_request& request)
{
    const auto turn = co_await lists_.acquire(request.caller.tenant_id, std::chrono::steady_clock::time_point::max());
    std::map<std::string, limiter::tenant_state> states;
    std::function<void()>                        read = [&] { states = limiter_.read_all(); };
    co_await exec::run_on_pool(pool_, std::move(read));
    limits_list list;
    for (const auto& [tenant_id, state] : states) list.tenants.push_back(view_of(tenant_id, state, now()));
    co_return gateway::json_response(list);
}

} // namespace verbatim::core::limit_routes
