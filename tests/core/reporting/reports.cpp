#include "recording/store.hpp"
#include "reporting/report_reader.hpp"
#include "reporting/usage_rows.hpp"

#include "core/database/test_database.hpp"
#include "core/recording/support.hpp"
#include "core/reporting/recount.hpp"

#include "support/recording_log.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

namespace verbatim::core::reporting {

using database::dialect;
using database::testing::both_databases;
using database::testing::test_database;
using recording::error_class;
using recording::make_store;
using recording::usage_row;
using recording::testing::sample_row;
using verbatim::support::recording_log;

/// An empty database with its schema. Not in the unnamed namespace: lambdas in data test cases, which have linkage,
/// capture it.
struct report_fixture
{
    explicit report_fixture(dialect kind)
        : storage{test_database::with_tables(kind)}
    {}

    test_database                    storage;
    const database::connection_info& connection = storage.connection();
    recording_log                    log;
    verbatim::testing::event_loop    loop;

    void write(const std::vector<usage_row>& rows) const { make_store(connection)->write(rows); }

    sdk::usage_report read(sdk::usage_window window = {}, std::optional<std::string_view> tenant = {}) const
    {
        return read_report(*database::open(connection), window, tenant);
    }

    /// The number of rows that a reader counts.
    std::int64_t count_rows(report_reader& reader)
    {
        return loop.run(reader.report({}, {})).total.llm_calls.total_calls;
    }

    /// A session that blocks all reports until it is destroyed.
    std::unique_ptr<database::session> lock_rows() const
    {
        auto session = database::open(connection);
        session->run("begin; lock table llm_calls in access exclusive mode");
        return session;
    }

    /// The number of PostgreSQL sessions that wait for a lock in this database.
    std::string sessions_waiting_for_lock() const
    {
        return storage.value("select count(*) from pg_locks where not granted and database = (select oid from "
                             "pg_database where datname = current_database())");
    }

