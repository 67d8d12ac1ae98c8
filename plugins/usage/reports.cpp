#include "reports.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace verbatim::usage {

namespace {

using group = sdk::usage_group;

/// The nearest double.
double dollars(std::int64_t micro_usd) { return static_cast<double>(micro_usd) / 1'000'000; }

distribution to_response(const sdk::usage_distribution& values)
{
    return {.avg   = values.avg,
            .min   = values.min,
            .max   = values.max,
            .p5    = values.p5,
            .p95   = values.p95,
            .total = values.total};
}

block to_response(const sdk::usage_statistics& block)
{
    return {.total_calls    = block.total_calls,
            .failed_calls   = block.failed_calls,
            .total_cost_usd = dollars(block.cost_micro_usd),
            .call_duration  = to_response(block.duration_ms),
            .input_tokens   = to_response(block.input_tokens),
            .output_tokens  = to_response(block.output_tokens),
            .unpriced_calls = block.unpriced_calls,
            .cached_tokens  = block.cached_tokens,
            .elapsed        = to_response(block.elapsed_ms)};
}

usage_views to_response(const sdk::usage_totals& views)
{
    return {.invocations = to_response(views.invocations), .llm_calls = to_response(views.llm_calls)};
}

operation_usage operation_usage_of(const group& entry) { return {to_response(entry.totals), entry.operation}; }
tenant_share    tenant_share_of(const group& entry) { return {to_response(entry.totals), entry.tenant}; }

/// Compares integers: costs that differ by a millionth stay distinct at any size.
std::vector<group> costliest_first(std::vector<group> groups, std::string group::*tie)
{
    std::sort(groups.begin(), groups.end(), [tie](const group& left, const group& right) {
        const auto cost       = left.totals.invocations.cost_micro_usd;
        const auto other_cost = right.totals.invocations.cost_micro_usd;
        return cost != other_cost ? cost > other_cost : left.*tie < right.*tie;
    });
    return groups;
}

std::vector<operation_usage> operations_of(const std::vector<group>& groups)
{
    std::vector<operation_usage> list;
    for (const auto& entry : costliest_first(groups, &group::operation)) list.push_back(operation_usage_of(entry));
    return list;
}

std::vector<tenant_share> tenants_of(const std::vector<group>& groups)
{
    std::vector<tenant_share> list;
    for (const auto& entry : costliest_first(groups, &group::tenant)) list.push_back(tenant_share_of(entry));
    return list;
}

/// The groups of each name.
std::map<std::string, std::vector<group>> by_name(const std::vector<group>& groups, std::string group::*name)
{
    std::map<std::string, std::vector<group>> sorted;
    for (const auto& entry : groups) sorted[entry.*name].push_back(entry);
    return sorted;
}

window_echo echo_of(const window& query)
{
    const auto moment = [](const std::optional<window::bound>& bound) { return bound ? bound->moment : std::nullopt; };
    return {moment(query.from), moment(query.to)};
}

optional_series series_of(const sdk::usage_report& report, const window& query)
{
    if (!period_of(query)) return std::nullopt;
    std::vector<period_usage> series;
    for (const auto& entry : report.series)
        series.push_back({{entry.start, true}, {entry.end, true}, to_response(entry.totals)});
    return series;
}

constexpr std::size_t max_models = 100; // providers choose the names, so their number has no bound

void add(sdk::usage_of_model& sums, const sdk::usage_of_model& model)
{
    sums.total_calls += model.total_calls;
    sums.failed_calls += model.failed_calls;
    sums.cost_micro_usd += model.cost_micro_usd;
    sums.input_tokens += model.input_tokens;
    sums.output_tokens += model.output_tokens;
    sums.unpriced_calls += model.unpriced_calls;
    sums.cached_tokens += model.cached_tokens;
}

model_usage to_response(const sdk::usage_of_model& sums, std::optional<std::string> model)
{
    return {.model          = std::move(model),
            .total_calls    = sums.total_calls,
            .failed_calls   = sums.failed_calls,
            .total_cost_usd = dollars(sums.cost_micro_usd),
            .input_tokens   = sums.input_tokens,
            .output_tokens  = sums.output_tokens,
            .unpriced_calls = sums.unpriced_calls,
            .cached_tokens  = sums.cached_tokens};
}

model_list models_of(const sdk::usage_report& report, const window& query)
{
    auto sorted = report.models;
    std::ranges::sort(sorted, [](const sdk::usage_of_model& left, const sdk::usage_of_model& right) {
        return std::tie(right.cost_micro_usd, left.model) < std::tie(left.cost_micro_usd, right.model);
    });
    model_list          list{.is_table = query.group_by == grouping::model};
    sdk::usage_of_model others;
    for (const auto& entry : sorted)
        if (list.models.size() < max_models) list.models.push_back(to_response(entry, entry.model));
        else add(others, entry);
    if (others.total_calls != 0) list.models.push_back(to_response(others, std::nullopt));
    return list;
}

} // namespace

own_response own_report(const sdk::usage_report& report, std::string_view tenant, const window& query)
{
    return {.tenant = {to_response(report.total), std::string{tenant}, operations_of(report.tenant_operations)},
            .window = echo_of(query),
            .series = series_of(report, query),
            .models = models_of(report, query)};
}

by_tenant_response report_by_tenant(const sdk::usage_report& report, const window& query)
{
    by_tenant_response response{.total  = {to_response(report.total), std::nullopt, operations_of(report.operations)},
                                .window = echo_of(query),
                                .series = series_of(report, query),
                                .models = models_of(report, query)};
    auto               by_group = by_name(report.tenant_operations, &group::tenant);
    for (const auto& entry : report.tenants)
        response.tenants.push_back({to_response(entry.totals), entry.tenant, operations_of(by_group[entry.tenant])});
    std::ranges::sort(response.tenants, {}, &tenant_usage::tenant_id);
    return response;
}

by_operation_response report_by_operation(const sdk::usage_report& report, const window& query)
{
    by_operation_response response{.total  = {to_response(report.total), std::nullopt, tenants_of(report.tenants)},
                                   .window = echo_of(query),
                                   .series = series_of(report, query),
                                   .models = models_of(report, query)};
    auto                  by_group = by_name(report.tenant_operations, &group::operation);
    for (const auto& entry : costliest_first(report.operations, &group::operation))
        response.operations.push_back(
            {to_response(entry.totals), entry.operation, tenants_of(by_group[entry.operation])});
    return response;
}

} // namespace verbatim::usage
