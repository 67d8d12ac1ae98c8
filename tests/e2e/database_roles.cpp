#include "e2e/job_client.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;

namespace {

const std::string detection = R"({"feedback_record": {"id": "r", "content": "The bread was fine."}})";

/// A database whose tables belong to one role, while servers run as another: docs/operations.md#roles-of-the-database.
struct roles_fixture
{
    support::postgres_server     server;
    support::postgres_database   database{server};
    support::temporary_directory folder;

    roles_fixture()
    {
        const auto name = database.query("select current_database()").at(0);
        for (const std::string statement :
             {"create role verbatim_owner login", "create role verbatim login",
              "revoke all on schema public from public", "grant usage on schema public to verbatim",
              "grant all on schema public to verbatim_owner",
              "alter default privileges for role verbatim_owner in schema public "
              "grant select, insert, update, delete on tables to verbatim",
              "alter default privileges for role verbatim_owner in schema public "
              "grant execute on functions to verbatim"})
            database.query(statement);
        database.query("revoke temporary on database " + name + " from public");
    }

    std::string url_of(const std::string& role) const
    {
        return replaced(database.url(), "user=postgres", "user=" + role);
    }

    support::server_process::environment settings() const
    {
        auto all                = default_settings(folder);
        all["DB_URL"]           = url_of("verbatim");
        all["DB_MIGRATION_URL"] = url_of("verbatim_owner");
        return all;
    }

    void migrate() const
    {
        const auto [code, output] = support::run_server(settings(), {"--migrate"});
        BOOST_REQUIRE_MESSAGE(code == 0, output);
    }

