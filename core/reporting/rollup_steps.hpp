#pragma once

#include "database/session.hpp"
#include "reporting/failed_periods.hpp"
#include "reporting/rollup_tables.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

/// The work that keeps roll-ups equal to the rows. Each step computes from a snapshot and stores its result in one
/// transaction, together with the marks that it has processed. It therefore takes effect once or not at all, and may be
/// interrupted at any time. Steps throw database::failure, or period_failure.
namespace verbatim::core::reporting {

enum class step_result
{
    done,
    nothing_to_do,
    conflict, ///< another server changed the roll-ups meanwhile, or is about to
};

/// Which marked hours a step rolls up: the newest, and only those without new rows for `quiet_time`, or with marks
/// older than `longest_wait`. An hour is computed from all of its rows, so each write to it would cost a pass over it.
struct hour_limits
{
    std::size_t          max_hours = 24;
    std::chrono::seconds quiet_time{30};
    std::chrono::seconds longest_wait{900};
};

struct hour_step
{
    step_result result     = step_result::nothing_to_do;
    std::size_t late_hours = 0; ///< with new rows, although before rows_from: their roll-ups stay as they are
};

/// Rolls up hours with new rows. `failing` hours keep their marks.
hour_step roll_up_marked_hours(database::session& db, const hour_limits& limits, const period_set& failing = {});

/// Builds the newest day whose hours have no roll-ups yet: the history before the tables of roll-ups existed. `failing`
/// hours get marks instead.
step_result roll_up_history(database::session& db, const period_set& failing = {});

/// Merges the roll-ups of hours to those of a day, or those of days to those of a month. Periods that end after `now`,
/// those with marks inside and `failing` ones wait.
step_result merge_periods(database::session& db, std::int64_t now, const period_set& failing = {});

/// Raises rows_from over the oldest day (SQLite) or month (PostgreSQL, whose partitions are months) with rows that ends
/// by `limit`, unless an hour before its end is not rolled up. Hours with more rows than their roll-ups count, for
/// example in an attached partition, get marks instead.
step_result finish_oldest_rows(database::session& db, std::int64_t limit);

/// The time before which rows are too old, by the clock of the database: servers whose clocks are wrong delete nothing
/// too early.
std::int64_t retention_limit(database::session& db, std::int64_t days);

struct deletion
{
    std::int64_t deleted   = 0; ///< rows (SQLite) or partitions (PostgreSQL)
    bool         more_work = false;
};

/// Deletes some of the rows before `limit` and before rows_from, whose roll-ups are final: a batch of rows, or one
/// partition that ends by then. Several servers may delete at once. A partition in use for longer than a quarter of a
/// second fails as `busy`, so that writers do not wait for it.
deletion delete_rows(database::session& db, std::int64_t limit);

} // namespace verbatim::core::reporting
