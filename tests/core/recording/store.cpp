#include "recording/store.hpp"

#include "recording/stored_columns.hpp"
#include "support.hpp"

#include "core/database/test_database.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <filesystem>
#include <limits>
#include <thread>

namespace verbatim::core::recording {
namespace {

using database::dialect;
using database::testing::both_databases;
using database::testing::test_database;

struct fixture
{
    explicit fixture(dialect kind)
        : database{kind}
    {}

    test_database          database;
    std::unique_ptr<store> rows = make_store(database.connection());

    std::string count() const { return database.value("select count(*) from llm_calls"); }

    /// Columns of all rows, ordered by attempt id.
    std::vector<database::row> select(const std::string& columns, std::size_t count) const
    {
        return database::open(database.connection())
            ->select("select " + columns + " from llm_calls order by attempt_id", count, {});
    }

    /// Marked hours in seconds, in order.
    std::vector<std::string> marks() const
    {
        std::vector<std::string> hours;
        for (const auto& row : database::open(database.connection())
                                   ->select("select start / 1000000 from usage_rollup_marks order by start", 1, {}))
            hours.push_back(row.at(0).value());
        return hours;
    }

    /// Microseconds and millionths, which only SQLite stores as such.
    std::string time_column() const
    {
        return is_sqlite() ? "timestamp" : "cast(extract(epoch from timestamp) * 1000000 as bigint)";
    }
    std::string cost_column() const { return is_sqlite() ? "cost_micro_usd" : "cast(cost_usd * 1000000 as bigint)"; }

private:
    bool is_sqlite() const { return database.connection().sql_dialect() == dialect::sqlite; }
};

struct sqlite_fixture : fixture
{
    sqlite_fixture()
        : fixture{dialect::sqlite}
    {}

    const std::filesystem::path& file() const { return database.connection().file; }
};

struct postgresql_fixture : fixture
{
    postgresql_fixture()
        : fixture{dialect::postgresql}
    {}

    std::vector<std::string> partitions_with_rows() const
    {
        std::vector<std::string> names;
        for (const auto& row :
             database::open(database.connection())
                 ->select("select distinct tableoid::regclass::text from llm_calls order by 1", 1, {}))
            names.push_back(row.at(0).value());
        return names;
    }
    void run(const std::string& sql) const { database::open(database.connection())->run(sql); }
};

usage_row row_at(unsigned n, std::int64_t seconds)
{
    usage_row row = testing::sample_row(n);
    row.started   = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::seconds{seconds}};
    return row;
}

constexpr std::int64_t november_2026 = 1'795'000'000;

} // namespace

BOOST_AUTO_TEST_SUITE(store_of_rows)

BOOST_DATA_TEST_CASE(a_row_is_stored_unchanged, both_databases, dialect)
{
    const fixture test{dialect};
    usage_row     failed   = testing::sample_row(2);
    failed.error           = error_class::cancelled;
    failed.cached_tokens   = 900;
    failed.priced          = false;
    failed.cause           = failure_cause::cancelled;
    failed.server_id       = "bbbbbbbb-0000-4000-8000-000000000000";
    failed.key_id          = "nl";
    const usage_row rows[] = {testing::sample_row(1), failed};

    test.rows->write(rows);

    const auto stored =
        test.select("cast(attempt_id as text), tenant_id, operation, cast(call_id as text), " + test.time_column() +
                        ", call_duration_ms, model, input_tokens, output_tokens, " + test.cost_column() +
                        ", status, error_class, created_at is not null, cached_tokens, case when priced then 'yes' "
                        "else 'no' end, cause, server_id, key_id",
                    18);
    BOOST_REQUIRE(stored.size() == 2U);
    const std::vector<std::optional<std::string>> expected{"00000001-0000-4000-8000-000000000000",
                                                           "tenant-nl",
                                                           "analyze",
                                                           "aaaaaaaa-0000-4000-8000-000000000000",
                                                           "1700000000123456",
                                                           "12",
                                                           "azure/gpt-5.4",
                                                           "1000",
                                                           "200",
                                                           "4500",
                                                           "ok",
                                                           std::nullopt};
    BOOST_CHECK(std::equal(expected.begin(), expected.end(), stored[0].begin()));
    BOOST_TEST(stored[0].at(12).has_value());
    BOOST_TEST(stored[1].at(10).value() == "error");
    BOOST_TEST(stored[1].at(11).value() == "cancelled");
    BOOST_TEST(stored[0].at(13).value() == "0");
    BOOST_TEST(stored[0].at(14).value() == "yes");
    BOOST_TEST(!stored[0].at(15).has_value());
    BOOST_TEST(stored[1].at(13).value() == "900");
    BOOST_TEST(stored[1].at(14).value() == "no");
    BOOST_TEST(stored[1].at(15).value() == "cancelled");
    BOOST_TEST(!stored[0].at(16).has_value());
    BOOST_TEST(!stored[0].at(17).has_value());
    BOOST_TEST(stored[1].at(16).value() == failed.server_id);
    BOOST_TEST(stored[1].at(17).value() == "nl");
}

