#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/tls_identity.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;

namespace {

struct check_fixture
{
    support::temporary_directory         folder;
    support::server_process::environment settings = default_settings(folder);

    std::pair<int, std::string> check(std::vector<std::string> arguments = {"--check", "--connect"}) const
    {
        return support::run_server(settings, arguments);
    }

    /// Checks that the output contains every part.
    void check_output(int expected_code, std::initializer_list<const char*> parts) const
    {
        const auto [code, output] = check();
        BOOST_TEST(code == expected_code, output);
        for (const auto* part : parts) BOOST_TEST(contains(output, part), part << " is missing in\n" << output);
        BOOST_TEST(!contains(output, "canary"), output);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(check_connections, check_fixture)

BOOST_AUTO_TEST_CASE(a_working_server_is_reported_and_nothing_is_created)
{
    check_output(0,
                 {"STATE_DIR: is writable, and no server uses it\n", "NETWORK_PORT: 0 can be bound on 127.0.0.1\n",
                  "database: a new file, created at the start\n", "LLM_MODEL: the built-in model needs no connection\n",
                  "JUDGE_LLM_MODEL: the built-in model needs no connection\n", "configuration OK\n"});
    BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(a_missing_state_directory_is_not_created)
{
    settings["STATE_DIR"] = (folder.path() / "a" / "b").string();
    check_output(0, {"STATE_DIR: can be created\n"});
    BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(all_problems_are_reported_at_once)
{
    const support::tls_identity identity;
    support::provider_stub      provider;
    provider.respond_by_default(stub_response::error(401, "canary"));
    settings["STATE_DIR"]               = folder.file("state", "no folder").string();
    settings["NETWORK_PORT"]            = std::to_string(provider.port());
    settings["NETWORK_TLS_CERTIFICATE"] = identity.certificate();
    settings["NETWORK_TLS_KEY"]         = identity.certificate();
    settings["DB_URL"]                  = "postgresql://me:canary@127.0.0.1:1/usage";
    settings["LLM_MODEL"]               = "openai/gpt-4.1";
    settings["LLM_API_BASE"]            = provider.base();
    settings["LLM_API_KEY"]             = "canary";
    settings["EMBEDDING_MODEL"]         = "openai/text-embedding-3-small";
    settings["EMBEDDING_API_BASE"]      = "http://127.0.0.1:1";
    settings["LLM_MODLE"]               = "canary";

    check_output(1, {"verbatimd: STATE_DIR: is not a directory; ", "is already in use on 127.0.0.1",
                     "verbatimd: NETWORK_TLS_KEY: the file is not the PEM key",
                     "verbatimd: DB_URL: the database cannot be used (unavailable); check host, port",
                     "verbatimd: LLM_API_KEY: is rejected by 127.0.0.1 (status 401); ",
                     "verbatimd: EMBEDDING_API_BASE: 127.0.0.1 accepts no connection; ",
                     "verbatimd: LLM_MODLE: is no setting but resembles LLM_MODEL; "});
}

BOOST_AUTO_TEST_CASE(components_with_invalid_settings_are_not_tested_with_their_defaults)
{
    settings["NETWORK_PORT"] = "many";
    settings["DB_PORT"]      = "0";
    settings["LLM_MODEL"]    = "nobody/m";
    check_output(1,
                 {"NETWORK_PORT: not tested; correct its settings first\n", "database: not tested",
                  "models: not tested", "verbatimd: NETWORK_PORT: ", "verbatimd: DB_PORT: ", "verbatimd: LLM_MODEL: "});
}

BOOST_AUTO_TEST_CASE(misspelled_variables_are_reported_without_connections_and_by_the_server)
{
    settings["LLM_MODLE"]             = "canary";
    settings["CODING_FRAMEWORK_PAHT"] = "canary";
    settings["LLM_MODEL_FILE"]        = "canary";
    const auto [code, output]         = check({"--check"});
    BOOST_TEST(code == 1);
    for (const auto* name : {"LLM_MODLE", "CODING_FRAMEWORK_PAHT", "LLM_MODEL_FILE"})
        BOOST_TEST(contains(output, std::string{"verbatimd: "} + name + ": is no setting but resembles "), output);
    BOOST_TEST(!contains(output, "canary"));

    support::server_process server{settings};
    server.wait_for_output(R"("event":"setting_warning","setting":"LLM_MODLE")");
    server.port();
    BOOST_TEST(server.stop() == 0);
    BOOST_TEST(!contains(server.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(the_server_of_a_state_directory_keeps_others_out)
{
    support::server_process first{settings};
    first.port();

    const auto [code, output] = support::run_server(settings, {});
    BOOST_TEST(code == 1);
    const auto problem = "verbatimd: STATE_DIR: is in use by another server (process " + std::to_string(first.pid()) +
                         "); stop that server, or name a directory of its own for each\n";
    BOOST_TEST(output.ends_with(problem), output);
    BOOST_TEST(contains(check().second, problem));
    BOOST_TEST(support::run_server(settings, {"--migrate"}).first == 0);

    BOOST_TEST(first.stop() == 0);
    support::server_process second{settings};
    second.port();
    BOOST_TEST(second.stop() == 0);
}

BOOST_AUTO_TEST_CASE(a_state_directory_that_is_not_writable_is_reported)
{
    if (::geteuid() == 0) return; // root may write everywhere
    ::chmod(folder.path().c_str(), 0500);
    check_output(1, {"verbatimd: STATE_DIR: no file can be created ("});
    ::chmod(folder.path().c_str(), 0700);
}

BOOST_AUTO_TEST_CASE(a_certificate_is_tested_with_its_key_and_time)
{
    const support::tls_identity identity;
    settings["NETWORK_TLS_CERTIFICATE"] = identity.certificate();
    settings["NETWORK_TLS_KEY"]         = identity.key();
    identity.write(1, std::chrono::hours{24 * 365});
    check_output(0, {"NETWORK_TLS_CERTIFICATE: belongs to its key and is valid until "});
    identity.write(2, std::chrono::hours{24});
    check_output(1, {"verbatimd: NETWORK_TLS_CERTIFICATE: the certificate expires on ", "; renew it"});
    identity.write(3, std::chrono::hours{-24});
    check_output(1, {"verbatimd: NETWORK_TLS_CERTIFICATE: the certificate expired on ", "; renew it"});
}

BOOST_AUTO_TEST_CASE(postgresql_is_tested_before_and_after_its_migration)
{
    const support::postgres_database database;
    settings["DB_URL"] = database.url();
    check_output(0, {"database: reached; migration 0 of ", "database: its clock differs by "});
    BOOST_TEST(database.query("select count(*) from pg_class where relname = 'schema_migrations'").at(0) == "0");

    BOOST_REQUIRE(support::run_server(settings, {"--migrate"}).first == 0);
    check_output(0, {"database: reached; migration "});

    database.query("insert into schema_migrations values (9999, '9999_breaking_of_tomorrow', 0)");
    check_output(1, {"verbatimd: DB_URL: the database was created by a later version of this program; "});
}

BOOST_AUTO_TEST_CASE(a_user_without_rights_learns_which_to_get)
{
    const support::postgres_database database;
    const auto                       name = database.query("select current_database()").at(0);
    const auto                       user = "poor_of_" + name;
    database.query("create role " + user + " login; revoke create on schema public from public");
    settings["DB_URL"] = database.url() + "&user=" + user;
    check_output(1, {"verbatimd: DB_URL: the database lacks migrations, and its user may not apply them; "});

    settings["DB_URL"] = database.url();
    BOOST_REQUIRE(support::run_server(settings, {"--migrate"}).first == 0);
    database.query("grant select on schema_migrations to " + user);
    settings["DB_URL"] = database.url() + "&user=" + user;
    check_output(1, {"verbatimd: DB_URL: the user of the database lacks rights; grant it ", "insert on llm_calls",
                     "verbatimd: DB_URL: the user of the database may not create partitions of llm_calls; grant it "});
    BOOST_TEST(!contains(check().second, "may not drop partitions")); // nothing is deleted without the setting
    settings["USAGE_RETENTION_DAYS"] = "400";
    check_output(1, {"verbatimd: USAGE_RETENTION_DAYS: the user of the database may not drop partitions of llm_calls; "
                     "grant it execute on function drop_llm_calls_partition(timestamptz)"});
    database.query("drop owned by " + user + "; drop role " + user);
}

BOOST_AUTO_TEST_CASE(a_standby_accepts_no_writes)
{
    support::postgres_server         primary;
    const support::postgres_database database{primary};
    support::postgres_server         standby{support::postgres_server::standby_of{primary}};
    settings["DB_URL"] = database.url();
    BOOST_REQUIRE(support::run_server(settings, {"--migrate"}).first == 0);
    auto url = database.url();
    url.replace(url.find(primary.folder().string()), primary.folder().string().size(), standby.folder().string());
    settings["DB_URL"] = url;
    check_output(1, {"verbatimd: DB_URL: the database accepts no writes; name the primary, not a standby"});
    primary.kill(); // else dropping the database would wait for the standby
}

BOOST_AUTO_TEST_SUITE_END()
