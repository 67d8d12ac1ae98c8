#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/spelled.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What the usage routes answer, as it travels: contract 11.3 to 11.6.
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
void declare(sdk::declaration& wire, distribution& given);

struct block
{
    std::int64_t total_calls    = 0;
    std::int64_t failed_calls   = 0;
    double       total_cost_usd = 0;
    distribution call_duration;
    distribution input_tokens;
    distribution output_tokens;
};
void declare(sdk::declaration& wire, block& given);

/// Both views. The invocations' block lies flat in whatever holds it, the other under a name of its own.
struct views
{
    block invocations;
    block llm_calls;
};

/// One operation of one tenant, or of all.
struct operation_usage
{
    views       figures;
    std::string operation;
};
void declare(sdk::declaration& wire, operation_usage& given);

/// One tenant in one operation.
struct tenant_share
{
    views       figures;
    std::string tenant_id;
};
void declare(sdk::declaration& wire, tenant_share& given);

/// One tenant and what it used, operation by operation.
struct tenant_usage
{
    views                        figures;
    std::string                  tenant_id;
    std::vector<operation_usage> operations;
};
void declare(sdk::declaration& wire, tenant_usage& given);

/// One operation and who used it.
struct operation_shares
{
    views                     figures;
    std::string               operation;
    std::vector<tenant_share> tenants;
};
void declare(sdk::declaration& wire, operation_shares& given);

/// A tenant's shape with all tenants in it.
struct tenants_total
{
    views                        figures;
    std::optional<std::string>   tenant_id; ///< always null
    std::vector<operation_usage> operations;
};
void declare(sdk::declaration& wire, tenants_total& given);

/// An operation's shape with all operations in it.
struct operations_total
{
    views                      figures;
    std::optional<std::string> operation; ///< always null
    std::vector<tenant_share>  tenants;
};
void declare(sdk::declaration& wire, operations_total& given);

/// The window as it was understood.
struct echo
{
    std::optional<sdk::date_time> from;
    std::optional<sdk::date_time> to;
};

/// GET /v1/usage
struct own_reply
{
    tenant_usage own;
    echo         asked;
};
void declare(sdk::declaration& wire, own_reply& given);

/// GET /v1/usage/all/by-tenant
struct by_tenant_reply
{
    std::vector<tenant_usage> tenants;
    tenants_total             total;
    echo                      asked;
};
void declare(sdk::declaration& wire, by_tenant_reply& given);

/// GET /v1/usage/all/by-operation
struct by_operation_reply
{
    std::vector<operation_shares> operations;
    operations_total              total;
    echo                          asked;
};
void declare(sdk::declaration& wire, by_operation_reply& given);

} // namespace verbatim::usage
