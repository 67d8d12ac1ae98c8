#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"
#include "core/database/test_database.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace verbatim::core::database {

using testing::both_databases;
using testing::test_database;

BOOST_AUTO_TEST_SUITE(session_)

BOOST_DATA_TEST_CASE(values_are_read_back_unchanged, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db      = open(database.connection());
    const std::string   hostile = "'; drop table t; -- \xF0\x9F\x92\xA3 \" \\ %s :a $1";
    db->run("create table t (a bigint, b text, c text)");
    const parameter values[] = {{"a", std::numeric_limits<std::int64_t>::min()}, {"b", std::string_view{hostile}}};

    BOOST_TEST(db->execute("insert into t (a, b) values (:a, :b)", values) == 1);

    const row stored = db->select("select a, b, c from t", 3, {}).at(0);
    BOOST_TEST(stored.at(0).value() == "-9223372036854775808");
    BOOST_TEST(stored.at(1).value() == hostile);
    BOOST_TEST(!stored.at(2).has_value());
}

BOOST_DATA_TEST_CASE(a_failure_names_its_kind_and_no_value, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->run("create table t (a text check (length(a) < 3))");
    const parameter values[] = {{"a", std::string_view{"s3cret"}}};

    BOOST_CHECK_EXCEPTION(db->execute("insert into t values (:a)", values), failure,
                          [](const failure& error) { return error.what() == std::string{"constraint"}; });
}

BOOST_DATA_TEST_CASE(a_session_continues_after_a_failed_statement, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->run("create table t (a integer unique)");
    db->run("insert into t values (1)");
    BOOST_CHECK_THROW(db->execute("insert into t values (1)", {}), failure);
    BOOST_CHECK_THROW(db->run("nonsense"), failure);
    BOOST_CHECK_THROW(db->select("select nonsense", 1, {}), failure);
    BOOST_TEST(db->execute("insert into t values (2)", {}) == 1);
}

BOOST_DATA_TEST_CASE(a_text_with_a_null_byte_is_rejected_and_not_truncated, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->run("create table t (a text)");
    const parameter values[] = {{"a", std::string_view{"a\0b", 3}}};
    BOOST_CHECK(error_kind_of([&] { db->execute("insert into t values (:a)", values); }) == error_kind::constraint);
    BOOST_TEST(db->select("select a from t", 1, {}).empty());
}

BOOST_DATA_TEST_CASE(a_snapshot_is_stable_and_read_only, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db     = open(database.connection());
    const auto          writer = open(database.connection());
    db->run("create table t (a integer)");
    {
        const snapshot reading{*db};
        BOOST_TEST(db->select("select a from t", 1, {}).empty());
        writer->run("insert into t values (1)");
        BOOST_TEST(db->select("select a from t", 1, {}).empty());
        BOOST_CHECK(error_kind_of([&] { db->run("insert into t values (2)"); }) == error_kind::read_only);
    }
    BOOST_TEST(db->select("select a from t", 1, {}).size() == 1U);
    db->run("insert into t values (3)");
}

BOOST_DATA_TEST_CASE(an_uncommitted_transaction_is_rolled_back, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->run("create table t (a integer)");
    {
        const transaction rolled_back{*db};
        db->run("insert into t values (1)");
    }
    {
        transaction committed{*db};
        db->run("insert into t values (2)");
        committed.commit();
    }
    const auto rows = db->select("select a from t", 1, {});
    BOOST_REQUIRE(rows.size() == 1U);
    BOOST_TEST(rows.at(0).at(0).value() == "2");
}

BOOST_DATA_TEST_CASE(the_callback_for_a_row_may_throw, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->run("create table t (a integer); insert into t values (1), (null), (3)");
    std::vector<std::string> values;
    db->for_each_row("select a from t", 1, {}, [&](const row& row) { values.push_back(row.at(0).value_or("-")); });
    const std::vector<std::string> expected{"1", "-", "3"};
    BOOST_TEST(values == expected, boost::test_tools::per_element());
    BOOST_CHECK_THROW(
        db->for_each_row("select a from t", 1, {}, [](const row&) { throw std::runtime_error{"enough"}; }),
        std::runtime_error);
    db->run("insert into t values (4)");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
