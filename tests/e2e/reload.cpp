#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"
#include "support/tls_identity.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <fstream>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;

namespace {

std::string keys_with(const std::string& secret)
{
    return R"([{"key_id": "k", "name": "crm", "key": ")" + secret + R"(", "tenant_id": "t"}])";
}

void write(const std::filesystem::path& file, const std::string& content)
{
    std::ofstream{file, std::ios::binary | std::ios::trunc} << content;
}

/// A server that reads its keys and its other settings from two files.
struct reload_fixture
{
    support::temporary_directory folder;
    std::filesystem::path        keys   = folder.file("keys.json", keys_with("first-key-0123456789"));
    std::filesystem::path        config = folder.file("verbatim.toml", "LOG_LEVEL = \"info\"\n");

    support::server_process::environment settings = with_files();

    support::server_process::environment with_files() const
    {
        auto environment = default_settings(folder);
        environment.erase("AUTH_API_KEYS");
        environment.erase("LOG_LEVEL");
        environment["AUTH_API_KEYS_FILE"] = keys;
        return environment;
    }

    std::unique_ptr<support::server_process> start() const
    {
        return std::make_unique<support::server_process>(settings, std::vector<std::string>{"--config", config});
    }
};

/// Sends a record, empty by default: any valid key gets 200 without a model call.
int status_with(support::server_process& server, const std::string& secret, const std::string& content = "")
{
    return support::send_request(server.port(), "POST", "/v1/detect-sensitive",
                                 R"({"feedback_record": {"id": "r", "content": ")" + content + R"("}})",
                                 {{"Authorization", "Bearer " + secret}})
        .status;
}

std::size_t count(const std::string& text, std::string_view part)
{
    std::size_t occurrences = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++occurrences;
    return occurrences;
}

/// Sends SIGHUP and waits for the reload to report this number of problems.
void reload(support::server_process& server, int problems)
{
    const auto expected = R"("event":"settings_reloaded","problems":)" + std::to_string(problems);
    server.signal(SIGHUP);
    server.wait_for_output(expected);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(reload_, reload_fixture)

BOOST_AUTO_TEST_CASE(a_key_is_rotated_without_a_restart)
{
    const auto server = start();
    BOOST_TEST(status_with(*server, "first-key-0123456789") == 200);

    write(keys, keys_with("second-key-0123456789"));
    reload(*server, 0);

    BOOST_TEST(status_with(*server, "first-key-0123456789") == 401);
    BOOST_TEST(status_with(*server, "second-key-0123456789") == 200);
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(keys_of_the_environment_stay_valid)
{
    write(config, "AUTH_API_KEYS_FILE = \"" + keys.string() + "\"\n");
    const std::unique_ptr<support::server_process> server = std::make_unique<support::server_process>(
        default_settings(folder), std::vector<std::string>{"--config", config});
    BOOST_TEST(status_with(*server, key) == 200);
    reload(*server, 0);

    BOOST_TEST(status_with(*server, key) == 200);
    BOOST_TEST(status_with(*server, "first-key-0123456789") == 401);
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(invalid_values_are_reported_by_name_and_the_old_values_stay)
{
    const auto server = start();
    server->port();
    write(keys, keys_with("second-key-0123456789") + "canary");
    write(config, "LOG_LEVEL = \"canary\"\nMODEL_PRICES_PATH = \"/nowhere/canary\"\n");
    reload(*server, 3);

    BOOST_TEST(status_with(*server, "first-key-0123456789") == 200);
    BOOST_TEST(status_with(*server, "second-key-0123456789") == 401);
    BOOST_TEST(server->stop() == 0);
    const auto output = server->output();
    for (const auto* name : {"AUTH_API_KEYS", "LOG_LEVEL", "MODEL_PRICES_PATH"})
        BOOST_TEST(count(output, std::string{R"("setting":")"} + name) == 1U, output);
    BOOST_TEST(count(output, "canary") == 0U);
}

BOOST_AUTO_TEST_CASE(unreadable_configuration_file_changes_nothing)
{
    const auto server = start();
    server->port();
    write(config, "= canary");
    write(keys, keys_with("second-key-0123456789"));
    reload(*server, 1);

    BOOST_TEST(status_with(*server, "first-key-0123456789") == 200);
    BOOST_TEST(server->stop() == 0);
    BOOST_TEST(count(server->output(), "canary") == 0U);
}

BOOST_AUTO_TEST_CASE(unknown_settings_are_rejected)
{
    const auto server = start();
    server->port();
    write(config, "LOG_LEVEL = \"debug\"\nMODEL_PRICE_PATH = \"/canary\"\nCODING_FRAMEWORK = \"canary\"\n");
    write(keys, keys_with("second-key-0123456789"));
    reload(*server, 2);

    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(server->stop() == 0);
    const auto output = server->output();
    for (const auto* name : {"MODEL_PRICE_PATH", "CODING_FRAMEWORK"})
        BOOST_TEST(count(output, std::string{R"("setting":")"} + name + R"(","problem":"unknown setting)") == 1U,
                   output);
    BOOST_TEST(count(output, "canary") == 0U);
    BOOST_TEST(count(output, R"("level":"debug")") == 0U);
}

BOOST_AUTO_TEST_CASE(settings_of_disabled_plugins_are_accepted)
{
    settings["PLUGINS_ENABLED"] = R"(["detect_sensitive"])";
    const auto server           = start();
    server->port();
    write(config, "CODING_FRAMEWORK_PATH = \"/nowhere\"\nIDENTITY_HEADER_FILE = \"/nowhere\"\nLOG_LEVEL = \"info\"\n");
    reload(*server, 0);
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(unreadable_secret_does_not_block_other_settings)
{
    const auto prices =
        folder.file("prices.yaml", "models:\n  m: {input_cost_per_token: 0.001, output_cost_per_token: 0}\n");
    const auto server = start();
    server->port();
    std::filesystem::remove(keys);
    write(config, "LOG_LEVEL = \"debug\"\nLLM_API_KEY_FILE = \"/nowhere/canary\"\nMODEL_PRICES_PATH = \"" +
                      prices.string() + "\"\n");
    reload(*server, 2);

    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    server->wait_for_output(R"("level":"debug")");
    BOOST_TEST(server->stop() == 0);
    for (const auto* name : {"AUTH_API_KEYS_FILE", "LLM_API_KEY_FILE"})
        BOOST_TEST(count(server->output(), std::string{R"("setting":")"} + name + '"') == 1U, server->output());
    BOOST_TEST(count(server->output(), "canary") == 0U);
}

BOOST_AUTO_TEST_CASE(log_level_is_reloaded)
{
    const auto server = start();
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(count(server->output(), R"("level":"debug")") == 0U);

    write(config, "LOG_LEVEL = \"debug\"\n");
    reload(*server, 0);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    server->wait_for_output(R"("level":"debug")");
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(files_of_conf_d_are_reloaded)
{
    const auto server = start();
    server->port();
    std::filesystem::create_directory(folder.path() / "conf.d");
    write(folder.path() / "conf.d" / "10-level.toml", "LOG_LEVEL = \"debug\"\n");
    reload(*server, 0);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    server->wait_for_output(R"("level":"debug")");
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(prices_are_reloaded)
{
    const auto prices = [](const std::string& of_a_token) {
        return "models:\n  openai/stub-model:\n    input_cost_per_token: " + of_a_token +
               "\n    output_cost_per_token: 0\n";
    };
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})", 1000, 1));
    const auto file               = folder.file("prices.yaml", prices("0.001"));
    settings["MODEL_PRICES_PATH"] = file;
    settings["LLM_MODEL"]         = "openai/stub-model";
    settings["LLM_API_BASE"]      = provider.base();
    settings["LLM_ASK_SERVER"]    = "false";

    const auto server = start();
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    write(file, prices("0.002"));
    reload(*server, 0);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(server->stop() == 0);

    const auto costs = query(folder, "select cost_usd from llm_calls order by timestamp");
    BOOST_REQUIRE(costs.size() == 2U);
    BOOST_TEST(std::stod(costs[0]) == 1.0);
    BOOST_TEST(std::stod(costs[1]) == 2.0);
}

BOOST_AUTO_TEST_CASE(keys_of_model_providers_are_rotated)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})"));
    const auto provider_key      = folder.file("llm_api_key", "first-canary\n");
    settings["LLM_MODEL"]        = "openai/gpt-4.1";
    settings["LLM_API_BASE"]     = provider.base();
    settings["LLM_ASK_SERVER"]   = "false";
    settings["LLM_API_KEY_FILE"] = provider_key;

    const auto server = start();
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    write(provider_key, "second-canary\n");
    reload(*server, 0);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    write(provider_key, "third canary\n"); // a header cannot contain it
    reload(*server, 1);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(server->stop() == 0);

    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 3U);
    BOOST_TEST(requests[0].headers.at("authorization") == "Bearer first-canary");
    BOOST_TEST(requests[1].headers.at("authorization") == "Bearer second-canary");
    BOOST_TEST(requests[2].headers.at("authorization") == "Bearer second-canary");
    BOOST_TEST(count(server->output(), "canary") == 0U);
    BOOST_TEST(count(server->output(), "settings_need_restart") == 0U);
    BOOST_TEST(count(server->output(), R"("setting":"LLM_API_KEY")") == 1U);
}

BOOST_AUTO_TEST_CASE(a_key_for_another_host_waits_for_the_restart)
{
    support::provider_stub first;
    support::provider_stub second;
    first.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})"));
    const auto models = [](const support::provider_stub& provider, const std::string& provider_key) {
        return "LLM_MODEL = \"openai/gpt-4.1\"\nLLM_API_BASE = \"" + provider.base() + "\"\nLLM_API_KEY = \"" +
               provider_key + "\"\n";
    };
    write(config, models(first, "first-canary"));
    settings["LLM_ASK_SERVER"] = "false";

    const auto server = start();
    server->port();
    write(config, models(second, "second-canary"));
    reload(*server, 0);
    server->wait_for_output(R"("event":"settings_need_restart","settings":"LLM_API_BASE, LLM_API_KEY")");
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(server->stop() == 0);

    BOOST_REQUIRE(first.requests().size() == 1U);
    BOOST_TEST(first.requests().front().headers.at("authorization") == "Bearer first-canary");
    BOOST_TEST(second.requests().empty());
    BOOST_TEST(count(server->output(), "canary") == 0U);
}

BOOST_AUTO_TEST_CASE(secrets_of_the_environment_stay_in_effect)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})"));
    settings["LLM_MODEL"]                  = "openai/gpt-4.1";
    settings["LLM_API_BASE"]               = provider.base();
    settings["LLM_ASK_SERVER"]             = "false";
    settings["LLM_API_KEY"]                = "first-canary";
    settings["OTEL_EXPORTER_OTLP_HEADERS"] = "api-key=canary";

    const auto server = start();
    server->port();
    write(config, "LOG_LEVEL = \"info\"\nLLM_API_KEY = \"second-canary\"\n");
    reload(*server, 0);
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    BOOST_TEST(server->stop() == 0);
    BOOST_TEST(provider.requests().at(0).headers.at("authorization") == "Bearer first-canary");
    BOOST_TEST(count(server->output(), "settings_need_restart") == 0U, server->output());
}

BOOST_AUTO_TEST_CASE(changed_settings_that_need_a_restart_are_named_without_values)
{
    const auto server = start();
    server->port();
    write(config, "LOG_LEVEL = \"warning\"\nLLM_TIMEOUT_SECONDS = 77\nJOBS_STROE = \"database\"\n");
    reload(*server, 1);
    server->wait_for_output(R"("setting":"JOBS_STROE","problem":"unknown setting that resembles JOBS_STORE; )");
    write(config, "LOG_LEVEL = \"warning\"\nLLM_TIMEOUT_SECONDS = 77\nANALYZE_METADATA_FIELDS = [\"canary\"]\n"
                  "DB_URL = \"sqlite:////nowhere/canary.db\"\nNETWORK_MAX_CONNECTIONS = 10000\n"
                  "OTEL_EXPORTER_OTLP_HEADERS = \"api-key=canary\"\n");
    server->signal(SIGHUP);
    server->wait_for_output(R"("level":"warning","event":"settings_need_restart","settings":"ANALYZE_METADATA_FIELDS, )"
                            R"(DB_URL, LLM_TIMEOUT_SECONDS, OTEL_EXPORTER_OTLP_HEADERS")");
    BOOST_TEST(server->stop() == 0);
    BOOST_TEST(count(server->output(), "settings_need_restart") == 1U);
    BOOST_TEST(count(server->output(), "canary") == 0U);
}

