#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"

#include "support/postgres.hpp"
#include "support/scripted_tokens.hpp"

#include <boost/test/unit_test.hpp>

#include <stop_token>
#include <string>

namespace verbatim::core::database {
namespace {

/// A server that requires the password of the role `entra`, and tokens for it.
struct login_fixture
{
    login_fixture()
    {
        set_password("token-1");
        server.require_password("entra");
    }

    void set_password(const std::string& password) const
    {
        database.query("do $$ begin create role entra login; exception when duplicate_object then null; end $$");
        database.query("alter role entra password '" + password + "'");
    }

    connection_info connection()
    {
        auto url = database.url();
        url.replace(url.find("user=postgres"), 13, "user=entra");
        return resolve_connection({.db_url = sdk::secret{url}, .db_auth = authentication::managed_identity}, &tokens);
    }

    std::string user(std::stop_token stop = {})
    {
        return open(connection(), {}, std::move(stop))->select("select current_user", 1, {}).at(0).at(0).value();
    }

    support::postgres_server   server;
    support::postgres_database database{server};
    support::scripted_tokens   tokens{"token-1"};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(token_login, login_fixture)

BOOST_AUTO_TEST_CASE(the_token_is_the_password_of_a_new_connection)
{
    BOOST_TEST(user() == "entra");
    BOOST_TEST(user(std::stop_source{}.get_token()) == "entra");
    BOOST_TEST(tokens.rejected.empty());
}

BOOST_AUTO_TEST_CASE(a_renewed_token_is_used_by_the_next_connection)
{
    const auto session = open(connection());
    set_password("token 2 & more=%");
    tokens.current = sdk::secret{"token 2 & more=%"};
    BOOST_TEST(user() == "entra");
    BOOST_TEST(session->select("select 1", 1, {}).at(0).at(0).value() == "1"); // open connections stay
}

BOOST_AUTO_TEST_CASE(a_rejected_token_is_reported)
{
    tokens.current = sdk::secret{"expired"};
    BOOST_TEST((error_kind_of([&] { user(); }) == error_kind::refused));
    BOOST_TEST((error_kind_of([&] { user(std::stop_source{}.get_token()); }) == error_kind::refused));
    BOOST_TEST(tokens.rejected == (std::vector<std::string>{"expired", "expired"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_unreachable_server_rejects_no_token)
{
    server.kill();
    BOOST_TEST((error_kind_of([&] { user(); }) == error_kind::unavailable));
    BOOST_TEST(tokens.rejected.empty());
}

BOOST_AUTO_TEST_CASE(without_a_token_there_is_no_connection)
{
    tokens.current.reset();
    BOOST_TEST((error_kind_of([&] { user(); }) == error_kind::refused));
}

BOOST_AUTO_TEST_SUITE_END()
} // namespace verbatim::core::database
