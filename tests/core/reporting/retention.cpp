#include "reporting/rollup_steps.hpp"

#include "core/reporting/observed_session.hpp"
#include "core/reporting/rollup_fixture.hpp"

#include "core/database/error_kind_of.hpp"
#include "support/recording_log.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

namespace verbatim::core::reporting {

using verbatim::support::recording_log;

namespace {

std::int64_t time_of(int month, unsigned day, int hour = 0)
{
    using namespace std::chrono;
    const auto date = year{2026} / month / static_cast<int>(day);
    return sys_time<microseconds>{sys_days{date} + hours{hour}}.time_since_epoch().count();
}

} // namespace

/// Rows of three months from January 2026; not in the unnamed namespace, because data test cases capture it.
struct retention_fixture : rollup_fixture
{
    using rollup_fixture::rollup_fixture;

    /// All rows before it are deleted with a limit on 10 March.
    std::int64_t rows_from() const
    {
        return connection.sql_dialect() == dialect::sqlite ? time_of(3, 10) : time_of(3, 1);
    }
    const std::int64_t limit = time_of(3, 10, 7);

    void write_and_roll_up(unsigned seed = 1)
    {
        write(spanning_rows(seed, 50));
        roll_up_all(*session);
    }

    void finish_rows() const
    {
        while (finish_oldest_rows(*session, limit) == step_result::done) roll_up_all(*session);
    }

    std::int64_t delete_all() const
    {
        std::int64_t count = 0;
        deletion     last{.more_work = true};
        while (last.more_work)
        {
            last = delete_rows(*session, limit);
            count += last.deleted;
        }
        return count;
    }

    /// Rows before this time.
    std::string rows_before(std::int64_t time) const
    {
        const auto literal = std::to_string(time);
        return count("llm_calls where timestamp < " +
                     (connection.sql_dialect() == dialect::sqlite
                          ? literal
                          : "timestamptz 'epoch' + " + literal + " * interval '1 microsecond'"));
    }

    /// rows_from is after all rows that are old enough.
    void check_state() const
    {
        const auto state = std::stoll(storage.value("select rows_from from usage_rollup_state"));
        BOOST_TEST(state <= rows_from());
        BOOST_TEST(written_from(state) == written_from(rows_from()));
    }

    std::size_t written_from(std::int64_t time) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(written, [&](const usage_row& row) { return start_of(row) >= time; }));
    }
};

BOOST_AUTO_TEST_SUITE(retention)

BOOST_DATA_TEST_CASE(old_rows_are_deleted_and_reports_keep_their_sums, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up();
    test.finish_rows();
    test.check_state();
    BOOST_TEST(test.difference() == "");
    BOOST_TEST(test.delete_all() > 0);
    BOOST_TEST(test.rows_before(test.rows_from()) == "0");
    BOOST_TEST(test.count("llm_calls") == std::to_string(test.written_from(test.rows_from())));
    BOOST_TEST(test.difference() == "");
    for (const auto period : {usage_period::hour, usage_period::day, usage_period::month})
        BOOST_TEST(test.difference({.from = period_start(period, time_of(1, 20, 5)),
                                    .to   = period_end(period, time_of(3, 12, 17))}) == "");
}

BOOST_DATA_TEST_CASE(an_hour_that_is_not_rolled_up_is_kept, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write(spanning_rows(2, 20));
    BOOST_TEST((finish_oldest_rows(*test.session, test.limit) == step_result::nothing_to_do));
    BOOST_TEST(test.delete_all() == 0);
    BOOST_TEST(test.storage.value("select rows_from from usage_rollup_state") == "0");
    BOOST_TEST(test.count("llm_calls") == "20");
}

BOOST_DATA_TEST_CASE(history_that_is_not_built_is_kept, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write(spanning_rows(2, 20));
    test.session->run("delete from usage_rollup_marks; update usage_rollup_state set built_from = " +
                      std::to_string(time_of(6, 1)));
    BOOST_TEST((finish_oldest_rows(*test.session, test.limit) == step_result::nothing_to_do));
    roll_up_all(*test.session);
    test.finish_rows();
    test.check_state();
}

