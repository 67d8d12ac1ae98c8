#include "core/usage/recount.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace verbatim::core::usage::testing {

namespace {

using group = sdk::usage_group;

std::string uuid_of(std::mt19937_64& chance)
{
    const auto high = chance();
    const auto low  = chance();
    char       text[37];
    std::snprintf(text, sizeof text, "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(high),
                  static_cast<unsigned>(high >> 32U) & 0xFFFFU, static_cast<unsigned>(high >> 48U) & 0xFFFU,
                  static_cast<unsigned>(low >> 48U) & 0xFFFU, static_cast<unsigned long long>(low & 0xFFFFFFFFFFFFULL));
    return text;
}

double percentile(const std::vector<std::int64_t>& sorted, double p)
{
    const double r    = static_cast<double>(sorted.size() - 1) * p;
    const auto   low  = static_cast<double>(sorted[static_cast<std::size_t>(std::floor(r))]);
    const auto   high = static_cast<double>(sorted[static_cast<std::size_t>(std::ceil(r))]);
    return low + (r - std::floor(r)) * (high - low);
}

sdk::usage_spread spread(std::vector<std::int64_t> values)
{
    if (values.empty()) return {};
    std::ranges::sort(values);
    const auto total = std::accumulate(values.begin(), values.end(), std::int64_t{0});
    return {.avg   = static_cast<double>(total) / static_cast<double>(values.size()),
            .min   = static_cast<double>(values.front()),
            .max   = static_cast<double>(values.back()),
            .p5    = percentile(values, 0.05),
            .p95   = percentile(values, 0.95),
            .total = total};
}

struct record
{
    bool         failed   = false;
    std::int64_t duration = 0, input = 0, output = 0, cost = 0;
};

sdk::usage_block block(const std::vector<record>& all)
{
    sdk::usage_block          made;
    std::vector<std::int64_t> duration, input, output;
    for (const auto& one : all)
    {
        ++made.total_calls;
        made.cost_micro_usd += one.cost;
        if (one.failed)
        {
            ++made.failed_calls;
            continue;
        }
        duration.push_back(one.duration);
        input.push_back(one.input);
        output.push_back(one.output);
    }
    made.duration_ms   = spread(duration);
    made.input_tokens  = spread(input);
    made.output_tokens = spread(output);
    return made;
}

sdk::usage_views views(const std::vector<const attempt*>& rows)
{
    std::vector<record>                                                 llm_calls;
    std::map<std::tuple<std::string, std::string, std::string>, record> calls;
    for (const auto* row : rows)
    {
        const bool failed = row->failed.has_value();
        llm_calls.push_back({failed, row->duration.count(), row->input_tokens, row->output_tokens, row->cost});
        auto& call =
            calls.try_emplace({row->tenant_id, row->operation, row->call_id}, record{.failed = true}).first->second;
        call.cost += row->cost;
        if (failed) continue;
        call.failed = false;
        call.duration += row->duration.count();
        call.input += row->input_tokens;
        call.output += row->output_tokens;
    }
    std::vector<record> invocations;
    for (const auto& [key, one] : calls) invocations.push_back(one);
    return {.invocations = block(invocations), .llm_calls = block(llm_calls)};
}

std::string told(const std::string& what, auto found, auto expected)
{
    return what + " is " + std::to_string(found) + ", not " + std::to_string(expected) + "; ";
}

std::string difference(const std::string& of, const sdk::usage_spread& found, const sdk::usage_spread& expected)
{
    std::string words;
    if (found.total != expected.total) words += told(of + " total", found.total, expected.total);
    for (const auto member : {&sdk::usage_spread::avg, &sdk::usage_spread::min, &sdk::usage_spread::max,
                              &sdk::usage_spread::p5, &sdk::usage_spread::p95})
        if (!(std::abs(found.*member - expected.*member) <= 1e-9 * std::abs(expected.*member)))
            words += told(of, found.*member, expected.*member);
    return words;
}

std::string difference(const std::string& of, const sdk::usage_block& found, const sdk::usage_block& expected)
{
    std::string words;
    if (found.total_calls != expected.total_calls)
        words += told(of + " calls", found.total_calls, expected.total_calls);
    if (found.failed_calls != expected.failed_calls)
        words += told(of + " failed", found.failed_calls, expected.failed_calls);
    if (found.cost_micro_usd != expected.cost_micro_usd)
        words += told(of + " cost", found.cost_micro_usd, expected.cost_micro_usd);
    return words + difference(of + " duration", found.duration_ms, expected.duration_ms) +
           difference(of + " input", found.input_tokens, expected.input_tokens) +
           difference(of + " output", found.output_tokens, expected.output_tokens);
}

std::string difference(const std::string& of, const sdk::usage_views& found, const sdk::usage_views& expected)
{
    return difference(of + " invocations", found.invocations, expected.invocations) +
           difference(of + " llm calls", found.llm_calls, expected.llm_calls);
}

std::string difference(const std::string& of, const std::vector<group>& found, const std::vector<group>& expected)
{
    if (found.size() != expected.size()) return told(of + " groups", found.size(), expected.size());
    std::string words;
    for (std::size_t n = 0; n < found.size(); ++n)
    {
        const auto name = of + " '" + expected[n].tenant + "' '" + expected[n].operation + "'";
        if (found[n].tenant != expected[n].tenant || found[n].operation != expected[n].operation)
            return name + " is '" + found[n].tenant + "' '" + found[n].operation + "'; ";
        words += difference(name, found[n].figures, expected[n].figures);
    }
    return words;
}

} // namespace

