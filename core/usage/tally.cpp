#include "usage/tally.hpp"

#include "usage/ranks.hpp"

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace verbatim::core::usage {

std::size_t tally::name_hash::operator()(const name& of) const noexcept
{
    const std::hash<std::string_view> hash;
    return hash(of.tenant) * 31 + hash(of.operation);
}

std::uint32_t tally::cell_of(const counted_row& row)
{
    // Rows of one call mostly stand together.
    if (last_ < cells_.size() && cells_[last_]->tenant == row.tenant_id && cells_[last_]->operation == row.operation)
        return last_;
    const auto known = places_.find({row.tenant_id, row.operation});
    if (known != places_.end()) return last_ = known->second;
    const auto place = static_cast<std::uint32_t>(cells_.size());
    auto&      made  = *cells_.emplace_back(std::make_unique<cell>());
    made.tenant      = row.tenant_id;
    made.operation   = row.operation;
    places_.emplace(name{made.tenant, made.operation}, place);
    return last_ = place;
}

void tally::add(const counted_row& row)
{
    const auto place = cell_of(row);
    cell&      there = *cells_[place];
    auto&      call  = calls_.of(row.call, place);

    there.cost += row.cost_micro_usd;
    ++there.llm_calls.calls;
    if (row.failed)
    {
        ++there.llm_calls.failed;
        return;
    }
    call.any_ok = true;
    const std::array<std::int32_t, measures> values{row.duration_ms, row.input_tokens, row.output_tokens};
    for (std::size_t n = 0; n < measures; ++n)
    {
        there.llm_calls.values[n].push_back(values[n]);
        call.of_ok[n] += values[n];
    }
}

void tally::close_invocations()
{
    for (const auto& one : calls_.all())
    {
        auto& into = cells_[one.cell]->invocations;
        ++into.calls;
        into.failed += one.any_ok ? 0 : 1;
        if (!one.any_ok) continue;
        for (std::size_t n = 0; n < measures; ++n) into.values[n].push_back(one.of_ok[n]);
    }
    calls_ = {};
}

std::vector<tally::cell*> tally::in_order()
{
    std::vector<cell*> all;
    for (const auto& one : cells_)
    {
        for (auto& values : one->llm_calls.values) boost::sort::spreadsort::integer_sort(values.begin(), values.end());
        for (auto& values : one->invocations.values)
            boost::sort::spreadsort::integer_sort(values.begin(), values.end());
        all.push_back(one.get());
    }
    // A text compares byte by byte, and UTF-8 in the order of its code points.
    std::ranges::sort(all, {}, [](const cell* one) { return std::tie(one->tenant, one->operation); });
    return all;
}

template <class Value>
sdk::usage_block tally::block(const cells& of, side<Value> cell::*view)
{
    sdk::usage_block made;
    for (const cell* one : of)
    {
        made.total_calls += (one->*view).calls;
        made.failed_calls += (one->*view).failed;
        made.cost_micro_usd += one->cost;
    }
    const std::array<sdk::usage_spread*, measures> spreads{&made.duration_ms, &made.input_tokens, &made.output_tokens};
    for (std::size_t n = 0; n < measures; ++n)
    {
        ranks<Value> ranked;
        auto&        to = *spreads[n];
        for (const cell* one : of)
        {
            const auto& values = (one->*view).values[n];
            to.total           = std::accumulate(values.begin(), values.end(), to.total);
            ranked.add(values);
        }
        if (ranked.size() == 0) continue;
        to.avg = static_cast<double>(to.total) / static_cast<double>(ranked.size());
        to.min = static_cast<double>(ranked.least());
        to.max = static_cast<double>(ranked.most());
        to.p5  = ranked.percentile(0.05);
        to.p95 = ranked.percentile(0.95);
    }
    return made;
}

sdk::usage_views tally::figures(const cells& of)
{
    return {.invocations = block(of, &cell::invocations), .llm_calls = block(of, &cell::llm_calls)};
}

sdk::usage_report tally::report()
{
    close_invocations();
    const auto all = in_order();

    sdk::usage_report                 made;
    std::map<std::string_view, cells> by_tenant;
    std::map<std::string_view, cells> by_operation;
    for (const cell* one : all)
    {
        made.tenant_operations.push_back({one->tenant, one->operation, figures({one})});
        by_tenant[one->tenant].push_back(one);
        by_operation[one->operation].push_back(one);
    }
    for (const auto& [tenant, of] : by_tenant) made.tenants.push_back({std::string{tenant}, {}, figures(of)});
    for (const auto& [operation, of] : by_operation)
        made.operations.push_back({{}, std::string{operation}, figures(of)});
    made.total = figures({all.begin(), all.end()});

    places_.clear();
    cells_.clear();
    return made;
}

} // namespace verbatim::core::usage