BOOST_DATA_TEST_CASE(rows_without_marks_are_rolled_up_before_they_are_deleted, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write(spanning_rows(3, 30));
    test.session->run("delete from usage_rollup_marks"); // like an attached partition
    test.finish_rows();
    test.check_state();
    BOOST_TEST(test.delete_all() > 0);
    BOOST_TEST(test.difference({.to = test.rows_from()}) == "");
}

BOOST_DATA_TEST_CASE(a_crash_between_the_steps_leaves_rows_for_the_next_run, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up(4);
    test.finish_rows();
    if (dialect == dialect::sqlite)
        test.session->run("delete from llm_calls where attempt_id in (select attempt_id from llm_calls "
                          "order by timestamp limit 5)");
    else BOOST_TEST(delete_rows(*test.session, test.limit).deleted == 1); // of two partitions
    BOOST_TEST(test.rows_before(test.rows_from()) != "0");
    BOOST_TEST(test.difference() == "");

    // A late row in an hour of which only some rows are left.
    const auto before = test.read();
    auto       late   = sample_row(1);
    late.started      = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{time_of(2, 20, 3)}};
    test.store->write({&late, 1});
    roll_up_all(*test.session);
    BOOST_TEST((test.read() == before));
    test.delete_all();
    BOOST_TEST(test.rows_before(test.rows_from()) == "0");
    BOOST_TEST((test.read() == before));
}

