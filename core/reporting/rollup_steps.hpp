#pragma once

#include "reporting/rollup_tables.hpp"

#include "database/session.hpp"

#include <cstddef>
#include <cstdint>

/// The work that keeps roll-ups equal to the rows. Each step computes from a snapshot and stores its result in one
/// transaction, together with the marks that it has processed. It therefore takes effect once or not at all, and may be
/// interrupted at any time. Everything throws database::failure.
namespace verbatim::core::reporting {

enum class step_result
{
    done,
    nothing_to_do,
    conflict, ///< another server changed the roll-ups meanwhile, or is about to
};

/// Rolls up hours with new rows, at most `max_hours` and the newest first.
step_result roll_up_marked_hours(database::session& db, std::size_t max_hours);

/// Builds the newest day whose hours have no roll-ups yet: the history before the tables of roll-ups existed.
step_result roll_up_history(database::session& db);

/// Merges the roll-ups of hours to those of a day, or those of days to those of a month. Periods that end after `now`
/// and those with marks inside wait.
step_result merge_periods(database::session& db, std::int64_t now);

} // namespace verbatim::core::reporting
