#include "recording/row_import.hpp"

#include "recording/outbox.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

namespace verbatim::core::recording {
namespace {

struct import_fixture
{
    verbatim::support::temporary_directory directory;
    const database::connection_info        connection{directory.path() / "verbatim.db"};
    std::unique_ptr<store>                 target = make_sqlite_store(connection);

    import_result import(const std::string& text) { return import_rows(directory.file("server.log", text), *target); }

    std::string value(const std::string& query)
    {
        return database::open(connection)->select(query, 1, {}).at(0).at(0).value_or("null");
    }
};

/// A line of the log with the attempt `n` and other columns in `rest`.
std::string line_of(unsigned n, const std::string& rest)
{
    return R"({"time":"2026-11-26T08:00:00.000000Z","level":"error","event":"usage_row_lost","reason":"full",)"
           R"("attempt_id":")" +
           testing::sample_row(n).attempt_id + R"(","tenant_id":"t","operation":"analyze",)" +
           R"("call_id":"aaaaaaaa-0000-4000-8000-000000000000","timestamp":"2023-11-14T22:13:20.123456Z",)" + rest +
           "}\n";
}

const std::string numbers =
    R"("call_duration_ms":12,"model":"m","input_tokens":3,"output_tokens":4,"cost_usd":0.000007,)";
const std::string ok = numbers + R"("status":"ok","error_class":"","cached_tokens":1,"priced":true,"cause":"")";

} // namespace

BOOST_FIXTURE_TEST_SUITE(row_import, import_fixture)

BOOST_AUTO_TEST_CASE(each_column_of_a_line_is_stored)
{
    const auto failed = numbers + R"("status":"error","error_class":"llm_timeout","cached_tokens":0,"priced":false,)" +
                        R"("cause":"timeout")";
    const auto result = import(R"({"event":"server_started"})"
                               "\n" +
                               line_of(1, ok) + "not JSON\n2026-11-26 stdout F " + line_of(2, failed));

    BOOST_TEST(result.rows == 2U);
    BOOST_TEST(result.unreadable == 0U);
    const std::string columns =
        "select tenant_id || operation || call_id || timestamp || ' ' || call_duration_ms || model || "
        "input_tokens || output_tokens || cost_micro_usd || status || cached_tokens || priced || "
        "coalesce(error_class || cause, '') from llm_calls where attempt_id like ";
    BOOST_TEST(value(columns + "'00000001%'") ==
               "tanalyzeaaaaaaaa-0000-4000-8000-0000000000001700000000123456 12m347ok11");
    BOOST_TEST(value(columns + "'00000002%'") ==
               "tanalyzeaaaaaaaa-0000-4000-8000-0000000000001700000000123456 12m347error00llm_timeouttimeout");
}

BOOST_AUTO_TEST_CASE(columns_of_later_versions_may_be_absent)
{
    const auto with_server = ok + R"(,"server_id":"s","key_id":"nl")";
    BOOST_TEST(import(line_of(1, ok) + line_of(2, with_server)).rows == 2U);
    const std::string columns = "select coalesce(server_id, '-') || coalesce(key_id, '-') from llm_calls "
                                "where attempt_id like ";
    BOOST_TEST(value(columns + "'00000001%'") == "--");
    BOOST_TEST(value(columns + "'00000002%'") == "snl");
}

BOOST_AUTO_TEST_CASE(a_file_may_be_imported_twice)
{
    for (int n = 0; n != 2; ++n) BOOST_TEST(import(line_of(1, ok) + line_of(1, ok)).rows == 2U);
    BOOST_TEST(value("select count(*) from llm_calls") == "1");
}

BOOST_AUTO_TEST_CASE(damaged_lines_are_counted_and_cost_no_other)
{
    const auto cut    = line_of(2, ok).substr(0, 300) + "\n";
    const auto result = import(line_of(1, ok) + cut + line_of(3, numbers + R"("status":"ok")") +
                               line_of(4, R"("input_tokens":"many")") +
                               R"({"event":"usage_row_lost","reason":"damaged","row_number":7})"
                               "\n" +
                               line_of(5, ok));
    BOOST_TEST(result.rows == 2U);
    BOOST_TEST(result.unreadable == 4U);
    BOOST_TEST(value("select count(*) from llm_calls") == "2");
}

BOOST_AUTO_TEST_CASE(a_number_beyond_its_column_is_damaged_and_not_stored_as_another_one)
{
    for (const auto* cost : {"-0.000007", "1000000", "1e300"})
    {
        auto columns = ok;
        columns.replace(columns.find("0.000007"), 8, cost);
        BOOST_TEST(import(line_of(1, columns)).unreadable == 1U, cost);
    }
    auto columns = ok;
    columns.replace(columns.find("\"input_tokens\":3"), 16, "\"input_tokens\":-3");
    BOOST_TEST(import(line_of(1, columns)).unreadable == 1U);
    BOOST_TEST(value("select count(*) from llm_calls") == "0");
}

BOOST_AUTO_TEST_CASE(a_row_that_the_schema_rejects_is_damaged)
{
    database::open(connection)->run("create unique index one_row_for_each_count on llm_calls (cached_tokens)");
    auto other = ok;
    other.replace(other.find("\"cached_tokens\":1"), 17, "\"cached_tokens\":2");
    const auto result = import(line_of(1, ok) + line_of(2, ok) + line_of(3, other));
    BOOST_TEST(result.rows == 2U);
    BOOST_TEST(result.unreadable == 1U);
}

BOOST_AUTO_TEST_CASE(a_log_without_lost_rows_has_none)
{
    for (const auto* text : {"", "{", R"({"event":"server_started"})", "usage_row_lost\n\n\n"})
        BOOST_TEST(import(text).rows == 0U, text);
}

BOOST_AUTO_TEST_CASE(rows_of_an_outbox_file_stay_in_it)
{
    const auto file = directory.path() / "outbox.db";
    {
        outbox                 queue{file};
        std::vector<usage_row> rows;
        for (unsigned n = 1; n <= 3; ++n) rows.push_back(testing::sample_row(n));
        queue.append(rows);
    }
    database::open({.file = file})->run("update rows set row = '[\"cut' where row like '%00000002-%'");

    for (int n = 0; n != 2; ++n)
    {
        const auto result = import_rows(file, *target);
        BOOST_TEST(result.rows == 2U);
        BOOST_TEST(result.unreadable == 1U);
        BOOST_TEST(!result.is_damaged);
    }
    BOOST_TEST(value("select count(*) from llm_calls") == "2");
    BOOST_TEST(outbox{file}.depth() == 3U);
}

BOOST_AUTO_TEST_CASE(a_damaged_outbox_file_says_so)
{
    const auto text   = std::string{"SQLite format 3"} + '\0' + std::string(4'000, 'x');
    const auto result = import_rows(directory.file("outbox.db.damaged-1", text), *target);
    BOOST_TEST(result.rows == 0U);
    BOOST_TEST(result.is_damaged);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_opened_is_an_error)
{
    BOOST_CHECK_THROW(import_rows(directory.path() / "nowhere", *target), unreadable_file);
    BOOST_CHECK_THROW(import_rows(directory.path(), *target), unreadable_file);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
