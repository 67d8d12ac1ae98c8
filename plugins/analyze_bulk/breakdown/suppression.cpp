#include "suppression.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

namespace verbatim::analyze_bulk {

namespace {

/// The least and the most that each cell can be, from the shown cells, the sums of the rows, the unions and the groups.
class cell_limits
{
public:
    cell_limits(const count_table& table, const suppressed_cells& suppressed)
        : table_{table}
        , least_{table.rows}
        , most_{table.rows}
    {
        for (std::size_t row = 0; row != table.rows.size(); ++row)
        {
            sums_.push_back(std::accumulate(table.rows[row].begin(), table.rows[row].end(), std::uint64_t{0}));
            for (std::size_t column = 0; column != table.rows[row].size(); ++column)
                if (suppressed[row][column]) least_[row][column] = 0, most_[row][column] = sums_[row];
        }
        constexpr int max_rounds = 100; // each narrows some limits; the first few do most of it
        for (int round = 0; round != max_rounds; ++round)
            if (!narrow()) break;
    }

    bool is_single(std::size_t row, std::size_t column) const { return least_[row][column] == most_[row][column]; }

private:
    bool narrow()
    {
        changed_ = false;
        for (std::size_t row = 0; row != table_.rows.size(); ++row)
        {
            narrow_row(row);
            for (std::size_t column = 0; column != table_.rows[row].size(); ++column)
            {
                limit(row, column, least_[row][column], most_[0][column]);
                limit(0, column, least_[row][column], most_[0][column]);
            }
        }
        for (const auto& rows : table_.unions)
            for (std::size_t column = 0; column != table_.rows[0].size(); ++column) narrow_union(rows, column);
        return changed_;
    }

    void narrow_row(std::size_t row)
    {
        const auto least = std::accumulate(least_[row].begin(), least_[row].end(), std::uint64_t{0});
        const auto most  = std::accumulate(most_[row].begin(), most_[row].end(), std::uint64_t{0});
        for (std::size_t column = 0; column != table_.rows[row].size(); ++column)
            limit(row, column, minus(sums_[row], most - most_[row][column]),
                  minus(sums_[row], least - least_[row][column]));
    }

    void narrow_union(const std::vector<std::size_t>& rows, std::size_t column)
    {
        const auto    whole = rows[0];
        std::uint64_t least = 0, most = 0;
        for (std::size_t n = 1; n != rows.size(); ++n) least += least_[rows[n]][column], most += most_[rows[n]][column];
        limit(whole, column, least, most);
        for (std::size_t n = 1; n != rows.size(); ++n)
        {
            const auto part = rows[n];
            limit(part, column, minus(least_[whole][column], most - most_[part][column]),
                  minus(most_[whole][column], least - least_[part][column]));
        }
    }

    static std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

    void limit(std::size_t row, std::size_t column, std::uint64_t least, std::uint64_t most)
    {
        auto &low = least_[row][column], &high = most_[row][column];
        changed_ = changed_ || least > low || most < high;
        low      = std::max(low, least);
        high     = std::min(high, most);
    }

    const count_table&                      table_;
    std::vector<std::vector<std::uint64_t>> least_;
    std::vector<std::vector<std::uint64_t>> most_;
    std::vector<std::uint64_t>              sums_;
    bool                                    changed_ = false;
};

/// A suppressed cell alone in its row, or alone in a union, is the difference of the others. So each row with a
/// suppressed cell also suppresses one column, which is the same for all rows, and each union has none or several
/// suppressed cells in a column. With the common column, the sums of the rows do not determine the other columns. There
/// each chain of unions ends in a suppressed cell.
class suppressor
{
public:
    suppressor(const count_table& table, std::uint64_t min_cell)
        : table_{table}
        , min_cell_{min_cell}
        , columns_{table.rows.empty() ? 0 : table.rows[0].size()}
        , shown_columns_{columns_ - (table.hides_last_column ? 1 : 0)}
        , suppressed_(table.rows.size(), std::vector<bool>(columns_, false))
        , is_fixed_(table.rows.size(), false)
    {}

    suppressed_cells run()
    {
        if (table_.hides_last_column)
            for (auto& row : suppressed_) row[columns_ - 1] = true;
        if (min_cell_ <= 1 || columns_ < 2) return suppressed_;

        fix_known_rows();
        suppress_primary_cells();
        do {
            complete();
            widen_narrow_cells();
        } while (changed_);
        return suppressed_;
    }

private:
    /// Rows whose cells are known anyway: without records, and with all of them.
    void fix_known_rows()
    {
        for (std::size_t row = 0; row != table_.rows.size(); ++row)
        {
            const auto& counts = table_.rows[row];
            is_fixed_[row]     = counts == table_.rows[0] || counts == std::vector<std::uint64_t>(columns_, 0);
        }
    }

