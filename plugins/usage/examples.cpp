#include "examples.hpp"

#include "csv.hpp"

namespace verbatim::usage::examples {

namespace {

/// The members after the groups.
const std::string end = R"("from": "2026-04-01T00:00:00Z", "to": null, "models": [{"model": "azure/gpt-5.4", )"
                        R"("total_calls": 3, "failed_calls": 1, "total_cost_usd": 0.00925, "input_tokens": 2200, )"
                        R"("output_tokens": 250, "unpriced_calls": 0, "cached_tokens": 0}])";

/// Members of a block with four distributions.
std::string block(const std::string& counts, const std::string& duration, const std::string& input,
                  const std::string& output, const std::string& elapsed)
{
    return counts + R"(, "call_duration": {)" + duration + R"(}, "input_tokens": {)" + input +
           R"(}, "output_tokens": {)" + output + R"(}, "unpriced_calls": 0, "cached_tokens": 0, "elapsed": {)" +
           elapsed + "}";
}

const std::string one_invocation[]{
    R"("avg": 10000.0, "min": 10000.0, "max": 10000.0, "p5": 10000.0, "p95": 10000.0, "total": 10000)",
    R"("avg": 2200.0, "min": 2200.0, "max": 2200.0, "p5": 2200.0, "p95": 2200.0, "total": 2200)",
    R"("avg": 250.0, "min": 250.0, "max": 250.0, "p5": 250.0, "p95": 250.0, "total": 250)",
    R"("avg": 8000.0, "min": 8000.0, "max": 8000.0, "p5": 8000.0, "p95": 8000.0, "total": 8000)"};
const std::string two_calls[]{
    R"("avg": 5000.0, "min": 2000.0, "max": 8000.0, "p5": 2300.0, "p95": 7700.0, "total": 10000)",
    R"("avg": 1100.0, "min": 1000.0, "max": 1200.0, "p5": 1010.0, "p95": 1190.0, "total": 2200)",
    R"("avg": 125.0, "min": 50.0, "max": 200.0, "p5": 57.5, "p95": 192.5, "total": 250)"};
const std::string none = R"("avg": 0.0, "min": 0.0, "max": 0.0, "p5": 0.0, "p95": 0.0, "total": 0)";

std::string counts(const char* calls, const char* failed, const char* cost)
{
    return std::string{R"("total_calls": )"} + calls + R"(, "failed_calls": )" + failed + R"(, "total_cost_usd": )" +
           cost;
}

/// A block of invocations, a named member, and the block of model calls.
std::string both_views(const std::string& invocations, const std::string& name, const std::string& model_calls)
{
    return invocations + ", " + name + R"(, "llm_call_stats": {)" + model_calls + "}";
}

std::string all(const std::string& name)
{
    return both_views(
        block(counts("2", "1", "0.00925"), one_invocation[0], one_invocation[1], one_invocation[2], one_invocation[3]),
        name, block(counts("3", "1", "0.00925"), two_calls[0], two_calls[1], two_calls[2], two_calls[0]));
}

std::string analyze(const std::string& name)
{
    return both_views(
        block(counts("1", "0", "0.00925"), one_invocation[0], one_invocation[1], one_invocation[2], one_invocation[3]),
        name, block(counts("2", "0", "0.00925"), two_calls[0], two_calls[1], two_calls[2], two_calls[0]));
}

std::string assign_codes(const std::string& name)
{
    const auto failed = block(counts("1", "1", "0.0"), none, none, none, none);
    return both_views(failed, name, failed);
}

std::string tenant(const std::string& id)
{
    return all(R"("tenant_id": )" + id) + R"(, "operations": [{)" + analyze(R"("operation": "analyze")") + "}, {" +
           assign_codes(R"("operation": "assign_codes")") + "}]";
}

const std::string id = R"("tenant-nl")";

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

} // namespace

std::string own_usage() { return "{" + tenant(id) + ", " + end + "}"; }

std::string by_tenant()
{
    return R"({"tenants": [{)" + tenant(id) + R"(}], "total": {)" + tenant("null") + "}, " + end + "}";
}

std::string by_operation()
{
    const auto by_id     = R"("tenant_id": )" + id;
    const auto operation = [&](const char* name, std::string (*usage)(const std::string&)) {
        return "{" + usage(R"("operation": ")" + std::string{name} + '"') + R"(, "tenants": [{)" + usage(by_id) + "}]}";
    };
    return R"({"operations": [)" + operation("analyze", &analyze) + ", " + operation("assign_codes", &assign_codes) +
           R"(], "total": {)" + all(R"("operation": null)") + R"(, "tenants": [{)" + all(by_id) + "}]}, " + end + "}";
}

std::string_view csv()
{
    static const std::string table = csv_of_own(
        {.tenant = {{}, "tenant-nl", {{analyze_statistics(), "analyze"}, {assign_codes_statistics(), "assign_codes"}}},
         .window = {}});
    return table;
}

} // namespace verbatim::usage::examples
