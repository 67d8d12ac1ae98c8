#include "recording/store.hpp"

#include "support.hpp"

#include "database/session.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <limits>
#include <thread>

namespace verbatim::core::recording {
namespace {

using lines = std::vector<std::string>;

struct kept
{
    support::postgres_database database;
    database::connection_info  where = database::resolve_connection({.db_url = sdk::secret{database.url()}});
    std::unique_ptr<store>     rows  = make_store(where);

    std::string count() const { return database.query("select count(*) from llm_calls").at(0); }
    lines       partitions_with_rows() const
    {
        return database.query("select distinct tableoid::regclass::text from llm_calls order by 1");
    }
};

usage_row at(unsigned n, std::int64_t seconds)
{
    usage_row one = testing::sample_row(n);
    one.started   = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::seconds{seconds}};
    return one;
}

constexpr std::int64_t november_2026 = 1'795'000'000;

} // namespace

BOOST_FIXTURE_TEST_SUITE(postgresql_store, kept)

BOOST_AUTO_TEST_CASE(a_row_is_kept_as_it_was)
{
    usage_row failed       = testing::sample_row(2);
    failed.error           = error_class::cancelled;
    const usage_row both[] = {testing::sample_row(1), failed};

    rows->write(both);

    const auto found = database.query("select attempt_id, tenant_id, operation, call_id, timestamp at time zone 'UTC', "
                                      "call_duration_ms, model, input_tokens, output_tokens, cost_usd, status, "
                                      "error_class, created_at > now() - interval '1 hour' from llm_calls order by 1");
    BOOST_REQUIRE(found.size() == 2U);
    BOOST_TEST(found[0] ==
               "00000001-0000-4000-8000-000000000000|tenant-nl|analyze|aaaaaaaa-0000-4000-8000-000000000000|"
               "2023-11-14 22:13:20.123456|12|azure/gpt-5.4|1000|200|0.004500|ok||t");
    BOOST_TEST(found[1].ends_with("|error|cancelled|t"));
}

BOOST_AUTO_TEST_CASE(a_row_that_is_there_already_is_left_as_it_is)
{
    const usage_row first[] = {testing::sample_row(1)};
    usage_row       again[] = {testing::sample_row(1), testing::sample_row(2), testing::sample_row(2)};
    again[0].model          = "another";

    rows->write(first);
    rows->write(again);

    BOOST_TEST(count() == "2");
    BOOST_TEST(database.query("select distinct model from llm_calls").at(0) == "azure/gpt-5.4");
}

BOOST_AUTO_TEST_CASE(whatever_a_provider_calls_its_model_the_row_is_kept)
{
    const auto attacks = testing::hostile_model_names();
    unsigned   n       = 0;
    for (const std::string& name : attacks)
    {
        usage_row one = testing::sample_row(++n);
        one.model     = name;
        rows->write({&one, 1});
    }
    const auto found = database.query("select model from llm_calls order by attempt_id");
    BOOST_REQUIRE(found.size() == attacks.size());
    BOOST_TEST(found[6] == "\",null]]");
    BOOST_TEST(found[7] == "\\u0000");
    BOOST_TEST(found[10] == std::string(255, 'x'));
}

BOOST_AUTO_TEST_CASE(numbers_no_column_holds_are_moved_to_its_bound)
{
    usage_row one    = testing::sample_row(1);
    one.input_tokens = -5;
    one.cost         = std::numeric_limits<micro_usd>::max();
    one.duration     = std::chrono::milliseconds::max();
    rows->write({&one, 1});
    BOOST_TEST(database.query("select input_tokens, cost_usd, call_duration_ms from llm_calls").at(0) ==
               "0|999999.999999|2147483647");
}

