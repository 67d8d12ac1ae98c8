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

namespace {

std::optional<error_kind> stream_error(session& db, const std::string& query, std::span<const parameter> values = {})
{
    return error_kind_of([&] { db.stream(query, values, [](const streamed_row& row) { row.integer(0); }); });
}

/// The numbers 1 to 20,000: more than one message, one page and one buffer.
const std::string select_20000_rows =
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select i from n";

} // namespace

BOOST_AUTO_TEST_SUITE(stream)

BOOST_DATA_TEST_CASE(numbers_and_texts_are_delivered_unchanged, both_databases, dialect)
{
    const test_database       database{dialect};
    const auto                db = open(database.connection());
    std::vector<std::int64_t> numbers;
    std::vector<std::string>  texts;
    db->stream("select -1, 2147483647, 9223372036854775807, -9223372036854775807 - 1, 1 = 1, 1 = 2, 'a\U0001F30D', ''",
               {}, [&](const streamed_row& row) {
                   for (std::size_t n = 0; n < 6; ++n) numbers.push_back(row.integer(n));
                   for (std::size_t n = 6; n < 8; ++n) texts.emplace_back(row.bytes(n));
               });
    BOOST_TEST(numbers == (std::vector<std::int64_t>{-1, 2'147'483'647, std::numeric_limits<std::int64_t>::max(),
                                                     std::numeric_limits<std::int64_t>::min(), 1, 0}),
               boost::test_tools::per_element());
    BOOST_TEST(texts == (std::vector<std::string>{"a\U0001F30D", ""}), boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(every_row_is_delivered_once_in_order, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db   = open(database.connection());
    std::int64_t        last = 0;
    db->stream(select_20000_rows, {}, [&](const streamed_row& row) { BOOST_REQUIRE(row.integer(0) == ++last); });
    BOOST_TEST(last == 20'000);
}

BOOST_DATA_TEST_CASE(an_empty_result_calls_nothing_and_the_session_continues, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    db->stream("select 1 where 1 = 2", {}, [](const streamed_row&) { BOOST_ERROR("a row"); });
    BOOST_TEST(db->select("select 7", 1, {}).at(0).at(0).value() == "7");
}

BOOST_DATA_TEST_CASE(parameters_are_values_whatever_they_contain, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    for (const std::string hostile :
         {"", "'", "''; drop table t; --", "\\", "\\'", ":number", ":text", "%s $1 \"", "\u00e9\n\t"})
    {
        const parameter values[] = {{"text", std::string_view{hostile}},
                                    {"number", std::numeric_limits<std::int64_t>::min()},
                                    {"text_too", std::string_view{"other"}}};
        std::string     text, other;
        std::int64_t    number = 0;
        db->stream("select cast(:text as text), :number, cast(:text_too as text), cast(:text as text)", values,
                   [&](const streamed_row& row) {
                       text   = row.bytes(0);
                       number = row.integer(1);
                       other  = row.bytes(2);
                       BOOST_TEST(row.bytes(3) == hostile);
                   });
        BOOST_TEST(text == hostile);
        BOOST_TEST(number == std::numeric_limits<std::int64_t>::min());
        BOOST_TEST(other == "other");
    }
}

BOOST_AUTO_TEST_CASE(a_text_that_postgresql_cannot_store_is_rejected)
{
    const test_database database{dialect::postgresql};
    const auto          db = open(database.connection());
    for (const std::string_view text : {std::string_view{"a\0b", 3}, std::string_view{"\xC3\x28"}})
    {
        const parameter values[] = {{"text", text}};
        BOOST_TEST((stream_error(*db, "select length(:text)", values) == error_kind::constraint));
    }
    BOOST_TEST(db->select("select 7", 1, {}).at(0).at(0).value() == "7");
}

BOOST_DATA_TEST_CASE(an_invalid_query_fails_and_the_session_continues, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db = open(database.connection());
    BOOST_TEST((stream_error(*db, "select from where") == error_kind::other));
    BOOST_TEST((stream_error(*db, "select a from no_such_table") == error_kind::other));
    BOOST_TEST(db->select("select 7", 1, {}).at(0).at(0).value() == "7");
}

BOOST_AUTO_TEST_CASE(an_error_between_rows_is_reported_and_the_session_continues)
{
    const test_database database{dialect::postgresql};
    const auto          db        = open(database.connection());
    int                 row_count = 0;
    const auto          error     = error_kind_of([&] {
        db->stream("select 1 / (15000 - i) from generate_series(1, 20000) as i", {},
                                [&](const streamed_row&) { ++row_count; });
    });
    BOOST_TEST((error == error_kind::constraint)); // class 22: data exception
    BOOST_TEST(row_count > 0);
    BOOST_TEST(row_count < 15'000);
    BOOST_TEST(db->select("select 7", 1, {}).at(0).at(0).value() == "7");
}

BOOST_AUTO_TEST_CASE(a_null_column_of_postgresql_is_an_error)
{
    const test_database database{dialect::postgresql};
    const auto          db = open(database.connection());
    BOOST_TEST((stream_error(*db, "select cast(null as integer)") == error_kind::corrupt));
}

BOOST_DATA_TEST_CASE(the_callback_may_throw, both_databases, dialect)
{
    const test_database database{dialect};
    const auto          db        = open(database.connection());
    int                 row_count = 0;
    BOOST_CHECK_THROW(db->stream(select_20000_rows, {},
                                 [&](const streamed_row&) {
                                     if (++row_count == 3) throw std::runtime_error{"enough"};
                                 }),
                      std::runtime_error);
    BOOST_TEST(row_count == 3);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
