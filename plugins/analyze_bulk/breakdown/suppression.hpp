#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk {

/// The records divided into groups that share none: a table of counts has a column for each.
struct table_groups
{
    std::vector<std::size_t>   of_record; ///< the group of each record
    std::vector<std::uint64_t> sizes;

    bool are_windows       = false; ///< of the records' dates; sizes below the minimum are suppressed as well
    bool hides_last_column = false; ///< the last column is not shown at all
};

/// What an answer counts: records by theme or code, and by group in several tables.
struct counted_records
{
    std::vector<std::vector<std::size_t>> rows;    ///< the records of each theme and code, ascending
    std::vector<std::size_t>              periods; ///< of each record; records without one share a number
    std::vector<table_groups>             tables;
};

/// Counts of a table: row 0 all records, then a theme or code each.
using group_counts = std::vector<std::vector<std::uint64_t>>;

group_counts count_by_group(const counted_records& counted, const table_groups& table);

/// For each row and column of a table whether the count is suppressed.
using suppressed_cells = std::vector<std::vector<bool>>;

struct suppression
{
    std::vector<suppressed_cells> tables;

    /// Records that may have exchanged their dates. The counts over time of a theme or code with one of the two must
    /// not be shown, unless it has both.
    std::vector<std::pair<std::size_t, std::size_t>> exchanged_dates;

    bool hides_all_over_time = false; ///< no count over time may be shown
};

/// Suppresses the counts from 1 to `min_cell` - 1, and as many others as it takes that no suppressed count follows from
/// the rest of the answer. For each suppressed count there are two records that may exchange their groups in all tables
/// without a change of any number that is shown, which changes this count. The groups of each occur together in the
/// period of the other; otherwise the dates are exchanged as well. The suppressed counts of a row hold at least
/// `min_cell` records together, if the row has as many and such records exist. Nothing is suppressed if `min_cell` is 0
/// or 1, or in a table with all records in one column: its counts are those of all records. The same input gives the
/// same result.
suppression suppress_small_counts(const counted_records& counted, std::uint64_t min_cell);

} // namespace verbatim::analyze_bulk
