#include "database/inspection.hpp"
#include "database/session.hpp"

#include "core/database/error_kind_of.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

namespace verbatim::core::database {
namespace {

/// A database behind PgBouncer in transaction mode, and sessions of it.
struct pooled_fixture
{
    support::postgres_database database;
    support::pgbouncer         pooler{database};
    connection_info            connection =
        resolve_connection({.db_url = sdk::secret{pooler.url()}, .db_direct_url = sdk::secret{database.url()}});

    std::unique_ptr<session> open_session(timeouts limits = {}) const { return open(connection, limits); }
};

std::string setting(session& db, const std::string& name)
{
    return db.select("select current_setting('" + name + "')", 1, {}).at(0).at(0).value();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(pooled_session, pooled_fixture)

BOOST_AUTO_TEST_CASE(a_pooler_is_recognised)
{
    BOOST_TEST(open_session()->is_pooled());
    BOOST_TEST(!open(connection.direct())->is_pooled());
    BOOST_TEST(connection.direct().setting == "DB_DIRECT_URL");
}

BOOST_AUTO_TEST_CASE(each_transaction_has_the_settings_of_its_session)
{
    database.query("alter database " + database.query("select current_database()").at(0) +
                   " set synchronous_commit = off");
    const auto first  = open_session({.statement = std::chrono::milliseconds{11'000}});
    const auto second = open_session({.statement = std::chrono::milliseconds{12'000}});
    for (int n = 0; n < 8; ++n) // more than connections of the pool
    {
        BOOST_TEST(setting(*first, "statement_timeout") == "11s");
        BOOST_TEST(setting(*second, "statement_timeout") == "12s");
        BOOST_TEST(setting(*first, "lock_timeout") == "5s");
        BOOST_TEST(setting(*second, "timezone") == "UTC");
        BOOST_TEST(setting(*first, "synchronous_commit") == "on");
        const transaction within{*first};
        BOOST_TEST(setting(*first, "statement_timeout") == "11s");
    }
}

BOOST_AUTO_TEST_CASE(no_setting_reaches_other_clients_of_the_pooler)
{
    const auto db = open_session({.statement = std::chrono::milliseconds{11'000}});
    db->run("create table t (n bigint)");
    for (int n = 0; n < 8; ++n) db->select("select 1", 1, {});
    for (int n = 0; n < 8; ++n)
        for (const auto* name : {"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"})
            BOOST_TEST(pooler.query(std::string{"show "} + name).at(0) == "0");
}

BOOST_AUTO_TEST_CASE(statements_with_parameters_are_committed)
{
    const auto db = open_session();
    db->run("create table t (n bigint primary key, text text)");
    for (std::int64_t n = 0; n < 8; ++n)
    {
        const parameter values[]{{"n", n}, {"text", std::string_view{"it's"}}};
        BOOST_TEST(db->execute("insert into t values (:n, :text)", values) == 1);
    }
    BOOST_TEST(database.query("select count(*), min(text) from t").at(0) == "8|it's");
    const parameter one[]{{"n", std::int64_t{1}}};
    BOOST_TEST(db->select("select n from t where n = cast(:n as bigint)", 1, one).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_failed_statement_leaves_a_usable_session)
{
    const auto db = open_session({.statement = std::chrono::milliseconds{500}});
    db->run("create table t (n bigint primary key); insert into t values (1)");
    for (int n = 0; n < 4; ++n)
    {
        BOOST_CHECK(error_kind_of([&] { db->execute("insert into t values (1)", {}); }) == error_kind::constraint);
        BOOST_CHECK(error_kind_of([&] { db->run("select pg_sleep(30)"); }) == error_kind::busy);
        BOOST_CHECK(error_kind_of([&] { db->select("select pg_sleep(30)", 1, {}); }) == error_kind::busy);
        BOOST_TEST(db->select("select n from t", 1, {}).size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(transactions_and_snapshots_work)
{
    const auto db = open_session();
    db->run("create table t (n bigint)");
    {
        const transaction dropped{*db};
        db->run("insert into t values (1)");
    }
    transaction kept{*db};
    db->run("insert into t values (2)");
    db->execute("insert into t values (3)", {});
    kept.commit();
    BOOST_TEST(database.query("select sum(n) from t").at(0) == "5");

    const snapshot view{*db};
    database.query("delete from t");
    BOOST_TEST(db->select("select n from t", 1, {}).size() == 2U);
    BOOST_CHECK(error_kind_of([&] { db->run("insert into t values (4)"); }) == error_kind::read_only);
}

BOOST_AUTO_TEST_CASE(large_results_are_streamed)
{
    const auto    db    = open_session();
    std::int64_t  total = 0;
    constexpr int rows  = 10'000;
    for (int n = 0; n < 4; ++n)
        db->stream("select cast(n as bigint) from generate_series(1, " + std::to_string(rows) + ") as n", {},
                   [&](const streamed_row& row) { total += row.integer(0); });
    BOOST_TEST(total == 4 * std::int64_t{rows} * (rows + 1) / 2);
    BOOST_CHECK(error_kind_of([&] { db->stream("select 1 / 0", {}, [](const streamed_row&) {}); }) ==
                error_kind::constraint);
    BOOST_TEST(db->select("select 1", 1, {}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(migrations_take_their_lock_without_the_pooler)
{
    BOOST_TEST(migrate(*open(connection.direct())) > 0);
    BOOST_TEST(migrate(*open_session()) == 0);
}

BOOST_AUTO_TEST_CASE(a_missing_database_is_refused_or_unavailable)
{
    auto nowhere    = connection;
    nowhere.url     = sdk::secret{connection.url.reveal() + "&dbname=no_such_database"};
    const auto kind = error_kind_of([&] { open(nowhere)->select("select 1", 1, {}); });
    BOOST_CHECK(kind && is_unreachable(*kind));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database
