#pragma once

#include "limits/limiter.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The JSON of the limits of a tenant: docs/reference/limits.md#get-v1limits.
namespace verbatim::core::limits {

/// A budget of all servers of the database.
struct budget_view
{
    double         limit_usd    = 0;
    double         used_usd     = 0;
    double         reserved_usd = 0;
    double         left_usd     = 0;
    sdk::date_time resets_at;
};
void declare(sdk::schema_builder& schema, budget_view& budget);

/// Amounts in a sliding minute.
struct rate_view
{
    std::int64_t   limit = 0;
    std::int64_t   used  = 0;
    std::int64_t   left  = 0;
    sdk::date_time resets_at;
};
void declare(sdk::schema_builder& schema, rate_view& rate);

struct concurrency_view
{
    std::int64_t limit = 0;
    std::int64_t used  = 0;
    std::int64_t left  = 0;
};
void declare(sdk::schema_builder& schema, concurrency_view& calls);

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
void declare(sdk::schema_builder& schema, limits_view& limits);

struct limits_query
{
    std::optional<std::string> tenant_id;
};
void declare(sdk::schema_builder& schema, limits_query& query);

struct limits_list
{
    std::vector<limits_view> tenants;
};
void declare(sdk::schema_builder& schema, limits_list& list);

limits_view view_of(std::string_view tenant_id, const limiter::tenant_state& state, std::chrono::sys_seconds now);

} // namespace verbatim::core::limits