    bool is_waiting_for_lock() const { return sessions_waiting_for_lock() != "0"; }
};

namespace {

constexpr database::timeouts no_timeouts{.statement = std::chrono::hours{1}, .lock = std::chrono::hours{1}};

std::int64_t start_of(const usage_row& row) { return row.started.time_since_epoch().count(); }

std::optional<sdk::errc> error_of(report_reader& reader, verbatim::testing::event_loop& loop)
{
    try
    {
        loop.run(reader.report({}, {}));
    }
    catch (const sdk::error& error)
    {
        return error.code();
    }
    return std::nullopt;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reports)

BOOST_DATA_TEST_CASE(reports_match_an_independent_count_of_random_rows,
                     boost::unit_test::data::xrange(3) * both_databases, seed, dialect)
{
    const report_fixture test{dialect};
    const auto           rows = testing::random_rows(static_cast<unsigned>(seed) + 100, 1'500);
    test.write(rows);
    auto by_time = rows;
    std::ranges::sort(by_time, {}, start_of);
    // Bounds at the starts of rows, so that windows cut through invocations.
    const sdk::usage_window windows[]{{},
                                      {.from = start_of(by_time[200])},
                                      {.to = start_of(by_time[1'200])},
                                      {.from = start_of(by_time[700]), .to = start_of(by_time[701])},
                                      {.from = start_of(by_time[300]), .to = start_of(by_time[1'000])}};
    for (const auto& window : windows)
    {
        BOOST_TEST(testing::difference(test.read(window), testing::recount(rows, window)) == "");
        for (const std::string tenant : {"tenant-nl", "\U0001F30D", "nobody"}) BOOST_TEST_CONTEXT(tenant)
        BOOST_TEST(testing::difference(test.read(window, tenant), testing::recount(rows, window, tenant)) == "");
    }
}

BOOST_DATA_TEST_CASE(a_report_without_rows_is_all_zero, both_databases, dialect)
{
    const report_fixture test{dialect};
    BOOST_TEST((test.read() == sdk::usage_report{}));
}

BOOST_DATA_TEST_CASE(a_window_includes_its_start_and_excludes_its_end_to_the_microsecond, both_databases, dialect)
{
    const report_fixture   test{dialect};
    std::vector<usage_row> rows;
    for (unsigned n = 0; n < 3; ++n) rows.push_back(sample_row(n));
    rows[1].started += std::chrono::microseconds{1};
    rows[2].started += std::chrono::microseconds{2};
    test.write(rows);
    const auto first = start_of(rows[0]);
    BOOST_TEST(test.read({.from = first, .to = first + 1}).total.llm_calls.total_calls == 1);
    BOOST_TEST(test.read({.from = first, .to = first + 2}).total.llm_calls.total_calls == 2);
    BOOST_TEST(test.read({.from = first + 1}).total.llm_calls.total_calls == 2);
    BOOST_TEST(test.read({.to = first}).total.llm_calls.total_calls == 0);
}

BOOST_DATA_TEST_CASE(the_earliest_and_latest_times_are_valid_bounds, both_databases, dialect)
{
    const report_fixture    test{dialect};
    const sdk::usage_window all{.from = -62'135'596'800'000'000, .to = 253'402'300'799'999'999};
    test.write({sample_row(1)});
    BOOST_TEST(test.read(all).total.llm_calls.total_calls == 1);
}

BOOST_DATA_TEST_CASE(a_window_counts_the_part_of_an_invocation_inside_it, both_databases, dialect)
{
    const report_fixture test{dialect};
    auto                 failed     = sample_row(1); // of the same call as the next
    auto                 successful = sample_row(2);
    failed.error                    = error_class::llm_timeout;
    failed.cost                     = 7;
    successful.started += std::chrono::seconds{1};
    test.write({failed, successful});

    const auto whole = test.read().total.invocations;
    BOOST_TEST(whole.total_calls == 1);
    BOOST_TEST(whole.failed_calls == 0);
    BOOST_TEST(whole.cost_micro_usd == 4'507);
    const auto first_part = test.read({.to = start_of(successful)}).total.invocations;
    BOOST_TEST(first_part.total_calls == 1);
    BOOST_TEST(first_part.failed_calls == 1);
    BOOST_TEST(first_part.cost_micro_usd == 7);
    BOOST_TEST((first_part.duration_ms == sdk::usage_distribution{}));
}

BOOST_DATA_TEST_CASE(tenants_are_sorted_by_code_point, both_databases, dialect)
{
    const report_fixture           test{dialect};
    const std::vector<std::string> tenants{"A", "B", "a", "z", "\u00e9", "\u4e2d", "\uffee", "\U0001F30D"};
    std::vector<usage_row>         rows;
    for (unsigned n = 0; n < tenants.size(); ++n)
    {
        rows.push_back(sample_row(n));
        rows.back().tenant_id = tenants[(n * 5 + 3) % tenants.size()];
    }
    test.write(rows);

    std::vector<std::string> reported;
    for (const auto& group : test.read().tenants) reported.push_back(group.tenant);
    BOOST_TEST(reported == tenants, boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(a_tenant_is_a_parameter_and_never_part_of_the_statement, both_databases, dialect)
{
    const report_fixture test{dialect};
    for (const std::string hostile :
         {"'; drop table llm_calls; --", "' or '1'='1", "\\'", "\\", ":from", ":tenant", "%s", "$1", "\"", "\u00e9'"})
    {
        auto row = sample_row(static_cast<unsigned>(hostile.size() * 256 + std::hash<std::string>{}(hostile) % 256));
        row.tenant_id = hostile;
        test.write({row});
        BOOST_TEST_CONTEXT(hostile)
        {
            const auto report = test.read({.from = 0}, hostile);
            BOOST_TEST(report.total.llm_calls.total_calls == 1);
            BOOST_REQUIRE(report.tenants.size() == 1u);
            BOOST_TEST(report.tenants[0].tenant == hostile);
        }
    }
    BOOST_TEST(test.read().total.llm_calls.total_calls == 10);
}

BOOST_AUTO_TEST_CASE(a_tenant_with_a_null_byte_is_rejected_and_not_truncated)
{
    const std::string_view null_byte{"tenant-nl\0x", 11};
    const report_fixture   sqlite{dialect::sqlite};
    sqlite.write({sample_row(1)});
    BOOST_TEST(sqlite.read({}, null_byte).total.llm_calls.total_calls == 0);

    const report_fixture postgresql{dialect::postgresql};
    BOOST_CHECK_EXCEPTION(postgresql.read({}, null_byte), database::failure,
                          [](const auto& failure) { return failure.kind() == database::error_kind::constraint; });
}

BOOST_DATA_TEST_CASE(a_report_reads_one_snapshot_while_rows_are_written, both_databases, dialect)
{
    const report_fixture test{dialect};
    std::atomic<bool>    finished = false;
    std::thread          writer{[&] {
        const auto store = make_store(test.connection);
        unsigned   n     = 0;
        while (!finished || n < 50)
        {
            auto first = sample_row(2 * n), second = sample_row(2 * n + 1);
            first.call_id = second.call_id = first.attempt_id;
            const usage_row group[]{first, second};
            store->write(group); // together or not at all
            ++n;
        }
    }};
    const auto           session = database::open(test.connection);
    std::int64_t         last    = 0;
    for (int n = 0; n < 20; ++n)
    {
        const auto total = read_report(*session, {}, {}).total;
        BOOST_TEST(total.llm_calls.total_calls == 2 * total.invocations.total_calls);
        BOOST_TEST(total.llm_calls.duration_ms.total == total.invocations.duration_ms.total);
        BOOST_TEST(total.llm_calls.total_calls >= last);
        last = total.llm_calls.total_calls;
    }
    finished = true;
    writer.join();
}

BOOST_AUTO_TEST_CASE(sqlite_uses_the_tenant_index_or_the_primary_key)
{
    const report_fixture    test{dialect::sqlite};
    const sdk::usage_window window{.from = 0, .to = 1};
    const auto              plan = [&](bool of_one_tenant) {
        const auto statement = report_statement(dialect::sqlite, window, of_one_tenant);
        return database::open(test.connection)->select("explain query plan " + statement, 4, {}).at(0).at(3).value();
    };
    BOOST_TEST(plan(true).find("USING INDEX llm_calls_by_tenant (tenant_id=? AND timestamp>? AND timestamp<?)") !=
               std::string::npos);
    BOOST_TEST(plan(false).find("USING PRIMARY KEY (timestamp>? AND timestamp<?)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(postgresql_prunes_partitions_and_uses_the_tenant_index)
{
    const report_fixture test{dialect::postgresql};
    test.write(testing::random_rows(1, 4'000));
    const auto session = database::open(test.connection);
    session->run("analyze llm_calls");
    auto statement = report_statement(dialect::postgresql, {.from = 0, .to = 1}, true);
    for (const auto& [name, value] :
         {std::pair{":from", "'2026-02-03T00:00:00Z'"}, {":to", "'2026-02-04T00:00:00Z'"}, {":tenant", "'z'"}})
        statement.replace(statement.find(name), std::string_view{name}.size(), value);
    std::string plan;
    for (const auto& line : session->select("explain " + statement, 1, {})) plan += line.at(0).value() + "\n";

    BOOST_TEST(plan.find("Seq Scan") == std::string::npos, plan);
    BOOST_TEST(plan.find("tenant_id_timestamp_idx") != std::string::npos, plan);
    for (const char* other : {"llm_calls_2026_01", "llm_calls_2026_03"})
        BOOST_TEST(plan.find(other) == std::string::npos, plan);
}

BOOST_DATA_TEST_CASE(a_reader_serves_many_reports_on_few_connections, both_databases, dialect)
{
    report_fixture test{dialect};
    const auto     rows = testing::random_rows(3, 500);
    test.write(rows);
    report_reader                                 reader{test.connection, test.log};
    std::vector<sdk::usage_report>                reports(20);
    const std::function<sdk::task<>(std::size_t)> read = [&](std::size_t n) -> sdk::task<> {
        reports[n] = co_await reader.report({}, {});
    };
    test.loop.run(sdk::for_each_bounded(reports.size(), reports.size(), read));

    for (const auto& report : reports) BOOST_TEST((report == reports[0]));
    BOOST_TEST(testing::difference(reports[0], testing::recount(rows)) == "");
    if (dialect == dialect::postgresql)
        BOOST_TEST(test.storage.value("select count(*) <= 2 from pg_stat_activity where application_name = 'verbatimd' "
                                      "and datname = current_database() and pid <> pg_backend_pid()") == "t");
}

BOOST_AUTO_TEST_CASE(a_killed_database_is_unavailable_and_is_used_again_without_a_restart)
{
    verbatim::support::postgres_server   server;
    verbatim::support::postgres_database database{server};
    const auto      connection = database::resolve_connection({.db_url = sdk::secret{database.url()}});
    const usage_row rows[]{sample_row(1)};
    make_store(connection)->write(rows);
    recording_log                 log;
    report_reader                 reader{connection, log};
    verbatim::testing::event_loop loop;
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);

    server.kill();
    for (int n = 0; n < 3; ++n) BOOST_TEST((error_of(reader, loop) == sdk::errc::usage_backend_unavailable));
    BOOST_TEST(log.lines() == std::vector<std::string>{"warning usage_reports_unavailable error_class=unavailable"},
               boost::test_tools::per_element()); // once a minute

    server.start();
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);

    // Killed and restarted between two reports: the reader's idle connection is dead, which is not an error.
    server.kill();
    server.start();
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
}

BOOST_AUTO_TEST_CASE(a_blocked_report_is_unavailable_and_the_next_one_succeeds)
{
    report_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    report_reader reader{test.connection, test.log, {.lock = std::chrono::milliseconds{50}}};
    {
        const auto locking = test.lock_rows();
        BOOST_TEST((error_of(reader, test.loop) == sdk::errc::usage_backend_unavailable));
    }
    BOOST_TEST(test.count_rows(reader) == 1);
}

BOOST_AUTO_TEST_CASE(a_report_that_takes_too_long_is_unavailable)
{
    report_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    report_reader reader{
        test.connection, test.log, {.statement = std::chrono::milliseconds{100}, .lock = std::chrono::seconds{60}}};
    const auto locking = test.lock_rows();
    BOOST_TEST((error_of(reader, test.loop) == sdk::errc::usage_backend_unavailable));
}

BOOST_AUTO_TEST_CASE(a_database_without_schema_is_unavailable)
{
    verbatim::support::postgres_database empty;
    recording_log                        log;
    report_reader                 reader{database::resolve_connection({.db_url = sdk::secret{empty.url()}}), log};
    verbatim::testing::event_loop loop;
    BOOST_TEST((error_of(reader, loop) == sdk::errc::usage_backend_unavailable));
}

BOOST_AUTO_TEST_CASE(a_query_that_fails_is_an_internal_error)
{
    report_fixture test{dialect::postgresql};
    database::open(test.connection)->run("alter table llm_calls rename column error_class to why");
    report_reader reader{test.connection, test.log};
    BOOST_TEST((error_of(reader, test.loop) == sdk::errc::internal_error));
}

BOOST_AUTO_TEST_CASE(a_missing_or_invalid_file_is_unavailable_and_a_removed_one_is_empty)
{
    const verbatim::support::temporary_directory directory;
    recording_log                                log;
    verbatim::testing::event_loop                loop;
    {
        report_reader nowhere{{directory.path() / "no_folder" / "verbatim.db"}, log};
        BOOST_TEST((error_of(nowhere, loop) == sdk::errc::usage_backend_unavailable));
        report_reader garbled{{directory.file("garbled.db", std::string(5'000, 'x'))}, log};
        BOOST_TEST((error_of(garbled, loop) == sdk::errc::usage_backend_unavailable));
    }
    const database::connection_info connection{directory.path() / "verbatim.db"};
    const usage_row                 rows[]{sample_row(1)};
    make_store(connection)->write(rows);
    report_reader reader{connection, log};
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
    std::filesystem::remove(connection.file);
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 0);
}

BOOST_AUTO_TEST_CASE(a_row_with_an_invalid_call_id_is_an_internal_error)
{
    report_fixture test{dialect::sqlite};
    test.write({sample_row(1)});
    database::open(test.connection)->run("update llm_calls set call_id = 'AAAAAAAA-0000-4000-8000-000000000000'");
    report_reader reader{test.connection, test.log};
    BOOST_TEST((error_of(reader, test.loop) == sdk::errc::internal_error));
}

BOOST_AUTO_TEST_CASE(a_stopped_reader_fails_at_once_without_waiting_for_a_blocked_report)
{
    report_fixture test{dialect::postgresql};
    report_reader  reader{test.connection, test.log, {.lock = std::chrono::minutes{1}}};
    BOOST_TEST(!error_of(reader, test.loop).has_value());
    const auto locking = test.lock_rows();

    std::thread stopper{[&] {
        while (!test.is_waiting_for_lock()) std::this_thread::yield();
        reader.stop();
    }};
    BOOST_TEST((error_of(reader, test.loop) == sdk::errc::usage_backend_unavailable));
    stopper.join();
    BOOST_TEST((error_of(reader, test.loop) == sdk::errc::usage_backend_unavailable));
    BOOST_TEST(test.log.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_reader_stops_while_it_waits_for_an_unresponsive_server)
{
    verbatim::support::postgres_server   server;
    verbatim::support::postgres_database database{server};
    recording_log                        log;
    report_reader                        reader{
        database::resolve_connection({.db_url = sdk::secret{database.url() + "&connect_timeout=3600"}}), log};
    verbatim::testing::event_loop loop;
    server.pause();
    std::thread stopper{[&] { reader.stop(); }};
    BOOST_TEST((error_of(reader, loop) == sdk::errc::usage_backend_unavailable));
    stopper.join();
    server.resume();
}

BOOST_AUTO_TEST_CASE(cancelling_a_call_interrupts_its_statement)
{
    report_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    report_reader reader{test.connection, test.log, no_timeouts};
    auto          locking = test.lock_rows();

    boost::asio::cancellation_signal cancel;
    std::exception_ptr               error;
    auto&                            context = test.loop.context();
    boost::asio::co_spawn(
        context, reader.report({}, {}),
        boost::asio::bind_cancellation_slot(
            cancel.slot(), [&](std::exception_ptr failure, const sdk::usage_report&) { error = failure; }));
    std::thread client{[&] {
        while (!test.is_waiting_for_lock()) std::this_thread::yield();
        boost::asio::post(context, [&] { cancel.emit(boost::asio::cancellation_type::all); });
    }};
    context.run();
    client.join();

    BOOST_TEST((error != nullptr));
    while (test.is_waiting_for_lock()) std::this_thread::yield(); // the server ends the statement too
    BOOST_TEST(test.log.lines().empty());
    locking.reset();
    context.restart();
    BOOST_TEST(test.count_rows(reader) == 1);
}

BOOST_AUTO_TEST_CASE(many_reports_of_one_tenant_do_not_delay_another_tenant)
{
    report_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    report_reader reader{test.connection, test.log, no_timeouts};
    auto          locking   = test.lock_rows();
    std::size_t   completed = 0;
    const auto    read_for  = [&](std::string_view tenant) -> sdk::task<> {
        co_await reader.report({}, tenant);
        ++completed;
    };
    const auto start = [&](std::string_view tenant) {
        boost::asio::co_spawn(test.loop.context(), read_for(tenant), boost::asio::detached);
        test.loop.context().poll();
    };

    for (int n = 0; n != 100; ++n) start("first");
    start("second");

    while (test.sessions_waiting_for_lock() != "2") std::this_thread::yield(); // one report of each tenant runs
    locking.reset();
    test.loop.context().run();
    BOOST_TEST(completed == 101U);
}

BOOST_AUTO_TEST_CASE(reports_over_the_limit_of_waiting_ones_are_unavailable)
{
    report_fixture test{dialect::postgresql};
    test.write({sample_row(1)});
    report_reader reader{test.connection, test.log, no_timeouts};
    auto          locking   = test.lock_rows();
    std::size_t   completed = 0;
    std::size_t   refused   = 0;
    const auto    read_for  = [&](std::string_view tenant) -> sdk::task<> {
        try
        {
            co_await reader.report({}, tenant);
            ++completed;
        }
        catch (const sdk::error& error)
        {
            if (error.code() == sdk::errc::overloaded) ++refused;
        }
    };
    const auto start = [&](std::string_view tenant) {
        boost::asio::co_spawn(test.loop.context(), read_for(tenant), boost::asio::detached);
        test.loop.context().poll();
    };

    for (std::size_t n = 0; n != report_reader::max_waiting_of_tenant + 3; ++n) start("first");
    BOOST_TEST(refused == 2U); // besides the running one and those that wait
    start("second");
    BOOST_TEST(refused == 2U);

    locking.reset();
    test.loop.context().run();
    BOOST_TEST(completed == report_reader::max_waiting_of_tenant + 2);
}

BOOST_DATA_TEST_CASE(a_window_with_too_many_rows_is_rejected_with_the_limit, both_databases, dialect)
{
    report_fixture         test{dialect};
    std::vector<usage_row> rows;
    for (unsigned n = 0; n < 3; ++n) rows.push_back(sample_row(n));
    test.write(rows);

    report_reader limited_to_2{test.connection, test.log, report_reader::default_timeouts, {.max_rows = 2}};
    BOOST_CHECK_EXCEPTION(test.count_rows(limited_to_2), sdk::error, [](const sdk::error& error) {
        return error.code() == sdk::errc::validation_error && error.fields.size() == 1 &&
               error.fields[0].field == "from" &&
               error.fields[0].issue == "The window holds more than 2 model calls; a shorter one is needed";
    });
    BOOST_TEST(test.loop.run(limited_to_2.report({}, "nobody")).total.llm_calls.total_calls == 0);
    report_reader limited_to_3{test.connection, test.log, report_reader::default_timeouts, {.max_rows = 3}};
    BOOST_TEST(test.count_rows(limited_to_3) == 3);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
