#include "e2e/test_server.hpp"

#include "support/tls_identity.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

struct folder_fixture
{
    support::temporary_directory         folder;
    support::server_process::environment settings = default_settings(folder);

    std::pair<int, std::string> run(const std::vector<std::string>& arguments) const
    {
        return support::run_server(settings, arguments);
    }
};

/// The lines that name a problem, without log lines of the start.
std::string problems_in(const std::string& output)
{
    std::istringstream lines{output};
    std::string        problems;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("verbatimd: ")) problems += line + "\n";
    return problems;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(start, folder_fixture)

BOOST_AUTO_TEST_CASE(check_reports_ok_and_creates_nothing)
{
    const auto [code, output] = run({"--check"});

    BOOST_TEST(code == 0, output);
    BOOST_TEST(output == "configuration OK\n");
    BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(check_reports_all_problems_at_once)
{
    settings["NETWORK_PORT"]            = "many";
    settings["LLM_TIMEOUT_SECONDS"]     = "soon";
    settings["PLUGINS_ENABLED"]         = R"(["no_such_plugin"])";
    settings["ANONYMIZER_TERMS_PATH"]   = "/nowhere/terms";
    settings["ANONYMIZER_ANALYZER_URL"] = "http://analyzer.example";

    const auto [code, output] = run({"--check"});

    BOOST_TEST(code == 1);
    for (const auto* name : {"NETWORK_PORT", "LLM_TIMEOUT_SECONDS", "PLUGINS_ENABLED", "ANONYMIZER_TERMS_PATH",
                             "ANONYMIZER_ANALYZER_URL: would send"})
        BOOST_TEST(contains(output, name), output);
}

BOOST_AUTO_TEST_CASE(check_and_start_refuse_the_same_settings_with_the_same_sentences)
{
    const std::vector<std::pair<std::string, std::string>> mistakes[]{
        {{"NETWORK_PORT", "many"}},
        {{"NETWORK_PORT", "many"}, {"AUTH_API_KEYS", "[1]"}},
        {{"AUTH_API_KEYS", "canary"}},
        {{"AUTH_API_KEYS",
          R"([{"key_id":"a","name":"a","key":"k","tenant_id":"t"},{"key_id":"a","name":"b","key":"k","tenant_id":"t"}])"}},
        {{"LLM_MODEL", "openai/m"}},
        {{"LLM_MODEL", "openai/m"}, {"LLM_API_KEY", "k"}},
        {{"LLM_FALLBACKS", "[]"}, {"LLM_MAX_RETRIES", "-1"}},
        {{"LLM_FAILURE_SECONDS", "0"}, {"DRAIN_SECONDS", "-5"}},
        {{"MODEL_PRICES_PATH", "/nowhere"}},
        {{"MODEL_PRICES_PATH", "/nowhere"}, {"LIMITS_FILE", "/nowhere"}, {"ANONYMIZER_TERMS_PATH", "/nowhere"}},
        {{"NETWORK_TLS_CERTIFICATE", "/nowhere"}, {"NETWORK_TLS_KEY", "/nowhere"}},
        {{"NETWORK_TLS_CERTIFICATE", "/nowhere"}},
        {{"DB_URL", "mysql://canary"}},
        {{"DB_URL", "postgresql://canary"}, {"DB_READ_URL", "sqlite:///canary"}},
        {{"JOBS_STORE", "database"}, {"JOBS_KEY_FILE", "/nowhere"}},
        {{"PLUGINS_ENABLED", R"(["no_such_plugin"])"}, {"MODEL_PRICES_PATH", "/nowhere"}},
        {{"ANONYMIZER_ANALYZER_URL", "http://analyzer.example"}},
        {{"EMBEDDING_MODEL", "openai/m"}},
        {{"OPERATION_DEADLINE_SECONDS", R"({"summarise":600})"}},
        {{"CODING_FRAMEWORK_PATH", "/nowhere"}},
    };
    for (const auto& mistake : mistakes)
    {
        auto wrong = settings;
        for (const auto& [name, value] : mistake) wrong[name] = value;
        const auto checked = support::run_server(wrong, {"--check"});
        const auto started = support::run_server(wrong, {});
        BOOST_TEST_CONTEXT(mistake.front().first << ": " << checked.second)
        {
            BOOST_TEST(checked.first == 1);
            BOOST_TEST(started.first == 1);
            BOOST_TEST(problems_in(started.second) == problems_in(checked.second));
            BOOST_TEST(!contains(checked.second + started.second, "canary"));
        }
    }
}

BOOST_AUTO_TEST_CASE(check_and_start_warn_of_the_same_settings)
{
    settings["DRAIN_SECONDS"] = "5";
    const auto [code, output] = run({"--check"});
    BOOST_TEST(code == 0);
    BOOST_TEST(output ==
               "warning: DRAIN_SECONDS: is shorter than the longest operation, 600 s; a stop cuts such requests "
               "off; use at least 600\nconfiguration OK\n");

    support::server_process server{settings};
    server.wait_for_output(R"("event":"setting_warning","setting":"DRAIN_SECONDS")");
    server.port();
    BOOST_TEST(server.stop() == 0);
}

BOOST_AUTO_TEST_CASE(limits_of_operations_are_checked_by_name_and_value)
{
    settings["OPERATION_DEADLINE_SECONDS"] = R"({"summarise":600,"summarize":9,"analyze_bulk":3600})";
    settings["OPERATION_OUTPUT_TOKENS"]    = R"({"summarize":"many"})";

    const auto [code, output] = run({"--check"});

    BOOST_TEST(code == 1);
    for (const auto* sentence : {"OPERATION_DEADLINE_SECONDS.summarise: names no operation",
                                 "OPERATION_DEADLINE_SECONDS.summarize: must be an integer from 10 to 86400",
                                 "OPERATION_OUTPUT_TOKENS.summarize: must be an integer from 1 to 1000000"})
        BOOST_TEST(contains(output, sentence), output);
    BOOST_TEST(!contains(output, "analyze_bulk"), output);
}

BOOST_AUTO_TEST_CASE(environment_overrides_the_file_and_unknown_settings_are_rejected)
{
    settings.erase("NETWORK_PORT");
    const auto config = folder.file(
        "verbatim.toml", "NETWORK_PORT = 1\nLLM_CHARS_PER_TOKEN = 3\nANALYZE_METADATA_FIELDS = [\"created\"]\n");
    settings["NETWORK_PORT"] = "0";

    const auto [code, output] = run({"--config", config.string(), "--print-config"});

    BOOST_TEST(code == 0, output);
    BOOST_TEST(contains(output, "NETWORK_PORT = 0\n"), output);
    BOOST_TEST(contains(output, "LLM_CHARS_PER_TOKEN = 3\n"), output);
    BOOST_TEST(contains(output, R"(ANALYZE_METADATA_FIELDS = ["created"])"), output);

    const auto wrong               = folder.file("wrong.toml", "NETWORK_PROT = 1\n");
    const auto [refused, sentence] = run({"--config", wrong.string()});
    BOOST_TEST(refused == 1);
    BOOST_TEST(contains(sentence, "NETWORK_PROT"), sentence);
}

BOOST_AUTO_TEST_CASE(files_of_conf_d_override_the_configuration_file)
{
    const auto config = folder.file("verbatim.toml", "LLM_CHARS_PER_TOKEN = 3\nJOBS_MAX_RUNNING = 7\n");
    std::filesystem::create_directory(folder.path() / "conf.d");
    folder.file("conf.d/10-local.toml", "LLM_CHARS_PER_TOKEN = 5\n");
    folder.file("conf.d/20-local", "canary");
    const auto [code, output] = run({"--config", config.string(), "--print-config"});
    BOOST_TEST(code == 0, output);
    BOOST_TEST(contains(output, "LLM_CHARS_PER_TOKEN = 5\n"), output);
    BOOST_TEST(contains(output, "JOBS_MAX_RUNNING = 7\n"), output);
    BOOST_TEST(run({"--config", config.string(), "--check"}).second ==
               (folder.path() / "conf.d/20-local").string() +
                   ": ignored, because its name does not end in .toml\nconfiguration OK\n");

    folder.file("conf.d/30-local.toml", "LLM_CHARS_PER_TOKENS = 5\n");
    const auto [refused, sentence] = run({"--config", config.string(), "--check"});
    BOOST_TEST(refused == 1);
    BOOST_TEST(contains(sentence, "LLM_CHARS_PER_TOKENS: unknown setting that resembles LLM_CHARS_PER_TOKEN; "),
               sentence);
}

BOOST_AUTO_TEST_CASE(printed_settings_contain_no_secrets)
{
    settings["LLM_MODEL"]   = "openai/gpt-4.1";
    settings["LLM_API_KEY"] = "provider-secret";

    const auto [code, output] = run({"--print-config"});

    BOOST_TEST(code == 0, output);
    for (const auto* secret : {key, superuser_key, "provider-secret"}) BOOST_TEST(!contains(output, secret));
    for (const auto* name :
         {"AUTH_API_KEYS", "LLM_MODEL", "STATE_DIR", "ANALYZE_DEFAULT_CODING_TREND_PERIOD", "DRAIN_SECONDS"})
        BOOST_TEST(contains(output, name), name);
}

BOOST_AUTO_TEST_CASE(secrets_are_erased_from_the_environment_of_the_process)
{
    settings["LLM_MODEL"]   = "openai/gpt-4.1";
    settings["LLM_API_KEY"] = "provider-secret";
    support::server_process server{settings};
    server.port();

    std::ifstream     file{"/proc/" + std::to_string(server.pid()) + "/environ"};
    const std::string environment{std::istreambuf_iterator<char>{file}, {}};

    for (const auto* secret : {key, superuser_key, "provider-secret"}) BOOST_TEST(!contains(environment, secret));
    // The process is not dumpable, so only root can read the rest.
    BOOST_TEST(contains(environment, "LLM_MODEL=openai/gpt-4.1") == (::geteuid() == 0));
}

BOOST_AUTO_TEST_CASE(other_processes_of_its_user_cannot_read_the_memory_of_the_process)
{
    // Without its capabilities root is a user like any other.
    const auto wrapper     = ::geteuid() == 0 ? "/usr/bin/setpriv --bounding-set=-all --inh-caps=-all" : "/usr/bin/env";
    const auto is_readable = [&](const std::string& process, const std::string& name) {
        const auto script =
            "tail -f /dev/null & own=$!; head -c 1 /proc/" + process + "/" + name + "; read=$?; kill $own; exit $read";
        return std::system((std::string{wrapper} + " sh -c '" + script + "' > /dev/null 2>&1").c_str()) == 0;
    };
    std::vector<std::string> command;
    boost::algorithm::split(command, std::string{wrapper} + " " + VERBATIMD, boost::algorithm::is_any_of(" "));
    testing::server_process server{command.front(), settings, {command.begin() + 1, command.end()}};
    server.port();

    for (const auto* name : {"environ", "maps", "auxv", "io"})
    {
        BOOST_TEST(is_readable("$own", name), name); // of a process without this protection
        BOOST_TEST(!is_readable(std::to_string(server.pid()), name), name);
    }
    BOOST_TEST(is_readable(std::to_string(server.pid()), "stat")); // a monitor sees times and memory
}

BOOST_AUTO_TEST_CASE(keys_may_come_from_a_file)
{
    settings["AUTH_API_KEYS_FILE"] = folder.file("keys.json", settings.at("AUTH_API_KEYS") + "\n").string();
    settings.erase("AUTH_API_KEYS");
    support::server_process server{settings};

    const auto response = support::send_request(server.port(), "POST", "/v1/analyze-bulk", analysis_request(""),
                                                {{"Authorization", std::string{"Bearer "} + key}});

    BOOST_TEST(response.status == 200);
}

BOOST_AUTO_TEST_CASE(printed_document_equals_the_served_document)
{
    const auto [code, printed] = run({"--print-openapi"});
    BOOST_REQUIRE(code == 0);

    support::server_process server{settings};
    BOOST_TEST((support::send_request(server.port(), "GET", "/openapi.json").body == printed));

    const auto  document  = json::parse(printed).as_object();
    const auto& operation = document.at("paths").at("/v1/analyze-bulk").at("post").as_object();
    BOOST_TEST((document.at("openapi").as_string() == "3.1.0"));
    BOOST_TEST((operation.at("operationId").as_string() == "analyze_bulk"));
    BOOST_TEST(document.at("components").at("schemas").as_object().contains("AnalyzeBulkRequest"));
    BOOST_TEST(document.at("paths").as_object().contains("/v1/health"));
}

BOOST_AUTO_TEST_CASE(docs_page_loads_nothing_from_other_hosts)
{
    support::server_process server{settings};
    const auto              port = server.port();

    const auto page = support::send_request(port, "GET", "/docs");
    BOOST_TEST(page.status == 200);
    BOOST_TEST(page.field("content-type") == "text/html; charset=utf-8");
    BOOST_TEST(contains(page.body, "<title>Feedback Analysis Backend - Swagger UI</title>"));
    BOOST_TEST(!contains(page.body, "//"), "an address of another host");
    BOOST_TEST(contains(page.field("content-security-policy"), "default-src 'none'"));
    for (const auto* asset : {"/docs/style.css", "/docs/swagger-ui-bundle.js", "/docs/start.js"})
        BOOST_TEST(support::send_request(port, "GET", asset).status == 200, asset);
}

BOOST_AUTO_TEST_CASE(plugins_are_listed_and_disabled_plugins_have_no_route)
{
    const auto [code, listed] = run({"--list-plugins"});
    BOOST_TEST(code == 0);
    BOOST_TEST(contains(listed, "POST /v1/analyze-bulk"), listed);

    settings["PLUGINS_ENABLED"] = "[]";
    support::server_process server{settings};
    BOOST_TEST(support::send_request(server.port(), "POST", "/v1/analyze-bulk", "{}",
                                     {{"Authorization", std::string{"Bearer "} + key}})
                   .status == 404);
    BOOST_TEST(support::send_request(server.port(), "GET", "/v1/health").status == 200);
}

BOOST_AUTO_TEST_CASE(migrate_creates_the_database_and_exits)
{
    const auto [code, output] = run({"--migrate"});

    BOOST_TEST(code == 0, output);
    BOOST_TEST(query(folder, "select count(*) from llm_calls").at(0) == "0");
}

BOOST_AUTO_TEST_CASE(database_of_a_later_version_stops_the_start)
{
    run({"--migrate"});
    const auto command = "sqlite3 '" + (folder.path() / "verbatim.db").string() +
                         "' \"insert into schema_migrations select 9999, '9999_breaking_later', max(applied_at) from "
                         "schema_migrations\"";
    BOOST_REQUIRE(std::system(command.c_str()) == 0);

    const auto [code, output] = run({});

    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output, "verbatimd: STATE_DIR: the database verbatim.db was created by a later version"),
               output);
}

