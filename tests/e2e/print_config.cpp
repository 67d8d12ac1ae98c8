#include "e2e/test_server.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;

namespace {

using environment = support::server_process::environment;

constexpr const char* one_key = R"([{"key_id":"k","name":"k","key":"key-0123456789abcdef","tenant_id":"t"}])";

/// A non-default value for every setting; strings contain characters that need escaping.
const environment every_setting{
    {"LOG_LEVEL", "error"},
    {"LOG_FORMAT", "text"},
    {"NETWORK_HOST", "::1"},
    {"NETWORK_PORT", "8443"},
    {"NETWORK_MAX_BODY_BYTES", "1048576"},
    {"NETWORK_MAX_BODY_MEMORY", "2097152"},
    {"NETWORK_MAX_TENANT_SHARE", "0.5"},
    {"NETWORK_MAX_CONNECTIONS", "17"},
    {"NETWORK_MAX_CONNECTIONS_PER_ADDRESS", "16"},
    {"NETWORK_TLS_CERTIFICATE", "/nowhere/certificate.pem"},
    {"NETWORK_TLS_KEY", "/nowhere/key.pem"},
    {"NETWORK_ADMIN_HOST", "::1"},
    {"NETWORK_ADMIN_PORT", "9000"},
    {"NETWORK_ADMIN_NAMES", R"(["verbatim.internal"])"},
    {"PRE_STOP_SECONDS", "0.5"},
    {"DRAIN_SECONDS", "0.1"},
    {"LIMITS_FILE", "/nowhere/limits.toml"},
    {"JOBS_STORE", "database"},
    {"JOBS_KEY_FILE", "/nowhere/jobs.key"},
    {"JOBS_MAX_TAKEOVERS", "2"},
    {"JOBS_MAX_RUNNING", "3"},
    {"JOBS_MAX_PER_TENANT", "5"},
    {"JOBS_MAX_MEMORY", "1000000"},
    {"JOBS_MAX_TENANT_SHARE", "0.4"},
    {"JOBS_RESULT_HOURS", "1.5"},
    {"JOBS_DEADLINE_SECONDS", "3600"},
    {"JOBS_SHARE", "0.5"},
    {"STATE_DIR", "/nowhere/a \"state\" \\ folder"},
    {"USAGE_FAIL_CLOSED", "true"},
    {"USAGE_INTENT", "true"},
    {"USAGE_RETENTION_DAYS", "400"},
    {"USAGE_REPORT_MAX_ROWS", "7"},
    {"DB_HOST", "db.example.org"},
    {"DB_PORT", "5433"},
    {"DB_NAME", "verbatim"},
    {"DB_USER", "somebody"},
    {"DB_AUTH", "managed_identity"},
    {"DB_SSLMODE", "require"},
    {"AZURE_FEDERATED_TOKEN_FILE", "/nowhere/token"},
    {"AZURE_CLIENT_ID", "client"},
    {"AZURE_TENANT_ID", "tenant"},
    {"AZURE_AUTHORITY_HOST", "https://login.example"},
    {"IDENTITY_ENDPOINT", "http://identity.example/token"},
    {"AZURE_POD_IDENTITY_AUTHORITY_HOST", "http://metadata.example"},
    {"LLM_MODEL", "azure/gpt-5.4"},
    {"LLM_API_BASE", "https://example.openai.azure.com"},
    {"LLM_API_VERSION", "2024-10-21"},
    {"LLM_AUTH", "key"},
    {"JUDGE_LLM_MODEL", "azure/gpt-5.4-mini"},
    {"JUDGE_LLM_API_BASE", "https://judge.openai.azure.com"},
    {"JUDGE_LLM_API_VERSION", "2024-10-22"},
    {"JUDGE_LLM_AUTH", "key"},
    {"LLM_TIMEOUT_SECONDS", "0.25"},
    {"JUDGE_LLM_TIMEOUT_SECONDS", "0.75"},
    {"LLM_MAX_RETRIES", "1"},
    {"LLM_FAILURE_SECONDS", "60.5"},
    {"LLM_STREAM", "false"},
    {"LLM_ASK_SERVER", "false"},
    {"LLM_CONTEXT_TOKENS", "8192"},
    {"OPERATION_DEADLINE_SECONDS", R"({"summarize":300})"},
    {"OPERATION_OUTPUT_TOKENS", R"({"summarize":1000})"},
    {"LLM_TOKEN_TIMEOUT_SECONDS", "0.5"},
    {"LLM_ALLOW_PLAIN_HTTP", "true"},
    {"LLM_MAX_TOTAL_TOKENS", "1000"},
    {"LLM_CHARS_PER_TOKEN", "3"},
    {"LLM_TOKENIZER", "cl100k"},
    {"LLM_MAX_OUTPUT_TOKENS", "4096"},
    {"LLM_TEMPERATURE", "0.5"},
    {"LLM_SEND_TEMPERATURE", "false"},
    {"LLM_STRUCTURED_OUTPUT", "none"},
    {"JUDGE_LLM_STRUCTURED_OUTPUT", "json_object"},
    {"LLM_STRUCTURED_OUTPUTS", "false"},
    {"LLM_SEND_TENANT_ID", "false"},
    {"LLM_PROMPT_CACHE", "false"},
    {"ASSIGN_CODES_SPECULATIVE", "true"},
    {"LLM_MAX_CONCURRENCY", "2"},
    {"LLM_MAX_TENANT_SHARE", "0.5"},
    {"LLM_MAX_CALLS_PER_REQUEST", "9"},
    {"LLM_MAX_TOKENS_PER_REQUEST", "9000"},
    {"MODEL_PRICES_PATH", "/nowhere/prices.yaml"},
    {"LLM_PRICE_UNKNOWN", "allow"},
    {"EMBEDDING_MODEL", "azure/embedding"},
    {"EMBEDDING_API_BASE", "https://embedding.openai.azure.com"},
    {"EMBEDDING_API_VERSION", "2024-10-23"},
    {"EMBEDDING_AUTH", "key"},
    {"EMBEDDING_WORD_VECTORS", "/nowhere/word_vectors"},
    {"EMBEDDING_QUERY_PREFIX", "a \"prefix\" # \\ of\ttwo\nlines, \x7f and \xC3\xA9"},
    {"EMBEDDING_BATCH_SIZE", "7"},
    {"EMBEDDING_MAX_CHARACTERS", "70"},
    {"ANONYMIZER_TERMS_PATH", "/nowhere/terms"},
    {"ANONYMIZER_REDACT_IDS", "false"},
    {"ANONYMIZER_ANALYZER_URL", "http://analyzer.example:3000"},
    {"ANONYMIZER_ANALYZER_ALLOW_PLAIN_HTTP", "true"},
    {"ANONYMIZER_ANALYZER_REQUIRED", "false"},
    {"ANONYMIZER_ANALYZER_TIMEOUT_SECONDS", "2.5"},
    {"ANONYMIZER_ANALYZER_LANGUAGE", "nl"},
    {"ANONYMIZER_ANALYZER_MIN_SCORE", "0.75"},
    {"ANONYMIZER_ANALYZER_IGNORED_KINDS", R"(["DATE_TIME","NRP"])"},
    {"ANONYMIZER_ANALYZER_BATCH_SIZE", "32"},
    {"ANONYMIZER_ANALYZER_MAX_CONCURRENCY", "3"},
    {"OTEL_SDK_DISABLED", "true"},
    {"OTEL_TRACES_EXPORTER", "none"},
    {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example:4318"},
    {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://collector.example:4318/spans"},
    {"OTEL_EXPORTER_OTLP_TIMEOUT", "11"},
    {"OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"},
    {"OTEL_SERVICE_NAME", "a \"name\""},
    {"OTEL_RESOURCE_ATTRIBUTES", "a=b,c=d%20e"},
    {"OTEL_TRACES_SAMPLER", "traceidratio"},
    {"OTEL_TRACES_SAMPLER_ARG", "0.5"},
    {"OTEL_BSP_SCHEDULE_DELAY", "13"},
    {"OTEL_BSP_MAX_QUEUE_SIZE", "15"},
    {"LLM_SEND_TRACEPARENT", "true"},
    {"PLUGINS_ON_ERROR", "skip"},
    {"PLUGINS_ENABLED",
     R"(["analyze_bulk","assign_codes","coding_agreement","detect_sensitive","suggest_codes","summarize","usage","remote"])"},
    {"PLUGINS_HTTP_ORIGINS", R"(["https://geo.example.org","10.1.0.0/16"])"},
    {"ANALYZE_CODING_TREND_DATE_FIELD", ""},
    {"ANALYZE_CODING_TREND_CODE_FIELDS", R"(["a \"code\" \\","\u007f"])"},
    {"ANALYZE_METADATA_FIELDS", "[]"},
    {"ANALYZE_CODING_TREND_SEPARATOR", ""},
    {"MIN_CELL", "3"},
    {"ANALYZE_DEFAULT_CODING_TREND_PERIOD", "day"},
    {"ANALYZE_TARGET_CHUNK_TOKENS", "500"},
    {"ANALYZE_MIN_CLUSTER_SIZE", "2"},
    {"ANALYZE_JUDGE_SAMPLE", "0.5"},
    {"ANALYZE_MAX_CONCURRENT_CHUNKS", "3"},
};

const environment every_secret{
    {"AUTH_API_KEYS", one_key},
    {"DB_URL", "postgresql://canary@127.0.0.1/canary"},
    {"DB_PASSWORD", "canary"},
    {"DB_READ_URL", "postgresql://canary@127.0.0.1/canary"},
    {"DB_DIRECT_URL", "postgresql://canary@127.0.0.1/canary"},
    {"DB_MIGRATION_URL", "postgresql://canary@127.0.0.1/canary"},
    {"IDENTITY_HEADER", "canary"},
    {"LLM_API_KEY", "canary"},
    {"LLM_FALLBACKS", R"([{"model":"openai/other","api_key":"canary"}])"},
    {"JUDGE_LLM_API_KEY", "canary"},
    {"JUDGE_LLM_FALLBACKS", R"([{"model":"openai/other","api_key":"canary"}])"},
    {"EMBEDDING_API_KEY", "canary"},
    {"OTEL_EXPORTER_OTLP_HEADERS", "api-key=canary"},
    {"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "api-key=canary"},
};

struct printer_fixture
{
    support::temporary_directory folder;

    std::string print(const environment& settings, const std::vector<std::string>& extra = {}) const
    {
        std::vector<std::string> arguments{"--print-config"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        const auto [code, output] = support::run_server(settings, arguments);
        BOOST_REQUIRE_MESSAGE(code == 0, output);
        return output;
    }

    /// Output of a server that reads only the printed settings of another server, and `environment_variables`.
    std::string printed_again(const std::string& printed, const environment& environment_variables = {}) const
    {
        return print(environment_variables, {"--config", folder.file("printed.toml", printed).string()});
    }

    /// All settings, with the real plugin folder and a valid coding framework.
    environment all_settings() const
    {
        auto                        settings = every_setting;
        const std::filesystem::path plugins{VERBATIM_PLUGINS_FOLDER};
        settings["PLUGINS_DIR"] = plugins.string();
        settings["CODING_FRAMEWORK_PATH"] =
            folder.file("codes.json", R"({"root_codes": [{"id": "1", "name": "Health", "children": []}]})").string();
        settings["REMOTE_OPERATIONS"] = VERBATIM_REMOTE_SAMPLES;
        return settings;
    }
};

/// The printed line of each setting by name, also of commented ones.
std::map<std::string, std::string> lines_of(const std::string& printed)
{
    std::map<std::string, std::string> lines_by_name;
    std::istringstream                 lines{printed};
    for (std::string line; std::getline(lines, line);)
    {
        const auto begins = line.starts_with('#') ? 1U : 0U;
        const auto end    = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", begins);
        if (end == line.npos || end == begins || line.compare(end, 2, " =") != 0) continue;
        lines_by_name.emplace(line.substr(begins, end - begins), line);
    }
    return lines_by_name;
}

/// The printed lines, in the order of the names.
std::vector<std::string> texts_of(const std::string& printed)
{
    std::vector<std::string> texts;
    for (const auto& [name, line] : lines_of(printed)) texts.push_back(line);
    return texts;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(print_config, printer_fixture)

BOOST_AUTO_TEST_CASE(printed_defaults_can_be_read_again)
{
    const environment key{{"AUTH_API_KEYS", one_key}};
    const auto        printed = print(key);

    BOOST_TEST(printed_again(printed, key) == printed);
}

BOOST_AUTO_TEST_CASE(printed_settings_can_be_read_again_with_secrets_from_files)
{
    const auto defaults = lines_of(print({{"AUTH_API_KEYS", one_key}}));
    auto       settings = all_settings();
    for (const auto& [name, text] : every_secret)
        settings[name + "_FILE"] = folder.file(name + " \"\\", text + "\n").string();

    const auto printed = print(settings);

    const auto lines = lines_of(printed);
    BOOST_TEST(lines.size() == defaults.size());
    for (const auto& [name, line] : lines)
    {
        BOOST_TEST(settings.contains(name), name << " is a setting that this test does not set");
        BOOST_TEST(!line.starts_with('#'), line);
        const auto before = defaults.find(name);
        BOOST_TEST((before == defaults.end() || before->second != line), line << " is the default");
    }
    BOOST_TEST(printed.find("canary") == std::string::npos);
    BOOST_TEST(printed_again(printed) == printed);
}

BOOST_AUTO_TEST_CASE(changed_settings_are_those_that_differ_from_their_defaults)
{
    const auto defaults = print({{"AUTH_API_KEYS", one_key}, {"LOG_LEVEL", "info"}}, {"--changed"});
    BOOST_TEST(texts_of(defaults) == std::vector<std::string>{"#AUTH_API_KEYS = \"***\""},
               boost::test_tools::per_element());

    const auto key = folder.file("keys", one_key).string();
    const auto printed =
        print({{"AUTH_API_KEYS_FILE", key}, {"LOG_LEVEL", "warning"}, {"DB_URL", "sqlite:///canary"}}, {"--changed"});
    BOOST_TEST(texts_of(printed) == (std::vector<std::string>{"AUTH_API_KEYS_FILE = \"" + key + "\"",
                                                              "#DB_URL = \"***\"", "LOG_LEVEL = \"warning\""}),
               boost::test_tools::per_element());
    const auto config = folder.file("changed.toml", printed).string();
    BOOST_TEST(print({{"DB_URL", "sqlite:///canary"}}, {"--changed", "--config", config}) == printed);

    auto settings = all_settings();
    settings.insert(every_secret.begin(), every_secret.end());
    const auto all = texts_of(print(settings, {"--changed"}));
    BOOST_TEST(all.size() == lines_of(print({{"AUTH_API_KEYS", one_key}})).size());
}

BOOST_AUTO_TEST_CASE(each_setting_answers_a_question)
{
    std::istringstream    lines{print({{"AUTH_API_KEYS", one_key}})};
    std::set<std::string> titles;
    for (std::string line; std::getline(lines, line);)
    {
        if (!line.starts_with("## ")) continue;
        BOOST_TEST(line.find('?') != std::string::npos, line << ": name its settings in core/settings/groups.cpp");
        BOOST_TEST(titles.insert(line).second, line << " is printed twice");
    }
    BOOST_TEST(titles.size() > 10U);
}

BOOST_AUTO_TEST_CASE(a_configuration_with_removed_settings_works)
{
    const environment key{{"AUTH_API_KEYS", one_key}, {"OTEL_BSP_EXPORT_TIMEOUT", "9"}};
    const auto        config = folder.file("old.toml", "JUDGE_LLM_MAX_RETRIES = 1\nLOG_LEVEL = \"error\"\n").string();

    const auto [code, output] = support::run_server(key, {"--check", "--config", config});

    BOOST_TEST(code == 0, output);
    for (const auto* warning :
         {"warning: JUDGE_LLM_MAX_RETRIES: has no effect since it was removed: judge calls are retried as "
          "LLM_MAX_RETRIES says; remove it\n",
          "warning: OTEL_BSP_EXPORT_TIMEOUT: has no effect since it was removed: an export with its retries takes at "
          "most 30 s; remove it\n"})
        BOOST_TEST(output.find(warning) != std::string::npos, output);
    BOOST_TEST(lines_of(print(key, {"--changed", "--config", config})).contains("LOG_LEVEL"));
}

BOOST_AUTO_TEST_CASE(secrets_from_the_environment_are_not_printed)
{
    auto settings = all_settings();
    settings.insert(every_secret.begin(), every_secret.end());

    const auto printed = print(settings);

    BOOST_TEST(printed.find("canary") == std::string::npos);
    for (const auto& [name, text] : every_secret) BOOST_TEST(lines_of(printed).at(name) == "#" + name + " = \"***\"");
    BOOST_TEST(printed_again(printed, every_secret) == printed);
    const auto [code, output] =
        support::run_server({}, {"--check", "--config", folder.file("alone.toml", printed).string()});
    BOOST_TEST(code == 1);
    BOOST_TEST(output.find("AUTH_API_KEYS: Field required") != std::string::npos, output);
}

BOOST_AUTO_TEST_SUITE_END()