BOOST_DATA_TEST_CASE(the_row_of_an_attempt_replaces_its_intention_in_any_order, both_databases, dialect)
{
    const fixture test{dialect};
    usage_row     intention = testing::sample_row(1), end = testing::sample_row(1);
    intention.error  = error_class::unfinished;
    intention.priced = false;
    intention.cost   = 0;
    end.server_id    = "s";
    const auto check = [&](const usage_row& stored) {
        const auto rows = test.select("input_tokens, coalesce(error_class, '-'), " + test.cost_column(), 3);
        BOOST_REQUIRE(rows.size() == 1U);
        BOOST_TEST(rows[0].at(1).value() == (stored.error ? "unfinished" : "-"));
        BOOST_TEST(rows[0].at(2).value() == std::to_string(stored.cost));
    };
    const auto write = [&](std::vector<usage_row> rows) { test.rows->write(rows); };

    for (int n = 0; n != 2; ++n)
    {
        write({intention});
        check(n == 0 ? intention : end);
        write({end, testing::sample_row(1)});
        check(end);
        write({intention, end});
        check(end);
    }
    BOOST_TEST(test.database.value("select sum(cost_micro_usd) from tenant_costs") == std::to_string(end.cost));
    database::open(test.database.connection())->run("delete from llm_calls");
    write({intention, end});
    check(end);
    BOOST_TEST(test.database.value("select sum(cost_micro_usd) from tenant_costs") == std::to_string(2 * end.cost));
}

BOOST_DATA_TEST_CASE(the_cost_of_a_row_is_added_once_for_its_tenant_day_and_server, both_databases, dialect)
{
    const fixture          test{dialect};
    std::vector<usage_row> rows;
    test.rows->prepare(); // deletes the costs of earlier months; these are of 2023
    for (unsigned n = 1; n <= 6; ++n) rows.push_back(testing::sample_row(n));
    for (auto& row : rows) row.server_id = "r";
    rows[1].server_id = rows[2].server_id = "s";
    rows[2].started += std::chrono::hours{2}; // the next day
    rows[3].cost      = 0;
    rows[3].tenant_id = "free";
    rows[4].tenant_id = "tenant' or 1=1 --%\xC3\xA9";
    rows[5].server_id = ""; // of a version that did not store it

    test.rows->write(std::span{rows}.first(2));
    for (int n = 0; n != 2; ++n) test.rows->write(rows);
    rows.push_back(testing::sample_row(7));
    rows.back().server_id = "r";
    rows.back().cost      = 1;
    test.rows->write(rows);

    std::vector<std::string> costs;
    for (const auto& row : database::open(test.database.connection())
                               ->select("select tenant_id || '|' || server_id || '|' || cast(day as text) || '|' || "
                                        "cost_micro_usd from tenant_costs order by tenant_id, server_id, day",
                                        1, {}))
        costs.push_back(row.at(0).value());
    std::ranges::sort(costs);
    std::vector<std::string> expected{"tenant-nl|r|2023-11-14|4501", "tenant-nl|s|2023-11-14|4500",
                                      "tenant-nl|s|2023-11-15|4500", rows[4].tenant_id + "|r|2023-11-14|4500"};
    std::ranges::sort(expected);
    BOOST_TEST(costs == expected, boost::test_tools::per_element());
    make_store(test.database.connection())->prepare();
    BOOST_TEST(test.database.value("select count(*) from tenant_costs") == "0");
}