BOOST_AUTO_TEST_CASE(the_password_of_the_database_is_rotated)
{
    support::postgres_server         postgres;
    const support::postgres_database database{postgres};
    const auto                       name = database.query("select current_database()").at(0);
    database.query("create role clerk login password 'first-canary'; alter database " + name + " owner to clerk");
    postgres.require_password("clerk");
    const auto password          = folder.file("db_password", "first-canary\n");
    settings["DB_HOST"]          = database.query("show unix_socket_directories").at(0);
    settings["DB_NAME"]          = name;
    settings["DB_USER"]          = "clerk";
    settings["DB_PASSWORD_FILE"] = password;

    const auto server = start();
    server->wait_for_output(R"("event":"database_ready")");
    write(password, "second-canary\n");
    reload(*server, 0);
    database.query("alter role clerk password 'second-canary'; "
                   "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'clerk'");
    BOOST_TEST(status_with(*server, "first-key-0123456789", "The pump is broken again.") == 200);
    until("the row is not written with the new password",
          [&] { return database.query("select count(*) from llm_calls").at(0) == "1"; });
    BOOST_TEST(server->stop() == 0);
    BOOST_TEST(count(server->output(), "canary") == 0U);
    BOOST_TEST(count(server->output(), "settings_need_restart") == 0U);
}

