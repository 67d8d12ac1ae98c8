#include "recording/store.hpp"
#include "reporting/report_query.hpp"
#include "reporting/report_reader.hpp"

#include "core/recording/support.hpp"
#include "core/reporting/recount.hpp"

#include "database/migrations.hpp"
#include "support/postgres.hpp"
#include "support/recording_log.hpp"
#include "support/temporary_directory.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

namespace verbatim::core::reporting {
namespace {

using recording::error_class;
using recording::make_store;
using recording::usage_row;
using recording::testing::sample_row;
using verbatim::support::recording_log;

/// Both databases, empty and with their schema.
struct databases
{
    verbatim::support::temporary_directory directory;
    verbatim::support::postgres_database   server;
    const database::connection_info        sqlite{directory.path() / "verbatim.db"};
    const database::connection_info postgresql = database::resolve_connection({.db_url = sdk::secret{server.url()}});
    recording_log                   log;

    struct named_place
    {
        const char*                      name;
        const database::connection_info& connection;
    };
    const std::vector<named_place> both{{"SQLite", sqlite}, {"PostgreSQL", postgresql}};

    databases()
    {
        for (const auto& [name, connection] : both) make_store(connection)->prepare();
    }

    void write(const std::vector<usage_row>& rows) const
    {
        for (const auto& [name, connection] : both) make_store(connection)->write(rows);
    }

