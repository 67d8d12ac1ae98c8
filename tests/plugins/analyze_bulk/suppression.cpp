#include "breakdown/suppression.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace verbatim::analyze_bulk;

namespace {

/// What may differ between two records besides their themes and codes: the group in each table, and the period.
struct label
{
    std::vector<std::size_t> groups;
    std::size_t              period = 0;

    auto operator<=>(const label&) const = default;
};

bool differ(const std::vector<std::size_t>& row, std::size_t a, std::size_t b)
{
    return std::ranges::binary_search(row, a) != std::ranges::binary_search(row, b);
}

/// Reads an answer: it knows which records each row has, all counts that are shown, by group and over time, and which
/// groups occur together in which periods. Enumerates the labels of all records.
class attacker
{
public:
    attacker(const counted_records& counted, const suppression& suppressed)
        : counted_{counted}
        , suppressed_{suppressed}
    {
        std::set<label> kinds;
        for (std::size_t record = 0; record != counted.periods.size(); ++record) kinds.insert(label_of(record));
        kinds_.assign(kinds.begin(), kinds.end());
        labels_.resize(counted.periods.size());
        for (std::size_t n = 0; n != counted.periods.size(); ++n) actual_.push_back(label_of(n));
        answer_ = answer(actual_);
        least_.assign(answer_.size(), std::numeric_limits<int>::max());
        most_.assign(answer_.size(), -1);
        guess(0);
    }

    /// Suppressed counts of shown groups that have one value in all worlds with the same answer.
    std::size_t count_computable() const
    {
        std::size_t computable = 0;
        for (std::size_t n = 0; n != answer_.size(); ++n) computable += is_null_[n] && least_[n] == most_[n];
        return computable;
    }

    std::size_t nulls() const { return static_cast<std::size_t>(std::ranges::count(is_null_, true)); }

private:
    label label_of(std::size_t record) const
    {
        label result{.groups = {}, .period = counted_.periods[record]};
        for (const auto& table : counted_.tables) result.groups.push_back(table.of_record[record]);
        return result;
    }

    bool hides_over_time(std::size_t row) const
    {
        return suppressed_.hides_all_over_time ||
               std::ranges::any_of(suppressed_.exchanged_dates, [&](const auto& pair) {
                   return differ(counted_.rows[row], pair.first, pair.second);
               });
    }

    /// All counts of a world, suppressed or not; the first time notes which are what.
    std::vector<int> answer(const std::vector<label>& labels)
    {
        const bool       is_first = is_null_.empty();
        std::vector<int> counts;
        const auto       add = [&](bool is_null, bool is_unknown, auto is_counted) {
            int count = 0;
            for (std::size_t record = 0; record != labels.size(); ++record) count += is_counted(record);
            counts.push_back(count);
            if (is_first) is_null_.push_back(is_null), is_unknown_.push_back(is_unknown);
        };
        for (std::size_t t = 0; t != counted_.tables.size(); ++t)
        {
            const auto& table = counted_.tables[t];
            for (std::size_t row = 0; row != counted_.rows.size() + 1; ++row)
                for (std::size_t group = 0; group != table.sizes.size(); ++group)
                {
                    const bool hidden = suppressed_.tables[t][row][group];
                    const bool shown  = !table.hides_last_column || group + 1 != table.sizes.size();
                    add(hidden && shown, hidden || !shown, [&](std::size_t record) {
                        return labels[record].groups[t] == group &&
                               (row == 0 || std::ranges::binary_search(counted_.rows[row - 1], record));
                    });
                }
        }
        const auto periods = *std::ranges::max_element(counted_.periods) + 1;
        for (std::size_t row = 0; row != counted_.rows.size(); ++row)
            for (std::size_t period = 0; period != periods; ++period)
                add(false, hides_over_time(row), [&](std::size_t record) {
                    return labels[record].period == period && std::ranges::binary_search(counted_.rows[row], record);
                });
        return counts;
    }

    void guess(std::size_t record)
    {
        if (record == labels_.size())
        {
            const auto counts = answer(labels_);
            for (std::size_t n = 0; n != counts.size(); ++n)
                if (!is_unknown_[n] && counts[n] != answer_[n]) return;
            for (std::size_t n = 0; n != counts.size(); ++n)
                least_[n] = std::min(least_[n], counts[n]), most_[n] = std::max(most_[n], counts[n]);
            return;
        }
        for (const auto& kind : kinds_) labels_[record] = kind, guess(record + 1);
    }