BOOST_AUTO_TEST_CASE(unusable_tls_files_are_reported_under_their_settings)
{
    const support::tls_identity other;
    support::tls_identity       identity;
    settings["NETWORK_TLS_CERTIFICATE"] = identity.certificate();
    settings["NETWORK_TLS_KEY"]         = identity.key();

    const auto server = start();
    server->wait_for_output("listening on https");
    std::filesystem::remove(identity.certificate());
    reload(*server, 1);
    server->wait_for_output(R"("event":"setting_rejected","setting":"NETWORK_TLS_CERTIFICATE")");
    std::filesystem::copy_file(other.certificate(), identity.certificate());
    reload(*server, 1);
    server->wait_for_output(R"("event":"setting_rejected","setting":"NETWORK_TLS_KEY")");
    identity.write(2);
    reload(*server, 0);
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_CASE(running_calls_are_not_disturbed)
{
    support::provider_stub provider;
    provider.respond_by_default(stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})").after_release());
    settings["LLM_MODEL"]      = "openai/gpt-4.1";
    settings["LLM_API_BASE"]   = provider.base();
    settings["LLM_ASK_SERVER"] = "false";

    const auto          server = start();
    const std::string   body   = R"({"feedback_record": {"id": "r", "content": "The pump is broken again."}})";
    support::raw_client client{server->port()};
    client.send(raw_post("/v1/detect-sensitive", body, "first-key-0123456789"));
    provider.wait_for_requests(1);
    write(keys, keys_with("second-key-0123456789"));
    reload(*server, 0);
    provider.release();

    BOOST_TEST(client.receive().status == 200);
    BOOST_TEST(server->stop() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
