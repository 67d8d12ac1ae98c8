#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <stop_token>
#include <thread>

#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace verbatim::core::database {
namespace {

struct sqlite_fixture
{
    support::temporary_directory directory;
    connection_info              connection{directory.path() / "a b=c.db"};
    std::unique_ptr<session>     db = open(connection);
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_session, sqlite_fixture)

BOOST_AUTO_TEST_CASE(a_commit_is_on_disk_when_it_returns)
{
    BOOST_TEST(db->select("pragma journal_mode", 1, {}).at(0).at(0).value() == "wal");
    BOOST_TEST(db->select("pragma synchronous", 1, {}).at(0).at(0).value() == "2");
    BOOST_TEST(db->select("pragma foreign_keys", 1, {}).at(0).at(0).value() == "1");
}

BOOST_AUTO_TEST_CASE(files_have_mode_0600)
{
    db->run("create table t (a)");
    for (const char* suffix : {"", "-wal"})
    {
        struct stat status
        {};
        BOOST_REQUIRE(::stat((connection.file.native() + suffix).c_str(), &status) == 0);
        BOOST_TEST((status.st_mode & 0777U) == 0600U);
    }
}

/// The output of another program that reads the database.
std::string read_elsewhere(const std::filesystem::path& file, const std::string& sql)
{
    std::FILE* pipe = ::popen(("sqlite3 '" + file.native() + "' '" + sql + "'").c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::string output;
    char        buffer[256];
    while (const auto size = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, size);
    BOOST_REQUIRE(::pclose(pipe) == 0);
    return output;
}

BOOST_AUTO_TEST_CASE(a_reading_program_does_not_disturb_writing_sessions)
{
    db->run("create table t (a); insert into t values (1)");
    {
        // A second session of this process must not cost the first its locks when its descriptors are closed.
        const auto second = open(connection);
        second->run("insert into t values (2)");
    }
    const auto third = open(connection);

    BOOST_TEST(read_elsewhere(connection.file, "select count(*) from t") == "2\n");
    BOOST_TEST(std::filesystem::exists(connection.file.native() + "-wal"));
    db->run("insert into t values (3)");
    third->run("insert into t values (4)");
    BOOST_TEST(read_elsewhere(connection.file, "select count(*) from t; pragma integrity_check") == "4\nok\n");
}

BOOST_AUTO_TEST_CASE(creating_the_file_leaves_no_temporary_file)
{
    db->run("create table t (a)");
    db.reset();
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{directory.path()}) ++files;
    BOOST_TEST(files == 1U);
}

BOOST_AUTO_TEST_CASE(a_failed_statement_holds_no_lock)
{
    db->run("create table t (a integer unique)");
    db->run("insert into t values (1)");
    BOOST_CHECK_THROW(db->execute("insert into t values (1)", {}), failure);

    const auto other = open(connection);
    other->run("pragma busy_timeout = 0");
    other->run("insert into t values (2)");
    BOOST_TEST(db->select("select a from t", 1, {}).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_locked_database_is_busy)
{
    const auto        other = open(connection);
    const transaction open_transaction{*other};
    db->run("pragma busy_timeout = 0");
    BOOST_CHECK(error_kind_of([&] { db->run("create table t (a)"); }) == error_kind::busy);
}

BOOST_AUTO_TEST_CASE(a_full_database_is_full_and_a_write_protected_one_read_only)
{
    db->run("create table t (a text); pragma max_page_count = 4");
    BOOST_CHECK(error_kind_of([&] { db->run("insert into t values (randomblob(50000))"); }) == error_kind::full);
    db->run("pragma query_only = on");
    BOOST_CHECK(error_kind_of([&] { db->run("insert into t values ('x')"); }) == error_kind::read_only);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_database_is_corrupt)
{
    const connection_info other{directory.path() / "text.db"};
    std::ofstream{other.file} << std::string(5000, 'x');
    BOOST_CHECK(error_kind_of([&] { open(other); }) == error_kind::corrupt);
}

BOOST_AUTO_TEST_CASE(a_missing_directory_is_unavailable)
{
    BOOST_CHECK(error_kind_of([&] { open({directory.path() / "no" / "where.db"}); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_removed_or_replaced_file_is_detected)
{
    db->ensure_not_replaced();
    std::filesystem::rename(connection.file, directory.path() / "away.db");
    BOOST_CHECK(error_kind_of([&] { db->ensure_not_replaced(); }) == error_kind::replaced);
    std::ofstream{connection.file} << "";
    BOOST_CHECK(error_kind_of([&] { db->ensure_not_replaced(); }) == error_kind::replaced);
}

BOOST_AUTO_TEST_CASE(a_slow_statement_is_busy_and_the_next_one_runs)
{
    const auto limited = open(connection, {.statement = std::chrono::milliseconds{20}});
    limited->run("create table t (a)");
    const std::string endless = "with recursive c(n) as (select 1 union all select n + 1 from c) ";

    BOOST_CHECK(error_kind_of([&] { limited->select(endless + "select count(*) from c", 1, {}); }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] {
                    limited->stream(endless + "select n from c where n < 0", {}, [](const auto&) {});
                }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] {
                    limited->execute("insert into t " + endless + "select n from c where n < 0", {});
                }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] { limited->run("insert into t " + endless + "select n from c where n < 0"); }) ==
                error_kind::busy);
    BOOST_TEST(limited->execute("insert into t values (1)", {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_stopped_session_fails_every_statement)
{
    std::stop_source stop;
    const auto       stoppable = open(connection, {}, stop.get_token());
    std::thread      stopper;
    const auto       stop_once = [&](const streamed_row&) {
        if (!stopper.joinable()) stopper = std::thread{[&] { stop.request_stop(); }};
    };
    BOOST_CHECK(error_kind_of([&] {
                    stoppable->stream("with recursive c(n) as (select 1 union all select n + 1 from c) select n from c",
                                      {}, stop_once);
                }) == error_kind::busy);
    stopper.join();
    BOOST_CHECK(error_kind_of([&] { stoppable->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(connection, {}, stop.get_token()); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_cached_statement_is_bound_again)
{
    db->run("create table t (a primary key, b)");
    const std::string insert = "insert into t values (:a, :b)";
    const auto        put    = [&](std::int64_t a, std::string_view b) {
        const parameter values[]{{"a", a}, {"b", b}};
        return db->execute(insert, values);
    };
    BOOST_TEST(put(1, "one") == 1);
    BOOST_CHECK(error_kind_of([&] { put(1, "again"); }) == error_kind::constraint);
    BOOST_CHECK(error_kind_of([&] { put(2, std::string_view{"a\0b", 3}); }) == error_kind::constraint);
    BOOST_TEST(put(2, "two") == 1);
    db->run("alter table t add column c default 7"); // under the prepared statement
    const parameter third[]{{"a", std::int64_t{3}}, {"b", std::string_view{"three"}}};
    BOOST_TEST(db->execute("insert into t values (:a, :b, 8)", third) == 1);
    BOOST_TEST(db->select("select group_concat(a || b || c) from t", 1, {}).at(0).at(0).value() ==
               "1one7,2two7,3three8");
}

BOOST_AUTO_TEST_CASE(more_statements_than_are_cached_bind_their_values_by_name)
{
    db->run("create table t (statement, turn)");
    for (const std::int64_t turn : {1, 2})
    {
        for (std::int64_t n = 0; n < 40; ++n)
        {
            const parameter values[]{{"turn", turn}, {"n", n}};
            BOOST_TEST(db->execute("insert into t (statement, turn) values (:n - " + std::to_string(n) + ", :turn)",
                                   values) == 1);
        }
        db->run("alter table t add column c" + std::to_string(turn)); // under the prepared statements
    }
    BOOST_TEST(
        db->select("select count(*) || ',' || sum(statement) || ',' || sum(turn) from t", 1, {}).at(0).at(0).value() ==
        "80,0,120");
    const parameter unknown[]{{"m", std::int64_t{1}}};
    BOOST_CHECK(error_kind_of([&] { db->execute("insert into t (turn) values (:n)", unknown); }) == error_kind::other);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