BOOST_AUTO_TEST_CASE(invalid_database_file_is_reported_under_its_setting)
{
    const auto        file       = folder.file("verbatim.db", std::string(5'000, 'x'));
    const auto        error_line = [](const std::string& sentence) { return "verbatimd: " + sentence + "\n"; };
    const std::string why        = "cannot be used (corrupt); restore it from a backup, or name another file";
    BOOST_TEST(run({}).second.ends_with(error_line("STATE_DIR: the database verbatim.db " + why)));

    settings["DB_URL"] = "sqlite:///" + file.string();
    BOOST_TEST(run({}).second.ends_with(error_line("DB_URL: the database " + why)));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_table_of_word_vectors_stops_the_start)
{
    settings["EMBEDDING_MODEL"]        = "local/semantic";
    settings["EMBEDDING_WORD_VECTORS"] = folder.file("words", std::string(5'000, 'x')).string();
    for (const auto& arguments : {std::vector<std::string>{}, {"--check"}})
    {
        const auto [code, output] = run(arguments);
        BOOST_TEST(code == 1);
        BOOST_TEST(contains(output, "EMBEDDING_WORD_VECTORS: the file is no table of word vectors; name the file "
                                    "word_vectors of this release, or set EMBEDDING_MODEL to local/lexical"),
                   output);
    }
    settings["EMBEDDING_MODEL"] = "local/lexical";
    BOOST_TEST(run({"--check"}).first == 0);
}

BOOST_AUTO_TEST_CASE(database_in_memory_is_rejected)
{
    settings["DB_URL"]        = "sqlite:///:memory:";
    const auto [code, output] = run({"--check"});
    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output, "DB_URL: an in-memory database would lose usage and keys"), output);
}

BOOST_AUTO_TEST_CASE(invalid_command_line_exits_with_2)
{
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--serve-me"}, {"--check", "--version"}, {"--config"}, {"file"}})
    {
        const auto [code, output] = run(arguments);
        BOOST_TEST(code == 2, output);
        BOOST_TEST(output.starts_with("verbatimd: "), output);
    }
    BOOST_TEST(run({"--version"}).second == "verbatimd " VERBATIM_VERSION "\n");
    BOOST_TEST(contains(run({"--help"}).second, "--print-openapi"));
}

BOOST_AUTO_TEST_CASE(with_a_certificate_only_https_is_served)
{
    const support::tls_identity identity;
    settings["NETWORK_TLS_CERTIFICATE"] = identity.certificate();
    settings["NETWORK_TLS_KEY"]         = identity.key();
    support::server_process server{settings};

    server.wait_for_output("listening on https://127.0.0.1:");
    const auto url     = "https://localhost:" + std::to_string(server.port()) + "/v1/health";
    const auto command = "curl -s --noproxy '*' --resolve localhost:" + std::to_string(server.port()) +
                         ":127.0.0.1 --cacert '" + identity.certificate() + "' " + url + " >/dev/null";
    BOOST_TEST(std::system(command.c_str()) == 0);
    BOOST_CHECK_THROW(support::send_request(server.port(), "GET", "/v1/health"), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(models_in_use_are_logged_with_and_without_settings)
{
    test_server default_server;
    default_server.process.wait_for_output(R"("event":"model_ready","connection":"main","model":"local/extractive")");
    default_server.process.wait_for_output(R"("event":"model_ready","connection":"judge","model":"local/extractive")");
    default_server.process.wait_for_output(R"("event":"embedder_ready","model":"local/semantic")");
    default_server.process.wait_for_output(R"("event":"prices_loaded")");

    test_server configured_server{{{"LLM_MODEL", "openai/gpt-4.1"},
                                   {"LLM_API_KEY", "k"},
                                   {"JUDGE_LLM_MODEL", "openai/gpt-5"},
                                   {"EMBEDDING_MODEL", "none"}}};
    configured_server.process.wait_for_output(R"("event":"model_ready","connection":"main","model":"openai/gpt-4.1")");
    configured_server.process.wait_for_output(R"("event":"model_ready","connection":"judge","model":"openai/gpt-5")");
    configured_server.process.wait_for_output(R"("event":"embedder_disabled")");
}

BOOST_AUTO_TEST_CASE(port_in_use_stops_the_start)
{
    support::server_process      first{settings};
    support::temporary_directory elsewhere;
    auto                         second = default_settings(elsewhere);
    second["NETWORK_PORT"]              = std::to_string(first.port());

    const auto [code, output] = support::run_server(second, {});

    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output, "NETWORK_PORT"), output);
}

BOOST_AUTO_TEST_SUITE_END()
