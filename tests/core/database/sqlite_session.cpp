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

struct opened
{
    support::temporary_directory room;
    connection_info              where{room.path() / "a b=c.db"};
    std::unique_ptr<session>     on = open(where);
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_session, opened)

BOOST_AUTO_TEST_CASE(a_commit_is_on_disk_when_it_returns)
{
    BOOST_TEST(on->select("pragma journal_mode", 1, {}).at(0).at(0).value() == "wal");
    BOOST_TEST(on->select("pragma synchronous", 1, {}).at(0).at(0).value() == "2");
    BOOST_TEST(on->select("pragma foreign_keys", 1, {}).at(0).at(0).value() == "1");
}

BOOST_AUTO_TEST_CASE(files_have_mode_0600)
{
    on->run("create table t (a)");
    for (const char* suffix : {"", "-wal"})
    {
        struct stat found
        {};
        BOOST_REQUIRE(::stat((where.file.native() + suffix).c_str(), &found) == 0);
        BOOST_TEST((found.st_mode & 0777U) == 0600U);
    }
}

/// Another program reads and goes. What it answers.
std::string read_elsewhere(const std::filesystem::path& file, const std::string& sql)
{
    std::FILE* pipe = ::popen(("sqlite3 '" + file.native() + "' '" + sql + "'").c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::string said;
    char        buffer[256];
    while (const auto got = std::fread(buffer, 1, sizeof buffer, pipe)) said.append(buffer, got);
    BOOST_REQUIRE(::pclose(pipe) == 0);
    return said;
}

BOOST_AUTO_TEST_CASE(a_reading_program_does_not_disturb_writing_sessions)
{
    on->run("create table t (a); insert into t values (1)");
    {
        // A second session of this process must not cost the first its locks when its descriptors are closed.
        const auto second = open(where);
        second->run("insert into t values (2)");
    }
    const auto third = open(where);

    BOOST_TEST(read_elsewhere(where.file, "select count(*) from t") == "2\n");
    BOOST_TEST(std::filesystem::exists(where.file.native() + "-wal"));
    on->run("insert into t values (3)");
    third->run("insert into t values (4)");
    BOOST_TEST(read_elsewhere(where.file, "select count(*) from t; pragma integrity_check") == "4\nok\n");
}

BOOST_AUTO_TEST_CASE(creating_the_file_leaves_no_temporary_file)
{
    on->run("create table t (a)");
    on.reset();
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator{room.path()}) ++files;
    BOOST_TEST(files == 1U);
}

