#include "suppression.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// A set of rows without row 0.
class row_set
{
public:
    explicit row_set(std::size_t rows, bool all = false)
        : words_((rows + 63) / 64, all ? ~std::uint64_t{0} : 0)
    {}

    void add(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }
    void add(const row_set& other)
    {
        for (std::size_t n = 0; n != words_.size(); ++n) words_[n] |= other.words_[n];
    }
    bool contains(std::size_t row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }

    row_set difference(const row_set& other) const
    {
        auto result = *this;
        for (std::size_t n = 0; n != words_.size(); ++n) result.words_[n] ^= other.words_[n];
        return result;
    }

    /// The number of rows in which two sets differ and that are not in `known`.
    static std::size_t count_different(const row_set& a, const row_set& b, const row_set& known)
    {
        std::size_t count = 0;
        for (std::size_t n = 0; n != a.words_.size(); ++n)
            count += static_cast<std::size_t>(std::popcount((a.words_[n] ^ b.words_[n]) & ~known.words_[n]));
        return count;
    }

private:
    std::vector<std::uint64_t> words_;
};

/// The state of a table.
struct table_state
{
    const table_groups&                   groups;
    group_counts                          counts;
    std::vector<std::vector<std::size_t>> members;        ///< records of each group
    std::vector<row_set>                  hidden;         ///< rows that are suppressed in each group
    std::vector<row_set>                  changeable;     ///< of these, rows that an exchange changes
    std::vector<bool>                     hides_size;     ///< of each group
    std::vector<std::size_t>              by_size;        ///< groups, the smallest first: they hide least
    bool                                  active = false; ///< has counts that may be suppressed

    std::size_t columns() const { return groups.sizes.size(); }
    std::size_t shown_columns() const { return columns() - (groups.hides_last_column ? 1 : 0); }
};

struct record_pair
{
    std::size_t first  = 0;
    std::size_t second = 0;
};

class suppressor
{
public:
    suppressor(const counted_records& counted, std::uint64_t min_cell)
        : counted_{counted}
        , min_cell_{min_cell}
        , rows_{counted.rows.size()}
        , hidden_over_time_{rows_}
        , rows_of_(counted.periods.size(), row_set{rows_})
    {
        for (std::size_t row = 0; row != rows_; ++row)
            for (const auto record : counted.rows[row]) rows_of_[record].add(row);
        for (const auto& table : counted.tables) tables_.push_back(state_of(table));
        number_combinations();
    }

    suppression run()
    {
        for (auto& table : tables_)
            if (table.active && table.groups.are_windows) hide_small_windows(table);
        for (auto& table : tables_)
            if (table.active) hide_small_counts(table);
        limit_pairs();
        for (auto& table : tables_)
            if (table.active) protect_small_counts(table);
        for (auto& table : tables_)
            if (table.active) hide_enough_records(table);
        for (const auto& table : tables_) result_.tables.push_back(cells_of(table));
        return std::move(result_);
    }

private:
    table_state state_of(const table_groups& groups) const
    {
        table_state state{.groups     = groups,
                          .counts     = count_by_group(counted_, groups),
                          .members    = std::vector<std::vector<std::size_t>>(groups.sizes.size()),
                          .hidden     = std::vector(groups.sizes.size(), row_set{rows_}),
                          .changeable = std::vector(groups.sizes.size(), row_set{rows_}),
                          .hides_size = std::vector(groups.sizes.size(), false),
                          .by_size    = std::vector<std::size_t>(groups.sizes.size())};
        std::iota(state.by_size.begin(), state.by_size.end(), std::size_t{0});
        std::ranges::stable_sort(state.by_size, {}, [&](std::size_t group) { return groups.sizes[group]; });
        const auto is_used = [](std::uint64_t size) { return size != 0; };
        state.active       = min_cell_ > 1 && std::ranges::count_if(groups.sizes, is_used) > 1;
        for (std::size_t record = 0; record != groups.of_record.size(); ++record)
            state.members[groups.of_record[record]].push_back(record);
        if (groups.hides_last_column)
        {
            state.hidden.back()     = row_set{rows_, true};
            state.hides_size.back() = true;
        }
        return state;
    }

