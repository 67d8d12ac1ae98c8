#include "database/migrations.hpp"

#include "database/session.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

namespace verbatim::core::database {
namespace {

struct fresh
{
    support::temporary_directory room;
    connection_info              where{room.path() / "verbatim.db"};
};

constexpr const char* good_row =
    "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, call_duration_ms, model, "
    "input_tokens, output_tokens, cost_micro_usd, status, error_class, created_at) values "
    "('11111111-1111-4111-8111-111111111111', 't', 'analyze', '22222222-2222-4222-8222-222222222222', "
    "1, 2, 'm', 3, 4, 1234567, 'ok', null, 6)";

std::string with(const std::string& what, const std::string& instead)
{
    std::string statement = good_row;
    return statement.replace(statement.find(what), what.size(), instead);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(migrations, fresh)

BOOST_AUTO_TEST_CASE(steps_are_applied_once_and_recorded)
{
    const auto on = open(where);
    BOOST_TEST(migrate(*on) == static_cast<int>(sqlite_migrations().size()));
    BOOST_TEST(migrate(*on) == 0);
    BOOST_TEST(on->select("select number from schema_migrations", 1, {}).size() == sqlite_migrations().size());
}

BOOST_AUTO_TEST_CASE(a_newer_database_is_refused_and_left_alone)
{
    const auto on = open(where);
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
    BOOST_TEST(on->select("select number from schema_migrations", 1, {}).size() == sqlite_migrations().size() + 1);
}

BOOST_AUTO_TEST_CASE(a_step_that_fails_leaves_nothing_behind)
{
    const auto on = open(where);
    on->run("create table api_keys (in_the_way)");
    BOOST_CHECK_THROW(migrate(*on), failure);
    BOOST_TEST(on->select("select number from schema_migrations", 1, {}).size() == 1U);
    on->run("drop table api_keys");
    BOOST_TEST(migrate(*on) == static_cast<int>(sqlite_migrations().size()) - 1);
}

BOOST_AUTO_TEST_CASE(processes_that_open_a_new_store_at_once_all_succeed)
{
    constexpr int processes = 8;
    for (int one = 0; one < processes; ++one)
    {
        const pid_t child = ::fork();
        BOOST_REQUIRE(child >= 0);
        if (child == 0)
        {
            int result = 1;
            try
            {
                migrate(*open(where));
                result = 0;
            }
            catch (const failure&)
            {
                result = 2;
            }
            ::_exit(result);
        }
    }
    for (int one = 0; one < processes; ++one)
    {
        int status = -1;
        BOOST_REQUIRE(::wait(&status) > 0);
        BOOST_TEST(status == 0);
    }
    BOOST_TEST(migrate(*open(where)) == 0);
}

BOOST_AUTO_TEST_CASE(money_is_exact_and_readable)
{
    const auto on = open(where);
    migrate(*on);
    on->run(good_row);
    const row kept = on->select("select cost_micro_usd, printf('%.6f', cost_usd) from llm_calls", 2, {}).at(0);
    BOOST_TEST(kept.at(0).value() == "1234567");
    BOOST_TEST(kept.at(1).value() == "1.234567");
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_no_row_can_be)
{
    const auto on = open(where);
    migrate(*on);
    const std::pair<std::string, std::string> attacks[] = {
        {"'ok'", "'maybe'"},
        {"'ok', null", "'ok', 'llm_error'"},
        {"'ok', null", "'error', null"},
        {"1234567", "-1"},
        {"3, 4,", "-3, 4,"},
        {"3, 4,", "3, -4,"},
        {"1, 2,", "1, -2,"},
        {"'t'", "''"},
        {"'t'", "'" + std::string(256, 't') + "'"},
        {"'analyze'", "''"},
        {"1, 2,", "'yesterday', 2,"},
        {"'m'", "'" + std::string(256, 'm') + "'"},
        {"1234567", "1.5"},
        {"'m'", "null"},
        {"'11111111-", "'1"},
    };
    for (const auto& [what, instead] : attacks) BOOST_TEST_CONTEXT(what << " -> " << instead.substr(0, 30))
    BOOST_CHECK_THROW(on->run(with(what, instead)), failure);
    on->run(good_row);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