BOOST_DATA_TEST_CASE(a_late_row_is_in_no_report_and_is_deleted, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up(5);
    test.finish_rows();
    test.delete_all();
    const auto before = test.read();
    auto       late   = sample_row(1);
    late.tenant_id    = "late";
    for (const auto hour : {time_of(1, 10, 3), time_of(1, 10, 4), test.rows_from() - 1})
    {
        late.attempt_id = sample_row(static_cast<unsigned>(hour / microseconds_of_hour)).attempt_id;
        late.started    = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{hour}};
        test.store->write({&late, 1});
    }
    const auto check = [&] {
        BOOST_TEST((test.read() == before));
        for (const sdk::usage_window window :
             {sdk::usage_window{}, {.from = time_of(1, 10, 3), .to = time_of(1, 10, 4) + 1'000}})
            BOOST_TEST(test.read(window, "late").total.llm_calls.total_calls == 0);
    };
    check();
    BOOST_TEST(roll_up_marked_hours(*test.session, without_wait()).late_hours == 3U);
    BOOST_TEST(test.count("usage_rollup_marks where level = 0") == "0");
    check();
    BOOST_TEST(test.delete_all() > 0);
    BOOST_TEST(test.rows_before(test.rows_from()) == "0");
    check();
}

// The late row of a call makes the other hours of the call stale, but those before rows_from have no readable rows.
BOOST_DATA_TEST_CASE(a_late_row_of_a_call_hides_no_rollups_before_rows_from, both_databases, dialect)
{
    retention_fixture test{dialect};
    const auto        row_at = [&](unsigned number, std::int64_t time) {
        auto row    = sample_row(number);
        row.call_id = "bbbbbbbb-0000-4000-8000-000000000000";
        row.started = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{time}};
        return row;
    };
    const auto calls = [&] { return test.read().total.llm_calls.total_calls; };
    test.write({row_at(1, time_of(1, 31, 23))});
    roll_up_all(*test.session);
    test.finish_rows();
    BOOST_TEST(test.storage.value("select rows_from from usage_rollup_state") == std::to_string(time_of(2, 1)));
    test.write({row_at(2, time_of(2, 1))});
    BOOST_TEST(calls() == 2);
    roll_up_all(*test.session);
    BOOST_TEST(calls() == 2);
    BOOST_TEST(test.delete_all() == 1);
    BOOST_TEST(calls() == 2);
}

BOOST_DATA_TEST_CASE(a_row_that_arrives_during_the_step_is_rolled_up_before_it_is_deleted, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up(11);
    auto late                            = *std::ranges::min_element(test.written, {}, start_of);
    late.attempt_id                      = sample_row(1'000).attempt_id;
    bool                      is_written = false;
    testing::observed_session session{*test.session, [&](const std::string& statement) {
                                          const bool stores = statement.starts_with("begin i"); // no snapshot
                                          if (stores && !std::exchange(is_written, true)) test.write({late});
                                      }};
    BOOST_TEST((finish_oldest_rows(session, test.limit) == step_result::conflict));
    roll_up_all(*test.session);
    test.finish_rows();
    test.check_state();
    test.delete_all();
    BOOST_TEST(test.difference() == "");
}

BOOST_AUTO_TEST_CASE(a_row_that_is_being_written_during_the_step_is_rolled_up_before_it_is_deleted)
{
    retention_fixture test{dialect::postgresql};
    test.write_and_roll_up(12);
    const auto writing = database::open(test.connection);
    writing->run("begin; insert into llm_calls select gen_random_uuid(), tenant_id, operation, gen_random_uuid(), "
                 "timestamp, call_duration_ms, model, input_tokens, output_tokens, cost_usd, status, error_class, "
                 "created_at, cached_tokens, priced, cause from llm_calls order by timestamp limit 1");
    std::atomic<bool> has_ended = false;
    step_result       result    = step_result::done;
    std::thread       finishing{[&] {
        result    = finish_oldest_rows(*test.session, test.limit);
        has_ended = true;
    }};
    while (!has_ended && test.count("pg_locks where not granted and relation = 'usage_rollup_marks'::regclass") == "0")
        std::this_thread::yield();
    writing->run("commit");
    finishing.join();
    BOOST_TEST((result == step_result::conflict));
}

BOOST_DATA_TEST_CASE(late_rows_before_a_time_that_an_operator_set_do_not_stop_the_retention, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up(10);
    test.session->run("update usage_rollup_state set rows_from = " + std::to_string(time_of(1, 20, 5)));
    auto late       = sample_row(1);
    late.attempt_id = sample_row(1'000).attempt_id;
    late.started    = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{time_of(1, 20, 3)}};
    test.store->write({&late, 1});
    roll_up_all(*test.session);
    for (int n = 0; n < 100 && finish_oldest_rows(*test.session, test.limit) == step_result::done; ++n)
        roll_up_all(*test.session);
    test.check_state();
}

BOOST_DATA_TEST_CASE(rows_before_a_time_that_an_operator_set_stay_for_the_retention, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write_and_roll_up(6);
    test.session->run("update usage_rollup_state set rows_from = " + std::to_string(time_of(4, 10)));
    test.delete_all();
    BOOST_TEST(test.rows_before(test.rows_from()) == "0");
    BOOST_TEST(test.count("llm_calls") ==
               std::to_string(test.written_from(dialect == dialect::sqlite ? test.limit : test.rows_from())));
    BOOST_TEST((finish_oldest_rows(*test.session, time_of(12, 1)) == step_result::nothing_to_do));
}

BOOST_DATA_TEST_CASE(two_servers_delete_at_once_while_rows_are_written, both_databases, dialect)
{
    retention_fixture test{dialect};
    test.write(spanning_rows(7, 30, 4));
    recording_log log;
    {
        rollup_worker first{test.connection, log, quick_worker(1)};
        rollup_worker second{test.connection, log, quick_worker(1)};
        const auto    are_deleted = [&] {
            return test.rows_before(time_of(4, 1)) == "0" && log.count("usage_rows_deleted") != 0U;
        };
        for (unsigned n = 0; n < 50 || !are_deleted(); ++n)
        {
            auto row    = sample_row(n + 1);
            row.call_id = row.attempt_id;
            row.started = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
            test.write({row});
            std::this_thread::yield();
        }
    }
    BOOST_TEST(test.difference() == "");
    roll_up_all(*test.session);
    BOOST_TEST(test.difference() == "");
    // A server may wait for the lock of the other one for too long.
    BOOST_TEST(log.count("warning") == log.count("warning usage_retention_"));
}

BOOST_AUTO_TEST_CASE(a_partition_that_a_report_reads_is_dropped_later)
{
    retention_fixture test{dialect::postgresql};
    test.write_and_roll_up(8);
    test.finish_rows();
    const auto reading = database::open(test.connection);
    reading->run("begin");
    reading->select("select count(*) from llm_calls", 1, {});
    BOOST_CHECK(database::error_kind_of([&] { delete_rows(*test.session, test.limit); }) == database::error_kind::busy);
    BOOST_TEST(test.difference() == "");
    reading->run("commit");
    BOOST_TEST(test.delete_all() == 2);
}

BOOST_AUTO_TEST_CASE(no_partition_is_dropped_without_a_time_or_a_state)
{
    retention_fixture test{dialect::postgresql};
    test.write_and_roll_up(13);
    test.finish_rows();
    const auto drops = [&](const std::string& time) {
        return !test.session->select("select 1 where drop_llm_calls_partition(" + time + ")", 1, {}).empty();
    };
    BOOST_TEST(!drops("null"));
    test.session->run("create table spare as select * from usage_rollup_state; delete from usage_rollup_state");
    BOOST_CHECK_THROW(drops("now()"), database::failure);
    test.session->run(
        "insert into usage_rollup_state select * from spare; update usage_rollup_state set rows_from = 0");
    BOOST_TEST(!drops("now()"));
    BOOST_TEST(test.difference() == "");
    test.session->run("update usage_rollup_state set rows_from = (select rows_from from spare)");
    BOOST_TEST(drops("now()"));
}

BOOST_AUTO_TEST_CASE(a_worker_logs_a_partition_that_is_in_use)
{
    retention_fixture test{dialect::postgresql};
    test.write(spanning_rows(14, 20));
    const auto reading = database::open(test.connection);
    reading->run("begin");
    reading->select("select count(*) from llm_calls", 1, {});
    recording_log log;
    {
        rollup_worker worker{test.connection, log, quick_worker(1)};
        while (log.count("warning") == 0U) std::this_thread::yield();
        reading->run("commit");
        while (test.count("llm_calls") != "0") std::this_thread::yield();
    }
    BOOST_TEST(log.count("warning") == log.count("warning usage_retention_delayed retry_seconds=0"));
}

BOOST_AUTO_TEST_CASE(a_locked_file_delays_the_retention_until_the_lock_ends_only)
{
    retention_fixture test{dialect::sqlite};
    test.write_and_roll_up(15);
    const auto writing = database::open(test.connection);
    writing->run("begin immediate");
    recording_log log;
    auto          settings = quick_worker(1);
    settings.drop_delay    = std::chrono::hours{1};
    settings.timeouts.lock = std::chrono::milliseconds{10};
    rollup_worker worker{test.connection, log, settings};
    while (log.count("warning usage_retention_unavailable error_class=busy") == 0U) std::this_thread::yield();

    writing->run("commit");
    while (log.count("info usage_retention_available") == 0U || test.count("llm_calls") != "0")
        std::this_thread::yield();
    BOOST_TEST(log.count("warning") == 1U);
}

BOOST_AUTO_TEST_CASE(rows_are_too_old_by_the_clock_of_the_database)
{
    retention_fixture test{dialect::postgresql};
    test.session->run("create function public.clock_timestamp() returns timestamptz language sql as "
                      "$$ select timestamptz '2026-03-10 07:00:00+00' $$; set search_path = public, pg_catalog");
    BOOST_TEST(retention_limit(*test.session, 0) == test.limit);
    BOOST_TEST(retention_limit(*test.session, 400) == test.limit - 400 * 24 * microseconds_of_hour);
}

// docs/operations.md#attached-partitions
BOOST_AUTO_TEST_CASE(the_documented_statements_mark_the_rows_of_an_attached_partition)
{
    retention_fixture test{dialect::postgresql};
    test.write_and_roll_up(9);
    test.session->run(
        "create table old (like llm_calls including all); insert into old select gen_random_uuid(), "
        "tenant_id, operation, gen_random_uuid(), timestamp - interval '1 year', call_duration_ms, model, "
        "input_tokens, output_tokens, cost_usd, status, error_class, created_at, cached_tokens, priced, "
        "cause from llm_calls where timestamp < '2026-02-01 00:00:00+00'; alter table llm_calls attach "
        "partition old for values from ('2025-01-01 00:00:00+00') to ('2025-02-01 00:00:00+00')");
    const auto calls = [&] { return test.read().total.llm_calls.total_calls; };
    test.session->run("insert into usage_rollup_marks (level, start) select distinct 0, extract(epoch from "
                      "date_trunc('hour', timestamp, 'UTC'))::bigint * 1000000 from old");
    const auto all = std::stoll(test.count("llm_calls"));
    BOOST_TEST(calls() == all);
    roll_up_all(*test.session);
    BOOST_TEST(calls() == all);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
