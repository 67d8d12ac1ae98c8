#include "changes.hpp"

#include "verbatim/statistics/false_discovery.hpp"
#include "verbatim/statistics/time_series.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace verbatim::analyze_bulk {

namespace {

/// A test, and the periods that its change is about.
struct tested_change
{
    std::size_t series  = 0;
    change_kind kind    = change_kind::rise;
    std::size_t first   = 0; ///< of the periods
    std::size_t last    = 0;
    double      p_value = 1;
};

statistics::share sum_of(std::span<const statistics::share> periods)
{
    statistics::share sum;
    for (const auto& [count, total] : periods) sum.count += count, sum.total += total;
    return sum;
}

double rounded_count(double number) { return std::round(number * 100) / 100; }

/// A rising series without records in at least half of the periods is new.
tested_change rise_of(std::span<const statistics::share> periods)
{
    const auto begin = std::ranges::find_if(periods, [](const auto& period) { return period.count != 0; });
    const auto first = static_cast<std::size_t>(begin - periods.begin());
    const auto half  = periods.size() / 2;
    return {.kind = first < half ? change_kind::rise : change_kind::appearance, .first = std::max(first, half)};
}

void add_tests(std::vector<tested_change>& tests, std::size_t n, std::span<const statistics::share> periods)
{
    const auto trend = statistics::test_trend(periods);
    auto       change =
        trend.slope < 0 ? tested_change{.kind = change_kind::fall, .first = periods.size() / 2} : rise_of(periods);
    change.series  = n;
    change.last    = periods.size() - 1;
    change.p_value = trend.p_value;
    tests.push_back(change);
    const auto spike = statistics::test_spike(periods);
    tests.push_back({n, change_kind::spike, spike.first, spike.last, spike.p_value});
}

change to_change(const tested_change& test, const time_series& series, std::span<const std::string> labels,
                 double q_value)
{
    const auto whole  = sum_of(series);
    const auto inside = sum_of(std::span{series}.subspan(test.first, test.last - test.first + 1));
    const auto expect = whole.value() * static_cast<double>(inside.total);
    return {.kind    = test.kind,
            .periods = {labels[test.first], labels[test.last]},
            .counts  = {static_cast<std::int64_t>(whole.count - inside.count), static_cast<std::int64_t>(inside.count)},
            .expected = {rounded_count(static_cast<double>(whole.count) - expect), rounded_count(expect)},
            .p_value  = test.p_value,
            .q_value  = q_value};
}

/// The last periods of a rise and the first of a decline have the highest share; that is no peak.
void drop_ends_of_trends(std::vector<change>& changes, std::span<const std::string> labels)
{
    const auto has      = [&](change_kind kind) { return std::ranges::count(changes, kind, &change::kind) != 0; };
    const bool at_end   = has(change_kind::rise) || has(change_kind::appearance);
    const bool at_begin = has(change_kind::fall);
    std::erase_if(changes, [&](const change& change) {
        return change.kind == change_kind::spike &&
               ((at_end && change.periods[1] == labels.back()) || (at_begin && change.periods[0] == labels.front()));
    });
}

} // namespace

sdk::enum_values declare(change_kind)
{
    return {"ChangeKind",
            {{"rise", change_kind::rise, "The share grows over the periods."},
             {"fall", change_kind::fall, "The share declines over the periods."},
             {"spike", change_kind::spike, "A few consecutive periods have a higher share than the others."},
             {"new", change_kind::appearance,
              "The share grows, and no record of the earlier periods has it, which are at least half of all."}}};
}

std::string_view name_of(change_kind kind)
{
    static const auto values = declare(kind);
    return values.find_by_value(static_cast<std::int64_t>(kind))->name.view();
}

void declare_members(sdk::schema_builder& schema, change& change)
{
    schema.field("kind", change.kind, "The kind of the change.");
    schema
        .field("periods", change.periods,
               "The first and the last period that differ from the others: of `rise` and `fall` the second half of the "
               "periods, of `spike` those of the peak, of `new` those from the first record on.")
        .at_least(2)
        .at_most(2)
        .example(R"(["2026-W10","2026-W19"])");
    schema.field("counts", change.counts, "Records outside and inside these periods.")
        .at_least(2)
        .at_most(2)
        .example("[7,23]");
    schema.field("expected", change.expected, "The same counts if the share were equal in all periods.")
        .at_least(2)
        .at_most(2)
        .example("[14.6,15.4]");
    schema.field("p_value", change.p_value, "Probability of such a change by chance.").at_least(0).at_most(1);
    schema
        .field("q_value", change.q_value,
               "Expected share of false changes among those with a q-value as low, over all codes or themes and tests.")
        .at_least(0)
        .at_most(0.05);
}

void declare(sdk::schema_builder& schema, change& change)
{
    schema.name("Change", "A change over time that chance does not explain.");
    declare_members(schema, change);
}

time_series series_of(const membership& group, const period_table& periods)
{
    time_series series(periods.labels.size());
    for (std::size_t n = 0; n != series.size(); ++n) series[n].total = periods.totals[n];
    for (const auto at : group.records)
        if (periods.of_record[at] != period_table::none) ++series[periods.of_record[at]].count;
    return series;
}

std::vector<std::vector<change>> find_changes(std::span<const time_series> series, std::span<const std::string> labels)
{
    std::vector<tested_change> tests;
    for (std::size_t n = 0; n != series.size() && labels.size() > 1; ++n)
        if (sum_of(series[n]).count >= least_tested_count) add_tests(tests, n, series[n]);

    std::vector<double> p_values;
    for (const auto& test : tests) p_values.push_back(test.p_value);
    const auto q_values = statistics::q_values(p_values);

    std::vector<std::vector<change>> changes(series.size());
    for (std::size_t n = 0; n != tests.size(); ++n)
        if (const auto& test = tests[n]; q_values[n] <= false_discovery_rate)
            changes[test.series].push_back(to_change(test, series[test.series], labels, q_values[n]));
    for (auto& list : changes) drop_ends_of_trends(list, labels);
    return changes;
}

} // namespace verbatim::analyze_bulk
