#include "changes.hpp"

#include "verbatim/statistics/shares.hpp"
#include "verbatim/statistics/time_series.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

statistics::share sum_of(std::span<const statistics::share> periods)
{
    statistics::share sum;
    for (const auto& [count, total] : periods) sum.count += count, sum.total += total;
    return sum;
}

double rounded(double number, double steps) { return std::round(number * steps) / steps; }

/// The kind of a change, and the periods that it is about.
struct placed_change
{
    change_kind kind  = change_kind::rise;
    std::size_t first = 0;
    std::size_t last  = 0;
};

std::size_t first_with_records(std::span<const statistics::share> periods)
{
    return static_cast<std::size_t>(
        std::ranges::find_if(periods, [](const auto& period) { return period.count != 0; }) - periods.begin());
}

std::size_t end_of_records(std::span<const statistics::share> periods)
{
    auto end = periods.size();
    while (end != 0 && periods[end - 1].count == 0) --end;
    return end;
}

/// A rise without records in the first half of the periods is new, a fall without records in the second half is an end.
placed_change place_trend(std::span<const statistics::share> periods, double slope)
{
    const auto half = periods.size() / 2, last = periods.size() - 1;
    if (slope < 0)
    {
        const auto end = end_of_records(periods);
        return end <= half ? placed_change{change_kind::disappearance, end, last}
                           : placed_change{change_kind::fall, half, last};
    }
    const auto begin = first_with_records(periods);
    return begin < half ? placed_change{change_kind::rise, half, last}
                        : placed_change{change_kind::appearance, begin, last};
}

/// A step from or to a level without any record is a beginning or an end.
placed_change place_step(std::span<const statistics::share> periods, std::size_t first)
{
    const auto before = sum_of(periods.first(first)), after = sum_of(periods.subspan(first));
    const auto kind = before.count == 0                ? change_kind::appearance
                      : after.count == 0               ? change_kind::disappearance
                      : after.value() > before.value() ? change_kind::step_up
                                                       : change_kind::step_down;
    return {kind, first, periods.size() - 1};
}

/// The tests of a series.
class series_tests
{
public:
    explicit series_tests(std::span<const statistics::share> periods)
        : periods_{periods}
        , trend_{statistics::test_trend(periods)}
        , step_{statistics::test_step(periods)}
        , spike_{statistics::test_spike(periods)}
    {}

    /// In two periods, a trend and a step are the same.
    std::vector<double> p_values() const
    {
        if (periods_.size() < 3) return {trend_.p_value};
        return {trend_.p_value, step_.p_value, spike_.p_value};
    }

    /// A step or a spike has a date, so it needs positive evidence against a trend: a Bayes factor of 3 (Kass and
    /// Raftery 1995, Journal of the American Statistical Association 90).
    placed_change best() const
    {
        const auto least = trend_.fit + std::log(3.0);
        if (periods_.size() < 3 || std::max(step_.fit, spike_.fit) < least) return place_trend(periods_, trend_.slope);
        if (step_.fit >= spike_.fit) return place_step(periods_, step_.first);
        return {change_kind::spike, spike_.first, spike_.last};
    }

private:
    std::span<const statistics::share> periods_;
    statistics::trend                  trend_;
    statistics::step                   step_;
    statistics::spike                  spike_;
};

change to_change(const placed_change& place, const time_series& series, std::span<const std::string> labels)
{
    const auto              whole  = sum_of(series);
    const auto              inside = sum_of(std::span{series}.subspan(place.first, place.last - place.first + 1));
    const statistics::share outside{whole.count - inside.count, whole.total - inside.total};
    const auto              expect    = whole.value() * static_cast<double>(inside.total);
    constexpr double        of_counts = 100, of_shares = 10'000;
    return {.kind     = place.kind,
            .periods  = {labels[place.first], labels[place.last]},
            .counts   = {static_cast<std::int64_t>(outside.count), static_cast<std::int64_t>(inside.count)},
            .totals   = {static_cast<std::int64_t>(outside.total), static_cast<std::int64_t>(inside.total)},
            .shares   = {rounded(outside.value(), of_shares), rounded(inside.value(), of_shares)},
            .expected = {rounded(static_cast<double>(whole.count) - expect, of_counts), rounded(expect, of_counts)}};
}

} // namespace