    static sdk::usage_report read(const database::connection_info& connection, sdk::usage_window window = {},
                                  std::optional<std::string_view> tenant = {})
    {
        return read_report(*database::open(connection), window, tenant);
    }
};

std::int64_t moment_of(const usage_row& row) { return row.started.time_since_epoch().count(); }

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

BOOST_DATA_TEST_CASE(both_databases_match_an_independent_count_of_random_rows, boost::unit_test::data::xrange(3), seed)
{
    const databases of;
    const auto      rows = testing::random_rows(static_cast<unsigned>(seed) + 100, 1'500);
    of.write(rows);
    auto by_time = rows;
    std::ranges::sort(by_time, {}, moment_of);
    // Bounds that are the very moments of rows, so that windows cut through invocations.
    const sdk::usage_window windows[]{{},
                                      {.from = moment_of(by_time[200])},
                                      {.to = moment_of(by_time[1'200])},
                                      {.from = moment_of(by_time[700]), .to = moment_of(by_time[701])},
                                      {.from = moment_of(by_time[300]), .to = moment_of(by_time[1'000])}};
    for (const auto& [name, connection] : of.both)
        for (const auto& window : windows)
        {
            BOOST_TEST_CONTEXT(name)
            BOOST_TEST(testing::difference(of.read(connection, window), testing::recount(rows, window)) == "");
            for (const std::string tenant : {"tenant-nl", "\U0001F30D", "nobody"})
                BOOST_TEST_CONTEXT(name << ", " << tenant)
            BOOST_TEST(
                testing::difference(of.read(connection, window, tenant), testing::recount(rows, window, tenant)) == "");
        }
}

BOOST_AUTO_TEST_CASE(a_report_without_rows_is_all_zero)
{
    const databases of;
    for (const auto& [name, connection] : of.both)
        BOOST_TEST_CONTEXT(name) BOOST_TEST((of.read(connection) == sdk::usage_report{}));
}

BOOST_AUTO_TEST_CASE(a_window_includes_its_start_and_excludes_its_end_to_the_microsecond)
{
    const databases        of;
    std::vector<usage_row> rows;
    for (unsigned n = 0; n < 3; ++n) rows.push_back(sample_row(n));
    rows[1].started += std::chrono::microseconds{1};
    rows[2].started += std::chrono::microseconds{2};
    of.write(rows);
    const auto first = moment_of(rows[0]);
    for (const auto& [name, connection] : of.both) BOOST_TEST_CONTEXT(name)
        {
            BOOST_TEST(of.read(connection, {.from = first, .to = first + 1}).total.llm_calls.total_calls == 1);
            BOOST_TEST(of.read(connection, {.from = first, .to = first + 2}).total.llm_calls.total_calls == 2);
            BOOST_TEST(of.read(connection, {.from = first + 1}).total.llm_calls.total_calls == 2);
            BOOST_TEST(of.read(connection, {.to = first}).total.llm_calls.total_calls == 0);
        }
}

BOOST_AUTO_TEST_CASE(the_earliest_and_latest_times_are_valid_bounds)
{
    const databases         of;
    const usage_row         rows[]{sample_row(1)};
    const sdk::usage_window all{.from = -62'135'596'800'000'000, .to = 253'402'300'799'999'999};
    of.write({rows[0]});
    for (const auto& [name, connection] : of.both)
        BOOST_TEST_CONTEXT(name) BOOST_TEST(of.read(connection, all).total.llm_calls.total_calls == 1);
}

BOOST_AUTO_TEST_CASE(a_window_counts_the_part_of_an_invocation_inside_it)
{
    const databases of;
    auto            failed = sample_row(1); // of the same call as the next
    auto            good   = sample_row(2);
    failed.error           = error_class::llm_timeout;
    failed.cost            = 7;
    good.started += std::chrono::seconds{1};
    of.write({failed, good});
    for (const auto& [name, connection] : of.both) BOOST_TEST_CONTEXT(name)
        {
            const auto whole = of.read(connection).total.invocations;
            BOOST_TEST(whole.total_calls == 1);
            BOOST_TEST(whole.failed_calls == 0);
            BOOST_TEST(whole.cost_micro_usd == 4'507);
            const auto begin = of.read(connection, {.to = moment_of(good)}).total.invocations;
            BOOST_TEST(begin.total_calls == 1);
            BOOST_TEST(begin.failed_calls == 1);
            BOOST_TEST(begin.cost_micro_usd == 7);
            BOOST_TEST((begin.duration_ms == sdk::usage_distribution{}));
        }
}

BOOST_AUTO_TEST_CASE(tenants_are_sorted_by_code_point)
{
    const databases                of;
    const std::vector<std::string> tenants{"A", "B", "a", "z", "\u00e9", "\u4e2d", "\uffee", "\U0001F30D"};
    std::vector<usage_row>         rows;
    for (unsigned n = 0; n < tenants.size(); ++n)
    {
        rows.push_back(sample_row(n));
        rows.back().tenant_id = tenants[(n * 5 + 3) % tenants.size()];
    }
    of.write(rows);
    for (const auto& [name, connection] : of.both) BOOST_TEST_CONTEXT(name)
        {
            std::vector<std::string> found;
            for (const auto& group : of.read(connection).tenants) found.push_back(group.tenant);
            BOOST_TEST(found == tenants, boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(a_tenant_is_a_parameter_and_never_part_of_the_statement)
{
    const databases of;
    for (const std::string hostile :
         {"'; drop table llm_calls; --", "' or '1'='1", "\\'", "\\", ":from", ":tenant", "%s", "$1", "\"", "\u00e9'"})
    {
        auto row = sample_row(static_cast<unsigned>(hostile.size() * 256 + std::hash<std::string>{}(hostile) % 256));
        row.tenant_id = hostile;
        of.write({row});
        for (const auto& [name, connection] : of.both) BOOST_TEST_CONTEXT(name << ", " << hostile)
            {
                const auto found = of.read(connection, {.from = 0}, hostile);
                BOOST_TEST(found.total.llm_calls.total_calls == 1);
                BOOST_REQUIRE(found.tenants.size() == 1u);
                BOOST_TEST(found.tenants[0].tenant == hostile);
            }
    }
    for (const auto& [name, connection] : of.both)
        BOOST_TEST_CONTEXT(name) BOOST_TEST(of.read(connection).total.llm_calls.total_calls == 10);
}

BOOST_AUTO_TEST_CASE(a_tenant_with_a_null_byte_is_rejected_and_not_truncated)
{
    const databases of;
    of.write({sample_row(1)});
    BOOST_TEST(of.read(of.sqlite, {}, std::string_view{"tenant-nl\0x", 11}).total.llm_calls.total_calls == 0);
    BOOST_CHECK_EXCEPTION(of.read(of.postgresql, {}, std::string_view{"tenant-nl\0x", 11}), database::failure,
                          [](const auto& failed) { return failed.kind() == database::error_kind::constraint; });
}

BOOST_AUTO_TEST_CASE(a_report_reads_one_snapshot_while_rows_are_written)
{
    const databases of;
    for (const auto& [name, connection] : of.both)
    {
        std::atomic<bool> finished = false;
        std::thread       writer{[&, at = connection] {
            const auto rows = make_store(at);
            unsigned   n    = 0;
            while (!finished || n < 50)
            {
                auto first = sample_row(2 * n), second = sample_row(2 * n + 1);
                first.call_id = second.call_id = first.attempt_id;
                const usage_row both[]{first, second};
                rows->write(both); // together or not at all
                ++n;
            }
        }};
        const auto        on   = database::open(connection);
        std::int64_t      last = 0;
        for (int n = 0; n < 20; ++n)
        {
            const auto found = read_report(*on, {}, {}).total;
            BOOST_TEST_CONTEXT(name)
            {
                BOOST_TEST(found.llm_calls.total_calls == 2 * found.invocations.total_calls);
                BOOST_TEST(found.llm_calls.duration_ms.total == found.invocations.duration_ms.total);
                BOOST_TEST(found.llm_calls.total_calls >= last);
            }
            last = found.llm_calls.total_calls;
        }
        finished = true;
        writer.join();
    }
}

BOOST_AUTO_TEST_CASE(sqlite_uses_the_tenant_index_or_the_primary_key)
{
    const databases         of;
    const auto              on = database::open(of.sqlite);
    const sdk::usage_window window{.from = 0, .to = 1};
    const auto              plan = [&](const sdk::usage_window& requested, bool of_one_tenant) {
        return on
            ->select("explain query plan " + report_statement(database::dialect::sqlite, requested, of_one_tenant), 4,
                                  {})
            .at(0)
            .at(3)
            .value();
    };
    BOOST_TEST(
        plan(window, true).find("USING INDEX llm_calls_by_tenant (tenant_id=? AND timestamp>? AND timestamp<?)") !=
        std::string::npos);
    BOOST_TEST(plan(window, false).find("USING PRIMARY KEY (timestamp>? AND timestamp<?)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(postgresql_prunes_partitions_and_uses_the_tenant_index)
{
    const databases of;
    of.write(testing::random_rows(1, 4'000));
    of.server.query("analyze llm_calls");
    auto text = report_statement(database::dialect::postgresql, {.from = 0, .to = 1}, true);
    for (const auto& [name, value] :
         {std::pair{":from", "'2026-02-03T00:00:00Z'"}, {":to", "'2026-02-04T00:00:00Z'"}, {":tenant", "'z'"}})
        text.replace(text.find(name), std::string_view{name}.size(), value);
    std::string plan;
    for (const auto& line : of.server.query("explain " + text)) plan += line + "\n";

    BOOST_TEST(plan.find("Seq Scan") == std::string::npos, plan);
    BOOST_TEST(plan.find("tenant_id_timestamp_idx") != std::string::npos, plan);
    for (const char* other : {"llm_calls_2026_01", "llm_calls_2026_03"})
        BOOST_TEST(plan.find(other) == std::string::npos, plan);
}

BOOST_AUTO_TEST_CASE(a_reader_serves_many_reports_on_few_connections)
{
    databases  of;
    const auto rows = testing::random_rows(3, 500);
    of.write(rows);
    const auto expected = testing::recount(rows);
    for (const auto& [name, connection] : of.both)
    {
        report_reader                                 reader{connection, of.log};
        verbatim::testing::event_loop                 loop;
        std::vector<sdk::usage_report>                found(20);
        const std::function<sdk::task<>(std::size_t)> read = [&](std::size_t n) -> sdk::task<> {
            found[n] = co_await reader.report({}, {});
        };
        loop.run(sdk::for_each_bounded(found.size(), found.size(), read));
        for (const auto& report : found) BOOST_TEST_CONTEXT(name) BOOST_TEST((report == found[0]));
        BOOST_TEST(testing::difference(found[0], expected) == "");
        if (connection.sql_dialect() == database::dialect::postgresql)
            BOOST_TEST(of.server
                           .query("select count(*) <= 2 from pg_stat_activity where application_name = 'verbatimd' "
                                  "and datname = current_database()")
                           .at(0) == "t");
    }
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

    // Killed and back again between two reports: the connection that was kept is dead, and nobody hears of it.
    server.kill();
    server.start();
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
}

BOOST_AUTO_TEST_CASE(a_blocked_report_is_an_internal_error_and_the_next_one_succeeds)
{
    databases of;
    of.write({sample_row(1)});
    report_reader                 reader{of.postgresql, of.log, {.lock = std::chrono::milliseconds{50}}};
    verbatim::testing::event_loop loop;
    {
        const auto other = database::open(of.postgresql);
        other->run("begin; lock table llm_calls in access exclusive mode");
        BOOST_TEST((error_of(reader, loop) == sdk::errc::internal_error));
        other->run("rollback");
    }
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
}

BOOST_AUTO_TEST_CASE(a_report_that_takes_too_long_is_an_internal_error)
{
    databases of;
    of.write({sample_row(1)});
    report_reader reader{
        of.postgresql, of.log, {.statement = std::chrono::milliseconds{100}, .lock = std::chrono::seconds{60}}};
    verbatim::testing::event_loop loop;
    const auto                    other = database::open(of.postgresql);
    other->run("begin; lock table llm_calls in access exclusive mode");
    BOOST_TEST((error_of(reader, loop) == sdk::errc::internal_error));
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
    databases of;
    of.server.query("alter table llm_calls rename column error_class to why");
    report_reader                 reader{of.postgresql, of.log};
    verbatim::testing::event_loop loop;
    BOOST_TEST((error_of(reader, loop) == sdk::errc::internal_error));
}

BOOST_AUTO_TEST_CASE(a_missing_or_invalid_file_is_unavailable_and_a_removed_one_is_empty)
{
    const verbatim::support::temporary_directory room;
    recording_log                                log;
    verbatim::testing::event_loop                loop;
    {
        report_reader nowhere{{room.path() / "no_folder" / "verbatim.db"}, log};
        BOOST_TEST((error_of(nowhere, loop) == sdk::errc::usage_backend_unavailable));
        report_reader garbled{{room.file("garbled.db", std::string(5'000, 'x'))}, log};
        BOOST_TEST((error_of(garbled, loop) == sdk::errc::usage_backend_unavailable));
    }
    const database::connection_info connection{room.path() / "verbatim.db"};
    const usage_row                 rows[]{sample_row(1)};
    make_store(connection)->write(rows);
    report_reader reader{connection, log};
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
    std::filesystem::remove(connection.file);
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 0);
}

BOOST_AUTO_TEST_CASE(a_row_with_an_invalid_call_id_is_an_internal_error)
{
    databases of;
    of.write({sample_row(1)});
    database::open(of.sqlite)->run("update llm_calls set call_id = 'AAAAAAAA-0000-4000-8000-000000000000'");
    report_reader                 reader{of.sqlite, of.log};
    verbatim::testing::event_loop loop;
    BOOST_TEST((error_of(reader, loop) == sdk::errc::internal_error));
}

BOOST_AUTO_TEST_CASE(a_stopped_reader_fails_at_once_without_waiting_for_a_blocked_report)
{
    databases                     of;
    report_reader                 reader{of.postgresql, of.log, {.lock = std::chrono::minutes{1}}};
    verbatim::testing::event_loop loop;
    BOOST_TEST(!error_of(reader, loop).has_value());
    const auto other = database::open(of.postgresql);
    other->run("begin; lock table llm_calls in access exclusive mode");

    std::thread stopper{[&] {
        while (of.server
                   .query("select count(*) from pg_locks where not granted and database = (select oid from "
                          "pg_database where datname = current_database())")
                   .at(0) == "0")
            std::this_thread::yield();
        reader.stop();
    }};
    BOOST_TEST((error_of(reader, loop) == sdk::errc::usage_backend_unavailable));
    stopper.join();
    BOOST_TEST((error_of(reader, loop) == sdk::errc::usage_backend_unavailable));
    BOOST_TEST(of.log.lines().empty());
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
    databases of;
    of.write({sample_row(1)});
    report_reader reader{of.postgresql, of.log, {.statement = std::chrono::hours{1}, .lock = std::chrono::hours{1}}};
    verbatim::testing::event_loop loop;
    const auto held_up = "select count(*) from pg_locks where not granted and database = (select oid from "
                         "pg_database where datname = current_database())";
    const auto other   = database::open(of.postgresql);
    other->run("begin; lock table llm_calls in access exclusive mode");

    boost::asio::cancellation_signal cancel;
    std::exception_ptr               error;
    boost::asio::co_spawn(
        loop.context(), reader.report({}, {}),
        boost::asio::bind_cancellation_slot(
            cancel.slot(), [&](std::exception_ptr failure, const sdk::usage_report&) { error = failure; }));
    std::thread client{[&] {
        while (of.server.query(held_up).at(0) == "0") std::this_thread::yield();
        boost::asio::post(loop.context(), [&] { cancel.emit(boost::asio::cancellation_type::all); });
    }};
    loop.context().run();
    client.join();

    BOOST_TEST((error != nullptr));
    while (of.server.query(held_up).at(0) != "0") std::this_thread::yield(); // nor does the server wait any longer
    BOOST_TEST(of.log.lines().empty());
    other->run("rollback");
    loop.context().restart();
    BOOST_TEST(loop.run(reader.report({}, {})).total.llm_calls.total_calls == 1);
}

BOOST_AUTO_TEST_CASE(a_window_with_too_many_rows_is_rejected_with_the_limit)
{
    databases              of;
    std::vector<usage_row> rows;
    for (unsigned n = 0; n < 3; ++n) rows.push_back(sample_row(n));
    of.write(rows);
    for (const auto& [name, connection] : of.both) BOOST_TEST_CONTEXT(name)
        {
            report_reader                 reader{connection, of.log, report_reader::default_timeouts, {.max_rows = 2}};
            verbatim::testing::event_loop loop;
            BOOST_CHECK_EXCEPTION(loop.run(reader.report({}, {})), sdk::error, [](const sdk::error& failed) {
                return failed.code() == sdk::errc::validation_error && failed.fields.size() == 1 &&
                       failed.fields[0].field == "from" &&
                       failed.fields[0].issue == "The window holds more than 2 model calls; a shorter one is needed";
            });
            BOOST_TEST(loop.run(reader.report({}, "nobody")).total.llm_calls.total_calls == 0);
            report_reader enough{connection, of.log, report_reader::default_timeouts, {.max_rows = 3}};
            BOOST_TEST(loop.run(enough.report({}, {})).total.llm_calls.total_calls == 3);
        }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::reporting