    /// Runs SQL as a role; returns whether it is permitted.
    bool may(const std::string& role, const std::string& sql) const
    {
        try
        {
            database.query("set role " + role + "; " + sql);
            return true;
        }
        catch (const std::runtime_error&)
        {
            return false;
        }
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(database_roles, roles_fixture)

BOOST_AUTO_TEST_CASE(a_server_without_rights_to_tables_names_the_migration)
{
    const auto [code, output] = support::run_server(settings(), {});
    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output,
                        "verbatimd: DB_URL: the database cannot be used (forbidden); run verbatimd --migrate as "
                        "the owner of the tables, or grant"),
               output);
    BOOST_TEST(contains(support::run_server(settings(), {"--check", "--connect"}).second,
                        "verbatimd: DB_URL: the database lacks migrations, and its user may not apply them; "));
}

BOOST_AUTO_TEST_CASE(the_owner_migrates_and_the_server_does_everything_else)
{
    migrate();
    BOOST_TEST(database
                   .query("select count(distinct tableowner), min(tableowner) from pg_tables "
                          "where schemaname = 'public'")
                   .at(0) == "1|verbatim_owner");
    const auto [code, output] = support::run_server(settings(), {"--check", "--connect"});
    BOOST_TEST(code == 0, output);

    // The migration created the partitions of three months; the server has to create one.
    const auto months = database.query("select inhrelid::regclass::text from pg_inherits "
                                       "where inhparent = 'llm_calls'::regclass order by 1");
    BOOST_REQUIRE(months.size() == 3U);
    database.query("drop table " + months.front());
    test_server running{stored_jobs_settings({{"DB_URL", url_of("verbatim")}})};
    BOOST_TEST(running.post("/v1/detect-sensitive", detection).status == 200);
    const auto created = running.post("/v1/auth/keys", R"({"key_name": "crm", "tenant_id": "new"})", superuser_key);
    BOOST_TEST(created.status == 201);
    const auto job = accepted(post(running, "/v1/analyze-bulk", analysis_request("The queue is long.")));
    BOOST_TEST(text(await_end(running, job.path), "status") == "succeeded");
    const fields as_superuser{{"Authorization", std::string{"Bearer "} + superuser_key}};
    BOOST_TEST(running.get("/v1/usage", as_superuser).status == 200);
    BOOST_TEST(running.get("/v1/auth/keys", as_superuser).status == 200);
    until("the last use is not written",
          [&] { return database.query("select count(*) from api_key_uses").at(0) != "0"; });
    BOOST_TEST(running.process.stop() == 0);
    for (const auto* event : {"_unavailable", "usage_row_lost", "unexpected_error"})
        BOOST_TEST(!contains(running.process.output(), event), event);
    BOOST_TEST(database.query("select tableowner from pg_tables where tablename = '" + months.front() + "'").at(0) ==
               "verbatim_owner");
    BOOST_TEST(database.query("select count(*) from llm_calls where operation = 'detect_sensitive'").at(0) == "1");
}

BOOST_AUTO_TEST_CASE(the_role_of_servers_can_change_no_table)
{
    migrate();
    for (const auto* sql : {"create table t (n int)", "drop table jobs", "alter table api_keys add column secret text",
                            "truncate llm_calls", "alter function create_llm_calls_partition(date) security invoker",
                            "create temporary table llm_calls (n int)",
                            "create function public.f() returns int language sql as 'select 1'"})
        BOOST_TEST(!may("verbatim", sql), sql);
    BOOST_TEST(may("verbatim", "select create_llm_calls_partition('2031-05-17')"));
    BOOST_TEST(database
                   .query("select pg_get_expr(relpartbound, oid) from pg_class "
                          "where relname = 'llm_calls_2031_05'")
                   .at(0)
                   .starts_with("FOR VALUES FROM ("));
    database.query("create role stranger; grant usage on schema public to stranger");
    BOOST_TEST(!may("stranger", "select create_llm_calls_partition('2031-06-01')"));
}

BOOST_AUTO_TEST_CASE(the_role_of_servers_drops_only_partitions_whose_rollups_are_final)
{
    migrate();
    const auto drops = [&](const std::string& time) {
        return database.query("set role verbatim; select drop_llm_calls_partition('" + time + "')").at(0) == "t";
    };
    const auto partitions = [&] {
        return database.query("select relname from pg_class where relispartition "
                              "and relkind = 'r' and relname < 'llm_calls_2020_04'");
    };
    for (const auto* month : {"2020-01-01", "2020-02-01", "2020-03-01"})
        database.query("select create_llm_calls_partition('" + std::string{month} + "')");
    BOOST_TEST(!drops("2030-01-01"));
    database.query("update usage_rollup_state set rows_from = extract(epoch from timestamptz "
                   "'2020-03-31 23:00:00+00')::bigint * 1000000");
    BOOST_TEST(!drops("2020-01-31 23:59:59+00"));
    BOOST_TEST(drops("2020-02-01 00:00:00+00"));
    BOOST_TEST(drops("2030-01-01"));
    BOOST_TEST(!drops("2030-01-01"));
    BOOST_TEST(partitions() == std::vector<std::string>{"llm_calls_2020_03"}, boost::test_tools::per_element());
    database.query("create role stranger; grant usage on schema public to stranger");
    BOOST_TEST(!may("stranger", "select drop_llm_calls_partition(now())"));
}

// With a search path of its caller, the function would use the caller's objects with the rights of the owner.
BOOST_AUTO_TEST_CASE(objects_of_the_caller_do_not_mislead_the_function)
{
    migrate();
    database.query("create schema traps; grant all on schema traps to verbatim");
    BOOST_TEST(may("verbatim", "create table traps.llm_calls (n int); "
                               "create function traps.to_char(timestamp, text) returns text language sql as "
                               "$$ select 'x; drop table public.jobs' $$; "
                               "set search_path = traps, public, pg_catalog; "
                               "select create_llm_calls_partition('2031-05-17')"));
    BOOST_TEST(database
                   .query("select inhparent::regclass from pg_inherits join pg_class on oid = inhrelid "
                          "where relname = 'llm_calls_2031_05'")
                   .at(0) == "llm_calls");
    BOOST_TEST(database.query("select to_regclass('public.jobs') is not null").at(0) == "t");
}

BOOST_AUTO_TEST_SUITE_END()
