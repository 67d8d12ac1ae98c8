#include "reporting/series.hpp"

#include "core/reporting/rollup_fixture.hpp"

#include "reporting/report_reader.hpp"

#include "support/recording_log.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/text_types.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace verbatim::sdk {

std::ostream& operator<<(std::ostream& out, usage_period period)
{
    return out << (period == usage_period::hour ? "hour" : period == usage_period::day ? "day" : "month");
}

} // namespace verbatim::sdk

namespace verbatim::core::reporting {

using series = std::vector<sdk::usage_of_period>;

namespace {

const auto all_periods = boost::unit_test::data::make({usage_period::hour, usage_period::day, usage_period::month});

/// A time such as "2026-04-01T00:00:00Z"; none for an empty text.
std::optional<std::int64_t> time_of(std::string_view text)
{
    sdk::date_time moment;
    if (text.empty()) return std::nullopt;
    BOOST_REQUIRE(declare(moment).parse(text, &moment));
    return moment.microseconds;
}

std::string text_of(std::int64_t time)
{
    const sdk::date_time moment{time, true};
    return declare(moment).print(&moment);
}

/// Rows of about twenty days around the end of a month. Many calls span hours, days and months.
rows rows_of_twenty_days(unsigned seed, std::size_t count = 300)
{
    auto list = spanning_rows(seed, count, 20);
    for (auto& row : list) row.started += std::chrono::days{20};
    return list;
}

/// The same by counting the rows of each period alone.
std::string difference(const series& actual, const rows& written, const sdk::usage_window& window,
                       const std::optional<std::string>& tenant)
{
    std::string differences;
    for (const auto& [start, end, totals] : actual)
    {
        const sdk::usage_window part{.from = std::max(start, window.from.value_or(start)),
                                     .to   = std::min(end, window.to.value_or(end))};
        const auto              found =
            testing::difference({.total = totals}, {.total = testing::recount(written, part, tenant).total});
        if (!found.empty()) differences += text_of(start) + ": " + found;
    }
    return differences;
}

std::string message_of_rejection(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const sdk::error& error)
    {
        BOOST_REQUIRE(error.code() == sdk::errc::validation_error);
        BOOST_REQUIRE(error.fields.size() == 1u);
        return error.fields[0].field + ": " + error.fields[0].issue;
    }
    return "accepted";
}

} // namespace

/// Not in the unnamed namespace: lambdas in data test cases, which have linkage, capture it.
struct series_fixture : rollup_fixture
{
    using rollup_fixture::rollup_fixture;

    void roll_up() const { roll_up_all(*session); }

    /// Windows without more hours than a series may have.
    std::vector<sdk::usage_window> short_windows() const
    {
        auto list = windows();
        std::erase_if(list, [](const sdk::usage_window& window) {
            return window.from && window.to && *window.to - *window.from > 1'000 * microseconds_of_hour;
        });
        return list;
    }

    series read(usage_period period, const sdk::usage_window& window = {},
                std::optional<std::string_view> tenant = {}) const
    {
        return read_report(*session, window, tenant, SIZE_MAX, period).series;
    }

    std::string difference(usage_period period, const sdk::usage_window& window,
                           const std::optional<std::string>& tenant = {}) const
    {
        return reporting::difference(read(period, window, tenant), written, window, tenant);
    }
};

BOOST_AUTO_TEST_SUITE(usage_series)

