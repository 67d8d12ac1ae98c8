#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Responses of the usage routes: docs/reference/operations/usage.md#metric-blocks.
namespace verbatim::usage {

struct distribution
{
    double       avg   = 0;
    double       min   = 0;
    double       max   = 0;
    double       p5    = 0;
    double       p95   = 0;
    std::int64_t total = 0;
};
void declare(sdk::schema_builder& schema, distribution& distribution);

struct block
{
    std::int64_t total_calls    = 0;
    std::int64_t failed_calls   = 0;
    double       total_cost_usd = 0;
    distribution call_duration;
    distribution input_tokens;
    distribution output_tokens;
    std::int64_t unpriced_calls = 0;
    std::int64_t cached_tokens  = 0;
    distribution elapsed;
};
void declare(sdk::schema_builder& schema, block& block);

/// Both views. The fields of the invocations' block are members of the enclosing object; the other block has a name.
struct usage_views
{
    block invocations;
    block llm_calls;
};

/// Usage of one operation, by one tenant or all.
struct operation_usage
{
    usage_views statistics;
    std::string operation;
};
void declare(sdk::schema_builder& schema, operation_usage& operation);

/// Usage of one operation by one tenant.
struct tenant_share
{
    usage_views statistics;
    std::string tenant_id;
};
void declare(sdk::schema_builder& schema, tenant_share& tenant);

/// Usage of one tenant, by operation.
struct tenant_usage
{
    usage_views                  statistics;
    std::string                  tenant_id;
    std::vector<operation_usage> operations;
};
void declare(sdk::schema_builder& schema, tenant_usage& tenant);

/// Usage of one operation, by tenant.
struct operation_shares
{
    usage_views               statistics;
    std::string               operation;
    std::vector<tenant_share> tenants;
};
void declare(sdk::schema_builder& schema, operation_shares& operation);

/// Usage of all tenants together, by operation.
struct tenants_total
{
    usage_views                  statistics;
    std::optional<std::string>   tenant_id; ///< always null
    std::vector<operation_usage> operations;
};
void declare(sdk::schema_builder& schema, tenants_total& total);

/// Usage of all operations together, by tenant.
struct operations_total
{
    usage_views                statistics;
    std::optional<std::string> operation; ///< always null
    std::vector<tenant_share>  tenants;
};
void declare(sdk::schema_builder& schema, operations_total& total);

/// The time range of the request, in UTC.
struct window_echo
{
    std::optional<sdk::date_time> from;
    std::optional<sdk::date_time> to;
};

/// Usage of one hour, day or month.
struct period_usage
{
    sdk::date_time start;
    sdk::date_time end;
    usage_views    statistics;
};
void declare(sdk::schema_builder& schema, period_usage& period);

/// The model calls of one model.
struct model_usage
{
    std::optional<std::string> model; ///< none: all further models
    std::int64_t               total_calls    = 0;
    std::int64_t               failed_calls   = 0;
    double                     total_cost_usd = 0;
    std::int64_t               input_tokens   = 0;
    std::int64_t               output_tokens  = 0;
    std::int64_t               unpriced_calls = 0;
    std::int64_t               cached_tokens  = 0;
};
void declare(sdk::schema_builder& schema, model_usage& model);

/// The models of all rows of a report.
struct model_list
{
    std::vector<model_usage> models;
    bool                     is_table = false; ///< the CSV response lists them
};

using optional_series = std::optional<std::vector<period_usage>>; ///< none: the request has no `group_by`

/// GET /v1/usage
struct own_response
{
    tenant_usage    tenant;
    window_echo     window;
    optional_series series = {};
    model_list      models = {};
};
void declare(sdk::schema_builder& schema, own_response& response);

/// GET /v1/usage/all/by-tenant
struct by_tenant_response
{
    std::vector<tenant_usage> tenants;
    tenants_total             total;
    window_echo               window;
    optional_series           series = {};
    model_list                models = {};
};
void declare(sdk::schema_builder& schema, by_tenant_response& response);

/// GET /v1/usage/all/by-operation
struct by_operation_response
{
    std::vector<operation_shares> operations;
    operations_total              total;
    window_echo                   window;
    optional_series               series = {};
    model_list                    models = {};
};
void declare(sdk::schema_builder& schema, by_operation_response& response);

} // namespace verbatim::usage

/// Example responses for the API document. They agree with each other: one request to analyze-bulk made two model
/// calls, and one request to assign-codes failed at no cost.
namespace verbatim::usage::examples {

std::string own_usage();
std::string by_tenant();
std::string by_operation();

/// The table of all three reports. Lives as long as the plugin.
std::string_view csv();

} // namespace verbatim::usage::examples
