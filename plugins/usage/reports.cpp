#include "reports.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace verbatim::usage {

namespace {

using group = sdk::usage_group;

distribution on_wire(const sdk::usage_spread& of)
{
    return {.avg = of.avg, .min = of.min, .max = of.max, .p5 = of.p5, .p95 = of.p95, .total = of.total};
}

block on_wire(const sdk::usage_block& of)
{
    return {.total_calls    = of.total_calls,
            .failed_calls   = of.failed_calls,
            .total_cost_usd = static_cast<double>(of.cost_micro_usd) / 1'000'000, // the nearest number there is
            .call_duration  = on_wire(of.duration_ms),
            .input_tokens   = on_wire(of.input_tokens),
            .output_tokens  = on_wire(of.output_tokens)};
}

views on_wire(const sdk::usage_views& of)
{
    return {.invocations = on_wire(of.invocations), .llm_calls = on_wire(of.llm_calls)};
}

operation_usage as_operation(const group& one) { return {on_wire(one.figures), one.operation}; }
tenant_share    as_tenant(const group& one) { return {on_wire(one.figures), one.tenant}; }

/// Compared in whole millionths: two sums that differ by one stay apart however large they are.
std::vector<group> costliest_first(std::vector<group> all, std::string group::*tie)
{
    std::sort(all.begin(), all.end(), [tie](const group& one, const group& other) {
        const auto cost       = one.figures.invocations.cost_micro_usd;
        const auto other_cost = other.figures.invocations.cost_micro_usd;
        return cost != other_cost ? cost > other_cost : one.*tie < other.*tie;
    });
    return all;
}

std::vector<operation_usage> operations_of(const std::vector<group>& all)
{
    std::vector<operation_usage> list;
    for (const auto& one : costliest_first(all, &group::operation)) list.push_back(as_operation(one));
    return list;
}

std::vector<tenant_share> tenants_of(const std::vector<group>& all)
{
    std::vector<tenant_share> list;
    for (const auto& one : costliest_first(all, &group::tenant)) list.push_back(as_tenant(one));
    return list;
}

/// The groups that share a name, under it.
std::map<std::string, std::vector<group>> by_name(const std::vector<group>& all, std::string group::*name)
{
    std::map<std::string, std::vector<group>> sorted;
    for (const auto& one : all) sorted[one.*name].push_back(one);
    return sorted;
}

echo echo_of(const window& asked)
{
    const auto moment = [](const std::optional<window::bound>& one) { return one ? one->moment : std::nullopt; };
    return {moment(asked.from), moment(asked.to)};
}

} // namespace

own_reply own_report(const sdk::usage_report& found, std::string_view tenant, const window& asked)
{
    return {.own   = {on_wire(found.total), std::string{tenant}, operations_of(found.tenant_operations)},
            .asked = echo_of(asked)};
}

by_tenant_reply report_by_tenant(const sdk::usage_report& found, const window& asked)
{
    by_tenant_reply given{.total = {on_wire(found.total), std::nullopt, operations_of(found.operations)},
                          .asked = echo_of(asked)};
    auto            parts = by_name(found.tenant_operations, &group::tenant);
    for (const auto& one : found.tenants)
        given.tenants.push_back({on_wire(one.figures), one.tenant, operations_of(parts[one.tenant])});
    std::ranges::sort(given.tenants, {}, &tenant_usage::tenant_id);
    return given;
}

by_operation_reply report_by_operation(const sdk::usage_report& found, const window& asked)
{
    by_operation_reply given{.total = {on_wire(found.total), std::nullopt, tenants_of(found.tenants)},
                             .asked = echo_of(asked)};
    auto               parts = by_name(found.tenant_operations, &group::operation);
    for (const auto& one : costliest_first(found.operations, &group::operation))
        given.operations.push_back({on_wire(one.figures), one.operation, tenants_of(parts[one.operation])});
    return given;
}

} // namespace verbatim::usage
