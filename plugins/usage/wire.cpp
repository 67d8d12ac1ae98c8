#include "wire.hpp"

namespace verbatim::usage {

namespace {

void declare_block(sdk::schema_builder& schema, block& block)
{
    schema.field("total_calls", block.total_calls, "Records in scope.").example("2");
    schema
        .field("failed_calls", block.failed_calls,
               "Failed records in scope: of invocations those of which every model call failed; of model calls those "
               "that ended with an error.")
        .example("1");
    schema.field("total_cost_usd", block.total_cost_usd, "Cost of all rows in scope, failed ones included.")
        .example("0.00925");
    schema.field(
        "call_duration", block.call_duration,
        "Milliseconds of model time, which is more than time on the clock where calls ran side by side. Failed "
        "records are left out, here and in the tokens.");
    schema.field("input_tokens", block.input_tokens, "Prompt tokens.");
    schema.field("output_tokens", block.output_tokens, "Completion tokens.");
}

void declare_llm_calls(sdk::schema_builder& schema, usage_views& views)
{
    schema.field("llm_call_stats", views.llm_calls,
                 "The same rows seen by model call: a record is one attempt at a provider.");
}

void declare_tenant(sdk::schema_builder& schema, tenant_usage& tenant)
{
    declare_block(schema, tenant.statistics.invocations);
    schema.field("tenant_id", tenant.tenant_id, "Whose usage it is.").example("tenant-nl");
    declare_llm_calls(schema, tenant.statistics);
    schema.field("operations", tenant.operations,
                 "By operation, the costliest first; operations without rows are absent.");
}

void declare_echo(sdk::schema_builder& schema, window_echo& echo)
{
    schema.field("from", echo.from, "The lower bound in UTC; null when none was asked.")
        .example("2026-04-01T00:00:00Z");
    schema.field("to", echo.to, "The upper bound in UTC; null when none was asked.").example("2026-05-01T00:00:00Z");
}

} // namespace

void declare(sdk::schema_builder& schema, distribution& distribution)
{
    schema.name("UsageDistribution",
                "How a figure is spread over the records that did not fail; all zero when there is none.");

    schema.field("avg", distribution.avg, "Arithmetic mean.").example("5000.0");
    schema.field("min", distribution.min, "The least.").example("2000.0");
    schema.field("max", distribution.max, "The most.").example("8000.0");
    schema.field("p5", distribution.p5, "The 5th percentile, interpolated.").example("2300.0");
    schema.field("p95", distribution.p95, "The 95th percentile, interpolated.").example("7700.0");
    schema.field("total", distribution.total, "The sum.").example("10000");
}

void declare(sdk::schema_builder& schema, block& block)
{
    schema.name("UsageBlock", "What is told of a set of records.");
    declare_block(schema, block);
}

void declare(sdk::schema_builder& schema, operation_usage& operation)
{
    schema.name("OperationUsage", "One operation. A record of its own figures is one invocation.");

    declare_block(schema, operation.statistics.invocations);
    schema.field("operation", operation.operation, "The operation, as its rows name it.").example("analyze");
    declare_llm_calls(schema, operation.statistics);
}

void declare(sdk::schema_builder& schema, tenant_share& tenant)
{
    schema.name("TenantShare", "One tenant's part in an operation. A record of its own figures is one invocation.");

    declare_block(schema, tenant.statistics.invocations);
    schema.field("tenant_id", tenant.tenant_id, "Whose usage it is.").example("tenant-nl");
    declare_llm_calls(schema, tenant.statistics);
}

void declare(sdk::schema_builder& schema, tenant_usage& tenant)
{
    schema.name("TenantUsage", "One tenant. A record of its own figures is one invocation.");
    declare_tenant(schema, tenant);
}

void declare(sdk::schema_builder& schema, operation_shares& operation)
{
    schema.name("OperationShares", "One operation, over all tenants. A record of its own figures is one invocation.");

    declare_block(schema, operation.statistics.invocations);
    schema.field("operation", operation.operation, "The operation, as its rows name it.").example("analyze");
    declare_llm_calls(schema, operation.statistics);
    schema.field("tenants", operation.tenants, "By tenant, the costliest first; tenants without rows are absent.");
}

void declare(sdk::schema_builder& schema, tenants_total& total)
{
    schema.name("TenantsTotal", "All tenants together, counted from the rows; zeros when nothing matched.");

    declare_block(schema, total.statistics.invocations);
    schema.field("tenant_id", total.tenant_id, "Always null.");
    declare_llm_calls(schema, total.statistics);
    schema.field("operations", total.operations, "By operation over all tenants, the costliest first.");
}

void declare(sdk::schema_builder& schema, operations_total& total)
{
    schema.name("OperationsTotal", "All operations together, counted from the rows; zeros when nothing matched.");

    declare_block(schema, total.statistics.invocations);
    schema.field("operation", total.operation, "Always null.");
    declare_llm_calls(schema, total.statistics);
    schema.field("tenants", total.tenants, "By tenant over all operations, the costliest first.");
}

void declare(sdk::schema_builder& schema, own_response& response)
{
    schema.name("UsageReply", "What the tenant of the key used. A record of its own figures is one invocation.");

    declare_tenant(schema, response.tenant);
    declare_echo(schema, response.window);
}

void declare(sdk::schema_builder& schema, by_tenant_response& response)
{
    schema.name("UsageByTenantReply", "What every tenant used.");

    schema.field("tenants", response.tenants, "By tenant_id, ascending; tenants without rows are absent.");
    schema.field("total", response.total, "All tenants together.");
    declare_echo(schema, response.window);
}

void declare(sdk::schema_builder& schema, by_operation_response& response)
{
    schema.name("UsageByOperationReply", "What every operation was used for, and by whom.");

    schema.field("operations", response.operations, "The costliest first; operations without rows are absent.");
    schema.field("total", response.total, "All operations together.");
    declare_echo(schema, response.window);
}

} // namespace verbatim::usage
