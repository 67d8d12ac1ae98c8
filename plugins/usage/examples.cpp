#include "wire.hpp"

#include "reports.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <vector>

namespace verbatim::usage::examples {

namespace {

/// The members after the groups, and the end of the object.
const std::string end = R"("from": "2026-04-01T00:00:00Z", "to": null, "models": [{"model": "azure/gpt-5.4", )"
                        R"("total_calls": 3, "failed_calls": 1, "total_cost_usd": 0.00925, "input_tokens": 2200, )"
                        R"("output_tokens": 250, "unpriced_calls": 0, "cached_tokens": 0}]})";

distribution only(double value, std::int64_t total)
{
    return {.avg = value, .min = value, .max = value, .p5 = value, .p95 = value, .total = total};
}

usage_views analyze_statistics()
{
    const distribution call_duration{
        .avg = 5'000, .min = 2'000, .max = 8'000, .p5 = 2'300, .p95 = 7'700, .total = 10'000};
    return {.invocations = {.total_calls    = 1,
                            .total_cost_usd = 0.00925,
                            .call_duration  = only(10'000, 10'000),
                            .input_tokens   = only(2'200, 2'200),
                            .output_tokens  = only(250, 250),
                            .elapsed        = only(8'000, 8'000)},
            .llm_calls   = {
                  .total_calls    = 2,
                  .total_cost_usd = 0.00925,
                  .call_duration  = call_duration,
                  .input_tokens   = {.avg = 1'100, .min = 1'000, .max = 1'200, .p5 = 1'010, .p95 = 1'190, .total = 2'200},
                  .output_tokens  = {.avg = 125, .min = 50, .max = 200, .p5 = 57.5, .p95 = 192.5, .total = 250},
                  .elapsed        = call_duration}};
}

usage_views assign_codes_statistics()
{
    const usage::block failed{.total_calls = 1, .failed_calls = 1};
    return {.invocations = failed, .llm_calls = failed};
}

usage_views all_statistics()
{
    auto all                     = analyze_statistics();
    all.invocations.total_calls  = 2;
    all.invocations.failed_calls = 1;
    all.llm_calls.total_calls    = 3;
    all.llm_calls.failed_calls   = 1;
    return all;
}

std::vector<operation_usage> operations()
{
    return {{analyze_statistics(), "analyze"}, {assign_codes_statistics(), "assign_codes"}};
}

tenant_usage tenant() { return {all_statistics(), "tenant-nl", operations()}; }

operation_shares operation(const operation_usage& usage)
{
    return {usage.statistics, usage.operation, {{usage.statistics, "tenant-nl"}}};
}

} // namespace

std::string own_usage()
{
    auto text   = sdk::to_json(tenant());
    text.back() = ',';
    return text + end;
}

std::string by_tenant()
{
    const tenants_total total{all_statistics(), std::nullopt, operations()};
    return R"({"tenants": [)" + sdk::to_json(tenant()) + R"(], "total": )" + sdk::to_json(total) + ", " + end;
}

std::string by_operation()
{
    const operations_total total{all_statistics(), std::nullopt, {{all_statistics(), "tenant-nl"}}};
    return R"({"operations": [)" + sdk::to_json(operation(operations()[0])) + ", " +
           sdk::to_json(operation(operations()[1])) + R"(], "total": )" + sdk::to_json(total) + ", " + end;
}

std::string_view csv()
{
    static const std::string table = csv_of_own({.tenant = tenant(), .window = {}});
    return table;
}

} // namespace verbatim::usage::examples
