#include "core/reporting/recount.hpp"

#include "reporting/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace verbatim::core::reporting::testing {

namespace {

using recording::error_class;
using recording::micro_usd;
using group = sdk::usage_group;

std::string uuid_of(std::mt19937_64& random)
{
    const auto high = random();
    const auto low  = random();
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

sdk::usage_distribution spread(std::vector<std::int64_t> values)
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
    std::int64_t duration = 0, input = 0, output = 0, cost = 0, cached = 0;
    bool         unpriced = false;
    std::int64_t begin = INT64_MAX, end = 0; ///< microseconds
};

sdk::usage_statistics block(const std::vector<record>& records)
{
    sdk::usage_statistics     result;
    std::vector<std::int64_t> duration, input, output, elapsed;
    for (const auto& item : records)
    {
        ++result.total_calls;
        result.cost_micro_usd += item.cost;
        if (item.unpriced) ++result.unpriced_calls;
        if (item.failed)
        {
            ++result.failed_calls;
            continue;
        }
        duration.push_back(item.duration);
        input.push_back(item.input);
        output.push_back(item.output);
        elapsed.push_back((item.end - item.begin) / 1'000);
        result.cached_tokens += item.cached;
    }
    result.duration_ms   = spread(duration);
    result.input_tokens  = spread(input);
    result.output_tokens = spread(output);
    result.elapsed_ms    = spread(elapsed);
    return result;
}

sdk::usage_totals views(const std::vector<const usage_row*>& rows)
{
    std::vector<record>                                                 llm_calls;
    std::map<std::tuple<std::string, std::string, std::string>, record> calls;
    for (const auto* row : rows)
    {
        const bool failed = row->error.has_value();
        const auto begin  = row->started.time_since_epoch().count();
        const auto end    = begin + row->duration.count() * 1'000;
        llm_calls.push_back({failed, row->duration.count(), row->input_tokens, row->output_tokens, row->cost,
                             row->cached_tokens, !row->priced, begin, end});
        auto& call =
            calls.try_emplace({row->tenant_id, row->operation, row->call_id}, record{.failed = true}).first->second;
        call.cost += row->cost;
        call.unpriced = call.unpriced || !row->priced;
        call.begin    = std::min(call.begin, begin);
        call.end      = std::max(call.end, end);
        if (failed) continue;
        call.failed = false;
        call.duration += row->duration.count();
        call.input += row->input_tokens;
        call.output += row->output_tokens;
        call.cached += row->cached_tokens;
    }
    std::vector<record> invocations;
    for (const auto& [key, item] : calls) invocations.push_back(item);
    return {.invocations = block(invocations), .llm_calls = block(llm_calls)};
}

std::vector<sdk::usage_of_model> models_of(const std::vector<const usage_row*>& rows)
{
    std::map<std::string, sdk::usage_of_model> models;
    for (const auto* row : rows)
    {
        const bool is_ok = !row->error.has_value();
        auto&      sums  = models[row->model];
        sums.model       = row->model;
        sums.total_calls += 1;
        sums.failed_calls += is_ok ? 0 : 1;
        sums.unpriced_calls += row->priced ? 0 : 1;
        sums.cost_micro_usd += row->cost;
        sums.input_tokens += is_ok ? row->input_tokens : 0;
        sums.output_tokens += is_ok ? row->output_tokens : 0;
        sums.cached_tokens += is_ok ? row->cached_tokens : 0;
    }
    std::vector<sdk::usage_of_model> list;
    for (const auto& [name, sums] : models) list.push_back(sums);
    return list;
}

std::string mismatch(const std::string& name, auto actual, auto expected)
{
    return name + " is " + std::to_string(actual) + ", not " + std::to_string(expected) + "; ";
}

std::string difference(const std::string& name, const sdk::usage_distribution& actual,
                       const sdk::usage_distribution& expected)
{
    std::string differences;
    if (actual.total != expected.total) differences += mismatch(name + " total", actual.total, expected.total);
    const auto compare = [&](double sdk::usage_distribution::*member, double tolerance) {
        if (!(std::abs(actual.*member - expected.*member) <= tolerance * std::abs(expected.*member)))
            differences += mismatch(name, actual.*member, expected.*member);
    };
    for (const auto member :
         {&sdk::usage_distribution::avg, &sdk::usage_distribution::min, &sdk::usage_distribution::max})
        compare(member, 1e-9);
    for (const auto member : {&sdk::usage_distribution::p5, &sdk::usage_distribution::p95})
        compare(member, reporting::sketch::relative_error + 1e-9);
    return differences;
}

std::string difference(const std::string& name, const sdk::usage_statistics& actual,
                       const sdk::usage_statistics& expected)
{
    std::string differences;
    if (actual.total_calls != expected.total_calls)
        differences += mismatch(name + " calls", actual.total_calls, expected.total_calls);
    if (actual.failed_calls != expected.failed_calls)
        differences += mismatch(name + " failed", actual.failed_calls, expected.failed_calls);
    if (actual.cost_micro_usd != expected.cost_micro_usd)
        differences += mismatch(name + " cost", actual.cost_micro_usd, expected.cost_micro_usd);
    if (actual.unpriced_calls != expected.unpriced_calls)
        differences += mismatch(name + " unpriced", actual.unpriced_calls, expected.unpriced_calls);
    if (actual.cached_tokens != expected.cached_tokens)
        differences += mismatch(name + " cached", actual.cached_tokens, expected.cached_tokens);
    return differences + difference(name + " duration", actual.duration_ms, expected.duration_ms) +
           difference(name + " input", actual.input_tokens, expected.input_tokens) +
           difference(name + " output", actual.output_tokens, expected.output_tokens) +
           difference(name + " elapsed", actual.elapsed_ms, expected.elapsed_ms);
}

std::string difference(const std::string& name, const sdk::usage_totals& actual, const sdk::usage_totals& expected)
{
    return difference(name + " invocations", actual.invocations, expected.invocations) +
           difference(name + " llm calls", actual.llm_calls, expected.llm_calls);
}

std::string difference(const std::string& kind, const std::vector<group>& actual, const std::vector<group>& expected)
{
    if (actual.size() != expected.size()) return mismatch(kind + " groups", actual.size(), expected.size());
    std::string differences;
    for (std::size_t n = 0; n < actual.size(); ++n)
    {
        const auto name = kind + " '" + expected[n].tenant + "' '" + expected[n].operation + "'";
        if (actual[n].tenant != expected[n].tenant || actual[n].operation != expected[n].operation)
            return name + " is '" + actual[n].tenant + "' '" + actual[n].operation + "'; ";
        differences += difference(name, actual[n].totals, expected[n].totals);
    }
    return differences;
}

std::string difference(const std::vector<sdk::usage_of_model>& actual, const std::vector<sdk::usage_of_model>& expected)
{
    if (actual.size() != expected.size()) return mismatch("models", actual.size(), expected.size());
    std::string differences;
    for (std::size_t n = 0; n < actual.size(); ++n)
        if (!(actual[n] == expected[n]))
            differences += "model '" + expected[n].model + "' differs from '" + actual[n].model + "'; ";
    return differences;
}

} // namespace

std::vector<usage_row> random_rows(unsigned seed, std::size_t count, int days)
{
    using namespace std::chrono;
    static const std::vector<std::string> tenants{"tenant-nl", "tenant-ke",   "Tenant-Z",
                                                  "z",         "\u00e9quipe", "\U0001F30D"};
    static const std::vector<std::string> operations{"analyze",      "summarize",        "summarize_aggregate",
                                                     "assign_codes", "detect_sensitive", "transcribe"};
    static const std::vector<std::string> models{"openai/some", "Some-2026-01-01", "so", "'; drop table llm_calls; --"};
    std::mt19937_64                       random{seed};
    const auto                            below = [&](std::uint64_t bound) { return random() % bound; };
    const auto                            begin = sys_time<microseconds>{sys_days{2026y / January / 1}};
    std::vector<usage_row>                rows;
    std::string                           last_call;
    while (rows.size() < count)
    {
        const auto tenant    = tenants[below(tenants.size())];
        const auto operation = operations[below(operations.size())];
        const auto call      = below(20) == 0 && !last_call.empty() ? last_call : uuid_of(random);
        const auto started   = begin + microseconds{below(static_cast<std::uint64_t>(days) * 86'400'000'000)};
        const auto failing   = below(4); // of 4 rows: none of most calls, all of some
        last_call            = call;
        for (auto left = 1 + below(4); left != 0 && rows.size() < count; --left)
        {
            usage_row row{.attempt_id = uuid_of(random),
                          .tenant_id  = tenant,
                          .operation  = operation,
                          .call_id    = call,
                          .started    = started + microseconds{below(3'000'000)},
                          .duration   = milliseconds{below(60'000)},
                          .model      = {},
                          .cost       = static_cast<micro_usd>(below(50'000)),
                          .error      = {}};
            if (below(4) < failing)
                row.error = below(2) == 0 ? error_class::llm_timeout : error_class::invalid_response;
            if (!row.error || *row.error == error_class::invalid_response)
            {
                row.input_tokens  = static_cast<std::int32_t>(below(8'000));
                row.output_tokens = static_cast<std::int32_t>(below(900));
                row.cached_tokens = row.input_tokens / 3;
                row.priced        = below(10) != 0;
            }
            row.model = models[static_cast<std::size_t>(row.attempt_id[0]) % models.size()];
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

sdk::usage_report recount(const std::vector<usage_row>& rows, sdk::usage_window window,
                          const std::optional<std::string>& tenant)
{
    std::vector<const usage_row*> scope;
    for (const auto& row : rows)
    {
        const auto at = row.started.time_since_epoch().count();
        if (window.from && at < *window.from) continue;
        if (window.to && at >= *window.to) continue;
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
            std::vector<const usage_row*> members;
            for (const auto* row : scope)
                if ((!by_tenant || row->tenant_id == name) && (!by_operation || row->operation == operation))
                    members.push_back(row);
            groups.push_back({name, operation, views(members)});
        }
        return groups;
    };
    return {.total             = views(scope),
            .tenants           = grouped(true, false),
            .operations        = grouped(false, true),
            .tenant_operations = grouped(true, true),
            .models            = models_of(scope)};
}

std::string difference(const sdk::usage_report& actual, const sdk::usage_report& expected)
{
    return difference("total", actual.total, expected.total) + difference("tenant", actual.tenants, expected.tenants) +
           difference("operation", actual.operations, expected.operations) +
           difference("part", actual.tenant_operations, expected.tenant_operations) +
           difference(actual.models, expected.models);
}

} // namespace verbatim::core::reporting::testing