sdk::enum_values declare(change_kind)
{
    return {
        "ChangeKind",
        {{"rise", change_kind::rise, "The share grows over the periods."},
         {"fall", change_kind::fall, "The share declines over the periods."},
         {"step_up", change_kind::step_up, "The share is higher from one period on."},
         {"step_down", change_kind::step_down, "The share is lower from one period on."},
         {"spike", change_kind::spike, "A few consecutive periods have a higher share than those before and after."},
         {"new", change_kind::appearance, "No record of the earlier periods has it; from one period on, some have."},
         {"vanished", change_kind::disappearance, "From one period on, no record has it."}}};
}

std::string_view name_of(change_kind kind)
{
    static const auto values = declare(kind);
    return values.find_by_value(static_cast<std::int64_t>(kind))->name.view();
}

std::string percent_of(const change& change, std::size_t side)
{
    const auto percent = 100 * change.shares[side];
    char       text[16];
    std::snprintf(text, sizeof text, percent > 0 && percent < 9.95 ? "%.1f" : "%.0f", percent);
    return text;
}

void declare_members(sdk::schema_builder& schema, change& change)
{
    schema.field("kind", change.kind, "The kind of the change that fits the counts best.");
    schema
        .field("periods", change.periods,
               "The first and the last period that differ from the others: of `rise` and `fall` the second half of the "
               "periods, of `spike` those of the peak, of the other kinds all from the date of the change on.")
        .at_least(2)
        .at_most(2)
        .example(R"(["2026-W10","2026-W19"])");
    schema.field("counts", change.counts, "Records outside and inside these periods: before and after, but of `spike`.")
        .at_least(2)
        .at_most(2)
        .example("[7,23]");
    schema.field("totals", change.totals, "All dated records outside and inside these periods.")
        .at_least(2)
        .at_most(2)
        .example("[410,432]");
    schema.field("shares", change.shares, "`counts` divided by `totals`, with four decimals.")
        .at_least(2)
        .at_most(2)
        .example("[0.0171,0.0532]");
    schema.field("expected", change.expected, "The counts if the share were equal in all periods.")
        .at_least(2)
        .at_most(2)
        .example("[14.61,15.39]");
    schema.field("p_value", change.p_value, "Probability of such a change by chance: the smallest of the tests.")
        .at_least(0)
        .at_most(1);
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
    std::vector<std::vector<change>>                   changes(series.size());
    std::vector<std::pair<std::size_t, placed_change>> tested;
    std::vector<double>                                p_values;
    std::vector<std::size_t>                           ends; // of the p-values of each tested series
    for (std::size_t n = 0; n != series.size() && labels.size() > 1; ++n)
    {
        if (sum_of(series[n]).count < least_tested_count) continue;
        const series_tests tests{series[n]};
        for (const auto p_value : tests.p_values()) p_values.push_back(p_value);
        tested.emplace_back(n, tests.best());
        ends.push_back(p_values.size());
    }

    const auto q_values = statistics::q_values(p_values);
    for (std::size_t n = 0, begin = 0; n != tested.size(); begin = ends[n++])
    {
        const auto least = std::min_element(p_values.begin() + begin, p_values.begin() + ends[n]);
        const auto q     = q_values[static_cast<std::size_t>(least - p_values.begin())];
        if (q > false_discovery_rate) continue;
        const auto& [at, place] = tested[n];
        auto& found             = changes[at].emplace_back(to_change(place, series[at], labels));
        found.p_value           = *least;
        found.q_value           = q;
    }
    return changes;
}

} // namespace verbatim::analyze_bulk