std::vector<attempt> random_rows(unsigned seed, std::size_t count, int days)
{
    using namespace std::chrono;
    static const std::vector<std::string> tenants{"tenant-nl", "tenant-ke",   "Tenant-Z",
                                                  "z",         "\u00e9quipe", "\U0001F30D"};
    static const std::vector<std::string> operations{"analyze",      "summarize",        "summarize_aggregate",
                                                     "assign_codes", "detect_sensitive", "transcribe"};
    std::mt19937_64                       chance{seed};
    const auto                            below = [&](std::uint64_t most) { return chance() % most; };
    const auto                            begin = sys_time<microseconds>{sys_days{2026y / January / 1}};
    std::vector<attempt>                  rows;
    std::string                           last_call;
    while (rows.size() < count)
    {
        const auto tenant    = tenants[below(tenants.size())];
        const auto operation = operations[below(operations.size())];
        const auto call      = below(20) == 0 && !last_call.empty() ? last_call : uuid_of(chance);
        const auto started   = begin + microseconds{below(static_cast<std::uint64_t>(days) * 86'400'000'000)};
        const auto failing   = below(4); // of 4 rows: none of most calls, all of some
        last_call            = call;
        for (auto left = 1 + below(4); left != 0 && rows.size() < count; --left)
        {
            attempt row{.attempt_id = uuid_of(chance),
                        .tenant_id  = tenant,
                        .operation  = operation,
                        .call_id    = call,
                        .started    = started + microseconds{below(3'000'000)},
                        .duration   = milliseconds{below(60'000)},
                        .model      = "openai/some",
                        .cost       = static_cast<micro_usd>(below(50'000)),
                        .failed     = {}};
            if (below(4) < failing) row.failed = below(2) == 0 ? failure::llm_timeout : failure::invalid_response;
            if (!row.failed || *row.failed == failure::invalid_response)
            {
                row.input_tokens  = static_cast<std::int32_t>(below(8'000));
                row.output_tokens = static_cast<std::int32_t>(below(900));
            }
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

sdk::usage_report recount(const std::vector<attempt>& rows, sdk::usage_window within,
                          const std::optional<std::string>& tenant)
{
    std::vector<const attempt*> scope;
    for (const auto& row : rows)
    {
        const auto at = row.started.time_since_epoch().count();
        if (within.from && at < *within.from) continue;
        if (within.to && at >= *within.to) continue;
        if (tenant && row.tenant_id != *tenant) continue;
        scope.push_back(&row);
    }

    const auto grouped = [&](bool by_tenant, bool by_operation) {
        std::set<std::pair<std::string, std::string>> names;
        for (const auto* row : scope)
            names.emplace(by_tenant ? row->tenant_id : "", by_operation ? row->operation : "");
        std::vector<group> groups;
        for (const auto& [name, operation] : names)
        {
            std::vector<const attempt*> of;
            for (const auto* row : scope)
                if ((!by_tenant || row->tenant_id == name) && (!by_operation || row->operation == operation))
                    of.push_back(row);
            groups.push_back({name, operation, views(of)});
        }
        return groups;
    };
    return {.total             = views(scope),
            .tenants           = grouped(true, false),
            .operations        = grouped(false, true),
            .tenant_operations = grouped(true, true)};
}

std::string difference(const sdk::usage_report& found, const sdk::usage_report& expected)
{
    return difference("total", found.total, expected.total) + difference("tenant", found.tenants, expected.tenants) +
           difference("operation", found.operations, expected.operations) +
           difference("part", found.tenant_operations, expected.tenant_operations);
}

} // namespace verbatim::core::usage::testing
