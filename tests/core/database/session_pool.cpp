#include "database/session_pool.hpp"

#include "core/database/error_kind_of.hpp"
#include "database/migrations.hpp"
#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <stop_token>
#include <string>

namespace verbatim::core::database {
namespace {

struct pool_fixture
{
    support::postgres_database database;
    connection_info            connection = resolve_connection({.db_url = sdk::secret{database.url()}});
    session_pool               pool{connection, {}, "schema_migrations"};

    std::string pid()
    {
        return pool.use([](session& db) { return db.select("select pg_backend_pid()", 1, {}).at(0).at(0).value(); });
    }
};

struct migrated_fixture : pool_fixture
{
    migrated_fixture() { migrate(*open(connection)); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(session_pool_, migrated_fixture)

BOOST_FIXTURE_TEST_CASE(a_database_without_the_schema_is_unavailable, pool_fixture)
{
    BOOST_TEST((error_kind_of([&] { pid(); }) == error_kind::unavailable));
    migrate(*open(connection));
    BOOST_TEST(!pid().empty());
}

BOOST_AUTO_TEST_CASE(a_session_is_used_again)
{
    const auto first = pid();
    BOOST_TEST(pid() == first);
}

BOOST_AUTO_TEST_CASE(work_that_runs_at_once_has_sessions_of_its_own)
{
    std::string second;
    pool.use([&](session&) { second = pid(); });
    BOOST_TEST(database
                   .query("select count(*) from pg_stat_activity where datname = current_database() and pid <> "
                          "pg_backend_pid()")
                   .at(0) == "2");
}

BOOST_AUTO_TEST_CASE(a_session_that_the_server_has_ended_is_replaced)
{
    const auto first = pid();
    database.query("select pg_terminate_backend(" + first + ", 10000)");
    BOOST_TEST(pid() != first);
}

BOOST_AUTO_TEST_CASE(an_error_of_the_work_keeps_its_session)
{
    const auto first = pid();
    BOOST_CHECK_THROW(pool.use([](session&) { throw std::logic_error{"no matter of the database"}; }),
                      std::logic_error);
    BOOST_TEST(pid() == first);
}

BOOST_AUTO_TEST_CASE(an_error_of_work_that_can_be_cancelled_ends_its_session)
{
    const auto first  = pid();
    const auto reject = [](session& db) {
        db.stream("select n from generate_series(1, 9) n", {},
                  [](const streamed_row&) { throw std::logic_error{"more rows than are wanted"}; });
        return true;
    };
    BOOST_CHECK_THROW(pool.use(std::stop_token{}, reject), std::logic_error);
    BOOST_TEST(pid() != first);
}

BOOST_AUTO_TEST_CASE(a_stopped_pool_has_no_sessions)
{
    pid();
    pool.stop();
    BOOST_TEST((error_kind_of([&] { pid(); }) == error_kind::unavailable));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
