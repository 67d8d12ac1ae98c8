#include "breakdown/suppression.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace verbatim::analyze_bulk;

namespace {

/// Finds by enumeration which suppressed cells follow from the rest.
class attacker
{
public:
    attacker(const count_table& table, const suppressed_cells& suppressed)
        : table_{table}
        , columns_{table.rows[0].size()}
        , guess_{table.rows}
    {
        for (std::size_t row = 0; row != table.rows.size(); ++row)
            for (std::size_t column = 0; column != columns_; ++column)
                if (suppressed[row][column])
                    unknown_.push_back({.row = row, .column = column}), guess_[row][column] = 0;
    }

    /// The number of suppressed cells that have the same value in all tables that are possible. A cell of a hidden
    /// column is not shown as suppressed, so it does not count.
    std::size_t count_computable()
    {
        guess(0);
        return static_cast<std::size_t>(
                   std::ranges::count_if(unknown_, [this](const cell& at) { return matters(at); })) -
               different_;
    }

private:
    struct cell
    {
        std::size_t   row;
        std::size_t   column;
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        std::uint64_t most  = 0;
    };

    bool matters(const cell& at) const { return !table_.hides_last_column || at.column + 1 != columns_; }

    static std::uint64_t sum(const std::vector<std::uint64_t>& row)
    {
        return std::accumulate(row.begin(), row.end(), std::uint64_t{0});
    }

    /// Whether the unions hold whose last row this is, and no count exceeds its group.
    bool holds(std::size_t row) const
    {
        for (std::size_t column = 0; column != columns_; ++column)
        {
            if (guess_[row][column] > guess_[0][column]) return false;
            for (const auto& rows : table_.unions)
            {
                if (rows.back() != row) continue;
                std::uint64_t parts = 0;
                for (std::size_t n = 1; n != rows.size(); ++n) parts += guess_[rows[n]][column];
                if (parts != guess_[rows[0]][column]) return false;
            }
        }
        return true;
    }

    /// Notes a possible table. True when every cell has two possible values.
    bool note()
    {
        different_        = 0;
        std::size_t cells = 0;
        for (auto& at : unknown_)
        {
            at.least = std::min(at.least, guess_[at.row][at.column]);
            at.most  = std::max(at.most, guess_[at.row][at.column]);
            if (!matters(at)) continue;
            ++cells;
            different_ += at.least != at.most;
        }
        return different_ == cells;
    }

    /// Tries all values of the unknown cells from the n-th on, which are sorted by row.
    bool guess(std::size_t n)
    {
        if (n == unknown_.size()) return note();
        const auto row    = unknown_[n].row;
        const auto column = unknown_[n].column;
        const bool last   = n + 1 == unknown_.size() || unknown_[n + 1].row != row;
        const auto left   = sum(table_.rows[row]) - sum(guess_[row]);
        for (std::uint64_t value = last ? left : 0; value <= left; ++value)
        {
            guess_[row][column] = value;
            if ((!last || holds(row)) && guess(n + 1)) return true;
        }
        guess_[row][column] = 0;
        return false;
    }

    const count_table&                      table_;
    std::size_t                             columns_;
    std::vector<std::vector<std::uint64_t>> guess_;
    std::vector<cell>                       unknown_;
    std::size_t                             different_ = 0;
};

std::string to_text(const count_table& table, const suppressed_cells& suppressed)
{
    std::string text;
    for (std::size_t row = 0; row != table.rows.size(); ++row)
    {
        for (std::size_t column = 0; column != table.rows[row].size(); ++column)
            text += std::to_string(table.rows[row][column]) + (suppressed[row][column] ? "* " : " ");
        text += "\n";
    }
    return text;
}

suppressed_cells mask(const std::vector<std::string>& rows)
{
    suppressed_cells cells;
    for (const auto& row : rows)
    {
        cells.emplace_back();
        for (const char c : row) cells.back().push_back(c == '*');
    }
    return cells;
}

} // namespace

BOOST_AUTO_TEST_SUITE(suppression)

