#include "database/migrations.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

namespace verbatim::core::database {
namespace {

struct fresh
{
    support::postgres_database database;
    connection_info            where = resolve_connection({.db_url = sdk::secret{database.url()}});
    std::unique_ptr<session>   on    = open(where, migration_timeouts);

    std::string steps() const { return database.query("select count(*) from schema_migrations").at(0); }
};

constexpr const char* good_row =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_usd, status, error_class) values "
    "('11111111-1111-4111-8111-111111111111', 't', 'analyze', '22222222-2222-4222-8222-222222222222', "
    "'2026-11-21 12:00:00.123456+00', 2, 'm', 3, 4, 1.234567, 'ok', null)";

std::string with(const std::string& what, const std::string& instead)
{
    std::string statement = good_row;
    return statement.replace(statement.find(what), what.size(), instead);
}

const std::string all = std::to_string(postgresql_migrations().size());

} // namespace

BOOST_FIXTURE_TEST_SUITE(postgresql_migrations_, fresh)

BOOST_AUTO_TEST_CASE(steps_are_applied_once_and_recorded)
{
    BOOST_TEST(std::to_string(migrate(*on)) == all);
    BOOST_TEST(migrate(*on) == 0);
    BOOST_TEST(steps() == all);
}

BOOST_AUTO_TEST_CASE(a_newer_database_is_refused_and_left_alone)
{
    migrate(*on);
    on->run("insert into schema_migrations values (9999, '9999_from_the_future', 0)");
    try
    {
        migrate(*on);
        BOOST_FAIL("accepted");
    }
    catch (const failure& error)
    {
        BOOST_CHECK(error.kind() == error_kind::newer);
    }
    BOOST_TEST(steps() == std::to_string(postgresql_migrations().size() + 1));
}

BOOST_AUTO_TEST_CASE(a_step_that_fails_leaves_nothing_behind)
{
    on->run("create table api_keys (in_the_way integer)");
    BOOST_CHECK_THROW(migrate(*on), failure);
    BOOST_TEST(steps() == "1");
    on->run("drop table api_keys");
    BOOST_TEST(migrate(*on) == static_cast<int>(postgresql_migrations().size()) - 1);
}

BOOST_AUTO_TEST_CASE(those_that_migrate_at_once_all_succeed_and_each_step_is_applied_by_one)
{
    std::atomic<int>         applied = 0, failed = 0;
    std::vector<std::thread> crowd;
    for (int one = 0; one < 8; ++one)
        crowd.emplace_back([&] {
            try
            {
                applied += migrate(*open(where, migration_timeouts));
            }
            catch (const failure&)
            {
                ++failed;
            }
        });
    for (auto& one : crowd) one.join();
    BOOST_TEST(failed == 0);
    BOOST_TEST(std::to_string(applied) == all);
    BOOST_TEST(steps() == all);
}

BOOST_AUTO_TEST_CASE(a_user_without_rights_is_enough_when_nothing_is_to_do)
{
    migrate(*on);
    const std::string user = "reader_" + database.query("select current_database()").at(0);
    on->run("create role " + user + " login; grant select on schema_migrations to " + user);
    connection_info as_user{.file = {}, .url = sdk::secret{where.url.reveal() + "&user=" + user}};
    BOOST_TEST(migrate(*open(as_user)) == 0);
    on->run("drop owned by " + user + "; drop role " + user);
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_no_row_can_be)
{
    migrate(*on);
    on->run("create table llm_calls_all partition of llm_calls default");
    const std::pair<std::string, std::string> attacks[] = {
        {"'ok'", "'maybe'"},
        {"'ok', null", "'ok', 'llm_error'"},
        {"'ok', null", "'error', null"},
        {"'ok', null", "'error', ''"},
        {"1.234567", "-1"},
        {"1.234567", "1000000"},
        {"3, 4,", "-3, 4,"},
        {"3, 4,", "3, -4,"},
        {"'m', 3", "'m', 3000000000"},
        {", 2, 'm'", ", -2, 'm'"},
        {"'t'", "''"},
        {"'t'", "'" + std::string(256, 't') + "'"},
        {"'analyze'", "''"},
        {"'2026-11-21 ", "'yesterdays "},
        {"'m'", "'" + std::string(256, 'm') + "'"},
        {"'m'", "null"},
        {"'11111111-", "'1"},
    };
    for (const auto& [what, instead] : attacks) BOOST_TEST_CONTEXT(what << " -> " << instead.substr(0, 30))
        {
            try
            {
                on->run(with(what, instead));
                BOOST_ERROR("stored");
            }
            catch (const failure& error)
            {
                BOOST_CHECK(error.kind() == error_kind::constraint);
            }
        }
    on->run(good_row);
    BOOST_TEST(database.query("select cost_usd, timestamp at time zone 'UTC' from llm_calls").at(0) ==
               "1.234567|2026-11-21 12:00:00.123456");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
