#include "core/reporting/observed_session.hpp"
#include "core/reporting/rollup_fixture.hpp"

#include "reporting/failed_periods.hpp"

#include "database/migrations.hpp"

#include "support/recording_log.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <new>
#include <stdexcept>
#include <thread>

namespace verbatim::core::reporting {

using verbatim::support::recording_log;

BOOST_AUTO_TEST_SUITE(rollups)

BOOST_DATA_TEST_CASE(reports_from_rollups_equal_a_count_of_random_rows,
                     boost::unit_test::data::xrange(3u) * both_databases, seed, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(seed + 1, 250));
    roll_up_all(*test.session);
    BOOST_TEST(test.count("usage_rollup_marks") == "0");
    for (const auto& window : test.windows())
    {
        BOOST_TEST(test.difference(window) == "");
        for (const std::string tenant : {"tenant-nl", "\U0001F30D", "nobody"}) BOOST_TEST_CONTEXT(tenant)
        BOOST_TEST(test.difference(window, tenant) == "");
    }
}

BOOST_DATA_TEST_CASE(a_window_of_whole_months_reads_only_their_rollups, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(5, 250));
    roll_up_all(*test.session);
    test.session->run("delete from llm_calls; delete from usage_rollups where level = 1");
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(reports_are_right_after_every_step_and_with_new_rows_in_between, both_databases, dialect)
{
    rollup_fixture test{dialect};
    const auto     all = spanning_rows(8, 160, 8);
    for (std::size_t first = 0; first < all.size(); first += 40)
    {
        test.write(
            {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first) + 40});
        BOOST_TEST(test.difference() == "");
        take_step(*test.session, 7);
        BOOST_TEST(test.difference() == "");
    }
    while (take_step(*test.session, 7)) BOOST_TEST(test.difference() == "");
    for (const auto& window : test.windows()) BOOST_TEST(test.difference(window) == "");
}

BOOST_DATA_TEST_CASE(a_late_row_of_a_call_that_counts_as_complete_is_no_second_invocation, both_databases, dialect)
{
    rollup_fixture test{dialect};
    auto           first = sample_row(1), late = sample_row(2);
    late.started += std::chrono::hours{24 * 40};
    test.write({first});
    roll_up_all(*test.session);
    test.write({late});
    BOOST_TEST(test.read().total.invocations.total_calls == 1);
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.read().total.invocations.total_calls == 1);
    BOOST_TEST(test.difference() == "");
    const auto middle = start_of(first) + 1;
    BOOST_TEST(test.difference({.to = middle}) == "");
    BOOST_TEST(test.difference({.from = middle}) == "");
}

BOOST_DATA_TEST_CASE(rows_that_are_written_twice_count_once, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(11, 200));
    roll_up_all(*test.session);
    test.store->write(test.written);
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(a_changed_row_changes_the_rollups, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write({sample_row(1)});
    roll_up_all(*test.session);
    test.session->run(dialect == dialect::sqlite ? "update llm_calls set cost_micro_usd = 7"
                                                 : "update llm_calls set cost_usd = 0.000007");
    BOOST_TEST(test.read().total.llm_calls.cost_micro_usd == 7);
    roll_up_all(*test.session);
    BOOST_TEST(test.read().total.llm_calls.cost_micro_usd == 7);
}

