#include "reporting/series.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace verbatim::core::reporting {
namespace {

[[noreturn]] void reject_periods(usage_period period)
{
    throw sdk::validation_error{"group_by", "The window holds more than " + std::to_string(max_series_periods) + " " +
                                                std::string{name_of(period)} +
                                                "s; a shorter one or a longer period is needed"};
}

/// The value of the period at `time`, default-made at first.
template <class T>
T& value_at(std::map<std::int64_t, T>& values, usage_period period, std::int64_t time)
{
    const auto start    = period_start(period, time);
    const auto position = values.find(start);
    if (position != values.end()) return position->second;
    if (values.size() == max_series_periods) reject_periods(period);
    return values[start];
}

} // namespace

void check_periods(const series_request& request)
{
    if (request.window.from && request.window.to) complete_series(request, {});
}

std::vector<sdk::usage_of_period> complete_series(const series_request& request, totals_by_period totals)
{
    const auto& [period, window] = request;
    std::vector<sdk::usage_of_period> series;
    if (totals.empty() && !(window.from && window.to)) return series;
    const auto first = window.from ? period_start(period, *window.from) : totals.begin()->first;
    const auto end   = window.to ? *window.to : totals.rbegin()->first + 1;
    for (auto start = first; start < end; start = series.back().end)
    {
        if (series.size() == max_series_periods) reject_periods(period);
        series.push_back({start, period_end(period, start), totals[start]});
    }
    return series;
}

rollup_series::rollup_series(const series_request& request)
    : request_{request}
{}

rollup_views& rollup_series::period_at(std::int64_t time) { return value_at(periods_, request_.period, time); }

rollup& rollup_series::at(std::int64_t time, bool is_invocation) { return period_at(time).of(is_invocation); }

invocations::sums& rollup_series::part_of(std::int64_t time, const call_key& call, std::string_view tenant,
                                          std::string_view operation)
{
    const auto start = period_start(request_.period, time);
    // Rows of one call are mostly adjacent.
    if (latest_ == cell_index_.end() || latest_->first != std::tuple{start, tenant, operation})
    {
        bool is_new               = false;
        std::tie(latest_, is_new) = cell_index_.emplace(cell{start, tenant, operation}, period_of_cell_.size());
        if (is_new) period_of_cell_.push_back(&period_at(time));
    }
    return invocations_.entry(call, latest_->second);
}

void rollup_series::add(const report_row& row)
{
    at(row.started, false).add(row);
    part_of(row.started, row.call, row.tenant_id, row.operation).add(row);
}

std::vector<sdk::usage_of_period> rollup_series::finish()
{
    for (const auto& sums : invocations_.entries()) period_of_cell_[sums.cell]->invocations.add(sums);
    totals_by_period totals;
    for (const auto& [start, views] : periods_) totals.emplace(start, totals_of(views));
    return complete_series(request_, std::move(totals));
}

} // namespace verbatim::core::reporting
