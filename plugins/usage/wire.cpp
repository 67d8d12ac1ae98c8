#include "wire.hpp"

namespace verbatim::usage {

namespace {

void give_block(sdk::declaration& wire, block& given)
{
    wire.gives("total_calls", given.total_calls, "Records in scope.").example("2");
    wire.gives("failed_calls", given.failed_calls,
               "Failed records in scope: of invocations those of which every model call failed; of model calls those "
               "that ended with an error.")
        .example("1");
    wire.gives("total_cost_usd", given.total_cost_usd, "Cost of all rows in scope, failed ones included.")
        .example("0.00925");
    wire.gives("call_duration", given.call_duration,
               "Milliseconds of model time, which is more than time on the clock where calls ran side by side. Failed "
               "records are left out, here and in the tokens.");
    wire.gives("input_tokens", given.input_tokens, "Prompt tokens.");
    wire.gives("output_tokens", given.output_tokens, "Completion tokens.");
}

void give_llm_calls(sdk::declaration& wire, views& given)
{
    wire.gives("llm_call_stats", given.llm_calls,
               "The same rows seen by model call: a record is one attempt at a provider.");
}

void give_tenant(sdk::declaration& wire, tenant_usage& given)
{
    give_block(wire, given.figures.invocations);
    wire.gives("tenant_id", given.tenant_id, "Whose usage it is.").example("tenant-nl");
    give_llm_calls(wire, given.figures);
    wire.gives("operations", given.operations,
               "By operation, the costliest first; operations without rows are absent.");
}

void give_echo(sdk::declaration& wire, echo& given)
{
    wire.gives("from", given.from, "The lower bound in UTC; null when none was asked.").example("2026-04-01T00:00:00Z");
    wire.gives("to", given.to, "The upper bound in UTC; null when none was asked.").example("2026-05-01T00:00:00Z");
}

} // namespace

void declare(sdk::declaration& wire, distribution& given)
{
    wire.is("UsageDistribution",
            "How a figure is spread over the records that did not fail; all zero when there is none.");

    wire.gives("avg", given.avg, "Arithmetic mean.").example("5000.0");
    wire.gives("min", given.min, "The least.").example("2000.0");
    wire.gives("max", given.max, "The most.").example("8000.0");
    wire.gives("p5", given.p5, "The 5th percentile, interpolated.").example("2300.0");
    wire.gives("p95", given.p95, "The 95th percentile, interpolated.").example("7700.0");
    wire.gives("total", given.total, "The sum.").example("10000");
}

void declare(sdk::declaration& wire, block& given)
{
    wire.is("UsageBlock", "What is told of a set of records.");
    give_block(wire, given);
}

void declare(sdk::declaration& wire, operation_usage& given)
{
    wire.is("OperationUsage", "One operation. A record of its own figures is one invocation.");

    give_block(wire, given.figures.invocations);
    wire.gives("operation", given.operation, "The operation, as its rows name it.").example("analyze");
    give_llm_calls(wire, given.figures);
}

void declare(sdk::declaration& wire, tenant_share& given)
{
    wire.is("TenantShare", "One tenant's part in an operation. A record of its own figures is one invocation.");

    give_block(wire, given.figures.invocations);
    wire.gives("tenant_id", given.tenant_id, "Whose usage it is.").example("tenant-nl");
    give_llm_calls(wire, given.figures);
}

void declare(sdk::declaration& wire, tenant_usage& given)
{
    wire.is("TenantUsage", "One tenant. A record of its own figures is one invocation.");
    give_tenant(wire, given);
}

void declare(sdk::declaration& wire, operation_shares& given)
{
    wire.is("OperationShares", "One operation, over all tenants. A record of its own figures is one invocation.");

    give_block(wire, given.figures.invocations);
    wire.gives("operation", given.operation, "The operation, as its rows name it.").example("analyze");
    give_llm_calls(wire, given.figures);
    wire.gives("tenants", given.tenants, "By tenant, the costliest first; tenants without rows are absent.");
}

void declare(sdk::declaration& wire, tenants_total& given)
{
    wire.is("TenantsTotal", "All tenants together, counted from the rows; zeros when nothing matched.");

    give_block(wire, given.figures.invocations);
    wire.gives("tenant_id", given.tenant_id, "Always null.");
    give_llm_calls(wire, given.figures);
    wire.gives("operations", given.operations, "By operation over all tenants, the costliest first.");
}

void declare(sdk::declaration& wire, operations_total& given)
{
    wire.is("OperationsTotal", "All operations together, counted from the rows; zeros when nothing matched.");

    give_block(wire, given.figures.invocations);
    wire.gives("operation", given.operation, "Always null.");
    give_llm_calls(wire, given.figures);
    wire.gives("tenants", given.tenants, "By tenant over all operations, the costliest first.");
}

void declare(sdk::declaration& wire, own_reply& given)
{
    wire.is("UsageReply", "What the tenant of the key used. A record of its own figures is one invocation.");

    give_tenant(wire, given.own);
    give_echo(wire, given.asked);
}

void declare(sdk::declaration& wire, by_tenant_reply& given)
{
    wire.is("UsageByTenantReply", "What every tenant used.");

    wire.gives("tenants", given.tenants, "By tenant_id, ascending; tenants without rows are absent.");
    wire.gives("total", given.total, "All tenants together.");
    give_echo(wire, given.asked);
}

void declare(sdk::declaration& wire, by_operation_reply& given)
{
    wire.is("UsageByOperationReply", "What every operation was used for, and by whom.");

    wire.gives("operations", given.operations, "The costliest first; operations without rows are absent.");
    wire.gives("total", given.total, "All operations together.");
    give_echo(wire, given.asked);
}

} // namespace verbatim::usage