BOOST_AUTO_TEST_CASE(a_series_has_every_period_of_its_window)
{
    struct sample
    {
        usage_period             period;
        const char*              from;
        const char*              to;
        std::vector<const char*> starts_with_calls;
        std::vector<const char*> starts; ///< of the series
    };
    const std::vector<sample> samples{
        {usage_period::day,
         "2026-02-27T00:00:00Z",
         "2026-03-02T00:00:00Z",
         {"2026-02-28T00:00:00Z"},
         {"2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"}},
        {usage_period::day,
         "2026-02-27T23:59:59.999999Z",
         "2026-02-28T00:00:00.000001Z",
         {},
         {"2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z"}},
        {usage_period::hour,
         "2026-02-28T22:59:00Z",
         "2026-03-01T00:00:00Z",
         {},
         {"2026-02-28T22:00:00Z", "2026-02-28T23:00:00Z"}},
        {usage_period::month,
         "2027-12-31T23:00:00Z",
         "2028-03-01T00:00:00.000001Z",
         {},
         {"2027-12-01T00:00:00Z", "2028-01-01T00:00:00Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"}},
        {usage_period::month, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000001Z", {}, {"0001-01-01T00:00:00Z"}},
        {usage_period::day, "", "", {}, {}},
        {usage_period::day, "2026-02-27T00:00:00Z", "", {}, {}},
        {usage_period::day, "", "2026-02-27T00:00:00Z", {}, {}},
        {usage_period::day,
         "",
         "",
         {"2026-02-27T00:00:00Z", "2026-03-01T00:00:00Z"},
         {"2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"}},
        {usage_period::day,
         "2026-02-26T12:00:00Z",
         "",
         {"2026-02-27T00:00:00Z"},
         {"2026-02-26T00:00:00Z", "2026-02-27T00:00:00Z"}},
        {usage_period::day,
         "",
         "2026-02-28T12:00:00Z",
         {"2026-02-27T00:00:00Z"},
         {"2026-02-27T00:00:00Z", "2026-02-28T00:00:00Z"}}};
    for (const auto& [period, from, to, starts_with_calls, starts] : samples)
        BOOST_TEST_CONTEXT(period << " " << from << " " << to)
        {
            totals_by_period totals;
            for (const char* start : starts_with_calls) totals[*time_of(start)].llm_calls.total_calls = 7;
            const auto list = complete_series({period, {.from = time_of(from), .to = time_of(to)}}, totals);
            BOOST_REQUIRE(list.size() == starts.size());
            for (std::size_t n = 0; n < list.size(); ++n)
            {
                BOOST_TEST(text_of(list[n].start) == starts[n]);
                BOOST_TEST(list[n].end == period_end(period, list[n].start));
                BOOST_TEST(list[n].totals.llm_calls.total_calls == (totals.contains(list[n].start) ? 7 : 0));
            }
        }
}

BOOST_AUTO_TEST_CASE(the_number_of_periods_is_bounded)
{
    const auto hour  = microseconds_of_hour;
    const auto start = *time_of("2026-04-01T00:00:00Z");
    const auto check = [](usage_period period, std::optional<std::int64_t> from, std::optional<std::int64_t> to) {
        return message_of_rejection([&] { check_periods({period, {.from = from, .to = to}}); });
    };
    const std::string hours =
        "group_by: The window holds more than 1000 hours; a shorter one or a longer period is needed";
    const std::string days =
        "group_by: The window holds more than 1000 days; a shorter one or a longer period is needed";
    const std::string months =
        "group_by: The window holds more than 1000 months; a shorter one or a longer period is needed";

    BOOST_TEST(check(usage_period::hour, start, start + 1'000 * hour) == "accepted");
    BOOST_TEST(check(usage_period::hour, start, start + 1'000 * hour + 1) == hours);
    BOOST_TEST(check(usage_period::hour, start + 1, start + 1'000 * hour + 1) == hours); // touches 1,001 hours
    BOOST_TEST(check(usage_period::day, start, start + 1'000 * 24 * hour) == "accepted");
    BOOST_TEST(check(usage_period::day, start, start + 1'001 * 24 * hour) == days);
    BOOST_TEST(check(usage_period::month, time_of("2026-01-01T00:00:00Z"), time_of("2109-05-01T00:00:00Z")) ==
               "accepted");
    BOOST_TEST(check(usage_period::month, time_of("2026-01-01T00:00:00Z"), time_of("2109-05-01T00:00:00.1Z")) ==
               months);
    BOOST_TEST(check(usage_period::hour, time_of("0001-01-01T00:00:00Z"), time_of("9999-12-31T23:59:59.999999Z")) ==
               hours);
    BOOST_TEST(check(usage_period::hour, std::nullopt, start) == "accepted"); // depends on the rows
    BOOST_TEST(check(usage_period::hour, start, std::nullopt) == "accepted");
}

BOOST_DATA_TEST_CASE(a_series_has_the_values_of_a_report_over_each_period, both_databases* all_periods, dialect, period)
{
    series_fixture test{dialect};
    test.write(rows_of_twenty_days(31));
    for (const auto& window : test.short_windows()) BOOST_TEST(test.difference(period, window) == "");
    test.roll_up();
    for (const auto& window : test.short_windows())
    {
        BOOST_TEST(test.difference(period, window) == "");
        BOOST_TEST(test.difference(period, window, "\U0001F30D") == "");
    }
    BOOST_TEST(!test.read(period).empty());
    BOOST_TEST(test.read(period, {}, "nobody").empty());
}

BOOST_DATA_TEST_CASE(a_series_equals_plain_sql, both_databases* all_periods, dialect, period)
{
    series_fixture test{dialect};
    test.write(rows_of_twenty_days(32));
    const std::size_t length    = period == usage_period::hour ? 13 : period == usage_period::day ? 10 : 7;
    const bool        is_sqlite = dialect == dialect::sqlite;
    const std::string label     = "substr(" +
                              std::string{is_sqlite ? "strftime('%Y-%m-%dT%H', timestamp / 1000000, 'unixepoch')"
                                                    : "to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24')"} +
                              ", 1, " + std::to_string(length) + ")";
    const std::string cost      = is_sqlite ? "sum(cost_micro_usd)" : "cast(sum(cost_usd) * 1000000 as bigint)";
    const auto        statement = "select " + label + ", count(*), count(error_class), " + cost +
                           ", sum(case when error_class is null then input_tokens else 0 end), "
                           "count(distinct tenant_id || '/' || operation || '/' || call_id) from llm_calls group by " +
                           label + " order by " + label;
    std::vector<std::string> expected;
    for (const auto& row : test.session->select(statement, 6, {}))
        expected.push_back(*row[0] + " " + *row[1] + " " + *row[2] + " " + *row[3] + " " + *row[4] + " " + *row[5]);

    const auto lines = [&] {
        std::vector<std::string> list;
        for (const auto& [start, end, totals] : test.read(period))
        {
            const auto& calls = totals.llm_calls;
            if (calls.total_calls == 0) continue;
            list.push_back(text_of(start).substr(0, length) + " " + std::to_string(calls.total_calls) + " " +
                           std::to_string(calls.failed_calls) + " " + std::to_string(calls.cost_micro_usd) + " " +
                           std::to_string(calls.input_tokens.total) + " " +
                           std::to_string(totals.invocations.total_calls));
        }
        return list;
    };
    BOOST_TEST(lines() == expected, boost::test_tools::per_element());
    test.roll_up();
    BOOST_TEST(lines() == expected, boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(a_series_is_right_while_hours_wait_for_their_roll_up, both_databases, dialect)
{
    series_fixture test{dialect};
    const auto     list = rows_of_twenty_days(33, 120);
    const auto     half = list.begin() + 60;
    test.write({list.begin(), half});
    test.roll_up();
    test.write({half, list.end()});
    do
        for (const auto period : {usage_period::hour, usage_period::day, usage_period::month})
            BOOST_TEST(test.difference(period, {}) == "");
    while (take_step(*test.session, 7));
}

BOOST_DATA_TEST_CASE(roll_ups_of_deleted_rows_stay_in_the_series, both_databases, dialect)
{
    series_fixture test{dialect};
    test.write(rows_of_twenty_days(34, 60));
    test.roll_up();
    test.session->run("update usage_rollup_state set rows_from = " + std::to_string(end_of_time) +
                      "; delete from llm_calls");
    for (const auto period : {usage_period::hour, usage_period::day, usage_period::month})
    {
        BOOST_TEST(test.difference(period, {}) == "");
        BOOST_TEST(!test.read(period).empty());
    }
}

BOOST_DATA_TEST_CASE(a_series_of_a_tenant_has_only_its_own_rows, both_databases, dialect)
{
    series_fixture test{dialect};
    auto           own = sample_row(1), other = sample_row(2);
    own.tenant_id   = "tenant-nl' or '1'='1";
    other.tenant_id = "tenant-nl";
    other.started += std::chrono::days{3};
    test.write({own, other});
    test.roll_up();
    for (const auto& row : {own, other})
    {
        const auto list = test.read(usage_period::day, {}, row.tenant_id);
        BOOST_REQUIRE(list.size() == 1u);
        BOOST_TEST(list[0].start == period_start(usage_period::day, start_of(row)));
        BOOST_TEST(list[0].totals.llm_calls.total_calls == 1);
    }
    BOOST_TEST(test.read(usage_period::day).size() == 4u);
}

BOOST_DATA_TEST_CASE(a_window_without_bounds_is_rejected_by_the_periods_of_its_rows, both_databases, dialect)
{
    series_fixture test{dialect};
    auto           first = sample_row(1), last = sample_row(2);
    last.started += std::chrono::hours{999};
    test.write({first, last});
    const auto read = [&] { return message_of_rejection([&] { test.read(usage_period::hour); }); };
    BOOST_TEST(test.read(usage_period::hour).size() == 1'000u);
    auto later = sample_row(3);
    later.started += std::chrono::hours{1'000};
    test.write({later});
    const auto rejected = "group_by: The window holds more than 1000 hours; a shorter one or a longer period is needed";
    BOOST_TEST(read() == rejected);
    test.roll_up();
    BOOST_TEST(read() == rejected);
    BOOST_TEST(test.read(usage_period::day).size() == 43u);
}

// Else the limit of rows would refuse the report first.
BOOST_DATA_TEST_CASE(a_series_of_too_many_periods_is_rejected_before_its_rows_are_read, both_databases, dialect)
{
    series_fixture test{dialect};
    auto           first = sample_row(1), middle = sample_row(2), last = sample_row(3);
    middle.started += std::chrono::hours{500};
    last.started += std::chrono::hours{1'000};
    last.tenant_id = "other";
    test.write({first, middle, last});
    const auto read = [&](const sdk::usage_window& window, std::optional<std::string_view> tenant = {}) {
        const auto session = database::open(test.connection); // a rejection leaves the other one unusable
        return message_of_rejection([&] { read_report(*session, window, tenant, 1, usage_period::hour); });
    };
    const auto periods = "group_by: The window holds more than 1000 hours; a shorter one or a longer period is needed";
    const auto rows    = "from: The window holds more than 1 model calls; a shorter one is needed";
    BOOST_TEST(read({}) == periods);
    BOOST_TEST(read({.from = start_of(first)}) == periods);
    BOOST_TEST(read({.to = end_of_time}) == periods);
    BOOST_TEST(read({.from = start_of(first) + microseconds_of_hour}) == rows);
    BOOST_TEST(read({.to = start_of(last) - microseconds_of_hour}) == rows);
    BOOST_TEST(read({}, "tenant-nl") == rows);
    test.session->run("update usage_rollup_state set rows_from = " + std::to_string(start_of(middle)));
    BOOST_TEST(read({}) == rows);
}

BOOST_AUTO_TEST_CASE(a_series_of_too_many_periods_is_rejected_without_a_database)
{
    verbatim::support::recording_log log;
    report_reader                    nowhere{{"/no_folder/verbatim.db"}, log};
    verbatim::testing::event_loop    loop;
    const sdk::usage_window year{.from = *time_of("2026-01-01T00:00:00Z"), .to = *time_of("2027-01-01T00:00:00Z")};
    BOOST_TEST(message_of_rejection([&] { loop.run(nowhere.report(year, {}, usage_period::hour)); }) ==
               "group_by: The window holds more than 1000 hours; a shorter one or a longer period is needed");
}

BOOST_DATA_TEST_CASE(a_report_with_a_series_has_the_models_of_one_without, both_databases, dialect)
{
    series_fixture test{dialect};
    const auto     list = rows_of_twenty_days(35, 120);
    test.write({list.begin(), list.begin() + 60});
    test.roll_up();
    test.write({list.begin() + 60, list.end()});
    const auto models = read_report(*test.session, {}, {}).models;
    BOOST_TEST(models.size() > 1u);
    BOOST_TEST((read_report(*test.session, {}, {}, SIZE_MAX, usage_period::day).models == models));
}

BOOST_DATA_TEST_CASE(without_a_period_there_is_no_series, both_databases, dialect)
{
    series_fixture test{dialect};
    test.write({sample_row(1)});
    BOOST_TEST(read_report(*test.session, {}, {}).series.empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
