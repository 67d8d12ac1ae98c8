#include "probe/database_check.hpp"

#include "support/postgres.hpp"
#include "support/run_task.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::core;
using namespace std::chrono_literals;

namespace {

struct database_check_fixture
{
    std::string cause(const database::connection_info& connection, std::chrono::milliseconds limit = 30s)
    {
        const auto result = support::run(probe::check_database(connection, pool, limit));
        BOOST_TEST(result.name == "database");
        return result.cause;
    }

    static database::connection_info postgresql(const std::string& url)
    {
        return database::resolve_connection({.db_url = sdk::secret{url}});
    }

    boost::asio::thread_pool pool{1};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(probe_of_the_database, database_check_fixture)

BOOST_AUTO_TEST_CASE(a_database_that_answers_is_ok)
{
    const support::temporary_directory folder;
    BOOST_TEST(cause({folder.path() / "verbatim.db"}) == "");
    const support::postgres_database database;
    BOOST_TEST(cause(postgresql(database.url())) == "");
}

BOOST_AUTO_TEST_CASE(a_failure_is_named_by_its_kind)
{
    BOOST_TEST(cause({"/nonexistent/folder/verbatim.db"}) == "unavailable");
    BOOST_TEST(cause(postgresql("postgresql://127.0.0.1:1/x")) == "unavailable");
    const support::postgres_database database;
    BOOST_TEST(cause(postgresql(database.url() + "&dbname=missing")) == "refused");
}

BOOST_AUTO_TEST_CASE(a_database_that_does_not_answer_is_unavailable_after_the_limit)
{
    support::postgres_server         server;
    const support::postgres_database database{server};
    server.pause();
    BOOST_TEST(cause(postgresql(database.url() + "&connect_timeout=3600"), 1ms) == "unavailable");
    server.resume();
}

BOOST_AUTO_TEST_SUITE_END()
