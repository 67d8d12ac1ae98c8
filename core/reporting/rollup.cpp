#include "reporting/rollup.hpp"

#include <utility>

namespace verbatim::core::reporting {

void rollup_sums::add(const report_row& model_call) noexcept
{
    ++calls;
    cost_micro_usd += model_call.cost_micro_usd;
    if (!model_call.priced) ++unpriced;
    if (model_call.failed)
    {
        ++failed;
        return;
    }
    cached_tokens += model_call.cached_tokens;
    duration_ms += model_call.duration_ms;
    input_tokens += model_call.input_tokens;
    output_tokens += model_call.output_tokens;
}

void rollup_sums::add(const invocations::sums& invocation) noexcept
{
    ++calls;
    if (invocation.any_unpriced) ++unpriced;
    if (!invocation.any_ok) ++failed; // its sums are 0
    duration_ms += invocation.of_ok[rollup::duration];
    input_tokens += invocation.of_ok[rollup::input];
    output_tokens += invocation.of_ok[rollup::output];
}

rollup_sums& rollup_sums::operator+=(const rollup_sums& other) noexcept
{
    for (const auto& column : sum_columns) this->*column.member += other.*column.member;
    return *this;
}

void rollup::add(const report_row& model_call)
{
    sums.add(model_call);
    if (model_call.failed) return;
    values[duration].add(model_call.duration_ms);
    values[input].add(model_call.input_tokens);
    values[output].add(model_call.output_tokens);
}

void rollup::add(const invocations::sums& invocation)
{
    sums.add(invocation);
    if (!invocation.any_ok) return;
    for (std::size_t n = 0; n < invocation.of_ok.size(); ++n) values[n].add(invocation.of_ok[n]);
    values[elapsed].add(invocation.elapsed_ms());
}

void rollup::merge(const rollup& other)
{
    sums += other.sums;
    for (std::size_t n = 0; n < values.size(); ++n) values[n].merge(other.values[n]);
}

rollup_key::rollup_key(const view& names)
    : tenant{std::get<0>(names)}
    , operation{std::get<1>(names)}
    , is_invocation{std::get<2>(names)}
    , model{std::get<3>(names)}
    , is_error{std::get<4>(names)}
{}

rollup& period_builder::at(const rollup_key::view& names)
{
    auto&      rollups = result_.rollups;
    const auto is_at   = [&](rollup_position candidate) {
        return candidate != rollups.end() && rollup_key::view{candidate->first} == names;
    };
    // Roll-ups mostly arrive in their order.
    if (is_at(latest_)) return latest_->second;
    if (latest_ != rollups.end() && is_at(++latest_)) return latest_->second;
    latest_ = rollups.lower_bound(names);
    if (!is_at(latest_)) latest_ = rollups.emplace_hint(latest_, rollup_key{names}, rollup{});
    return latest_->second;
}

std::uint32_t period_builder::cell_of(std::string_view tenant, std::string_view operation)
{
    // Rows of one call are mostly adjacent.
    if (latest_cell_ < cells_.size() && cells_[latest_cell_].first == tenant &&
        cells_[latest_cell_].second == operation)
        return latest_cell_;
    const auto position = cell_index_.find({tenant, operation});
    if (position != cell_index_.end()) return latest_cell_ = position->second;
    const auto  index = static_cast<std::uint32_t>(cells_.size());
    const auto& names = cells_.emplace_back(tenant, operation);
    cell_index_.emplace(std::pair{std::string_view{names.first}, std::string_view{names.second}}, index);
    return index;
}

invocations::sums& period_builder::part_of(const call_key& call, std::string_view tenant, std::string_view operation)
{
    return invocations_.entry(call, cell_of(tenant, operation));
}

void period_builder::add(const report_row& row)
{
    at({row.tenant_id, row.operation, false, row.model, row.failed}).add(row);
    part_of(row.call, row.tenant_id, row.operation).add(row);
}

period_rollups period_builder::finish(const std::function<bool(const call_key&)>& has_rows_outside)
{
    std::vector<rollup*> complete(cells_.size()); ///< by cell
    for (const auto& sums : invocations_.entries())
    {
        const auto& [tenant, operation] = cells_[sums.cell];
        if (has_rows_outside(sums.call))
        {
            result_.parts.push_back({tenant, operation, sums});
            continue;
        }
        auto*& target = complete[sums.cell];
        if (target == nullptr) target = &at({tenant, operation, true, {}, false});
        target->add(sums);
    }
    return std::move(result_);
}

} // namespace verbatim::core::reporting
