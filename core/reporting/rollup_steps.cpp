#include "reporting/rollup_steps.hpp"

#include "reporting/usage_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace verbatim::core::reporting {
namespace {

using hours = std::set<std::int64_t>;

period_range range_of(usage_period level, std::int64_t start) { return {level, start, period_end(level, start)}; }

/// False: another server computes roll-ups. The lock lasts until the end of the snapshot; what keeps the result right
/// is the version in the state.
bool try_lock(database::session& db)
{
    if (db.sql_dialect() == database::dialect::sqlite) return true;
    // The bytes of "roll-ups".
    return db.select("select pg_try_advisory_xact_lock(x'726f6c6c2d757073'::bigint)", 1, {}).at(0).at(0) == "t";
}

/// Computes a change in a snapshot and stores it. `compute` returns false without work.
template <class Compute>
step_result take_step(database::session& db, Compute&& compute)
{
    rollup_change change;
    {
        const database::snapshot snapshot{db};
        if (!try_lock(db)) return step_result::conflict;
        prefer_indexes(db);
        change.seen = read_state(db);
        if (!compute(change)) return step_result::nothing_to_do;
    }
    return store(db, change) ? step_result::done : step_result::conflict;
}

/// Rolls up hours and adds them to a change.
class hour_roller
{
public:
    hour_roller(database::session& db, rollup_change& change)
        : db_{db}
        , change_{change}
    {}

    /// Rolls up these hours, and those in which their calls count as complete although they are not.
    void roll_up(const hours& starts)
    {
        hours others;
        for (const auto start : starts)
            for (const auto& other : roll_up(start))
            {
                mark_longer_periods(other.hour);
                const bool is_built = other.hour >= std::max(change_.seen.built_from, change_.seen.rows_from);
                if (is_built && !other.is_apart && !starts.contains(other.hour)) others.insert(other.hour);
            }
        for (const auto start : others) roll_up(start);
    }

private:
    std::vector<related_hour> roll_up(std::int64_t start)
    {
        const auto              range   = range_of(usage_period::hour, start);
        const sdk::usage_window window  = {.from = range.from, .to = range.to};
        auto                    related = read_related_hours(db_, window);
        std::set<call_key>      outside = read_calls_beyond(db_, range); // the other rows may be deleted
        for (const auto& other : related) outside.insert(other.call);

        std::int64_t   rows = 0;
        period_builder builder;
        stream_rows(db_, window, std::nullopt, row_columns::with_model, [&](const report_row& row) {
            ++rows;
            builder.add(row);
        });
        // With fewer rows than before, rows were deleted: the roll-ups stay as the record of them.
        if (rows >= count_calls(db_, {range}, std::nullopt))
            change_.periods.push_back(encode(usage_period::hour, start, builder.finish([&](const call_key& call) {
                return outside.contains(call);
            })));
        mark_longer_periods(start);
        return related;
    }

    void mark_longer_periods(std::int64_t hour)
    {
        for (const auto level : {usage_period::day, usage_period::month})
            change_.new_marks.emplace(level, period_start(level, hour));
    }

    database::session& db_;
    rollup_change&     change_;
};

/// Removes marks of a change that are stored already.
void keep_new_marks(rollup_change& change, const std::vector<rollup_mark>& stored)
{
    for (const auto& mark : stored) change.new_marks.erase({mark.level, mark.start});
}

/// The start of the day of the newest row before `end`; none without a row.
std::optional<std::int64_t> newest_day_before(database::session& db, std::int64_t end)
{
    const auto dialect = db.sql_dialect();
    const auto newest  = db.select("select " + hour_of(dialect, "newest") +
                                       " from (select max(timestamp) as newest from llm_calls where timestamp < " +
                                       time_literal(dialect, end) + ") as r",
                                   1, {})
                            .at(0)
                            .at(0);
    if (!newest) return std::nullopt;
    return period_start(usage_period::day, database::parse_integer(newest));
}

hours hours_between(std::int64_t from, std::int64_t to)
{
    hours starts;
    for (auto start = from; start < to; start += microseconds_of_hour) starts.insert(start);
    return starts;
}

/// The first period whose parts are complete: it has ended, is built, and is the only thing marked within itself.
std::optional<rollup_mark> mergeable(const std::vector<rollup_mark>& marks, std::int64_t built_from, std::int64_t now)
{
    for (const auto& mark : marks)
    {
        const auto range = range_of(mark.level, mark.start);
        if (mark.level == usage_period::hour || range.to > now || range.from < built_from) continue;
        const bool has_marks_inside = std::ranges::any_of(marks, [&](const rollup_mark& other) {
            return other.level < mark.level && other.start >= range.from && other.start < range.to;
        });
        if (!has_marks_inside) return mark;
    }
    return std::nullopt;
}

usage_period part_of(usage_period period)
{
    return period == usage_period::month ? usage_period::day : usage_period::hour;
}

} // namespace

step_result roll_up_marked_hours(database::session& db, std::size_t max_hours)
{
    return take_step(db, [&](rollup_change& change) {
        const auto                                        marks = read_marks(db);
        std::map<std::int64_t, std::vector<std::int64_t>> ids_by_hour;
        for (const auto& mark : marks)
            if (mark.level == usage_period::hour) ids_by_hour[mark.start].push_back(mark.id);
        while (ids_by_hour.size() > max_hours) ids_by_hour.erase(ids_by_hour.begin());

        hours starts;
        for (const auto& [start, ids] : ids_by_hour)
        {
            if (start >= change.seen.rows_from) starts.insert(start);
            change.processed_marks.insert(change.processed_marks.end(), ids.begin(), ids.end());
        }
        hour_roller{db, change}.roll_up(starts);
        keep_new_marks(change, marks);
        return !ids_by_hour.empty();
    });
}

step_result roll_up_history(database::session& db)
{
    return take_step(db, [&](rollup_change& change) {
        const auto end = change.seen.built_from;
        if (end == 0) return false;
        const auto day    = newest_day_before(db, end);
        change.built_from = day.value_or(0);
        if (!day) return true;
        hour_roller{db, change}.roll_up(hours_between(*day, std::min(end, period_end(usage_period::day, *day))));
        keep_new_marks(change, read_marks(db));
        return true;
    });
}

step_result merge_periods(database::session& db, std::int64_t now)
{
    return take_step(db, [&](rollup_change& change) {
        const auto marks = read_marks(db);
        const auto mark  = mergeable(marks, change.seen.built_from, now);
        if (!mark) return false;

        auto parts             = range_of(mark->level, mark->start);
        parts.level            = part_of(mark->level);
        const auto     outside = read_calls_beyond(db, parts);
        period_builder builder;
        read_rollups(db, {parts}, std::nullopt, rollup_names::all, builder);
        change.periods.push_back(encode(mark->level, mark->start,
                                        builder.finish([&](const call_key& call) { return outside.contains(call); })));
        for (const auto& same : marks)
            if (same.level == mark->level && same.start == mark->start) change.processed_marks.push_back(same.id);
        return true;
    });
}

} // namespace verbatim::core::reporting
