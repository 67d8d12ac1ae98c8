#pragma once

#include "recording/store.hpp"
#include "reporting/report_reader.hpp"
#include "reporting/rollup_steps.hpp"
#include "reporting/rollup_worker.hpp"

#include "core/database/test_database.hpp"
#include "core/recording/support.hpp"
#include "core/reporting/recount.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <vector>

/// Rows whose roll-ups are computed step by step.
namespace verbatim::core::reporting {

using database::dialect;
using database::testing::both_databases;
using recording::make_store;
using recording::usage_row;
using recording::testing::sample_row;

using rows = std::vector<usage_row>;

inline std::int64_t start_of(const usage_row& row) { return row.started.time_since_epoch().count(); }

/// Random rows of `days` days, in the first and the last hour of a few of them, among those around the ends of months:
/// a step takes some statements for each hour with rows. Every third row is hours or days later than the others of its
/// call, so that many calls span hours, days and months.
inline rows spanning_rows(unsigned seed, std::size_t count, int days = 90)
{
    using namespace std::chrono;
    const sys_time<microseconds> begin{sys_days{2026y / January / 1}};
    std::vector<int>             dates{0, 1, 3, 10, 11, 19, 30, 31, 45, 58, 59, 67, 68, 89};
    std::erase_if(dates, [&](int date) { return date >= days; });
    std::mt19937_64 random{seed};
    auto            list = testing::random_rows(seed, count, days);
    for (auto& row : list)
    {
        const auto hour   = floor<hours>(row.started - begin);
        const auto number = static_cast<std::size_t>(hour.count());
        row.started += hours{24 * dates[number / 2 % dates.size()] + (number % 2 == 0 ? 0 : 23)} - hour;
        if (random() % 3 == 0)
            row.started += random() % 2 == 0 ? seconds{random() % 8'000} : seconds{hours{24 * (1 + random() % 3)}};
    }
    return list;
}

/// Later than all rows of the tests, so that all days and months have ended.
inline constexpr std::int64_t end_of_time = 4'000'000'000'000'000;

inline hour_limits without_wait(std::size_t max_hours = 24)
{
    using std::chrono::seconds;
    return {.max_hours = max_hours, .quiet_time = seconds{0}, .longest_wait = seconds{0}};
}

inline rollup_settings quick_worker(std::int64_t retention_days = 0)
{
    return {.interval       = std::chrono::milliseconds{1},
            .hours          = without_wait(),
            .retention_days = retention_days,
            .drop_delay     = std::chrono::seconds{0}};
}

inline bool take_step(database::session& db, std::size_t max_hours)
{
    const auto hours   = roll_up_marked_hours(db, without_wait(max_hours)).result;
    const auto merged  = merge_periods(db, end_of_time);
    const auto history = roll_up_history(db);
    // A conflict is with a session that has ended, until PostgreSQL notices its end.
    return std::ranges::any_of(std::array{hours, merged, history},
                               [](step_result result) { return result != step_result::nothing_to_do; });
}

inline void roll_up_all(database::session& db, std::size_t max_hours = 1'000)
{
    while (take_step(db, max_hours))
    {}
}

struct rollup_fixture
{
    explicit rollup_fixture(dialect kind)
        : storage{database::testing::test_database::with_tables(kind)}
    {
        session = database::open(connection);
        counter = database::open(connection);
    }

    database::testing::test_database   storage;
    const database::connection_info&   connection = storage.connection();
    std::unique_ptr<recording::store>  store      = make_store(connection);
    std::unique_ptr<database::session> session;
    std::unique_ptr<database::session> counter; ///< for count(), while another thread may use `session`
    std::vector<usage_row>             written;

    void write(const std::vector<usage_row>& list)
    {
        store->write(list);
        written.insert(written.end(), list.begin(), list.end());
    }

    sdk::usage_report read(sdk::usage_window window = {}, std::optional<std::string_view> tenant = {}) const
    {
        return read_report(*session, window, tenant);
    }

    /// Differences between the report and a count of all rows.
    std::string difference(sdk::usage_window window = {}, const std::optional<std::string>& tenant = {}) const
    {
        return testing::difference(read(window, tenant), testing::recount(written, window, tenant));
    }

    std::string count(const std::string& what) const
    {
        return counter->select("select count(*) from " + what, 1, {}).at(0).at(0).value();
    }

    /// Windows that begin and end at hours, days, months and in between.
    std::vector<sdk::usage_window> windows() const
    {
        auto by_time = written;
        std::ranges::sort(by_time, {}, start_of);
        const auto first = start_of(by_time[by_time.size() / 4]), last = start_of(by_time[by_time.size() * 3 / 4]);
        std::vector<sdk::usage_window> list{{}, {.from = first}, {.to = last}, {.from = first, .to = last}};
        for (const auto period : {usage_period::hour, usage_period::day, usage_period::month})
            list.push_back({.from = period_start(period, first), .to = period_end(period, last)});
        return list;
    }
};

} // namespace verbatim::core::reporting