    void suppress_primary_cells()
    {
        for (std::size_t row = 0; row != table_.rows.size(); ++row)
            for (std::size_t column = 0; column != shown_columns_; ++column)
                if (const auto count = table_.rows[row][column];
                    count != 0 && count < min_cell_ && !(is_fixed_[row] && table_.shows_group_sizes))
                    suppress(row, column);
    }

    void suppress(std::size_t row, std::size_t column)
    {
        changed_                 = changed_ || !suppressed_[row][column];
        suppressed_[row][column] = true;
    }

    bool has_suppressed(std::size_t row) const
    {
        const auto begin = suppressed_[row].begin();
        return std::find(begin, begin + static_cast<std::ptrdiff_t>(shown_columns_), true) !=
               begin + static_cast<std::ptrdiff_t>(shown_columns_);
    }

    /// The hidden column, or the smallest group.
    std::size_t common_column() const
    {
        if (table_.hides_last_column) return columns_ - 1;
        const auto& sizes = table_.rows[0];
        return static_cast<std::size_t>(std::ranges::min_element(sizes) - sizes.begin());
    }

    void complete()
    {
        do {
            changed_ = false;
            for (std::size_t row = 0; row != table_.rows.size(); ++row) complete_row(row);
            for (const auto& rows : table_.unions)
                for (std::size_t column = 0; column != shown_columns_; ++column) complete_union(rows, column);
        } while (changed_);
    }

    /// Limits alone may leave one value for a cell. A further suppressed cell of its union or row widens them.
    void widen_narrow_cells()
    {
        const cell_limits limits{table_, suppressed_};
        for (std::size_t row = 0; row != table_.rows.size(); ++row)
            for (std::size_t column = 0; column != shown_columns_; ++column)
                if (suppressed_[row][column] && limits.is_single(row, column)) widen(row, column);
    }

    void widen(std::size_t row, std::size_t column)
    {
        for (const auto& rows : table_.unions)
            if (std::ranges::find(rows, row) != rows.end())
                if (const auto other = best_of_union(rows, column)) return suppress(*other, column);
        if (const auto other = smallest_shown(row, true)) suppress(row, *other);
    }

    void complete_row(std::size_t row)
    {
        if (!has_suppressed(row)) return;
        suppress(row, common_column());
        for (;;)
        {
            std::uint64_t records = 0;
            std::size_t   cells   = 0;
            for (std::size_t column = 0; column != columns_; ++column)
                if (suppressed_[row][column]) records += table_.rows[row][column], ++cells;
            const bool is_single = cells < 2;
            if (!is_single && records >= min_cell_) return;
            const auto next = smallest_shown(row, is_single);
            if (!next) return;
            suppress(row, *next);
        }
    }

    /// The column of the row's smallest shown count above zero; with `or_zero` of a zero if there is no other.
    std::optional<std::size_t> smallest_shown(std::size_t row, bool or_zero) const
    {
        std::optional<std::size_t> best;
        for (std::size_t column = 0; column != shown_columns_; ++column)
        {
            const auto count = table_.rows[row][column];
            if (suppressed_[row][column] || (count == 0 && !or_zero)) continue;
            if (!best || cost(count) < cost(table_.rows[row][*best])) best = column;
        }
        return best;
    }

    /// Zeros protect little, so they come last.
    static std::uint64_t cost(std::uint64_t count)
    {
        return count == 0 ? std::numeric_limits<std::uint64_t>::max() : count;
    }

    void complete_union(const std::vector<std::size_t>& rows, std::size_t column)
    {
        const auto is_suppressed = [&](std::size_t row) { return bool{suppressed_[row][column]}; };
        if (std::ranges::count_if(rows, is_suppressed) != 1) return;
        if (const auto other = best_of_union(rows, column)) suppress(*other, column);
    }

    /// The row of a shown cell whose suppression hides least. A row with suppressed cells needs no further ones.
    std::optional<std::size_t> best_of_union(const std::vector<std::size_t>& rows, std::size_t column) const
    {
        std::optional<std::size_t> best;
        const auto                 rank = [&](std::size_t row) {
            return std::tuple{!has_suppressed(row), cost(table_.rows[row][column]), row};
        };
        for (const auto row : rows)
            if (!suppressed_[row][column] && !is_fixed_[row] && (!best || rank(row) < rank(*best))) best = row;
        return best;
    }

    const count_table& table_;
    std::uint64_t      min_cell_;
    std::size_t        columns_;
    std::size_t        shown_columns_;
    suppressed_cells   suppressed_;
    std::vector<bool>  is_fixed_;
    bool               changed_ = false;
};

} // namespace

suppressed_cells suppress_small_cells(const count_table& table, std::uint64_t min_cell)
{
    return suppressor{table, min_cell}.run();
}

} // namespace verbatim::analyze_bulk