    const counted_records& counted_;
    const suppression&     suppressed_;
    std::vector<label>     kinds_, labels_, actual_;
    std::vector<int>       answer_, least_, most_;
    std::vector<bool>      is_null_, is_unknown_;
};

table_groups groups(std::vector<std::size_t> of_record)
{
    table_groups table{.of_record = std::move(of_record), .sizes = {}};
    table.sizes.resize(*std::ranges::max_element(table.of_record) + 1);
    for (const auto group : table.of_record) ++table.sizes[group];
    return table;
}

std::string to_text(const counted_records& counted, const suppression& suppressed)
{
    std::string text;
    for (std::size_t t = 0; t != counted.tables.size(); ++t)
    {
        const auto counts = count_by_group(counted, counted.tables[t]);
        for (std::size_t row = 0; row != counts.size(); ++row, text += "\n")
            for (std::size_t group = 0; group != counts[row].size(); ++group)
                text += std::to_string(counts[row][group]) + (suppressed.tables[t][row][group] ? "* " : " ");
        text += "\n";
    }
    return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(suppression_of_counts)

BOOST_AUTO_TEST_CASE(a_minimum_of_zero_or_one_suppresses_nothing)
{
    const counted_records counted{{{0, 3}}, std::vector<std::size_t>(6, 0), {groups({0, 0, 0, 1, 1, 1})}};
    for (const std::uint64_t min_cell : {0, 1})
        BOOST_TEST(to_text(counted, suppress_small_counts(counted, min_cell)) == "3 3 \n1 1 \n\n");
    BOOST_TEST(to_text(counted, suppress_small_counts(counted, 2)) == "3 3 \n1* 1* \n\n");
}

// A key whose values follow the date, in periods with one value each.
BOOST_AUTO_TEST_CASE(a_code_with_a_suppressed_count_has_no_counts_over_time_if_the_groups_follow_them)
{
    const counted_records counted{{{0, 3, 4}}, {0, 0, 0, 1, 1, 1}, {groups({0, 0, 0, 1, 1, 1})}};
    const auto            suppressed = suppress_small_counts(counted, 2);
    BOOST_REQUIRE(!suppressed.exchanged_dates.empty());
    const auto [first, second] = suppressed.exchanged_dates[0];
    BOOST_TEST(differ(counted.rows[0], first, second));

    const counted_records mixed{{{0, 3, 4}}, {0, 0, 1, 0, 1, 1}, {groups({0, 0, 0, 1, 1, 1})}};
    BOOST_TEST(suppress_small_counts(mixed, 2).exchanged_dates.empty());
}

// Random corpora with themes and codes, keys that follow each other or the date, and windows of dates.
BOOST_AUTO_TEST_CASE(no_suppressed_count_of_a_small_corpus_can_be_computed_from_its_answer)
{
    std::mt19937_64 random{7};
    const auto      below = [&](std::uint64_t limit) { return static_cast<std::size_t>(random() % limit); };
    std::size_t     nulls = 0, over_time = 0;
    for (int round = 0; round != 3'000; ++round)
    {
        const auto        kind    = below(4);
        const std::size_t records = kind == 2 ? 5 : 6; // two keys and the period have eight labels
        counted_records   counted;
        for (std::size_t n = 0; n != records; ++n) counted.periods.push_back(below(2));
        counted.rows.resize(1 + below(3));
        for (auto& members : counted.rows)
            for (std::size_t n = 0; n != records; ++n)
                if (below(2) == 0) members.push_back(n);
        std::vector<std::size_t> first, second;
        for (std::size_t n = 0; n != records; ++n)
        {
            first.push_back(kind == 0 || kind == 3 ? counted.periods[n] : below(2)); // 0, 3: follows the date
            second.push_back(kind == 1 ? first.back() : below(2));                   // 1: follows the other key
        }
        counted.tables.push_back(groups(first));
        if (kind == 1 || kind == 2) counted.tables.push_back(groups(second));
        if (kind == 3) counted.tables[0].are_windows = true;
        if (counted.tables[0].sizes.size() < 2) continue;
        // Groups of a key have the minimum; those of windows may have less.
        if (kind != 3 && std::ranges::any_of(counted.tables, [](const auto& table) {
                return std::ranges::any_of(table.sizes, [](auto size) { return size < 2; });
            }))
            continue;

        const auto     suppressed = suppress_small_counts(counted, 2);
        const attacker attacker{counted, suppressed};
        nulls += attacker.nulls();
        over_time += !suppressed.exchanged_dates.empty();
        BOOST_TEST(attacker.count_computable() == 0u, to_text(counted, suppressed) << "kind " << kind);
    }
    BOOST_TEST(nulls > 2'000u);
    BOOST_TEST(over_time > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
