#include "breakdown/changes.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace verbatim::analyze_bulk;

namespace {

/// Records with dates and codes of very different frequency, as in a coded corpus.
class random_corpus
{
public:
    random_corpus(std::size_t records, std::size_t periods, std::size_t codes, bool uneven)
        : totals_(periods)
        , codes_(codes)
    {
        for (std::size_t n = 0; n != records; ++n)
        {
            // Uneven: half of the records of each period remain for the next ones.
            auto period = below(periods);
            if (uneven)
                for (period = 0; period + 1 < periods && below(2) == 0;) ++period;
            period_of_.push_back(period);
            ++totals_[period];
            for (std::size_t code = 0; code != codes; ++code)
                if (below(3 + code * code / 4) == 0) codes_[code].push_back(n);
        }
        for (std::size_t n = 0; n != periods; ++n) labels_.push_back("2026-" + std::to_string(100 + n));
    }

    void shuffle_dates()
    {
        for (std::size_t n = period_of_.size(); n > 1; --n) std::swap(period_of_[n - 1], period_of_[below(n)]);
    }

    std::size_t count_changes() const
    {
        std::vector<time_series> series;
        for (const auto& records : codes_)
        {
            auto& counts = series.emplace_back(totals_.size());
            for (std::size_t n = 0; n != totals_.size(); ++n) counts[n].total = totals_[n];
            for (const auto at : records) ++counts[period_of_[at]].count;
        }
        std::size_t count = 0;
        for (const auto& changes : find_changes(series, labels_)) count += changes.size();
        return count;
    }

private:
    /// Not std::uniform_int_distribution, whose numbers differ between standard libraries.
    std::size_t below(std::size_t limit) { return random_() % limit; }

    std::mt19937_64                       random_{15};
    std::vector<std::size_t>              period_of_;
    std::vector<std::uint64_t>            totals_;
    std::vector<std::vector<std::size_t>> codes_;
    std::vector<std::string>              labels_;
};

const std::vector<std::string> months{"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"};

/// `step_up 08-12 40 of 700, 75 of 500`; empty without a change.
std::string change_of(const time_series& series)
{
    const auto  changes = find_changes({&series, 1}, std::span{months}.first(series.size())).at(0);
    std::string text;
    for (const auto& change : changes)
    {
        text += text.empty() ? "" : "; ";
        text.append(name_of(change.kind)).append(" ").append(change.periods[0]).append("-").append(change.periods[1]);
        for (const int side : {0, 1})
            text += (side == 0 ? " " : ", ") + std::to_string(change.counts[side]) + " of " +
                    std::to_string(change.totals[side]);
    }
    return text;
}

using counts = std::vector<std::uint64_t>;

time_series with_totals(const counts& of_code, const counts& totals)
{
    time_series series;
    for (std::size_t n = 0; n != of_code.size(); ++n)
        series.push_back({of_code[n], totals.size() == 1 ? totals[0] : totals[n]});
    return series;
}

} // namespace

BOOST_AUTO_TEST_SUITE(changes)

BOOST_AUTO_TEST_CASE(shuffled_dates_show_a_change_in_at_most_one_of_twenty_corpora)
{
    constexpr int shuffles = 200;
    for (const bool uneven : {false, true})
        for (const std::size_t periods : {4, 12, 52})
        {
            random_corpus corpus{400, periods, 40, uneven};
            int           alarms = 0;
            for (int n = 0; n != shuffles; ++n)
            {
                corpus.shuffle_dates();
                alarms += corpus.count_changes() != 0;
            }
            BOOST_TEST(alarms * 20 <= shuffles,
                       periods << " periods, uneven " << uneven << ": " << alarms << " of " << shuffles << " corpora");
        }
}

