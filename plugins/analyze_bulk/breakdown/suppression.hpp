#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::analyze_bulk {

/// Records counted by row (all records, then themes and codes) and by column: groups of records that share none.
struct count_table
{
    std::vector<std::vector<std::uint64_t>> rows; ///< row 0 counts all records; all rows have the same columns

    /// Rows of which the first has exactly the records of the others, which share none: a code and its sub-codes.
    std::vector<std::vector<std::size_t>> unions = {};

    bool shows_group_sizes = true;  ///< no cell of row 0 is suppressed; each is at least the minimum
    bool hides_last_column = false; ///< the last column is not shown at all
};

/// For each row and column whether the cell is suppressed.
using suppressed_cells = std::vector<std::vector<bool>>;

/// Suppresses the cells from 1 to `min_cell` - 1, and as many others as it takes that no suppressed cell follows from
/// the shown ones, the sums of the rows, the unions and the fact that no count is negative or exceeds its group. Zeros
/// are shown. The suppressed cells of a row hold at least `min_cell` records together, if the row has as many.
/// Nothing is suppressed if `min_cell` is 0 or 1, or if there is one column: its cells are the sums.
suppressed_cells suppress_small_cells(const count_table& table, std::uint64_t min_cell);

} // namespace verbatim::analyze_bulk
