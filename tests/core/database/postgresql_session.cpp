#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace verbatim::core::database {
namespace {

connection_info connection_to(const std::string& url) { return resolve_connection({.db_url = sdk::secret{url}}); }

struct postgresql_fixture
{
    support::postgres_database database;
    connection_info            connection = connection_to(database.url());
    std::unique_ptr<session>   db         = open(connection);

    std::string setting(const std::string& name) const { return db->select("show " + name, 1, {}).at(0).at(0).value(); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(postgresql_session, postgresql_fixture)

BOOST_AUTO_TEST_CASE(a_session_sets_its_options_whatever_the_server_defaults)
{
    database.query("alter database " + database.query("select current_database()").at(0) +
                   " set synchronous_commit = off");
    const auto other =
        open(connection, {.statement = std::chrono::seconds{7}, .lock = std::chrono::milliseconds{1'500}});
    BOOST_TEST(other->select("show synchronous_commit", 1, {}).at(0).at(0).value() == "on");
    BOOST_TEST(other->select("show statement_timeout", 1, {}).at(0).at(0).value() == "7s");
    BOOST_TEST(other->select("show lock_timeout", 1, {}).at(0).at(0).value() == "1500ms");
    BOOST_TEST(setting("timezone") == "UTC");
    BOOST_TEST(setting("client_encoding") == "UTF8");
    BOOST_TEST(setting("application_name") == "verbatimd");
}

BOOST_AUTO_TEST_CASE(a_stronger_synchronous_commit_is_not_weakened)
{
    database.query("alter database " + database.query("select current_database()").at(0) +
                   " set synchronous_commit = remote_apply");
    BOOST_TEST(open(connection)->select("show synchronous_commit", 1, {}).at(0).at(0).value() == "remote_apply");
}

BOOST_AUTO_TEST_CASE(parameters_of_the_url_reach_the_server)
{
    const auto other =
        open(connection_to(database.url() + "&application_name=a%20b%27c%5C%26&options=-c%20work_mem%3D1MB"));
    BOOST_TEST(other->select("show application_name", 1, {}).at(0).at(0).value() == "a b'c\\&");
    BOOST_TEST(other->select("show work_mem", 1, {}).at(0).at(0).value() == "1MB");
}

BOOST_AUTO_TEST_CASE(a_lock_timeout_or_a_slow_statement_is_busy)
{
    db->run("create table t (a integer)");
    const auto        other = open(connection, {.lock = std::chrono::milliseconds{50}});
    const transaction locking{*db};
    db->run("lock table t");
    BOOST_CHECK(error_kind_of([&] { other->execute("insert into t values (1)", {}); }) == error_kind::busy);

    const auto third = open(connection, {.statement = std::chrono::milliseconds{50}});
    BOOST_CHECK(error_kind_of([&] { third->select("select pg_sleep(600)", 1, {}); }) == error_kind::busy);
}

BOOST_AUTO_TEST_CASE(a_read_only_database_is_read_only)
{
    db->run("create table t (a integer); set default_transaction_read_only = on");
    BOOST_CHECK(error_kind_of([&] { db->execute("insert into t values (1)", {}); }) == error_kind::read_only);
}

BOOST_AUTO_TEST_CASE(an_unreachable_server_is_unavailable)
{
    BOOST_CHECK(error_kind_of([] { open(connection_to("postgresql://127.0.0.1:1/none")); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_rejected_login_is_refused)
{
    BOOST_CHECK(error_kind_of([&] { open(connection_to(database.url() + "&dbname=no_such_database")); }) ==
                error_kind::refused);
    BOOST_CHECK(error_kind_of([&] { open(connection_to(database.url() + "&user=no_such_user")); }) ==
                error_kind::refused);
}

BOOST_AUTO_TEST_CASE(a_missing_right_is_forbidden)
{
    db->run("create table t (a integer); set role pg_monitor");
    BOOST_CHECK(error_kind_of([&] { db->execute("insert into t values (1)", {}); }) == error_kind::forbidden);
}

BOOST_AUTO_TEST_CASE(a_connection_closed_by_the_server_stays_unavailable)
{
    const auto pid = db->select("select pg_backend_pid()", 1, {}).at(0).at(0).value();
    database.query("select pg_terminate_backend(" + pid + ")");
    BOOST_CHECK(error_kind_of([&] { db->select("select 1", 1, {}); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { db->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { db->execute("select 1", {}); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(an_interrupted_statement_ends)
{
    std::thread interrupter{[&] {
        while (database.query("select 1 from pg_stat_activity where query = 'select pg_sleep(600)'").empty())
        {}
        db->interrupt();
    }};
    BOOST_CHECK(error_kind_of([&] { db->run("select pg_sleep(600)"); }) == error_kind::unavailable);
    interrupter.join();
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(postgresql_server)

// PostgreSQL then ends all connections. Until the second statement libpq calls them open.
BOOST_AUTO_TEST_CASE(connections_that_a_crash_of_the_server_ended_are_unavailable)
{
    support::postgres_server   server;
    support::postgres_database own{server};
    const auto                 process_of = [](session& one) {
        return static_cast<pid_t>(parse_integer(one.select("select pg_backend_pid()", 1, {}).at(0).at(0)));
    };
    const auto               crashing = open(connection_to(own.url()));
    std::unique_ptr<session> idle[]{open(connection_to(own.url())), open(connection_to(own.url())),
                                    open(connection_to(own.url()))};
    std::vector<pid_t>       processes;
    for (const auto& one : idle) processes.push_back(process_of(*one));
    BOOST_REQUIRE(::kill(process_of(*crashing), SIGKILL) == 0);
    for (const auto process : processes)
        while (::kill(process, 0) == 0) std::this_thread::yield();
    BOOST_CHECK(error_kind_of([&] { idle[0]->run("begin"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { idle[1]->select("select 1", 1, {}); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { idle[2]->stream("select 1", {}, [](const auto&) {}); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(an_unresponsive_server_is_unavailable)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto db = open(connection_to(database.url()), {.statement = std::chrono::milliseconds{100}});
    server.pause();
    BOOST_CHECK(error_kind_of([&] { db->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(connection_to(database.url() + "&connect_timeout=2")); }) ==
                error_kind::unavailable);
    server.resume();
    open(connection_to(database.url()))->run("select 1");
}

BOOST_AUTO_TEST_CASE(a_stop_request_ends_waits_for_an_unresponsive_server)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto                       connection = connection_to(database.url() + "&connect_timeout=3600");
    const timeouts                   long_timeouts{.statement = std::chrono::hours{1}};
    std::stop_source                 stop;
    const auto                       db = open(connection, long_timeouts, stop.get_token());
    db->run("select 1");
    server.pause();

    std::thread stopper{[&] { stop.request_stop(); }};
    BOOST_CHECK(error_kind_of([&] { db->run("select 1"); }) == error_kind::unavailable);
    stopper.join();
    BOOST_CHECK(error_kind_of([&] { open(connection, long_timeouts, stop.get_token()); }) == error_kind::unavailable);

    std::stop_source later_stop;
    stopper = std::thread{[&] { later_stop.request_stop(); }};
    BOOST_CHECK(error_kind_of([&] { open(connection, long_timeouts, later_stop.get_token()); }) ==
                error_kind::unavailable);
    stopper.join();
    server.resume();
}

BOOST_AUTO_TEST_CASE(a_session_with_a_stop_token_opens_normally)
{
    support::postgres_database database;
    const std::stop_source     stop;
    open(connection_to(database.url()), {}, stop.get_token())->run("select 1");
    BOOST_CHECK(error_kind_of([&] { open(connection_to("postgresql://127.0.0.1:1/none"), {}, stop.get_token()); }) ==
                error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_server_ends_the_statement_of_an_interrupted_session)
{
    support::postgres_database database;
    const auto                 db = open(connection_to(database.url()), {.statement = std::chrono::hours{1}});
    const auto                 running_statements =
        "select count(*) from pg_stat_activity where state = 'active' and query like 'select pg_sleep(6%'";

    std::thread interrupter{[&] {
        while (database.query(running_statements).at(0) == "0")
        {}
        db->interrupt();
    }};
    BOOST_CHECK(error_kind_of([&] { db->run("select pg_sleep(600)"); }) == error_kind::unavailable);
    interrupter.join();
    while (database.query(running_statements).at(0) != "0") std::this_thread::yield();
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_is_unavailable_until_it_is_back)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto                       db = open(connection_to(database.url()));
    server.kill();
    BOOST_CHECK(error_kind_of([&] { db->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(connection_to(database.url())); }) == error_kind::unavailable);
    server.start();
    open(connection_to(database.url()))->run("select 1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