BOOST_AUTO_TEST_CASE(each_kind_of_change_is_found)
{
    const struct
    {
        counts      of_code;
        counts      totals; ///< one for all periods, or one of each
        std::string expected;
    } table[]{
        {{1, 2, 4, 5, 7, 9, 10, 12, 13, 15, 16, 18}, {100}, "rise 07-12 28 of 600, 84 of 600"},
        {{18, 16, 15, 13, 12, 10, 9, 7, 5, 4, 2, 1}, {100}, "fall 07-12 84 of 600, 28 of 600"},
        {{4, 5, 4, 6, 5, 4, 5, 15, 16, 14, 15, 16}, {100}, "step_up 08-12 33 of 700, 76 of 500"},
        {{15, 16, 14, 15, 16, 4, 5, 4, 6, 5, 4, 5}, {100}, "step_down 06-12 76 of 500, 33 of 700"},
        {{4, 5, 4, 6, 5, 20, 21, 4, 5, 4, 5, 6}, {100}, "spike 06-07 48 of 1000, 41 of 200"},
        {{0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0}, {400}, "spike 07-07 0 of 4400, 6 of 400"},
        {{0, 0, 0, 0, 0, 0, 0, 8, 7, 9, 8, 8}, {100}, "new 08-12 0 of 700, 40 of 500"},
        {{0, 0, 0, 9, 8, 7, 9, 8, 9, 8, 9, 8}, {100}, "new 04-12 0 of 300, 75 of 900"},
        {{0, 0, 0, 0, 0, 0, 0, 2, 5, 8, 11, 14}, {100}, "new 08-12 0 of 700, 40 of 500"},
        {{8, 8, 9, 7, 8, 0, 0, 0, 0, 0, 0, 0}, {100}, "vanished 06-12 40 of 500, 0 of 700"},
        {{14, 11, 8, 5, 2, 0, 0, 0, 0, 0, 0, 0}, {100}, "vanished 06-12 40 of 500, 0 of 700"},
        // The last period alone: whether it is a peak is not known yet.
        {{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 14}, {100}, "step_up 12-12 6 of 1100, 14 of 100"},
        {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}, {100}, "new 12-12 0 of 1100, 9 of 100"},

        // Shares, not counts.
        {{10, 20, 40, 80, 10, 20}, {100, 200, 400, 800, 100, 200}, ""},
        {{20, 20, 20, 20, 20, 20}, {100, 150, 220, 330, 500, 750}, "fall 04-06 60 of 470, 60 of 1580"},
        {{20, 40, 10, 50, 25, 5}, {400, 800, 200, 250, 125, 25}, "step_up 04-06 70 of 1400, 80 of 400"},

        // Few periods, or periods without records.
        {{50}, {1000}, ""},
        {{0, 20}, {100}, "new 02-02 0 of 100, 20 of 100"},
        {{20, 0}, {100}, "vanished 02-02 20 of 100, 0 of 100"},
        {{3, 20}, {100}, "rise 02-02 3 of 100, 20 of 100"},
        {{20, 3}, {100}, "fall 02-02 20 of 100, 3 of 100"},
        {{2, 30, 3}, {100}, "spike 02-02 5 of 200, 30 of 100"},
        {{2, 2, 40}, {100}, "step_up 03-03 4 of 200, 40 of 100"},
        {{0, 3, 0, 4, 20, 0, 22}, {0, 100, 0, 100, 100, 0, 100}, "step_up 05-07 7 of 200, 42 of 200"},
        {{0, 0, 0, 0}, {0}, ""},
        {{0, 0, 9, 0}, {0, 0, 100, 0}, ""},
        {{}, {0}, ""},

        // No change, and too little for any statement.
        {{20, 21, 19, 20, 21, 20}, {100}, ""},
        {{8, 8, 8, 8, 8, 8}, {100}, ""},
        {{9, 8, 7, 9}, {9, 8, 7, 9}, ""}, // in every record
        {{0, 0, 0, 3}, {100}, ""},
        {{0, 0, 0, 0}, {100}, ""},
    };
    for (const auto& [of_code, totals, expected] : table)
        BOOST_TEST(change_of(with_totals(of_code, totals)) == expected);
}

BOOST_AUTO_TEST_CASE(a_change_has_its_shares_and_what_equal_shares_would_give)
{
    const auto series = with_totals({20, 40, 10, 50, 25, 5}, {400, 800, 200, 250, 125, 25});
    const auto change = find_changes({&series, 1}, std::span{months}.first(6)).at(0).at(0);
    BOOST_TEST((change.shares == std::vector{0.05, 0.2}));
    BOOST_TEST((change.expected == std::vector{116.67, 33.33}));
    BOOST_TEST(percent_of(change, 0) == "5.0");
    BOOST_TEST(percent_of(change, 1) == "20");
}

BOOST_AUTO_TEST_CASE(the_rate_of_false_changes_is_kept_over_all_series_together)
{
    const time_series weak{{4, 100}, {8, 100}, {9, 100}, {14, 100}}, flat{{9, 100}, {9, 100}, {9, 100}, {9, 100}};
    const std::vector<time_series> alone{weak};
    std::vector<time_series>       many(50, flat);
    many.push_back(weak);
    const auto labels = std::span{months}.first(4);
    BOOST_TEST(find_changes(alone, labels).at(0).size() == 1u);
    BOOST_TEST(find_changes(many, labels).back().empty());
}

BOOST_AUTO_TEST_CASE(no_series_and_no_periods_have_no_changes)
{
    BOOST_TEST(find_changes({}, months).empty());
    const std::vector<time_series> empty(3);
    BOOST_TEST(find_changes(empty, {}).size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