BOOST_AUTO_TEST_CASE(values_are_read_back_unchanged)
{
    const std::string hostile = "'; drop table t; -- \xF0\x9F\x92\xA3 \" \\ %s :a";
    on->run("create table t (a integer, b text, c text)");
    const parameter values[] = {{"a", std::numeric_limits<std::int64_t>::min()}, {"b", std::string_view{hostile}}};

    BOOST_TEST(on->execute("insert into t (a, b) values (:a, :b)", values) == 1);

    const row kept = on->select("select a, b, c from t", 3, {}).at(0);
    BOOST_TEST(kept.at(0).value() == "-9223372036854775808");
    BOOST_TEST(kept.at(1).value() == hostile);
    BOOST_TEST(!kept.at(2).has_value());
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

BOOST_AUTO_TEST_CASE(a_statement_that_failed_holds_no_lock)
{
    on->run("create table t (a integer unique)");
    on->run("insert into t values (1)");
    BOOST_CHECK_THROW(on->execute("insert into t values (1)", {}), failure);

    const auto other = open(where);
    other->run("pragma busy_timeout = 0");
    other->run("insert into t values (2)");
    BOOST_TEST(on->select("select a from t", 1, {}).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_locked_store_is_busy)
{
    const auto        other = open(where);
    const transaction held{*other};
    on->run("pragma busy_timeout = 0");
    BOOST_CHECK(error_kind_of([&] { on->run("create table t (a)"); }) == error_kind::busy);
}

BOOST_AUTO_TEST_CASE(a_full_database_is_full_and_a_write_protected_one_read_only)
{
    on->run("create table t (a text); pragma max_page_count = 4");
    BOOST_CHECK(error_kind_of([&] { on->run("insert into t values (randomblob(50000))"); }) == error_kind::full);
    on->run("pragma query_only = on");
    BOOST_CHECK(error_kind_of([&] { on->run("insert into t values ('x')"); }) == error_kind::read_only);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_database_is_corrupt)
{
    const connection_info other{room.path() / "text.db"};
    std::ofstream{other.file} << std::string(5000, 'x');
    BOOST_CHECK(error_kind_of([&] { open(other); }) == error_kind::corrupt);
}

BOOST_AUTO_TEST_CASE(a_missing_directory_is_unavailable)
{
    BOOST_CHECK(error_kind_of([&] { open({room.path() / "no" / "where.db"}); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_removed_or_replaced_file_is_detected)
{
    on->ensure_not_replaced();
    std::filesystem::rename(where.file, room.path() / "away.db");
    BOOST_CHECK(error_kind_of([&] { on->ensure_not_replaced(); }) == error_kind::replaced);
    std::ofstream{where.file} << "";
    BOOST_CHECK(error_kind_of([&] { on->ensure_not_replaced(); }) == error_kind::replaced);
}

BOOST_AUTO_TEST_CASE(a_snapshot_is_stable_and_read_only)
{
    const auto other = open(where);
    on->run("create table t (a)");
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

BOOST_AUTO_TEST_CASE(rows_are_delivered_one_by_one_and_the_callback_may_throw)
{
    on->run("create table t (a); insert into t values (1), (null), (3)");
    std::vector<std::string> seen;
    on->for_each_row("select a from t", 1, {}, [&](const row& one) { seen.push_back(one.at(0).value_or("-")); });
    const std::vector<std::string> expected{"1", "-", "3"};
    BOOST_TEST(seen == expected, boost::test_tools::per_element());
    BOOST_CHECK_THROW(
        on->for_each_row("select a from t", 1, {}, [](const row&) { throw std::runtime_error{"enough"}; }),
        std::runtime_error);
    on->run("insert into t values (4)");
}

BOOST_AUTO_TEST_CASE(an_uncommitted_transaction_is_rolled_back)
{
    on->run("create table t (a)");
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

BOOST_AUTO_TEST_CASE(a_slow_statement_is_busy_and_the_next_one_runs)
{
    const auto hasty = open(where, {.statement = std::chrono::milliseconds{20}});
    hasty->run("create table t (a)");
    const std::string endless = "with recursive c(n) as (select 1 union all select n + 1 from c) ";

    BOOST_CHECK(error_kind_of([&] { hasty->select(endless + "select count(*) from c", 1, {}); }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] {
                    hasty->stream(endless + "select n from c where n < 0", {}, [](const auto&) {});
                }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] {
                    hasty->execute("insert into t " + endless + "select n from c where n < 0", {});
                }) == error_kind::busy);
    BOOST_CHECK(error_kind_of([&] { hasty->run("insert into t " + endless + "select n from c where n < 0"); }) ==
                error_kind::busy);
    BOOST_TEST(hasty->execute("insert into t values (1)", {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_stopped_session_fails_every_statement)
{
    std::stop_source end;
    const auto       ending = open(where, {}, end.get_token());
    std::thread      stop;
    const auto       seen = [&](const streamed_row&) {
        if (!stop.joinable()) stop = std::thread{[&] { end.request_stop(); }};
    };
    BOOST_CHECK(error_kind_of([&] {
                    ending->stream("with recursive c(n) as (select 1 union all select n + 1 from c) select n from c",
                                   {}, seen);
                }) == error_kind::busy);
    stop.join();
    BOOST_CHECK(error_kind_of([&] { ending->run("select 1"); }) == error_kind::unavailable);
    BOOST_CHECK(error_kind_of([&] { open(where, {}, end.get_token()); }) == error_kind::unavailable);
}

BOOST_AUTO_TEST_CASE(a_cached_statement_is_bound_again)
{
    on->run("create table t (a primary key, b)");
    const std::string insert = "insert into t values (:a, :b)";
    const auto        put    = [&](std::int64_t a, std::string_view b) {
        const parameter values[]{{"a", a}, {"b", b}};
        return on->execute(insert, values);
    };
    BOOST_TEST(put(1, "one") == 1);
    BOOST_CHECK(error_kind_of([&] { put(1, "again"); }) == error_kind::constraint);
    BOOST_CHECK(error_kind_of([&] { put(2, std::string_view{"a\0b", 3}); }) == error_kind::constraint);
    BOOST_TEST(put(2, "two") == 1);
    on->run("alter table t add column c default 7"); // under the prepared statement
    const parameter last[]{{"a", std::int64_t{3}}, {"b", std::string_view{"three"}}};
    BOOST_TEST(on->execute("insert into t values (:a, :b, 8)", last) == 1);
    BOOST_TEST(on->select("select group_concat(a || b || c) from t", 1, {}).at(0).at(0).value() ==
               "1one7,2two7,3three8");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