BOOST_AUTO_TEST_CASE(a_small_cell_takes_another_one_with_it)
{
    const struct
    {
        count_table              table;
        std::vector<std::string> expected;
    } table[]{
        {{{{40, 30, 20}, {20, 10, 8}}}, {"...", "..."}},
        {{{{40, 30, 20}, {20, 10, 3}}}, {"...", ".**"}},
        {{{{40, 30, 20}, {20, 3, 8}}}, {"...", ".**"}},
        {{{{40, 30, 20}, {20, 3, 0}}}, {"...", "***"}}, // a zero alone would not hide the three
        {{{{40, 30, 20}, {20, 0, 8}}}, {"...", "..."}}, // zeros are shown
        {{{{40, 30, 20}, {0, 0, 2}}}, {"...", "*.*"}},
        {{{{40}, {3}}}, {".", "."}}, // the sum of the row
        {{{{3, 4}, {1, 2}}, {}, false}, {"**", "**"}},
        {{{{40, 30, 20}, {20, 3, 8}}, {}, false, true}, {"..*", ".**"}},
        // The parts of a code: hiding one of two needs the other.
        {{{{40, 30, 20}, {30, 19, 12}, {18, 3, 6}, {12, 16, 6}}, {{1, 2, 3}}}, {"...", "...", ".**", ".**"}},
        // All records have one of two codes.
        {{{{40, 30}, {38, 20}, {2, 10}}, {{0, 1, 2}}}, {"..", "**", "**"}},
    };
    for (const auto& [counts, expected] : table)
    {
        const auto cells = suppress_small_cells(counts, 5);
        BOOST_TEST((cells == mask(expected)), to_text(counts, cells));
    }
}

BOOST_AUTO_TEST_CASE(a_minimum_of_zero_or_one_suppresses_nothing)
{
    const count_table table{{{40, 30}, {1, 2}}};
    for (const std::uint64_t min_cell : {0, 1})
        BOOST_TEST((suppress_small_cells(table, min_cell) == mask({"..", ".."})));
    BOOST_TEST((suppress_small_cells(table, 2) == mask({"..", "**"})));
    BOOST_TEST(suppress_small_cells({}, 5).empty());
}

// Random corpora of records with a code and a sub-code.
BOOST_AUTO_TEST_CASE(no_suppressed_cell_of_a_small_table_can_be_computed)
{
    std::mt19937_64 random{3};
    const auto      below      = [&](std::uint64_t limit) { return random() % limit; };
    int             suppressed = 0;
    for (int round = 0; round != 20'000; ++round)
    {
        constexpr std::uint64_t min_cell = 3;
        const auto              columns  = 2 + below(2);
        count_table             table{std::vector(5, std::vector<std::uint64_t>(columns, 0))};
        table.hides_last_column = below(3) == 0;
        table.shows_group_sizes = !table.hides_last_column;
        // Rows: all, top code A, its sub-codes A1 and A2, top code B.
        const bool b_is_rest = below(2) == 0;
        for (std::size_t column = 0; column != columns; ++column)
        {
            const auto records = min_cell + below(4);
            for (std::uint64_t n = 0; n != records; ++n)
            {
                ++table.rows[0][column];
                if (below(4) != 0) ++table.rows[1][column], ++table.rows[below(3) == 0 ? 2 : 3][column];
                else if (b_is_rest || below(2) == 0) ++table.rows[4][column];
            }
        }
        table.unions = {{1, 2, 3}};
        if (b_is_rest) table.unions.push_back({0, 1, 4});

        const auto cells = suppress_small_cells(table, min_cell);
        for (std::size_t row = 0; row != table.rows.size(); ++row)
            for (std::size_t column = 0; column != columns; ++column)
            {
                const auto count = table.rows[row][column];
                const bool small = count != 0 && count < min_cell;
                if (small && (row != 0 || !table.shows_group_sizes)) BOOST_TEST(bool{cells[row][column]});
                suppressed += cells[row][column];
            }
        BOOST_TEST((attacker{table, cells}.count_computable()) == 0u, to_text(table, cells));
    }
    BOOST_TEST(suppressed > 1'000);
}

BOOST_AUTO_TEST_SUITE_END()