BOOST_AUTO_TEST_CASE(each_month_of_utc_has_a_partition_whatever_month_a_row_is_of)
{
    using moment     = std::chrono::sys_time<std::chrono::microseconds>;
    usage_row many[] = {at(1, november_2026), at(2, 1'796'083'199), at(3, 1'796'083'200), at(4, 0), at(5, 0), at(6, 0)};
    many[4].started  = moment::min();
    many[5].started  = moment::max();

    rows->write(many);

    const lines expected{"llm_calls_1970_01", "llm_calls_2026_11", "llm_calls_2026_12", "llm_calls_2255_03"};
    BOOST_TEST(partitions_with_rows() == expected, boost::test_tools::per_element());
    BOOST_TEST(count() == "6");
}

BOOST_AUTO_TEST_CASE(this_month_and_the_next_two_are_made_ahead)
{
    rows->prepare();
    const auto made = database.query("select count(*) from pg_inherits where inhparent = 'llm_calls'::regclass").at(0);
    BOOST_TEST(made == "3");
    const auto now = database.query("select 'llm_calls_' || to_char(now() at time zone 'UTC' + interval '2 months', "
                                    "'YYYY_MM')");
    BOOST_TEST(database.query("select to_regclass('" + now.at(0) + "') is not null").at(0) == "t");
}

BOOST_AUTO_TEST_CASE(a_partition_that_was_dropped_or_taken_off_is_made_again)
{
    const usage_row first = at(1, november_2026), second = at(2, november_2026), third = at(3, november_2026);
    rows->write({&first, 1});
    database.query("drop table llm_calls_2026_11");
    rows->write({&second, 1});
    BOOST_TEST(count() == "1");
    database.query("alter table llm_calls detach partition llm_calls_2026_11");
    rows->write({&third, 1});
    BOOST_TEST(count() == "1");
    BOOST_TEST(partitions_with_rows().at(0) == "llm_calls_2026_11_2");
}

BOOST_AUTO_TEST_CASE(nobody_who_reads_keeps_a_partition_from_being_made)
{
    rows->prepare();
    const auto               reader = database::open(where);
    const database::snapshot moment{*reader};
    reader->select("select count(*) from llm_calls", 1, {});
    const usage_row one = at(1, 0);
    rows->write({&one, 1});
    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_CASE(stores_that_need_the_same_new_month_at_once_all_write)
{
    rows->prepare();
    std::atomic<int>         failed = 0;
    std::vector<std::thread> crowd;
    for (unsigned n = 1; n <= 6; ++n)
        crowd.emplace_back([&, n] {
            try
            {
                const usage_row one = at(n, 0);
                make_store(where)->write({&one, 1});
            }
            catch (const database::failure&)
            {
                ++failed;
            }
        });
    for (auto& one : crowd) one.join();
    BOOST_TEST(failed == 0);
    BOOST_TEST(count() == "6");
}

BOOST_AUTO_TEST_CASE(a_refused_row_takes_its_whole_group_along_and_the_next_group_is_kept)
{
    usage_row mixed[]  = {testing::sample_row(1), testing::sample_row(2)};
    mixed[1].tenant_id = "";
    BOOST_CHECK_THROW(rows->write(mixed), database::failure);
    BOOST_TEST(count() == "0");
    rows->write({mixed, 1});
    BOOST_TEST(count() == "1");
}

BOOST_AUTO_TEST_CASE(a_connection_that_was_ended_meanwhile_costs_no_write)
{
    const usage_row first = testing::sample_row(1), next = testing::sample_row(2);
    rows->write({&first, 1});
    database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> "
        "pg_backend_pid()");
    rows->write({&next, 1});
    BOOST_TEST(count() == "2");
}

BOOST_AUTO_TEST_CASE(a_database_that_is_away_is_a_failure_and_when_it_is_there_it_is_used)
{
    support::postgres_server   server;
    support::postgres_database own{server};
    const auto                 to = make_store(database::resolve_connection({.db_url = sdk::secret{own.url()}}));
    server.kill();
    const usage_row one = testing::sample_row(1);
    BOOST_CHECK_EXCEPTION(to->write({&one, 1}), database::failure,
                          [](const auto& error) { return error.kind() == database::error_kind::unavailable; });
    server.start();
    to->write({&one, 1});
    BOOST_TEST(own.query("select count(*) from llm_calls").at(0) == "1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::recording
