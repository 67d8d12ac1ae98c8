#include "reporting/rollup_steps.hpp"

#include "database/inspection.hpp"
#include "reporting/rollup_tables.hpp"
#include "reporting/usage_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace verbatim::core::reporting {
namespace {

using hours = std::set<std::int64_t>;

period_range range_of(usage_period level, std::int64_t start) { return {level, start, period_end(level, start)}; }

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
    hour_roller(database::session& db, rollup_change& change, const period_set& failing)
        : db_{db}
        , change_{change}
        , failing_{failing}
    {}

    /// Rolls up these hours, and those in which their calls count as complete although they are not. Failing ones get
    /// marks.
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
        if (!failing_.contains({usage_period::hour, start}))
            return with_period(usage_period::hour, start, [&] { return compute(start); });
        change_.new_marks.emplace(usage_period::hour, start);
        return {};
    }

    std::vector<related_hour> compute(std::int64_t start)
    {
        const auto              range   = range_of(usage_period::hour, start);
        const sdk::usage_window window  = {.from = range.from, .to = range.to};
        auto                    related = read_related_hours(db_, window);
        std::set<call_key>      outside = read_calls_beyond(db_, range); // the other rows may be deleted
        for (const auto& other : related) outside.insert(other.call);

        std::int64_t   rows = 0;
        period_builder builder;
        stream_rows(db_, window, std::nullopt, [&](const report_row& row) {
            ++rows;
            builder.add(row);
        });
        // With fewer rows than before, rows were deleted: the roll-ups stay as the record of them.
        if (rows >= count_calls(db_, range))
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
    const period_set&  failing_;
};

/// Removes marks of a change that are stored already.
void keep_new_marks(rollup_change& change, const std::vector<marked_period>& stored)
{
    for (const auto& mark : stored) change.new_marks.erase({mark.level, mark.start});
}

/// The hour of the first or last row that meets a condition on its time; none without a row.
std::optional<std::int64_t> hour_of_row(database::session& db, const std::string& aggregate,
                                        const std::string& condition)
{
    const auto hour = db.select("select " + hour_of(db.sql_dialect(), "row_time") + " from (select " + aggregate +
                                    "(timestamp) as row_time from llm_calls where timestamp " + condition + ") as r",
                                1, {})
                          .at(0)
                          .at(0);
    if (!hour) return std::nullopt;
    return database::parse_integer(hour);
}

/// The day (SQLite) or the month of the oldest row from a time on; none without a row.
std::optional<period_range> oldest_rows(database::session& db, std::int64_t from)
{
    const auto dialect = db.sql_dialect();
    const auto hour    = hour_of_row(db, "min", ">= " + time_literal(dialect, from));
    if (!hour) return std::nullopt;
    const auto level = dialect == database::dialect::sqlite ? usage_period::day : usage_period::month;
    return range_of(level, period_start(level, *hour));
}

/// The start of the day of the newest row before `end`; none without a row.
std::optional<std::int64_t> newest_day_before(database::session& db, std::int64_t end)
{
    const auto hour = hour_of_row(db, "max", "< " + time_literal(db.sql_dialect(), end));
    if (!hour) return std::nullopt;
    return period_start(usage_period::day, *hour);
}

hours hours_between(std::int64_t from, std::int64_t to)
{
    hours starts;
    for (auto start = from; start < to; start += microseconds_of_hour) starts.insert(start);
    return starts;
}

/// The first period whose parts are complete: it has ended, is built, and is the only thing marked within itself.
std::optional<marked_period> mergeable(const std::vector<marked_period>& marks, std::int64_t built_from,
                                       std::int64_t now, const period_set& failing)
{
    for (const auto& mark : marks)
    {
        const auto range = range_of(mark.level, mark.start);
        if (mark.level == usage_period::hour || range.to > now || range.from < built_from) continue;
        const bool has_marks_inside = std::ranges::any_of(marks, [&](const marked_period& other) {
            return other.level < mark.level && other.start >= range.from && other.start < range.to;
        });
        if (!has_marks_inside && !failing.contains({mark.level, mark.start})) return mark;
    }
    return std::nullopt;
}

bool is_due(const marked_period& mark, const hour_limits& limits)
{
    const bool clock_was_changed = mark.newest_age < 0;
    return clock_was_changed || mark.newest_age >= limits.quiet_time.count() ||
           mark.oldest_age >= limits.longest_wait.count();
}

/// Marks that a step takes off a period; further ones stay for the next step.
constexpr std::size_t max_marks_of_period = 10'000;

