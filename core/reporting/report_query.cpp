#include "reporting/report_reader.hpp"

#include "reporting/rollup_report.hpp"
#include "reporting/rollup_tables.hpp"
#include "reporting/series.hpp"
#include "reporting/usage_rows.hpp"
#include "reporting/window_plan.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::reporting {
namespace {

[[noreturn]] void reject_window(std::size_t max_rows)
{
    throw sdk::validation_error{"from", "The window holds more than " + std::to_string(max_rows) +
                                            " model calls; a shorter one is needed"};
}

/// Merges over all models.
rollup_target target_of(period_builder& groups, model_totals& models)
{
    auto target = target_of(groups);
    target.at   = [&](const stored_rollup& stored) -> rollup& {
        auto [tenant, operation, is_invocation, model, is_error] = stored.names;
        if (!is_invocation) models.at(model) += stored.sums;
        return groups.at({tenant, operation, is_invocation, {}, is_error});
    };
    return target;
}

rollup_target target_of(rollup_series& series)
{
    return {.at = [&](const stored_rollup& stored) -> rollup& {
                return series.at(stored.start, std::get<2>(stored.names));
            },
            .part_of = [&](std::int64_t start, const call_key& call, std::string_view tenant,
                           std::string_view operation) -> invocations::sums& {
                return series.part_of(start, call, tenant, operation);
            }};
}

/// Reads one report in the snapshot of its session.
class report_query
{
public:
    report_query(database::session& db, const sdk::usage_window& window, std::optional<std::string_view> tenant,
                 std::size_t max_rows, std::optional<usage_period> period)
        : db_{db}
        , window_{window}
        , tenant_{tenant}
        , max_rows_{max_rows}
        , period_{period}
        , stored_{stored_months(db)}
        , state_{read_state(db)}
        , stale_{.built_from = state_.built_from}
    {
        for (const auto& mark : read_marks(db))
            if (mark.level != usage_period::hour || mark.start >= state_.rows_from)
                stale_.add_mark(mark.level, mark.start);
    }

    sdk::usage_report read()
    {
        if (period_) check_periods({*period_, read_window_of_rows()}); // before it reads rows
        if (!plan().rollups.empty()) add_related_hours();

        period_builder               groups;
        model_totals                 models;
        std::optional<rollup_series> series;
        const auto                   sources = plan();
        read_rollups(db_, sources.rollups, tenant_, target_of(groups, models));
        if (period_)
        {
            series.emplace(series_request{*period_, window_});
            read_rollups(db_, plan(*period_).rollups, tenant_, target_of(*series));
        }
        for (const auto& part : sources.rows) // the same in both plans
            stream(part, [&](report_row row) {
                models.at(row.model).add(row);
                if (series) series->add(row);
                row.model = {}; // groups sum over all models
                groups.add(row);
            });

        auto report   = report_of(groups.finish([](const call_key&) { return false; }));
        report.models = models.list();
        if (series) report.series = series->finish();
        return report;
    }

private:
    window_plan plan(usage_period longest = usage_period::month) const
    {
        return plan_window(window_, stored_, stale_, longest);
    }

    /// A call with new rows may count as complete in the roll-ups of its other hours. Those before rows_from are final.
    void add_related_hours()
    {
        std::vector<related_hour> related;
        for (const auto& stale : stale_ranges())
        {
            const auto hours = read_related_hours(db_, stale);
            related.insert(related.end(), hours.begin(), hours.end());
        }
        for (const auto& other : related)
            if (other.is_apart) stale_.add_days_of(other.hour);
            else if (other.hour >= state_.rows_from) stale_.add_hour(other.hour);
    }

    /// The stale hours of the window, adjacent ones as one range.
    std::vector<sdk::usage_window> stale_ranges() const
    {
        std::vector<sdk::usage_window> ranges;
        for (const auto start : stale_.hours)
        {
            const auto end = period_end(usage_period::hour, start);
            if ((window_.from && end <= *window_.from) || (window_.to && start >= *window_.to)) continue;
            if (!ranges.empty() && ranges.back().to == start) ranges.back().to = end;
            else ranges.push_back({.from = start, .to = end});
        }
        return ranges;
    }

    /// Without rows before rows_from: those that are left are in roll-ups, or too late.
    sdk::usage_window readable_part(sdk::usage_window part) const
    {
        if (state_.rows_from > part.from.value_or(0)) part.from = state_.rows_from;
        return part;
    }

    /// The window, as far as it has no bounds up to its first and last row.
    sdk::usage_window read_window_of_rows() const
    {
        if (window_.from && window_.to) return window_;
        const auto rows = read_row_bounds(db_, readable_part(window_), tenant_);
        return rows
                   ? sdk::usage_window{.from = window_.from.value_or(*rows->from), .to = window_.to.value_or(*rows->to)}
                   : window_;
    }

    void stream(const sdk::usage_window& part, const std::function<void(const report_row&)>& on_row)
    {
        stream_rows(db_, readable_part(part), tenant_, [&](const report_row& row) {
            if (++rows_ > max_rows_) reject_window(max_rows_);
            on_row(row);
        });
    }

    database::session&                    db_;
    const sdk::usage_window               window_;
    const std::optional<std::string_view> tenant_;
    const std::size_t                     max_rows_;
    const std::optional<usage_period>     period_; ///< of the series; none without one
    const sdk::usage_window               stored_;
    const rollup_state                    state_;
    stale_periods                         stale_;
    std::size_t                           rows_ = 0;
};

} // namespace

sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              std::size_t max_rows, std::optional<sdk::usage_period> period)
{
    const database::snapshot snapshot{db};
    prefer_indexes(db);
    return report_query{db, window, tenant, max_rows, period}.read();
}

} // namespace verbatim::core::reporting
