#include "reports.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace verbatim::usage {

namespace {

using group = sdk::usage_group;

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
            .total_cost_usd = static_cast<double>(block.cost_micro_usd) / 1'000'000, // nearest double
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
    if (!query.group_by) return std::nullopt;
    std::vector<period_usage> series;
    for (const auto& entry : report.series)
        series.push_back({{entry.start, true}, {entry.end, true}, to_response(entry.totals)});
    return series;
}

} // namespace

own_response own_report(const sdk::usage_report& report, std::string_view tenant, const window& query)
{
    return {.tenant = {to_response(report.total), std::string{tenant}, operations_of(report.tenant_operations)},
            .window = echo_of(query),
            .series = series_of(report, query)};
}

by_tenant_response report_by_tenant(const sdk::usage_report& report, const window& query)
{
    by_tenant_response response{.total  = {to_response(report.total), std::nullopt, operations_of(report.operations)},
                                .window = echo_of(query),
                                .series = series_of(report, query)};
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
                                   .series = series_of(report, query)};
    auto                  by_group = by_name(report.tenant_operations, &group::operation);
    for (const auto& entry : costliest_first(report.operations, &group::operation))
        response.operations.push_back(
            {to_response(entry.totals), entry.operation, tenants_of(by_group[entry.operation])});
    return response;
}

} // namespace verbatim::usage
