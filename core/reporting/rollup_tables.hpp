#pragma once

#include "reporting/periods.hpp"
#include "reporting/rollup.hpp"

#include "database/session.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The tables of roll-ups. Everything throws database::failure.
namespace verbatim::core::reporting {

/// Consecutive hours, days or months, by the level of their roll-ups.
struct period_range
{
    usage_period level = usage_period::hour;
    std::int64_t from  = 0;
    std::int64_t to    = 0;

    friend auto operator<=>(const period_range&, const period_range&) = default;
};

struct rollup_state
{
    std::int64_t version    = 0; ///< grows with each change of the roll-ups
    std::int64_t built_from = 0; ///< hours before it have no roll-ups yet
    std::int64_t rows_from  = 0; ///< rows of hours before it may be deleted; their roll-ups are final
};

/// A period whose roll-ups are missing or differ from its rows. It has a mark for each write.
struct marked_period
{
    usage_period level      = usage_period::hour;
    std::int64_t start      = 0;
    std::int64_t oldest_age = 0; ///< of its marks, in seconds
    std::int64_t newest_age = 0;
};

/// For the rest of a transaction: plans that read few rows by index, without just-in-time compilation, which costs more
/// than it saves in a query that runs once.
void prefer_indexes(database::session& db);

/// False: another server computes roll-ups. The lock lasts until the end of the transaction; what keeps the result
/// right is the version in the state.
bool try_lock(database::session& db);

rollup_state read_state(database::session& db);

/// In order of levels and starts.
std::vector<marked_period> read_marks(database::session& db);

/// The ids of the oldest marks of a period, at most `max_marks`.
std::vector<std::int64_t> read_mark_ids(database::session& db, usage_period level, std::int64_t start,
                                        std::size_t max_marks);

/// With more than `max_surplus` marks besides two of each period, leaves a mark of the oldest and one of the newest
/// time of each period, under new ids. Otherwise marks would pile up while roll-ups cannot be computed. Does nothing
/// while another server computes roll-ups, which would then find none of the marks that it has processed.
void compact_marks(database::session& db, std::int64_t max_surplus);

/// From the first month with roll-ups to the end of the last one. Both are 0 without any.
sdk::usage_window stored_months(database::session& db);

/// An hour with rows of a call that also has rows in another hour.
struct related_hour
{
    call_key     call{};
    std::int64_t hour     = 0;
    bool         is_apart = false; ///< the roll-ups of the hour keep the part of this call apart
};

/// The hours outside of `hours` with rows of the calls that have rows inside.
std::vector<related_hour> read_related_hours(database::session& db, const sdk::usage_window& hours);

/// A roll-up of an hour, a day or a month. Borrows the names.
struct stored_rollup
{
    std::int64_t     start = 0;
    rollup_key::view names;
    rollup_sums      sums;
};

/// Returns what a stored roll-up, or a stored part of an invocation, is merged into.
struct rollup_target
{
    std::function<rollup&(const stored_rollup& stored)> at;
    std::function<invocations::sums&(std::int64_t start, const call_key& call, std::string_view tenant,
                                     std::string_view operation)>
        part_of;
};

rollup_target target_of(period_builder& builder);

/// Reads the roll-ups and the parts of invocations of these ranges.
void read_rollups(database::session& db, const std::vector<period_range>& ranges,
                  std::optional<std::string_view> tenant, const rollup_target& target);

/// The number of model calls in this range.
std::int64_t count_calls(database::session& db, const period_range& range);

/// The hours of this range with more rows than their roll-ups count.
std::vector<std::int64_t> read_hours_with_more_rows(database::session& db, const sdk::usage_window& range);

/// The calls with parts in the roll-ups of this range that also have rows outside it.
std::set<call_key> read_calls_beyond(database::session& db, const period_range& range);

/// The roll-ups of a period as they are stored.
struct encoded_period
{
    usage_period level = usage_period::hour;
    std::int64_t start = 0;
    std::string  rollups; ///< JSON
    std::string  parts;   ///< JSON
};

encoded_period encode(usage_period level, std::int64_t start, const period_rollups& records);

/// A change of the roll-ups, computed from a snapshot.
struct rollup_change
{
    rollup_state                                    seen;       ///< in the snapshot
    std::optional<std::int64_t>                     built_from; ///< the new one
    std::optional<std::int64_t>                     rows_from;  ///< the new one
    std::vector<encoded_period>                     periods;    ///< replace those that are stored
    std::vector<std::int64_t>                       processed_marks;
    std::set<std::pair<usage_period, std::int64_t>> new_marks;
};

/// Stores the change in a transaction. False, without effect: another server changed the roll-ups since the snapshot,
/// or an hour before the new rows_from has rows that are not rolled up. Throws period_failure if a period cannot be
/// replaced.
bool store(database::session& db, const rollup_change& change);

} // namespace verbatim::core::reporting
