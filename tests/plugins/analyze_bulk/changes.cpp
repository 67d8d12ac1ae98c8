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

const std::vector<std::string> months{"2026-01", "2026-02", "2026-03", "2026-04"};

std::vector<std::string> kinds_of(const time_series& series)
{
    std::vector<std::string> kinds;
    const auto               changes = find_changes({&series, 1}, std::span{months}.first(series.size())).at(0);
    for (const auto& change : changes) kinds.emplace_back(name_of(change.kind));
    return kinds;
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
        time_series              series;
        std::vector<std::string> expected;
    } table[]{
        {{{2, 100}, {10, 100}, {22, 100}, {35, 100}}, {"rise"}},
        {{{35, 100}, {26, 100}, {20, 100}, {12, 100}}, {"fall"}},
        {{{20, 100}, {21, 100}, {19, 100}, {20, 100}}, {}},
        {{{2, 100}, {30, 100}, {5, 100}, {4, 100}}, {"spike"}},
        {{{0, 100}, {0, 100}, {12, 100}, {11, 100}}, {"new", "spike"}},
        {{{0, 100}, {20, 100}, {21, 100}, {19, 100}}, {"rise"}}, // absent from less than half of the periods
        {{{0, 100}, {0, 100}, {0, 100}, {3, 100}}, {}},          // too few for any statement
        {{{9, 9}, {8, 8}, {7, 7}, {9, 9}}, {}},                  // in every record
        {{{50, 1000}}, {}},                                      // one period
        {{{10, 100}, {20, 200}, {40, 400}, {80, 800}}, {}},      // more records, the same share
    };
    for (const auto& [series, expected] : table)
        BOOST_TEST(kinds_of(series) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_rate_of_false_changes_is_kept_over_all_series_together)
{
    const time_series weak{{4, 100}, {8, 100}, {9, 100}, {14, 100}}, flat{{9, 100}, {9, 100}, {9, 100}, {9, 100}};
    const std::vector<time_series> alone{weak};
    std::vector<time_series>       many(50, flat);
    many.push_back(weak);
    BOOST_TEST(find_changes(alone, months).at(0).size() == 1u);
    BOOST_TEST(find_changes(many, months).back().empty());
}

BOOST_AUTO_TEST_CASE(no_series_and_no_periods_have_no_changes)
{
    BOOST_TEST(find_changes({}, months).empty());
    const std::vector<time_series> empty(3);
    BOOST_TEST(find_changes(empty, {}).size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
