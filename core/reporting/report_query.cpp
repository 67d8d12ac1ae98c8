#include "reporting/report_query.hpp"

#include "reporting/model_totals.hpp"
#include "reporting/report_builder.hpp"
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

/// Reads one report in the snapshot of its session.
class report_query
{
public:
    report_query(database::session& db, const sdk::usage_window& window, std::optional<std::string_view> tenant,
                 const report_limits& limits, std::optional<usage_period> period)
        : db_{db}
        , window_{window}
        , tenant_{tenant}
        , limits_{limits}
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
        if (period_)
        {
            window_of_rows_ = read_window_of_rows();
            check_periods({*period_, window_of_rows_}); // before it reads rows
        }
        const auto plan         = plan_window(window_, stored_, stale_);
        const auto calls        = count_calls(db_, plan.rollups, tenant_, limits_.max_exact_calls);
        const bool has_all_rows = state_.rows_from <= std::max(window_.from.value_or(0), *stored_.from);
        const bool is_small     = calls < limits_.max_exact_calls && std::cmp_less_equal(calls, limits_.max_rows);
        if (is_small && (has_all_rows || calls == 0))
            if (auto report = read_rows(plan, calls)) return *std::move(report);
        add_related_hours();
        auto report = read_rollups_and_rows();
        if (period_) report.series = read_series(*period_);
        return report;
    }

private:
    /// From rows alone, so that all values are exact. None if rows were deleted: there are fewer than `calls` outside
    /// of the plan's rows.
    std::optional<sdk::usage_report> read_rows(const window_plan& plan, std::int64_t calls)
    {
        report_builder              builder;
        model_totals                models;
        std::optional<exact_series> series;
        std::int64_t                rolled_up_rows = 0;
        if (period_) series.emplace(series_request{*period_, window_});
        const auto windows = period_ ? split_window({*period_, window_of_rows_}) : std::vector{window_};
        for (const auto& window : windows)
        {
            stream(window, [&](const report_row& row) {
                if (calls != 0 && !plan.reads_row_at(row.started)) ++rolled_up_rows;
                models.add(row);
                if (series) series->add(row);
                else builder.add(row);
            });
            if (series) series->move_rows_to(builder);
        }
        if (rolled_up_rows < calls) return std::nullopt;
        auto report   = builder.report();
        report.models = models.list();
        if (series) report.series = series->finish();
        return report;
    }

    sdk::usage_report read_rollups_and_rows()
    {
        const auto     plan = plan_window(window_, stored_, stale_);
        period_builder builder;
        model_totals   models;
        read_rollups(db_, plan.rollups, tenant_, builder, models);
        rows_ = 0;
        for (const auto& part : plan.rows)
            stream(part, [&](report_row row) {
                models.add(row);
                row.model = {}; // groups sum over all models
                builder.add(row);
            });
        auto report   = report_of(builder.finish([](const call_key&) { return false; }));
        report.models = models.list();
        return report;
    }

    std::vector<sdk::usage_of_period> read_series(usage_period period)
    {
        const auto    plan = plan_window(window_, stored_, stale_, period);
        rollup_series series{{period, window_}};
        const auto    rollup_at = [&](std::int64_t start, const rollup_key::view& names) -> rollup& {
            return series.at(start, std::get<2>(names));
        };
        const auto part_of = [&](std::int64_t start, const call_key& call, std::string_view tenant,
                                 std::string_view operation) -> invocations::sums& {
            return series.part_of(start, call, tenant, operation);
        };
        read_rollups(db_, plan.rollups, tenant_, {rollup_at, part_of});
        rows_ = 0;
        for (const auto& part : plan.rows) stream(part, [&](const report_row& row) { series.add(row); });
        return series.finish();
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
            if (++rows_ > limits_.max_rows) reject_window(limits_.max_rows);
            on_row(row);
        });
    }

    database::session&                    db_;
    const sdk::usage_window               window_;
    const std::optional<std::string_view> tenant_;
    const report_limits                   limits_;
    const std::optional<usage_period>     period_; ///< of the series; none without one
    const sdk::usage_window               stored_;
    const rollup_state                    state_;
    stale_periods                         stale_;
    sdk::usage_window                     window_of_rows_; ///< with a series
    std::size_t                           rows_ = 0;
};

} // namespace

sdk::usage_report read_report(database::session& db, sdk::usage_window window, std::optional<std::string_view> tenant,
                              const report_limits& limits, std::optional<sdk::usage_period> period)
{
    const database::snapshot snapshot{db};
    prefer_indexes(db);
    return report_query{db, window, tenant, limits, period}.read();
}

} // namespace verbatim::core::reporting