BOOST_DATA_TEST_CASE(a_worker_that_fails_at_any_statement_changes_no_report, both_databases, dialect)
{
    rollup_fixture test{dialect};
    auto           first = sample_row(0), last = sample_row(1); // of the same call
    last.started += std::chrono::hours{2};
    test.write({first, last});
    roll_up_all(*test.session);
    bool has_failed = true;
    for (unsigned n = 0; has_failed; ++n) BOOST_TEST_CONTEXT("statement " << n)
        {
            auto row       = n % 2 == 0 ? first : last; // so that there is work again
            row.attempt_id = sample_row(n + 2).attempt_id;
            row.started += std::chrono::microseconds{n};
            test.write({row});
            const auto                session   = database::open(test.connection); // its transaction may stay open
            auto                      remaining = static_cast<int>(n);
            testing::observed_session failing{*session, [&](const std::string&) {
                                                  if (remaining-- == 0)
                                                      throw database::failure{database::error_kind::io};
                                              }};
            try
            {
                roll_up_marked_hours(failing, without_wait());
                while (merge_periods(failing, end_of_time) == step_result::done)
                {}
            }
            catch (const database::failure&)
            {}
            has_failed = remaining < 0;
            BOOST_TEST(test.difference() == "");
        }
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(history_is_rolled_up_while_rows_are_written, both_databases, dialect)
{
    rollup_fixture test{dialect};
    const auto     all  = spanning_rows(21, 160, 40);
    const auto     half = all.begin() + 80;
    test.write({all.begin(), half});
    // As the migration leaves a database with rows of an earlier version.
    test.session->run("delete from usage_rollup_marks; update usage_rollup_state set built_from = " +
                      std::to_string(period_end(usage_period::hour,
                                                start_of(*std::ranges::max_element(test.written, {}, start_of)))));
    std::size_t next = 80;
    while (take_step(*test.session, 5))
    {
        BOOST_TEST(test.difference() == "");
        if (next < all.size()) test.write({all[next], all[next + 1]});
        next += 2;
        BOOST_TEST(test.difference() == "");
    }
    BOOST_TEST(test.storage.value("select built_from from usage_rollup_state") == "0");
    BOOST_TEST(test.count("usage_rollup_marks") == "0");
    for (const auto& window : test.windows()) BOOST_TEST(test.difference(window) == "");
}

BOOST_DATA_TEST_CASE(the_migration_leaves_rows_of_earlier_versions_to_the_background, both_databases, dialect)
{
    database::testing::test_database storage{dialect};
    const auto                       session = database::open(storage.connection());
    make_store(storage.connection())->prepare();
    const auto list = spanning_rows(2, 50);
    make_store(storage.connection())->write(list);
    session->run("drop table usage_rollups; drop table usage_rollup_calls; drop table usage_rollup_marks; "
                 "drop table usage_rollup_state; "
                 "drop trigger llm_calls_inserted" +
                 std::string{dialect == dialect::sqlite ? "" : " on llm_calls"} + "; drop trigger llm_calls_updated" +
                 (dialect == dialect::sqlite ? "" : " on llm_calls; drop function mark_usage_rollups()"));
    const auto migrations =
        dialect == dialect::sqlite ? database::sqlite_migrations() : database::postgresql_migrations();
    const auto step = std::ranges::find_if(migrations, [](const database::migration& entry) {
        return std::string_view{entry.name}.ends_with("usage_rollups");
    });
    session->run(step->statements);
    const auto newest = start_of(*std::ranges::max_element(list, {}, start_of));
    BOOST_TEST(storage.value("select built_from from usage_rollup_state") ==
               std::to_string(period_end(usage_period::hour, newest)));
    BOOST_TEST(testing::difference(read_report(*session, {}, {}), testing::recount(list)) == "");
    roll_up_all(*session);
    BOOST_TEST(testing::difference(read_report(*session, {}, {}), testing::recount(list)) == "");
}

BOOST_DATA_TEST_CASE(concurrent_writers_and_workers_end_with_equal_reports, both_databases, dialect)
{
    rollup_fixture           test{dialect};
    recording_log            log;
    std::vector<rows>        lists{spanning_rows(31, 200, 3), spanning_rows(32, 200, 3), spanning_rows(33, 200, 3)};
    std::vector<std::thread> writers;
    std::atomic<int>         writing = 3;
    {
        rollup_worker first{test.connection, log, quick_worker()};
        rollup_worker second{test.connection, log, quick_worker()};
        for (const auto& list : lists)
            writers.emplace_back([&] {
                const auto store = make_store(test.connection);
                for (std::size_t n = 0; n < list.size();) try
                    {
                        store->write(std::span{list}.subspan(n, 5));
                        n += 5;
                    }
                    catch (const database::failure& failure)
                    {
                        if (failure.kind() != database::error_kind::busy) throw;
                    }
                --writing;
            });
        std::int64_t last = 0;
        while (writing != 0)
        {
            const auto total = test.read().total;
            BOOST_TEST(total.llm_calls.total_calls >= last);
            BOOST_TEST(total.llm_calls.duration_ms.total == total.invocations.duration_ms.total);
            last = total.llm_calls.total_calls;
        }
        for (auto& writer : writers) writer.join();
        while (test.count("usage_rollup_marks where level = 0") != "0") std::this_thread::yield();
    }
    for (const auto& list : lists) test.written.insert(test.written.end(), list.begin(), list.end());
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(a_change_from_an_old_snapshot_has_no_effect, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write({sample_row(1)});
    const auto old = read_state(*test.session);
    roll_up_all(*test.session);
    rollup_change change;
    change.seen = old;
    change.periods.push_back(encode(usage_period::hour, period_start(usage_period::hour, start_of(sample_row(1))), {}));
    BOOST_TEST(!store(*test.session, change));
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(deleted_rows_stay_in_reports, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(41, 300));
    roll_up_all(*test.session);
    const auto before = test.read();
    if (dialect == dialect::sqlite) test.session->run("delete from llm_calls where timestamp < 1769904000000000");
    else test.session->run("drop table llm_calls_2026_01"); // the same rows: those before February

    BOOST_TEST((test.read() == before));
    // A small window is read from rows only as long as they are complete.
    BOOST_TEST((read_report(*test.session, {}, {}) == before));
}

BOOST_DATA_TEST_CASE(a_late_row_does_not_replace_the_rollups_of_deleted_rows, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write({sample_row(1)});
    roll_up_all(*test.session);
    const auto before = test.read();
    test.session->run("update usage_rollup_state set rows_from = " +
                      std::to_string(period_end(usage_period::month, start_of(sample_row(1)))) +
                      "; delete from llm_calls");
    auto late = sample_row(2);
    late.cost = 1;
    test.store->write({&late, 1});
    BOOST_TEST((test.read() == before));
    BOOST_TEST((read_report(*test.session, {}, {}) == before));
    roll_up_all(*test.session);
    BOOST_TEST((test.read() == before));
    BOOST_TEST(test.count("usage_rollup_marks") == "0");
}

BOOST_DATA_TEST_CASE(a_late_row_of_a_call_with_deleted_rows_is_no_second_invocation, both_databases, dialect)
{
    rollup_fixture test{dialect};
    auto           first = sample_row(0), last = sample_row(1); // of the same call
    last.started += std::chrono::hours{2};
    test.write({first, last});
    roll_up_all(*test.session);
    test.session->run("update usage_rollup_state set rows_from = " +
                      std::to_string(period_start(usage_period::hour, start_of(last))) +
                      "; delete from llm_calls where attempt_id = '" + first.attempt_id + "'");
    auto late       = last;
    late.attempt_id = sample_row(2).attempt_id;
    test.write({late});
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(the_limit_of_rows_does_not_count_those_in_rollups, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write(spanning_rows(61, 300));
    constexpr std::size_t max_rows = 100;
    BOOST_CHECK_THROW(read_report(*test.session, {}, {}, max_rows), sdk::error);
    test.session = database::open(test.connection);
    roll_up_all(*test.session);
    BOOST_TEST(testing::difference(read_report(*test.session, {}, {}, max_rows), testing::recount(test.written)) == "");
}

BOOST_DATA_TEST_CASE(a_damaged_rollup_is_an_error_and_not_a_wrong_report, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write({sample_row(1)});
    roll_up_all(*test.session);
    test.session->run("update usage_rollups set distributions = '!'");
    BOOST_CHECK_EXCEPTION(test.read(), database::failure,
                          [](const auto& failure) { return failure.kind() == database::error_kind::corrupt; });
}

BOOST_DATA_TEST_CASE(an_hour_with_new_rows_waits_until_it_is_quiet_or_for_the_longest_time, both_databases, dialect)
{
    using std::chrono::seconds;
    rollup_fixture    test{dialect};
    const hour_limits limits{.quiet_time = seconds{30}, .longest_wait = seconds{900}};
    const auto        rolls_up = [&](int first, int last) {
        test.write({sample_row(static_cast<unsigned>(test.written.size()))});
        test.session->run("delete from usage_rollup_marks where level > 0; update usage_rollup_marks set marked_at = "
                                        "marked_at - " +
                                 std::to_string(first));
        test.session->run("insert into usage_rollup_marks (level, start, marked_at) select level, start, marked_at + " +
                                 std::to_string(first - last) + " from usage_rollup_marks");
        const auto result = roll_up_marked_hours(*test.session, limits).result;
        BOOST_TEST(test.difference() == "");
        if (result != step_result::done) roll_up_all(*test.session);
        return result == step_result::done;
    };
    BOOST_TEST(!rolls_up(20, 0));
    BOOST_TEST(!rolls_up(800, 10));
    BOOST_TEST(rolls_up(800, 40));
    BOOST_TEST(rolls_up(1'000, 0));
    BOOST_TEST(rolls_up(-100, -100)); // the clock was set back
}

BOOST_DATA_TEST_CASE(many_marks_become_two_per_period_and_the_oldest_and_newest_times_stay, both_databases, dialect)
{
    rollup_fixture test{dialect};
    for (unsigned n = 0; n < 12; ++n)
    {
        auto row = sample_row(n);
        row.started += std::chrono::hours{n % 3};
        test.write({row});
    }
    test.session->run(
        "update usage_rollup_marks set marked_at = case when id = 1 then 5 when id <= 6 then 6 else 7 end");
    const auto ages = [&] {
        std::vector<std::int64_t> list;
        for (const auto& mark : read_marks(*test.session)) list.push_back(mark.oldest_age - mark.newest_age);
        return list;
    };
    const auto before = ages();
    compact_marks(*test.session, 6);
    BOOST_TEST(test.count("usage_rollup_marks") == "12");
    compact_marks(*test.session, 5);
    BOOST_TEST(test.count("usage_rollup_marks") == "6");
    BOOST_TEST(test.count("usage_rollup_marks where marked_at = 5") == "1");
    BOOST_TEST(test.count("usage_rollup_marks where marked_at = 7") == "3");
    BOOST_TEST(ages() == before, boost::test_tools::per_element());
    BOOST_TEST(test.count("usage_rollup_marks where id <= 12") == "0"); // a step with the old ids removes none of them
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.count("usage_rollup_marks") == "0");
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(a_worker_that_compacts_while_another_one_computes_loses_no_mark, both_databases, dialect)
{
    rollup_fixture test{dialect};
    test.write({sample_row(0)});
    rollup_change change;
    {
        const database::snapshot snapshot{*test.session};
        change.seen            = read_state(*test.session);
        const auto mark        = read_marks(*test.session).at(0);
        change.processed_marks = read_mark_ids(*test.session, mark.level, mark.start, 10);
    }
    for (unsigned n = 1; n < 4; ++n) test.write({sample_row(n)});
    test.session->run("update usage_rollup_marks set marked_at = 5");
    compact_marks(*test.session, 0);
    BOOST_TEST(store(*test.session, change));
    BOOST_TEST(test.count("usage_rollup_marks") == "1");
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(many_marked_hours_are_not_compacted, both_databases, dialect)
{
    rollup_fixture test{dialect};
    for (unsigned n = 0; n < 12; ++n)
    {
        auto row = sample_row(n);
        row.started += std::chrono::hours{n % 6};
        test.write({row});
    }
    compact_marks(*test.session, 0);
    BOOST_TEST(test.count("usage_rollup_marks where id <= 12") == "12");
}

BOOST_AUTO_TEST_CASE(marks_are_not_compacted_while_another_server_computes)
{
    rollup_fixture test{dialect::postgresql};
    for (unsigned n = 0; n < 3; ++n) test.write({sample_row(n)});
    test.session->run("update usage_rollup_marks set marked_at = 5");
    const auto other = database::open(test.connection);
    {
        const database::snapshot snapshot{*other};
        BOOST_TEST(try_lock(*other));
        compact_marks(*test.session, 0);
        BOOST_TEST(test.count("usage_rollup_marks") == "3");
    }
    compact_marks(*test.session, 0);
    BOOST_TEST(test.count("usage_rollup_marks") == "1");
}

BOOST_DATA_TEST_CASE(one_damaged_hour_stops_no_other_one, both_databases, dialect)
{
    rollup_fixture test{dialect};
    auto           good = sample_row(1), bad = sample_row(2);
    good.call_id = "bbbbbbbb-0000-4000-8000-000000000000";
    good.started -= std::chrono::hours{5};
    test.write({good, bad});
    roll_up_all(*test.session);
    const auto hour = std::to_string(period_start(usage_period::hour, start_of(bad)));
    // The roll-ups of this hour cannot be replaced.
    if (dialect == dialect::sqlite)
        test.session->run("create trigger damage before delete on usage_rollups when old.level = 0 and old.start = " +
                          hour + " begin select raise(abort, 'damaged'); end");
    else
        test.session->run("create function damage() returns trigger language plpgsql as $$ begin raise "
                          "integrity_constraint_violation; end $$; create trigger damage before delete on "
                          "usage_rollups for each row when (old.level = 0 and old.start = " +
                          hour + ") execute function damage()");
    good.attempt_id = sample_row(3).attempt_id;
    bad.attempt_id  = sample_row(4).attempt_id;
    test.write({good, bad});
    recording_log log;
    {
        rollup_worker worker{test.connection, log, quick_worker()};
        const auto    is_done = [&] {
            const auto statistics = worker.statistics();
            return statistics.failed_periods >= 1 && statistics.marked_hours == 1 && statistics.since_last_success >= 0;
        };
        while (!is_done()) std::this_thread::yield();
    }
    BOOST_TEST(log.count("warning usage_rollup_failed period=hour start=2023-11-14T22:00:00Z error_class=constraint "
                         "retry_seconds=60") == 1U);
    BOOST_TEST(log.count("usage_rollups_unavailable") == 0U);
    BOOST_TEST(test.count("usage_rollup_marks where level = 0 and start <> " + hour) == "0");
    BOOST_TEST(test.difference() == "");

    test.session->run(dialect == dialect::sqlite ? "drop trigger damage" : "drop trigger damage on usage_rollups");
    roll_up_all(*test.session);
    BOOST_TEST(test.count("usage_rollup_marks") == "0");
    BOOST_TEST(test.difference() == "");
}

BOOST_DATA_TEST_CASE(history_goes_on_before_a_failing_hour, both_databases, dialect)
{
    rollup_fixture test{dialect};
    auto           older = sample_row(1), failing = sample_row(2);
    older.call_id = "bbbbbbbb-0000-4000-8000-000000000000";
    older.started -= std::chrono::hours{24 * 3};
    test.write({older, failing});
    const auto hour = period_start(usage_period::hour, start_of(failing));
    test.session->run("delete from usage_rollup_marks; update usage_rollup_state set built_from = " +
                      std::to_string(hour + microseconds_of_hour));
    while (roll_up_history(*test.session, {{usage_period::hour, hour}}) == step_result::done)
        BOOST_TEST(test.difference() == "");
    BOOST_TEST(test.storage.value("select built_from from usage_rollup_state") == "0");
    BOOST_TEST(test.count("usage_rollup_marks where level = 0 and start = " + std::to_string(hour)) == "1");
    BOOST_TEST(test.count("usage_rollups where start = " + std::to_string(hour)) == "0");
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
}

BOOST_AUTO_TEST_CASE(a_failed_period_waits_longer_each_time)
{
    using std::chrono::seconds;
    failed_periods       failures;
    const period_failure failure{usage_period::day, 0, "busy"};
    const period_set     only_this{{usage_period::day, 0}};
    auto                 now = failed_periods::clock::time_point{};
    for (const auto wait : {60, 120, 240, 480, 960, 1'920, 3'600, 3'600})
    {
        BOOST_TEST((failures.add(failure, now) == seconds{wait}));
        BOOST_TEST((failures.waiting(now + seconds{wait - 1}) == only_this));
        now += seconds{wait};
        BOOST_TEST(failures.waiting(now).empty());
    }
    failures.keep(only_this);
    BOOST_TEST(failures.size() == 1U);
    failures.keep({{usage_period::hour, 0}});
    BOOST_TEST(failures.size() == 0U);
}

BOOST_AUTO_TEST_CASE(errors_have_the_name_of_their_kind)
{
    BOOST_TEST(error_name(database::failure{database::error_kind::full}) == "full");
    BOOST_TEST(error_name(std::bad_alloc{}) == "no_memory");
    BOOST_TEST(error_name(std::out_of_range{"secret"}) == "internal_error");
}

BOOST_AUTO_TEST_CASE(a_worker_reports_an_outage_once_and_continues_afterwards)
{
    verbatim::support::postgres_server   server;
    verbatim::support::postgres_database database{server};
    const auto      connection = database::resolve_connection({.db_url = sdk::secret{database.url()}});
    const usage_row list[]{sample_row(1)};
    make_store(connection)->write(list);
    recording_log log;
    rollup_worker worker{connection, log, quick_worker()};
    while (worker.statistics().since_last_success < 0) std::this_thread::yield();
    server.kill();
    while (log.lines().empty()) std::this_thread::yield();
    server.start();
    while (log.lines().size() < 2) std::this_thread::yield();
    worker.stop();
    BOOST_TEST(log.lines() == (std::vector<std::string>{"warning usage_rollups_unavailable error_class=unavailable",
                                                        "info usage_rollups_available"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_worker_stops_while_it_waits_for_a_lock)
{
    rollup_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    const auto locking = database::open(test.connection);
    locking->run("begin; lock table usage_rollup_state in access exclusive mode");
    recording_log log;
    rollup_worker worker{test.connection, log, quick_worker()};
    while (test.count("pg_locks where not granted and database = (select oid from pg_database where datname = "
                      "current_database())") == "0")
        std::this_thread::yield();
    worker.stop();
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
