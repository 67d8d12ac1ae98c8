#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <limits>
#include <stop_token>
#include <string>
#include <thread>

namespace verbatim::core::database {
namespace {

connection_info at(const std::string& url) { return resolve_connection({.db_url = sdk::secret{url}}); }

struct opened
{
    support::postgres_database database;
    connection_info            where = at(database.url());
    std::unique_ptr<session>   on    = open(where);

    std::string shown(const std::string& name) const { return on->select("show " + name, 1, {}).at(0).at(0).value(); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(postgresql_session, opened)

BOOST_AUTO_TEST_CASE(a_session_sets_its_options_whatever_the_server_defaults)
{
    database.query("alter database " + database.query("select current_database()").at(0) +
                   " set synchronous_commit = off");
    const auto other = open(where, {.statement = std::chrono::seconds{7}, .lock = std::chrono::milliseconds{1'500}});
    BOOST_TEST(other->select("show synchronous_commit", 1, {}).at(0).at(0).value() == "on");
    BOOST_TEST(other->select("show statement_timeout", 1, {}).at(0).at(0).value() == "7s");
    BOOST_TEST(other->select("show lock_timeout", 1, {}).at(0).at(0).value() == "1500ms");
    BOOST_TEST(shown("timezone") == "UTC");
    BOOST_TEST(shown("client_encoding") == "UTF8");
    BOOST_TEST(shown("application_name") == "verbatimd");
}

BOOST_AUTO_TEST_CASE(a_stronger_synchronous_commit_is_kept)
{
    database.query("alter database " + database.query("select current_database()").at(0) +
                   " set synchronous_commit = remote_apply");
    BOOST_TEST(open(where)->select("show synchronous_commit", 1, {}).at(0).at(0).value() == "remote_apply");
}

BOOST_AUTO_TEST_CASE(parameters_of_the_url_reach_the_server)
{
    const auto other = open(at(database.url() + "&application_name=a%20b%27c%5C%26&options=-c%20work_mem%3D1MB"));
    BOOST_TEST(other->select("show application_name", 1, {}).at(0).at(0).value() == "a b'c\\&");
    BOOST_TEST(other->select("show work_mem", 1, {}).at(0).at(0).value() == "1MB");
}

BOOST_AUTO_TEST_CASE(values_are_read_back_unchanged)
{
    const std::string hostile = "'; drop table t; -- \xF0\x9F\x92\xA3 \" \\ %s :a $1";
    on->run("create table t (a bigint, b text, c text)");
    const parameter values[] = {{"a", std::numeric_limits<std::int64_t>::min()}, {"b", std::string_view{hostile}}};

    BOOST_TEST(on->execute("insert into t (a, b) values (:a, :b)", values) == 1);

    const row kept = on->select("select a, b, c from t", 3, {}).at(0);
    BOOST_TEST(kept.at(0).value() == "-9223372036854775808");
    BOOST_TEST(kept.at(1).value() == hostile);
    BOOST_TEST(!kept.at(2).has_value());
}

BOOST_AUTO_TEST_CASE(a_text_with_a_null_byte_is_rejected_and_not_truncated)
{
    on->run("create table t (a text)");
    const parameter values[] = {{"a", std::string_view{"a\0b", 3}}};
    BOOST_CHECK(error_kind_of([&] { on->execute("insert into t values (:a)", values); }) == error_kind::constraint);
    BOOST_TEST(on->select("select a from t", 1, {}).empty());
}

BOOST_AUTO_TEST_CASE(a_failure_names_its_kind_and_no_value)
{
    on->run("create table t (a text check (length(a) < 3))");
    const parameter values[] = {{"a", std::string_view{"s3cret"}}};
    try
    {
        on->execute("insert into t values (:a)", values);
        BOOST_FAIL("stored");
    }
    catch (const failure& error)
    {
        BOOST_TEST(error.what() == std::string{"constraint"});
    }
}

BOOST_AUTO_TEST_CASE(a_session_continues_after_a_failed_statement)
{
    on->run("create table t (a integer unique)");
    on->run("insert into t values (1)");
    BOOST_CHECK_THROW(on->execute("insert into t values (1)", {}), failure);
    BOOST_CHECK_THROW(on->run("nonsense"), failure);
    BOOST_CHECK_THROW(on->select("select nonsense", 1, {}), failure);
    BOOST_TEST(on->execute("insert into t values (2)", {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_lock_timeout_or_a_slow_statement_is_busy)
{
    on->run("create table t (a integer)");
    const auto        other = open(where, {.lock = std::chrono::milliseconds{50}});
    const transaction held{*on};
    on->run("lock table t");
    BOOST_CHECK(error_kind_of([&] { other->execute("insert into t values (1)", {}); }) == error_kind::busy);

    const auto third = open(where, {.statement = std::chrono::milliseconds{50}});
    BOOST_CHECK(error_kind_of([&] { third->select("select pg_sleep(600)", 1, {}); }) == error_kind::busy);
}

BOOST_AUTO_TEST_CASE(a_read_only_database_is_read_only)
{
    on->run("create table t (a integer); set default_transaction_read_only = on");
    BOOST_CHECK(error_kind_of([&] { on->execute("insert into t values (1)", {}); }) == error_kind::read_only);
}

BOOST_AUTO_TEST_CASE(an_unreachable_server_is_unavailable)
{
    BOOST_CHECK(error_kind_of([] { open(at("postgresql://127.0.0.1:1/none")); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_rejected_login_is_refused)
{
    BOOST_CHECK(error_kind_of([&] { open(at(database.url() + "&dbname=no_such_database")); }) == error_kind::refused);
    BOOST_CHECK(error_kind_of([&] { open(at(database.url() + "&user=no_such_user")); }) == error_kind::refused);
}

BOOST_AUTO_TEST_CASE(a_missing_right_is_forbidden)
{
    on->run("create table t (a integer); set role pg_monitor");
    BOOST_CHECK(error_kind_of([&] { on->execute("insert into t values (1)", {}); }) == error_kind::forbidden);
}

BOOST_AUTO_TEST_CASE(a_connection_closed_by_the_server_stays_unavailable)
{
    const auto pid = on->select("select pg_backend_pid()", 1, {}).at(0).at(0).value();
    database.query("select pg_terminate_backend(" + pid + ")");
    BOOST_CHECK(error_kind_of([&] { on->select("select 1", 1, {}); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { on->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { on->execute("select 1", {}); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(an_interrupted_statement_ends)
{
    std::thread impatient{[&] {
        // Once the statement is seen to run.
        while (database.query("select 1 from pg_stat_activity where query = 'select pg_sleep(600)'").empty())
        {}
        on->interrupt();
    }};
    BOOST_CHECK(error_kind_of([&] { on->run("select pg_sleep(600)"); }) == error_kind::unavailable);
    impatient.join();
}

BOOST_AUTO_TEST_CASE(a_snapshot_is_stable_and_read_only)
{
    const auto other = open(where);
    on->run("create table t (a integer)");
    {
        const snapshot moment{*on};
        BOOST_TEST(on->select("select a from t", 1, {}).empty());
        other->run("insert into t values (1)");
        BOOST_TEST(on->select("select a from t", 1, {}).empty());
        BOOST_CHECK(error_kind_of([&] { on->run("insert into t values (2)"); }) == error_kind::read_only);
    }
    BOOST_TEST(on->select("select a from t", 1, {}).size() == 1U);
    on->run("insert into t values (3)");
}

BOOST_AUTO_TEST_CASE(an_uncommitted_transaction_is_rolled_back)
{
    on->run("create table t (a integer)");
    {
        const transaction undone{*on};
        on->run("insert into t values (1)");
    }
    {
        transaction kept{*on};
        on->run("insert into t values (2)");
        kept.commit();
    }
    BOOST_TEST(on->select("select a from t", 1, {}).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(postgresql_server)

BOOST_AUTO_TEST_CASE(an_unresponsive_server_is_unavailable)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto                       on = open(at(database.url()), {.statement = std::chrono::milliseconds{100}});
    server.pause();
    BOOST_CHECK(error_kind_of([&] { on->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(at(database.url() + "&connect_timeout=2")); }) == error_kind::unavailable);
    server.resume();
    open(at(database.url()))->run("select 1");
}

BOOST_AUTO_TEST_CASE(a_stop_request_ends_waits_for_an_unresponsive_server)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto                       where = at(database.url() + "&connect_timeout=3600");
    const timeouts                   endless{.statement = std::chrono::hours{1}};
    std::stop_source                 end;
    const auto                       on = open(where, endless, end.get_token());
    on->run("select 1");
    server.pause();

    std::thread ending{[&] { end.request_stop(); }};
    BOOST_CHECK(error_kind_of([&] { on->run("select 1"); }) == error_kind::unavailable);
    ending.join();
    BOOST_CHECK(error_kind_of([&] { open(where, endless, end.get_token()); }) == error_kind::unavailable);

    std::stop_source later;
    ending = std::thread{[&] { later.request_stop(); }};
    BOOST_CHECK(error_kind_of([&] { open(where, endless, later.get_token()); }) == error_kind::unavailable);
    ending.join();
    server.resume();
}

BOOST_AUTO_TEST_CASE(a_session_with_a_stop_token_opens_normally)
{
    support::postgres_database database;
    const std::stop_source     end;
    open(at(database.url()), {}, end.get_token())->run("select 1");
    BOOST_CHECK(error_kind_of([&] { open(at("postgresql://127.0.0.1:1/none"), {}, end.get_token()); }) ==
                error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_server_ends_the_statement_of_an_interrupted_session)
{
    support::postgres_database database;
    const auto                 on = open(at(database.url()), {.statement = std::chrono::hours{1}});
    const auto                 working =
        "select count(*) from pg_stat_activity where state = 'active' and query like 'select pg_sleep(6%'";

    std::thread impatient{[&] {
        while (database.query(working).at(0) == "0")
        {}
        on->interrupt();
    }};
    BOOST_CHECK(error_kind_of([&] { on->run("select pg_sleep(600)"); }) == error_kind::unavailable);
    impatient.join();
    while (database.query(working).at(0) != "0") std::this_thread::yield();
}

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_is_unavailable_until_it_is_back)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    const auto                       on = open(at(database.url()));
    server.kill();
    BOOST_CHECK(error_kind_of([&] { on->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(at(database.url())); }) == error_kind::unavailable);
    server.start();
    open(at(database.url()))->run("select 1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