BOOST_DATA_TEST_CASE(texts_are_cut_to_the_width_of_their_column_also_in_costs, both_databases, dialect)
{
    const fixture test{dialect};
    test.rows->prepare();
    usage_row row = testing::sample_row(1);
    row.tenant_id = std::string(256, 't');
    row.operation = std::string(65, 'o');
    row.server_id = std::string(36, 's') + "\xFF";
    row.key_id    = std::string(256, 'k');
    test.rows->write({&row, 1});

    const auto lengths = test.select("length(tenant_id), length(operation), length(server_id), length(key_id)", 4);
    BOOST_REQUIRE(lengths.size() == 1U);
    const database::row expected{"255", "64", "36", "255"};
    BOOST_TEST((lengths[0] == expected));
    BOOST_TEST(test.database.value("select count(*) from tenant_costs join llm_calls on llm_calls.tenant_id = "
                                   "tenant_costs.tenant_id and llm_calls.server_id = tenant_costs.server_id") == "1");
}

BOOST_DATA_TEST_CASE(a_row_that_is_stored_already_is_left_unchanged, both_databases, dialect)
{
    const fixture   test{dialect};
    const usage_row first[] = {testing::sample_row(1)};
    usage_row       again[] = {testing::sample_row(1), testing::sample_row(2), testing::sample_row(2)};
    again[0].model          = "another";

    test.rows->write(first);
    test.rows->write(again);

    BOOST_TEST(test.count() == "2");
    BOOST_TEST(test.select("model", 1).at(0).at(0).value() == "azure/gpt-5.4");
}

BOOST_DATA_TEST_CASE(a_row_is_stored_whatever_the_provider_names_its_model, both_databases, dialect)
{
    const fixture test{dialect};
    const auto    names = testing::hostile_model_names();
    unsigned      n     = 0;
    for (const std::string& name : names)
    {
        usage_row row = testing::sample_row(++n);
        row.model     = name;
        test.rows->write({&row, 1});
    }
    const auto stored = test.select("model", 1);
    BOOST_REQUIRE(stored.size() == names.size());
    BOOST_TEST(stored[0].at(0).value() == "a\xEF\xBF\xBD"
                                          "b");
    BOOST_TEST(stored[6].at(0).value() == "\",null]]");
    BOOST_TEST(stored[7].at(0).value() == "\\u0000");
    BOOST_TEST(stored[10].at(0).value() == std::string(255, 'x'));
    BOOST_TEST(stored[11].at(0).value() == "\xF0\x9F\x92\xA3");
}

BOOST_DATA_TEST_CASE(numbers_are_clamped_to_the_range_of_their_column, both_databases, dialect)
{
    const fixture test{dialect};
    usage_row     row = testing::sample_row(1);
    row.input_tokens  = -5;
    row.cost          = std::numeric_limits<micro_usd>::max();
    row.duration      = std::chrono::milliseconds::max();
    test.rows->write({&row, 1});

    const auto stored = test.select("input_tokens, " + test.cost_column() + ", call_duration_ms", 3).at(0);
    BOOST_TEST(stored.at(0).value() == "0");
    BOOST_TEST(stored.at(1).value() == "999999999999");
    BOOST_TEST(stored.at(2).value() == "2147483647");
}

