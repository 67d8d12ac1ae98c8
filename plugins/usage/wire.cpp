#include "wire.hpp"

namespace verbatim::usage {

namespace {

void declare_block(sdk::schema_builder& schema, block& block)
{
    schema.field("total_calls", block.total_calls, "Number of records.").example("2");
    schema
        .field("failed_calls", block.failed_calls,
               "Number of failed records. An invocation failed if all of its model calls failed; a model call failed "
               "if it "
               "ended with an error.")
        .example("1");
    schema.field("total_cost_usd", block.total_cost_usd, "Cost in US dollars, including failed records.")
        .example("0.00925");
    schema.field(
        "call_duration", block.call_duration,
        "Duration of model calls in milliseconds, without failed records. Exceeds elapsed time if calls ran in "
        "parallel.");
    schema.field("input_tokens", block.input_tokens, "Prompt tokens, without failed records.");
    schema.field("output_tokens", block.output_tokens, "Completion tokens, without failed records.");
    schema
        .field(
            "unpriced_calls", block.unpriced_calls,
            "Number of records with tokens of a model without a price. `total_cost_usd` does not include their cost.")
        .example("0");
    schema
        .field("cached_tokens", block.cached_tokens,
               "Sum of the prompt tokens that providers read from their caches, without failed records. Part of the "
               "total of `input_tokens`.")
        .example("0");
    schema.field("elapsed", block.elapsed,
                 "Time from the start of the first model call to the end of the last one in milliseconds, including "
                 "failed calls and waits between calls; without failed records.");
}

void declare_llm_calls(sdk::schema_builder& schema, usage_views& views)
{
    schema.field("llm_call_stats", views.llm_calls,
                 "The same values by model call: one record is one attempt to call a provider.");
}

void declare_tenant(sdk::schema_builder& schema, std::string& id, usage_views& views)
{
    declare_block(schema, views.invocations);
    schema.field("tenant_id", id, "Id of the tenant.").example("tenant-nl");
    declare_llm_calls(schema, views);
}

void declare_operation(sdk::schema_builder& schema, std::string& name, usage_views& views)
{
    declare_block(schema, views.invocations);
    schema.field("operation", name, "Name of the operation in the usage rows.").example("analyze");
    declare_llm_calls(schema, views);
}

void declare_members(sdk::schema_builder& schema, tenant_usage& tenant)
{
    declare_tenant(schema, tenant.tenant_id, tenant.statistics);
    schema.field("operations", tenant.operations,
                 "Usage by operation, highest cost first. Operations without rows are left out.");
}

void declare_echo(sdk::schema_builder& schema, window_echo& echo)
{
    schema.field("from", echo.from, "Lower bound in UTC. Null if the request has none.")
        .example("2026-04-01T00:00:00Z");
    schema.field("to", echo.to, "Upper bound in UTC. Null if the request has none.").example("2026-05-01T00:00:00Z");
}

void declare_series(sdk::schema_builder& schema, optional_series& series)
{
    schema
        .field("series", series,
               "With `group_by`: all periods of the time range in order, also those without model calls. Without a "
               "bound, it begins or ends with the first or last period that has model calls.")
        .absent_if_null();
}

void declare_models(sdk::schema_builder& schema, model_list& list)
{
    schema.field("models", list.models,
                 "Model calls by model, over all rows of the report, highest cost first. Models without rows are left "
                 "out. With more than 100 models, the last element is the sum of all others.");
    schema.skip(list.is_table);
}

} // namespace

void declare(sdk::schema_builder& schema, distribution& distribution)
{
    schema.name("UsageDistribution",
                "Distribution of a value over the records that did not fail. All zero if there is none.");

    schema.field("avg", distribution.avg, "Arithmetic mean.").example("5000.0");
    schema.field("min", distribution.min, "Minimum.").example("2000.0");
    schema.field("max", distribution.max, "Maximum.").example("8000.0");
    schema.field("p5", distribution.p5, "5th percentile, interpolated.").example("2300.0");
    schema.field("p95", distribution.p95, "95th percentile, interpolated.").example("7700.0");
    schema.field("total", distribution.total, "Sum.").example("10000");
}

void declare(sdk::schema_builder& schema, block& block)
{
    schema.name("UsageBlock", "Counts, cost and distributions of a set of records.");
    declare_block(schema, block);
}

void declare(sdk::schema_builder& schema, operation_usage& operation)
{
    schema.name("OperationUsage", "Usage of one operation. Its own fields count invocations.");
    declare_operation(schema, operation.operation, operation.statistics);
}

void declare(sdk::schema_builder& schema, tenant_share& tenant)
{
    schema.name("TenantShare", "Usage of one operation by one tenant. Its own fields count invocations.");
    declare_tenant(schema, tenant.tenant_id, tenant.statistics);
}

void declare(sdk::schema_builder& schema, tenant_usage& tenant)
{
    schema.name("TenantUsage", "Usage of one tenant. Its own fields count invocations.");
    declare_members(schema, tenant);
}

void declare(sdk::schema_builder& schema, operation_shares& operation)
{
    schema.name("OperationShares", "Usage of one operation by all tenants. Its own fields count invocations.");
    declare_operation(schema, operation.operation, operation.statistics);
    schema.field("tenants", operation.tenants,
                 "Usage by tenant, highest cost first. Tenants without rows are left out.");
}

void declare(sdk::schema_builder& schema, tenants_total& total)
{
    schema.name("TenantsTotal", "Usage of all tenants together, computed from the rows. Zeros if there are none.");

    declare_block(schema, total.statistics.invocations);
    schema.field("tenant_id", total.tenant_id, "Always null.");
    declare_llm_calls(schema, total.statistics);
    schema.field("operations", total.operations, "Usage by operation over all tenants, highest cost first.");
}

void declare(sdk::schema_builder& schema, operations_total& total)
{
    schema.name("OperationsTotal",
                "Usage of all operations together, computed from the rows. Zeros if there are none.");

    declare_block(schema, total.statistics.invocations);
    schema.field("operation", total.operation, "Always null.");
    declare_llm_calls(schema, total.statistics);
    schema.field("tenants", total.tenants, "Usage by tenant over all operations, highest cost first.");
}

void declare(sdk::schema_builder& schema, period_usage& period)
{
    schema.name("PeriodUsage",
                "Usage of all tenants and operations of the report in one period. Its own fields count invocations.");

    schema.field("start", period.start, "Start of the period. The first one may begin before `from`.")
        .example("2026-04-01T00:00:00Z");
    schema.field("end", period.end, "End of the period, exclusive. The last one may end after `to`.")
        .example("2026-04-02T00:00:00Z");
    declare_block(schema, period.statistics.invocations);
    declare_llm_calls(schema, period.statistics);
}

void declare(sdk::schema_builder& schema, model_usage& model)
{
    schema.name("ModelUsage", "Model calls of one model.");

    schema
        .field("model", model.model,
               "Name in the usage rows: that of the response or, for a failed call, the configured one. Null for the "
               "sum of all others.")
        .example("azure/gpt-5.4");
    schema.field("total_calls", model.total_calls, "Number of model calls.").example("3");
    schema.field("failed_calls", model.failed_calls, "Number of model calls that ended with an error.").example("1");
    schema.field("total_cost_usd", model.total_cost_usd, "Cost in US dollars, including failed calls.")
        .example("0.00925");
    schema.field("input_tokens", model.input_tokens, "Prompt tokens, without failed calls.").example("2200");
    schema.field("output_tokens", model.output_tokens, "Completion tokens, without failed calls.").example("250");
    schema
        .field("unpriced_calls", model.unpriced_calls,
               "Number of calls with tokens and without a price. `total_cost_usd` does not include their cost.")
        .example("0");
    schema
        .field("cached_tokens", model.cached_tokens,
               "Prompt tokens that providers read from their caches, part of `input_tokens`.")
        .example("0");
}

void declare(sdk::schema_builder& schema, own_response& response)
{
    schema.name("UsageResponse", "Usage of the key's tenant. Its own fields count invocations.")
        .example(examples::own_usage());

    declare_members(schema, response.tenant);
    declare_echo(schema, response.window);
    declare_series(schema, response.series);
    declare_models(schema, response.models);
}

void declare(sdk::schema_builder& schema, by_tenant_response& response)
{
    schema.name("UsageByTenantResponse", "Usage of all tenants.").example(examples::by_tenant());

    schema.field("tenants", response.tenants,
                 "Usage by tenant, sorted by tenant_id. Tenants without rows are left out.");
    schema.field("total", response.total, "All tenants together.");
    declare_echo(schema, response.window);
    declare_series(schema, response.series);
    declare_models(schema, response.models);
}

void declare(sdk::schema_builder& schema, by_operation_response& response)
{
    schema.name("UsageByOperationResponse", "Usage of all operations.").example(examples::by_operation());

    schema.field("operations", response.operations,
                 "Usage by operation, highest cost first. Operations without rows are left out.");
    schema.field("total", response.total, "All operations together.");
    declare_echo(schema, response.window);
    declare_series(schema, response.series);
    declare_models(schema, response.models);
}

} // namespace verbatim::usage