void process_marks(database::session& db, rollup_change& change, usage_period level, std::int64_t start)
{
    const auto ids = read_mark_ids(db, level, start, max_marks_of_period);
    change.processed_marks.insert(change.processed_marks.end(), ids.begin(), ids.end());
}

usage_period part_of(usage_period period)
{
    return period == usage_period::month ? usage_period::day : usage_period::hour;
}

} // namespace

hour_step roll_up_marked_hours(database::session& db, const hour_limits& limits, const period_set& failing)
{
    std::size_t late_hours = 0;
    const auto  result     = take_step(db, [&](rollup_change& change) {
        const auto marks = read_marks(db);
        hours      due;
        for (const auto& mark : marks)
            if (mark.level == usage_period::hour && is_due(mark, limits) && !failing.contains({mark.level, mark.start}))
                due.insert(mark.start);
        while (due.size() > limits.max_hours) due.erase(due.begin());
        if (due.empty()) return false;

        for (const auto start : due) process_marks(db, change, usage_period::hour, start);
        late_hours = std::erase_if(due, [&](std::int64_t start) { return start < change.seen.rows_from; });
        hour_roller{db, change, failing}.roll_up(due);
        keep_new_marks(change, marks);
        return true;
    });
    return {result, result == step_result::done ? late_hours : 0};
}

step_result roll_up_history(database::session& db, const period_set& failing)
{
    return take_step(db, [&](rollup_change& change) {
        const auto end = change.seen.built_from;
        if (end == 0) return false;
        const auto day    = newest_day_before(db, end);
        change.built_from = day.value_or(0);
        if (!day) return true;
        hour_roller{db, change, failing}.roll_up(
            hours_between(*day, std::min(end, period_end(usage_period::day, *day))));
        keep_new_marks(change, read_marks(db));
        return true;
    });
}

step_result merge_periods(database::session& db, std::int64_t now, const period_set& failing)
{
    return take_step(db, [&](rollup_change& change) {
        const auto mark = mergeable(read_marks(db), change.seen.built_from, now, failing);
        if (!mark) return false;
        with_period(mark->level, mark->start, [&] {
            auto parts             = range_of(mark->level, mark->start);
            parts.level            = part_of(mark->level);
            const auto     outside = read_calls_beyond(db, parts);
            period_builder builder;
            read_rollups(db, {parts}, std::nullopt, target_of(builder));
            change.periods.push_back(encode(mark->level, mark->start, builder.finish([&](const call_key& call) {
                return outside.contains(call);
            })));
            process_marks(db, change, mark->level, mark->start);
        });
        return true;
    });
}

step_result finish_oldest_rows(database::session& db, std::int64_t limit)
{
    return take_step(db, [&](rollup_change& change) {
        const auto range = oldest_rows(db, change.seen.rows_from);
        if (!range || range->to > limit || change.seen.built_from != 0) return false;
        const auto marks = read_marks(db);
        if (std::ranges::any_of(marks, [&](const marked_period& mark) {
                return mark.level == usage_period::hour && mark.start < range->to;
            }))
            return false;
        for (const auto hour : read_hours_with_more_rows(db, {std::max(range->from, change.seen.rows_from), range->to}))
            change.new_marks.emplace(usage_period::hour, hour);
        if (change.new_marks.empty()) change.rows_from = range->to;
        return true;
    });
}

namespace {

/// Few enough that writers wait for some ten milliseconds.
constexpr std::int64_t rows_of_batch = 1'000;

deletion delete_batch(database::session& db, std::int64_t end)
{
    const database::parameter values[] = {{"end", end}, {"count", rows_of_batch}};
    const auto deleted = db.execute("delete from llm_calls where (timestamp, attempt_id) in (select timestamp, "
                                    "attempt_id from llm_calls where timestamp < :end order by timestamp limit :count)",
                                    values);
    return {deleted, deleted == rows_of_batch};
}

deletion drop_partition(database::session& db, std::int64_t end)
{
    const auto rows = db.select(
        "select 1 where drop_llm_calls_partition(" + time_literal(database::dialect::postgresql, end) + ")", 1, {});
    return {static_cast<std::int64_t>(rows.size()), !rows.empty()};
}

} // namespace

std::int64_t retention_limit(database::session& db, std::int64_t days)
{
    return database::microseconds_now(db) - days * 24 * microseconds_of_hour;
}

deletion delete_rows(database::session& db, std::int64_t limit)
{
    const auto end = std::min(limit, read_state(db).rows_from);
    return db.sql_dialect() == database::dialect::sqlite ? delete_batch(db, end) : drop_partition(db, end);
}

} // namespace verbatim::core::reporting