BOOST_DATA_TEST_CASE(a_rejected_row_fails_its_group_and_the_next_group_is_stored, both_databases, dialect)
{
    const fixture test{dialect};
    usage_row     rows[] = {testing::sample_row(1), testing::sample_row(2)};
    rows[1].tenant_id    = "";
    BOOST_CHECK_THROW(test.rows->write(rows), database::failure);
    BOOST_TEST(test.count() == "0");
    test.rows->write({rows, 1});
    BOOST_TEST(test.count() == "1");
}

BOOST_DATA_TEST_CASE(a_group_marks_each_hour_with_new_rows_once, both_databases, dialect)
{
    const fixture            test{dialect};
    constexpr std::int64_t   hour = november_2026 - november_2026 % 3'600, next_hour = hour + 3'600;
    const usage_row          rows[] = {row_at(1, hour), row_at(2, next_hour - 1), row_at(3, next_hour)};
    std::vector<std::string> marked{std::to_string(hour), std::to_string(next_hour)};

    test.rows->write(rows);
    BOOST_TEST(test.marks() == marked, boost::test_tools::per_element());

    test.rows->write(rows); // already stored
    usage_row rejected             = row_at(5, next_hour);
    rejected.tenant_id             = "";
    const usage_row one_rejected[] = {row_at(4, next_hour), rejected};
    BOOST_CHECK_THROW(test.rows->write(one_rejected), database::failure);
    BOOST_TEST(test.marks() == marked, boost::test_tools::per_element());

    test.rows->write({one_rejected, 1});
    marked.push_back(std::to_string(next_hour));
    BOOST_TEST(test.marks() == marked, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_statement_of_an_operator_marks_its_hour_beside_a_store, sqlite_fixture)
{
    const usage_row row = row_at(1, november_2026);
    rows->write({&row, 1});
    database::open(database.connection())
        ->run("insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
              "input_tokens, output_tokens, cost_micro_usd, status, created_at) select '99999999' || "
              "substr(attempt_id, 9), tenant_id, operation, call_id, timestamp, call_duration_ms, model, input_tokens, "
              "output_tokens, cost_micro_usd, status, created_at from llm_calls");
    const auto both = marks();
    BOOST_REQUIRE(both.size() == 2U);
    BOOST_TEST(both[0] == both[1]);
}

BOOST_DATA_TEST_CASE(two_stores_write_to_one_database, both_databases, dialect)
{
    const fixture   test{dialect};
    const auto      other  = make_store(test.database.connection());
    const usage_row first  = testing::sample_row(1);
    const usage_row second = testing::sample_row(2);
    test.rows->write({&first, 1});
    other->write({&second, 1});
    test.rows->write({&second, 1});
    BOOST_TEST(test.count() == "2");
}

BOOST_AUTO_TEST_CASE(text_is_cut_between_characters)
{
    BOOST_TEST(storable_text("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xC3\xA9");
    BOOST_TEST(storable_text("\xE2\x82", 9) == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(sqlite_store, sqlite_fixture)

BOOST_AUTO_TEST_CASE(a_removed_file_is_created_again_and_contains_the_row)
{
    const usage_row first = testing::sample_row(1);
    const usage_row next  = testing::sample_row(2);
    rows->write({&first, 1});
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file().native() + suffix);

    rows->write({&next, 1});
    rows->write({&next, 1});

    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(postgresql_store, postgresql_fixture)

BOOST_AUTO_TEST_CASE(a_row_of_any_month_gets_a_partition_in_utc)
{
    using moment     = std::chrono::sys_time<std::chrono::microseconds>;
    usage_row many[] = {row_at(1, november_2026),
                        row_at(2, 1'796'083'199),
                        row_at(3, 1'796'083'200),
                        row_at(4, 0),
                        row_at(5, 0),
                        row_at(6, 0)};
    many[4].started  = moment::min();
    many[5].started  = moment::max();

    rows->write(many);

    const std::vector<std::string> expected{"llm_calls_1970_01", "llm_calls_2026_11", "llm_calls_2026_12",
                                            "llm_calls_2255_03"};
    BOOST_TEST(partitions_with_rows() == expected, boost::test_tools::per_element());
    BOOST_TEST(count() == "6");
}

BOOST_AUTO_TEST_CASE(partitions_of_this_month_and_the_next_two_are_created_ahead)
{
    rows->prepare();
    BOOST_TEST(database.value("select count(*) from pg_inherits where inhparent = cast('llm_calls' as regclass)") ==
               "3");
    const auto last = database.value(
        "select 'llm_calls_' || to_char(cast(now() at time zone 'UTC' as timestamp) + interval '2 months', 'YYYY_MM')");
    BOOST_TEST(database.value("select case when to_regclass('" + last + "') is null then 'no' else 'yes' end") ==
               "yes");
}

BOOST_AUTO_TEST_CASE(a_dropped_or_detached_partition_is_created_again)
{
    const usage_row first = row_at(1, november_2026), second = row_at(2, november_2026),
                    third = row_at(3, november_2026);
    rows->write({&first, 1});
    run("drop table llm_calls_2026_11");
    rows->write({&second, 1});
    BOOST_TEST(count() == "1");
    run("alter table llm_calls detach partition llm_calls_2026_11");
    rows->write({&third, 1});
    BOOST_TEST(count() == "1");
    BOOST_TEST(partitions_with_rows().at(0) == "llm_calls_2026_11_2");
}

BOOST_AUTO_TEST_CASE(a_reader_does_not_block_the_creation_of_a_partition)
{
    rows->prepare();
    const auto               reader = database::open(database.connection());
    const database::snapshot snapshot{*reader};
    reader->select("select count(*) from llm_calls", 1, {});
    const usage_row row = row_at(1, 0);
    rows->write({&row, 1});
    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_CASE(stores_that_need_the_same_new_partition_at_once_all_succeed)
{
    rows->prepare();
    std::atomic<int>         failed = 0;
    std::vector<std::thread> threads;
    for (unsigned n = 1; n <= 6; ++n)
        threads.emplace_back([&, n] {
            try
            {
                const usage_row row = row_at(n, 0);
                make_store(database.connection())->write({&row, 1});
            }
            catch (const database::failure&)
            {
                ++failed;
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(failed == 0);
    BOOST_TEST(count() == "6");
}

BOOST_AUTO_TEST_CASE(a_connection_that_was_closed_while_idle_costs_no_write)
{
    const usage_row first = testing::sample_row(1), next = testing::sample_row(2);
    rows->write({&first, 1});
    database.value("select count(pg_terminate_backend(pid)) from pg_stat_activity "
                   "where datname = current_database() and pid <> pg_backend_pid()");
    rows->write({&next, 1});
    BOOST_TEST(count() == "2");
}

BOOST_AUTO_TEST_CASE(an_unavailable_database_is_an_error_and_is_used_again_once_it_is_up)
{
    support::postgres_server   server;
    support::postgres_database own{server};
    const auto                 target = make_store(database::resolve_connection({.db_url = sdk::secret{own.url()}}));
    server.kill();
    const usage_row row = testing::sample_row(1);
    BOOST_CHECK_EXCEPTION(target->write({&row, 1}), database::failure,
                          [](const auto& error) { return error.kind() == database::error_kind::unavailable; });
    server.start();
    target->write({&row, 1});
    BOOST_TEST(own.query("select count(*) from llm_calls").at(0) == "1");
}

BOOST_AUTO_TEST_CASE(a_check_survives_closed_connections_and_reports_a_read_only_database)
{
    const auto end_connections = [&] {
        database.value("select count(pg_terminate_backend(pid)) from pg_stat_activity "
                       "where datname = current_database() and pid <> pg_backend_pid()");
    };
    rows->check();
    end_connections();
    rows->check();

    run("do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); "
        "end $$");
    end_connections();
    BOOST_CHECK_EXCEPTION(rows->check(), database::failure,
                          [](const auto& error) { return error.kind() == database::error_kind::read_only; });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