    /// Numbers the combinations of groups that records have in the tables, and finds those of each period.
    void number_combinations()
    {
        std::map<std::vector<std::size_t>, std::size_t> numbers;
        for (std::size_t record = 0; record != counted_.periods.size(); ++record)
        {
            std::vector<std::size_t> groups;
            for (const auto& table : counted_.tables) groups.push_back(table.of_record[record]);
            combinations_.push_back(numbers.emplace(std::move(groups), numbers.size()).first->second);
        }
        for (std::size_t record = 0; record != counted_.periods.size(); ++record)
        {
            const auto period = counted_.periods[record];
            if (occurs_.size() <= period) occurs_.resize(period + 1);
            occurs_[period].resize(numbers.size());
            occurs_[period][combinations_[record]] = true;
        }
    }

    bool is_small(std::uint64_t count) const { return count != 0 && count < min_cell_; }

    /// The size of a small window changes if a record moves to another one, with all counts of the record.
    void hide_small_windows(table_state& table)
    {
        for (std::size_t group = 0; group != table.shown_columns(); ++group)
        {
            if (!is_small(table.groups.sizes[group])) continue;
            table.hides_size[group]     = true;
            result_.hides_all_over_time = true;
            hidden_over_time_           = row_set{rows_, true};
            for (const auto record : table.members[group])
            {
                table.hidden[group].add(rows_of_[record]);
                table.changeable[group].add(rows_of_[record]);
                if (table.groups.hides_last_column) continue;
                const auto other        = 1 - group;
                table.hides_size[other] = true;
                table.hidden[other].add(rows_of_[record]);
                table.changeable[other].add(rows_of_[record]);
            }
        }
    }

    void hide_small_counts(table_state& table) const
    {
        for (std::size_t group = 0; group != table.shown_columns(); ++group)
            for (std::size_t row = 0; row != rows_; ++row)
                if (is_small(table.counts[row + 1][group])) table.hidden[group].add(row);
    }

    /// Bounds the time: a pair takes about 0.1 µs.
    void limit_pairs()
    {
        constexpr std::size_t max_pairs = 4'000'000, most = 2'000, least = 32;
        std::size_t           hidden = 1;
        for (const auto& table : tables_)
            for (std::size_t group = 0; table.active && group != table.shown_columns(); ++group)
                for (std::size_t row = 0; row != rows_; ++row) hidden += table.hidden[group].contains(row);
        max_pairs_ = std::clamp(max_pairs / hidden, least, most);
    }

    void protect_small_counts(table_state& table)
    {
        for (std::size_t row = 0; row != rows_; ++row)
            for (std::size_t group = 0; group != table.shown_columns(); ++group)
            {
                if (!table.hidden[group].contains(row) || table.changeable[group].contains(row)) continue;
                const auto pair = best_pair(
                    table, row, [&](std::size_t at) { return at == group; },
                    [&](std::size_t at) { return at != group; });
                if (pair) exchange(*pair);
            }
    }

    /// Hides further counts of rows whose suppressed counts have few records, the smallest first.
    void hide_enough_records(table_state& table)
    {
        for (std::size_t row = 0; row != rows_; ++row)
            while (const auto next = next_column(table, row))
            {
                const auto pair = best_pair(
                    table, row, [&](std::size_t at) { return table.hidden[at].contains(row); },
                    [&](std::size_t at) { return at == *next; });
                if (!pair) break;
                exchange(*pair);
            }
    }

    /// The column that a row has to hide next, if any.
    std::optional<std::size_t> next_column(const table_state& table, std::size_t row) const
    {
        std::optional<std::size_t> next;
        std::uint64_t              records    = 0;
        bool                       has_hidden = false;
        const auto&                counts     = table.counts[row + 1];
        for (std::size_t group = 0; group != table.columns(); ++group)
            if (table.hidden[group].contains(row))
            {
                records += counts[group];
                has_hidden = has_hidden || group < table.shown_columns();
            }
            else if (counts[group] != 0 && (!next || counts[group] < counts[*next])) next = group;
        return has_hidden && records < min_cell_ ? next : std::nullopt;
    }

    /// Whether the dates of two records are exchanged with their groups: if the groups are windows of dates, or those
    /// of one record do not occur together in the period of the other.
    bool needs_dates(const record_pair& pair) const
    {
        const auto [first, second] = pair;
        for (const auto& table : tables_)
            if (table.groups.are_windows && table.groups.of_record[first] != table.groups.of_record[second])
                return true;
        return !occurs_[counted_.periods[first]][combinations_[second]] ||
               !occurs_[counted_.periods[second]][combinations_[first]];
    }

