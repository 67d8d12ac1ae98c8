#include "reporting/rollup_report.hpp"

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace verbatim::core::reporting {
namespace {

sdk::usage_statistics statistics_of(const rollup& records, const rollup& llm_calls, rollup::measure elapsed)
{
    return {.total_calls    = records.sums.calls,
            .failed_calls   = records.sums.failed,
            .cost_micro_usd = llm_calls.sums.cost_micro_usd,
            .duration_ms    = records.values[rollup::duration].distribution(),
            .input_tokens   = records.values[rollup::input].distribution(),
            .output_tokens  = records.values[rollup::output].distribution(),
            .unpriced_calls = records.sums.unpriced,
            .cached_tokens  = llm_calls.sums.cached_tokens,
            .elapsed_ms     = records.values[elapsed].distribution()};
}

} // namespace

sdk::usage_totals totals_of(const rollup_views& group)
{
    return {.invocations = statistics_of(group.invocations, group.llm_calls, rollup::elapsed),
            .llm_calls   = statistics_of(group.llm_calls, group.llm_calls, rollup::duration)};
}

rollup_sums& model_totals::at(std::string_view model)
{
    // Rows of one model are mostly adjacent.
    if (latest_ != nullptr && latest_->first == model) return latest_->second;
    auto position = models_.find(model);
    if (position == models_.end()) position = models_.emplace(model, rollup_sums{}).first;
    latest_ = &*position;
    return latest_->second;
}

std::vector<sdk::usage_of_model> model_totals::list() const
{
    std::vector<sdk::usage_of_model> models;
    for (const auto& [name, sums] : models_)
        models.push_back({.model          = name,
                          .total_calls    = sums.calls,
                          .failed_calls   = sums.failed,
                          .cost_micro_usd = sums.cost_micro_usd,
                          .input_tokens   = sums.input_tokens,
                          .output_tokens  = sums.output_tokens,
                          .unpriced_calls = sums.unpriced,
                          .cached_tokens  = sums.cached_tokens});
    return models;
}

sdk::usage_report report_of(const period_rollups& records)
{
    using name = std::pair<std::string_view, std::string_view>;
    std::map<name, rollup_views> groups; // an empty name stands for all; stored names are not empty
    for (const auto& [key, value] : records.rollups)
        for (const auto& group :
             {name{key.tenant, key.operation}, name{key.tenant, {}}, name{{}, key.operation}, name{}})
            groups[group].of(key.is_invocation).merge(value);

    sdk::usage_report report;
    for (const auto& [group, values] : groups)
    {
        const auto& [tenant, operation] = group;
        if (tenant.empty() && operation.empty())
        {
            report.total = totals_of(values);
            continue;
        }
        auto& list = tenant.empty() ? report.operations : operation.empty() ? report.tenants : report.tenant_operations;
        list.push_back({std::string{tenant}, std::string{operation}, totals_of(values)});
    }
    return report;
}

} // namespace verbatim::core::reporting
