#include "reporting/report_builder.hpp"

#include "reporting/sorted_runs.hpp"

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace verbatim::core::reporting {

std::size_t report_builder::cell_key_hash::operator()(const cell_key& key) const noexcept
{
    const std::hash<std::string_view> hash;
    return hash(key.tenant) * 31 + hash(key.operation);
}

std::uint32_t report_builder::cell_of(std::string_view tenant, std::string_view operation)
{
    // Rows of one call are mostly adjacent.
    if (last_cell_ < cells_.size() && cells_[last_cell_]->tenant == tenant &&
        cells_[last_cell_]->operation == operation)
        return last_cell_;
    const auto position = cell_index_.find({tenant, operation});
    if (position != cell_index_.end()) return last_cell_ = position->second;
    const auto index    = static_cast<std::uint32_t>(cells_.size());
    auto&      new_cell = *cells_.emplace_back(std::make_unique<cell>());
    new_cell.tenant     = tenant;
    new_cell.operation  = operation;
    cell_index_.emplace(cell_key{new_cell.tenant, new_cell.operation}, index);
    return last_cell_ = index;
}

void report_builder::add(const report_row& row)
{
    const auto index  = cell_of(row.tenant_id, row.operation);
    cell&      totals = *cells_[index];
    auto&      call   = invocations_.entry(row.call, index);

    totals.cost += row.cost_micro_usd;
    ++totals.llm_calls.calls;
    if (!row.priced) ++totals.llm_calls.unpriced;
    call.add(row);
    if (row.failed)
    {
        ++totals.llm_calls.failed;
        return;
    }
    totals.cached_tokens += row.cached_tokens;
    const std::array<std::int32_t, measures> values{row.duration_ms, row.input_tokens, row.output_tokens};
    for (std::size_t n = 0; n < measures; ++n) totals.llm_calls.values[n].push_back(values[n]);
}

void report_builder::close_invocations()
{
    for (const auto& call : invocations_.entries())
    {
        auto& totals = cells_[call.cell]->invocations;
        ++totals.calls;
        totals.failed += call.any_ok ? 0 : 1;
        totals.unpriced += call.any_unpriced ? 1 : 0;
        if (!call.any_ok) continue;
        cells_[call.cell]->elapsed.push_back(call.elapsed_ms());
        for (std::size_t n = 0; n < measures; ++n) totals.values[n].push_back(call.of_ok[n]);
    }
}

/// The model calls of another builder's cell. Its values are released one after the other.
void report_builder::take(cell& other)
{
    auto& totals = *cells_[cell_of(other.tenant, other.operation)];
    totals.cost += other.cost;
    totals.cached_tokens += other.cached_tokens;
    totals.llm_calls.calls += other.llm_calls.calls;
    totals.llm_calls.failed += other.llm_calls.failed;
    totals.llm_calls.unpriced += other.llm_calls.unpriced;
    for (std::size_t n = 0; n < measures; ++n)
    {
        auto& values = totals.llm_calls.values[n];
        auto  moved  = std::move(other.llm_calls.values[n]);
        if (values.empty()) values = std::move(moved);
        else values.insert(values.end(), moved.begin(), moved.end());
    }
}

std::vector<report_builder::cell*> report_builder::in_order()
{
    std::vector<cell*> sorted_cells;
    for (const auto& entry : cells_)
    {
        for (auto& values : entry->llm_calls.values)
            boost::sort::spreadsort::integer_sort(values.begin(), values.end());
        for (auto& values : entry->invocations.values)
            boost::sort::spreadsort::integer_sort(values.begin(), values.end());
        boost::sort::spreadsort::integer_sort(entry->elapsed.begin(), entry->elapsed.end());
        sorted_cells.push_back(entry.get());
    }
    // Comparing UTF-8 byte by byte gives code point order, as both databases do.
    std::ranges::sort(sorted_cells, {}, [](const cell* entry) { return std::tie(entry->tenant, entry->operation); });
    return sorted_cells;
}

template <class Value>
sdk::usage_distribution
report_builder::distribution_of(const cell_list&                                             cells,
                                const std::function<const std::vector<Value>&(const cell&)>& values_of)
{
    sdk::usage_distribution distribution;
    sorted_runs<Value>      runs;
    for (const cell* entry : cells)
    {
        const auto& values = values_of(*entry);
        distribution.total = std::accumulate(values.begin(), values.end(), distribution.total);
        runs.add(values);
    }
    if (runs.size() == 0) return distribution;
    distribution.avg = static_cast<double>(distribution.total) / static_cast<double>(runs.size());
    distribution.min = static_cast<double>(runs.min());
    distribution.max = static_cast<double>(runs.max());
    distribution.p5  = runs.percentile(0.05);
    distribution.p95 = runs.percentile(0.95);
    return distribution;
}

template <class Value>
sdk::usage_statistics report_builder::statistics_of(const cell_list& cells, samples<Value> cell::*view)
{
    sdk::usage_statistics result;
    for (const cell* entry : cells)
    {
        result.total_calls += (entry->*view).calls;
        result.failed_calls += (entry->*view).failed;
        result.unpriced_calls += (entry->*view).unpriced;
        result.cost_micro_usd += entry->cost;
        result.cached_tokens += entry->cached_tokens;
    }
    const auto measure = [&](std::size_t n) {
        return distribution_of<Value>(
            cells, [view, n](const cell& entry) -> const std::vector<Value>& { return (entry.*view).values[n]; });
    };
    result.duration_ms   = measure(0);
    result.input_tokens  = measure(1);
    result.output_tokens = measure(2);
    return result;
}

sdk::usage_totals report_builder::totals_of(const cell_list& cells)
{
    sdk::usage_totals totals{.invocations = statistics_of(cells, &cell::invocations),
                             .llm_calls   = statistics_of(cells, &cell::llm_calls)};
    totals.invocations.elapsed_ms = distribution_of<std::int64_t>(
        cells, [](const cell& entry) -> const std::vector<std::int64_t>& { return entry.elapsed; });
    totals.llm_calls.elapsed_ms = totals.llm_calls.duration_ms;
    return totals;
}

sdk::usage_report report_builder::report()
{
    close_invocations();
    invocations_            = {};
    const auto sorted_cells = in_order();

    sdk::usage_report                     report;
    std::map<std::string_view, cell_list> by_tenant;
    std::map<std::string_view, cell_list> by_operation;
    for (const cell* entry : sorted_cells)
    {
        report.tenant_operations.push_back({entry->tenant, entry->operation, totals_of({entry})});
        by_tenant[entry->tenant].push_back(entry);
        by_operation[entry->operation].push_back(entry);
    }
    for (const auto& [tenant, cells] : by_tenant) report.tenants.push_back({std::string{tenant}, {}, totals_of(cells)});
    for (const auto& [operation, cells] : by_operation)
        report.operations.push_back({{}, std::string{operation}, totals_of(cells)});
    report.total = totals_of({sorted_cells.begin(), sorted_cells.end()});
    *this        = {};
    return report;
}

sdk::usage_totals report_builder::move_rows_to(report_builder& target)
{
    close_invocations();
    const auto sorted_cells = in_order();
    const auto total        = totals_of({sorted_cells.begin(), sorted_cells.end()});
    for (cell* entry : sorted_cells)
    {
        entry->invocations = {};
        entry->elapsed     = {};
        target.take(*entry);
    }
    for (const auto& part : invocations_.entries())
    {
        const auto& names = *cells_[part.cell];
        target.invocations_.entry(part.call, target.cell_of(names.tenant, names.operation)).add(part);
    }
    *this = {};
    return total;
}

} // namespace verbatim::core::reporting