    /// How many counts an exchange hides.
    std::size_t cost_of(const record_pair& pair) const
    {
        constexpr std::size_t cost_of_time = 8; // a row over time has many counts
        const auto &          a = rows_of_[pair.first], &b = rows_of_[pair.second];
        std::size_t           cost = 0;
        for (const auto& table : tables_)
            if (const auto first = table.groups.of_record[pair.first], second = table.groups.of_record[pair.second];
                first != second)
                cost += row_set::count_different(a, b, table.hidden[first]) +
                        row_set::count_different(a, b, table.hidden[second]);
        if (needs_dates(pair)) cost += cost_of_time * row_set::count_different(a, b, hidden_over_time_);
        return cost;
    }

    /// Hides what the exchange changes.
    void exchange(const record_pair& pair)
    {
        const auto different = rows_of_[pair.first].difference(rows_of_[pair.second]);
        for (auto& table : tables_)
        {
            const auto first = table.groups.of_record[pair.first], second = table.groups.of_record[pair.second];
            if (first == second) continue;
            for (const auto group : {first, second})
            {
                table.hidden[group].add(different);
                table.changeable[group].add(different);
            }
        }
        if (!needs_dates(pair)) return;
        hidden_over_time_.add(different);
        if (!result_.hides_all_over_time) result_.exchanged_dates.emplace_back(pair.first, pair.second);
    }

    /// Two records, of which one is in the row, whose exchange costs least: one in a first group, one in a second.
    template <class First, class Second>
    std::optional<record_pair> best_pair(const table_state& table, std::size_t row, First is_first,
                                         Second is_second) const
    {
        std::vector<std::size_t> first[2], second[2]; // records outside and inside the row
        for (const auto group : table.by_size)
        {
            const bool first_group = is_first(group), second_group = is_second(group);
            if (!first_group && !second_group) continue;
            for (const auto record : table.members[group])
                (first_group ? first : second)[rows_of_[record].contains(row)].push_back(record);
        }
        const auto with = cheapest(first[1], second[0]), without = cheapest(first[0], second[1]);
        if (!with || !without) return with ? with : without;
        return cost_of(*with) <= cost_of(*without) ? with : without;
    }

    /// Of all pairs if there are few, otherwise of a sample.
    std::optional<record_pair> cheapest(const std::vector<std::size_t>& first,
                                        const std::vector<std::size_t>& second) const
    {
        const auto                 rows    = std::min<std::size_t>(first.size(), 8);
        const auto                 columns = rows == 0 ? 0 : std::min(second.size(), max_pairs_ / rows);
        std::optional<record_pair> best;
        auto                       least = std::numeric_limits<std::size_t>::max();
        for (std::size_t n = 0; n != rows && least != 0; ++n)
            for (std::size_t m = 0; m != columns && least != 0; ++m)
            {
                const record_pair pair{first[n * first.size() / rows], second[m * second.size() / columns]};
                if (const auto cost = cost_of(pair); cost < least) least = cost, best = pair;
            }
        return best;
    }

    suppressed_cells cells_of(const table_state& table) const
    {
        suppressed_cells cells(rows_ + 1, std::vector<bool>(table.columns(), false));
        for (std::size_t group = 0; group != table.columns(); ++group)
        {
            cells[0][group] = table.hides_size[group];
            for (std::size_t row = 0; row != rows_; ++row) cells[row + 1][group] = table.hidden[group].contains(row);
        }
        return cells;
    }

    const counted_records&   counted_;
    std::uint64_t            min_cell_;
    std::size_t              rows_;
    row_set                  hidden_over_time_;
    std::vector<row_set>     rows_of_; ///< of each record
    std::vector<table_state> tables_;

    std::vector<std::size_t>       combinations_;  ///< of groups, of each record
    std::vector<std::vector<bool>> occurs_;        ///< by period and combination
    std::size_t                    max_pairs_ = 0; ///< to choose from for each suppressed count
    suppression                    result_;
};

} // namespace

group_counts count_by_group(const counted_records& counted, const table_groups& table)
{
    group_counts counts{table.sizes};
    for (const auto& records : counted.rows)
    {
        auto& row = counts.emplace_back(table.sizes.size(), 0);
        for (const auto record : records) ++row[table.of_record[record]];
    }
    return counts;
}

suppression suppress_small_counts(const counted_records& counted, std::uint64_t min_cell)
{
    return suppressor{counted, min_cell}.run();
}

} // namespace verbatim::analyze_bulk
