#include "llm/settings.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <map>
#include <optional>

using namespace verbatim::core::llm;

namespace {

const verbatim::sdk::secret the_key{"sk-do-not-print-me"};

settings openai()
{
    settings s;
    s.main.model   = "openai/gpt-x";
    s.main.api_key = the_key;
    return s;
}

settings azure()
{
    settings s;
    s.main = {.model       = "azure/gpt-5.4",
              .api_key     = the_key,
              .api_base    = "https://x.openai.azure.com",
              .api_version = "2025-01-01"};
    return s;
}

verbatim::core::settings::setting_problem only_problem(const settings& s)
{
    const auto all = problems(s);
    BOOST_REQUIRE(all.size() == 1U);
    return all.front();
}

bool mentions(const verbatim::core::settings::setting_problem& problem, std::string_view text)
{
    return to_string(problem).find(text) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_settings)

BOOST_AUTO_TEST_CASE(the_default_is_the_built_in_model)
{
    BOOST_TEST(problems(settings{}).empty());
    BOOST_TEST(warnings(settings{}).empty());
}

BOOST_AUTO_TEST_CASE(complete_connections_have_no_problems)
{
    BOOST_TEST(problems(openai()).empty());
    BOOST_TEST(problems(azure()).empty());

    settings self_hosted;
    self_hosted.main.model    = "openai/mistralai/x";
    self_hosted.main.api_base = "http://127.0.0.1:8080/v1/";
    BOOST_TEST(problems(self_hosted).empty());

    auto anthropic       = openai();
    anthropic.main.model = "anthropic/claude-sonnet-4-5";
    BOOST_TEST(problems(anthropic).empty());
    anthropic.main.api_key  = {};
    anthropic.main.api_base = "http://127.0.0.1:4000";
    BOOST_TEST(problems(anthropic).empty());
}

BOOST_AUTO_TEST_CASE(clear_text_beyond_this_machine_must_be_allowed)
{
    settings s;
    s.main.model = "openai/mistralai/x";
    for (const auto* base : {"http://models.example.org/v1", "http://10.0.0.7:8080", "http://127.0.0.1.example.org"})
    {
        s.main.api_base = base;
        BOOST_TEST(to_string(only_problem(s)) == "LLM_API_BASE: would send keys and texts in clear text; use https://, "
                                                 "or set LLM_ALLOW_PLAIN_HTTP to true");
    }
    s.allow_plain_http = true;
    BOOST_TEST(problems(s).empty());

    auto own_judge           = openai();
    own_judge.judge.model    = "openai/judge";
    own_judge.judge.api_base = "http://models.example.org/v1";
    BOOST_TEST(only_problem(own_judge).setting == "JUDGE_LLM_API_BASE");
    own_judge.allow_plain_http = true;
    BOOST_TEST(problems(own_judge).empty());
}

BOOST_AUTO_TEST_CASE(a_missing_setting_is_named)
{
    auto no_key         = azure();
    no_key.main.api_key = {};
    BOOST_TEST(only_problem(no_key).setting == "LLM_API_KEY");

    auto no_base          = azure();
    no_base.main.api_base = "";
    BOOST_TEST(only_problem(no_base).setting == "LLM_API_BASE");

    auto no_version             = azure();
    no_version.main.api_version = "";
    BOOST_TEST(only_problem(no_version).setting == "LLM_API_VERSION");

    auto no_openai_key         = openai();
    no_openai_key.main.api_key = {};
    BOOST_TEST(only_problem(no_openai_key).setting == "LLM_API_KEY");
    no_openai_key.main.model = "anthropic/claude-sonnet-4-5";
    BOOST_TEST(only_problem(no_openai_key).setting == "LLM_API_KEY");
}

BOOST_AUTO_TEST_CASE(an_api_version_is_required_only_where_the_url_contains_it)
{
    auto elsewhere             = azure();
    elsewhere.main.model       = "azure_ai/mistral-large-2411";
    elsewhere.main.api_base    = "https://x.models.ai.azure.com";
    elsewhere.main.api_version = "";
    BOOST_TEST(problems(elsewhere).empty());

    elsewhere.main.api_base = "https://x.services.ai.azure.com/models/";
    BOOST_TEST(only_problem(elsewhere).setting == "LLM_API_VERSION");
}

BOOST_AUTO_TEST_CASE(a_key_without_a_model_is_refused_unless_the_built_in_model_is_set)
{
    settings s;
    s.main.api_key = the_key;
    BOOST_TEST(only_problem(s).setting == "LLM_API_KEY");

    s.main.model = built_in_model;
    BOOST_TEST(problems(s).empty());
}

BOOST_AUTO_TEST_CASE(a_url_without_a_model_is_refused_unless_the_built_in_model_is_set)
{
    settings s;
    s.main.api_base = "http://127.0.0.1:8080/v1";
    BOOST_TEST(only_problem(s).setting == "LLM_API_BASE");

    s.main.model = built_in_model;
    BOOST_TEST(problems(s).empty());
}

BOOST_AUTO_TEST_CASE(a_judge_key_or_url_for_the_built_in_model_is_refused)
{
    for (const auto& model : {std::string{}, std::string{built_in_model}})
    {
        settings keyed;
        keyed.main.model    = model;
        keyed.judge.api_key = the_key;
        BOOST_TEST(only_problem(keyed).setting == "JUDGE_LLM_API_KEY");
        BOOST_TEST(mentions(only_problem(keyed), "JUDGE_LLM_MODEL"));

        settings addressed;
        addressed.main.model     = model;
        addressed.judge.api_base = "https://judge.example";
        BOOST_TEST(only_problem(addressed).setting == "JUDGE_LLM_API_BASE");
    }
    auto own_key          = openai();
    own_key.judge.api_key = verbatim::sdk::secret{"its-own"};
    BOOST_TEST(problems(own_key).empty());
}

BOOST_AUTO_TEST_CASE(a_managed_identity_replaces_the_key)
{
    auto s         = azure();
    s.main.api_key = {};
    s.main.auth    = authentication::managed_identity;
    BOOST_TEST(problems(s).empty());
    BOOST_TEST(uses_identity(s.main));

    s.main.api_key = the_key;
    BOOST_TEST(only_problem(s).setting == "LLM_API_KEY");
}

BOOST_AUTO_TEST_CASE(a_managed_identity_is_for_models_of_azure)
{
    auto s      = openai();
    s.main.auth = authentication::managed_identity;
    BOOST_TEST(only_problem(s).setting == "LLM_AUTH");
    BOOST_TEST(!uses_identity(s.main));

    settings built_in;
    built_in.main.auth = authentication::managed_identity;
    BOOST_TEST(only_problem(built_in).setting == "LLM_AUTH");
    built_in            = {};
    built_in.judge.auth = authentication::managed_identity;
    BOOST_TEST(only_problem(built_in).setting == "JUDGE_LLM_AUTH");
}

BOOST_AUTO_TEST_CASE(the_judge_inherits_the_authentication)
{
    auto s         = azure();
    s.main.api_key = {};
    s.main.auth    = authentication::managed_identity;
    s.judge.model  = "azure/judge";
    BOOST_TEST(problems(s).empty());
    BOOST_TEST(uses_identity(judge_connection(s)));

    s.judge.model = "openai/judge";
    BOOST_TEST(only_problem(s).setting == "JUDGE_LLM_AUTH");

    s.judge.auth    = authentication::key;
    s.judge.api_key = the_key;
    BOOST_TEST(problems(s).empty());
    BOOST_TEST(!uses_identity(judge_connection(s)));
}

BOOST_AUTO_TEST_CASE(a_judge_with_a_managed_identity_inherits_no_key)
{
    auto s        = azure();
    s.judge.model = "azure/judge";
    s.judge.auth  = authentication::managed_identity;
    BOOST_TEST(problems(s).empty());
    BOOST_TEST(judge_connection(s).api_key.empty());
}

BOOST_AUTO_TEST_CASE(a_judge_with_a_key_needs_its_own_beside_a_managed_identity)
{
    auto s         = azure();
    s.main.api_key = {};
    s.main.auth    = authentication::managed_identity;
    s.judge.auth   = authentication::key;
    BOOST_TEST(only_problem(s).setting == "JUDGE_LLM_API_KEY");

    s.judge.auth.reset();
    s.judge.api_key = the_key;
    BOOST_TEST(only_problem(s).setting == "JUDGE_LLM_API_KEY");
    BOOST_TEST(mentions(only_problem(s), "JUDGE_LLM_AUTH"));
}

BOOST_AUTO_TEST_CASE(unknown_models_and_bases_are_refused)
{
    for (const auto* model : {"mistralai/x", "openai/", "/x", "local/other", "AZURE/x", "openai/with blank"})
        BOOST_TEST_CONTEXT(model)
        {
            auto s       = openai();
            s.main.model = model;
            BOOST_TEST(only_problem(s).setting == "LLM_MODEL");
        }
    for (const auto* base : {"ftp://x", "api.example.org", "https://", "https://x/?a=b", "https://x/#f",
                             "https://u:p@x", "https://x y", "https://x\r\nHost: y", "https://x\\y"})
        BOOST_TEST_CONTEXT(base)
        {
            auto s          = openai();
            s.main.api_base = base;
            BOOST_TEST(only_problem(s).setting == "LLM_API_BASE");
        }
}

BOOST_AUTO_TEST_CASE(no_problem_contains_a_value)
{
    settings s;
    s.main  = {.model       = "secret-one/x",
               .api_key     = verbatim::sdk::secret{"secret two\n"},
               .api_base    = "secret-three",
               .api_version = {}};
    s.judge = {.model       = "azure/secret-four",
               .api_key     = verbatim::sdk::secret{"secret five"},
               .api_base    = "secret-six",
               .api_version = {}};

    const auto all = problems(s);

    BOOST_TEST(all.size() == 6U);
    for (const auto& problem : all) BOOST_TEST(!mentions(problem, "secret"));
}

BOOST_AUTO_TEST_CASE(the_judge_inherits_unset_values)
{
    auto s        = azure();
    s.judge.model = "azure/judge";

    const auto judge = judge_connection(s);

    BOOST_TEST(judge.model == "azure/judge");
    BOOST_TEST(judge.api_key.reveal() == the_key.reveal());
    BOOST_TEST(judge.api_base == azure().main.api_base);
    BOOST_TEST(judge.api_version == azure().main.api_version);
    BOOST_TEST(problems(s).empty());
    BOOST_TEST(warnings(s).empty());
}

BOOST_AUTO_TEST_CASE(a_judge_of_another_provider_with_the_main_key_is_a_warning)
{
    auto s        = azure();
    s.judge.model = "openai/judge";
    BOOST_TEST(problems(s).empty());
    BOOST_REQUIRE(warnings(s).size() == 1U);
    BOOST_TEST(mentions(warnings(s).front(), "JUDGE_LLM_API_KEY"));

    s.judge.api_key = verbatim::sdk::secret{"its own"};
    BOOST_TEST(warnings(s).empty());
}

BOOST_AUTO_TEST_CASE(a_time_of_failures_below_the_longest_timeout_is_a_warning)
{
    auto s         = azure();
    s.failure_time = s.timeout;
    s.fallbacks.push_back({.connection = azure().main, .price = {}});
    s.fallbacks[0].connection.model = "azure/fallback";
    BOOST_TEST(warnings(s).empty());

    const auto is_warning = [&] {
        const auto all = warnings(s);
        return all.size() == 1 && mentions(all.front(), "LLM_FAILURE_SECONDS") && problems(s).empty();
    };
    const auto longer                 = s.timeout + std::chrono::seconds{1};
    s.fallbacks[0].connection.timeout = longer;
    BOOST_TEST(is_warning());
    s.failure_time = longer;
    BOOST_TEST(warnings(s).empty());
    s.timeout = 2 * longer;
    BOOST_TEST(is_warning());
    s.timeout       = longer;
    s.judge.timeout = 2 * longer;
    BOOST_TEST(is_warning());
    s.failure_time.reset();
    BOOST_TEST(warnings(s).empty());
}

BOOST_AUTO_TEST_CASE(a_problem_of_the_judge_names_its_setting)
{
    auto s         = openai();
    s.judge.model  = "azure/judge";
    const auto all = problems(s);
    BOOST_REQUIRE(all.size() == 2U);
    BOOST_TEST(all[0].setting == "JUDGE_LLM_API_BASE");
    BOOST_TEST(all[1].setting == "JUDGE_LLM_API_VERSION");
}

BOOST_AUTO_TEST_CASE(settings_are_read_and_checked_together)
{
    std::map<std::string, std::string, std::less<>> environment{{"LLM_MODEL", "azure/x"},
                                                                {"LLM_API_KEY", the_key.reveal()},
                                                                {"LLM_TIMEOUT_SECONDS", "2.5"},
                                                                {"LLM_STRUCTURED_OUTPUTS", "false"},
                                                                {"JUDGE_LLM_MODEL", "local/extractive"}};
    const auto                                      find = [&](std::string_view name) -> std::optional<std::string> {
        const auto it = environment.find(name);
        return it == environment.end() ? std::nullopt : std::optional{it->second};
    };

    settings result;
    BOOST_TEST(verbatim::sdk::read(verbatim::sdk::schema_of<settings>(), find, &result).empty());
    const auto all = problems(result);
    BOOST_REQUIRE(all.size() == 2U);
    BOOST_TEST(all[0].setting == "LLM_API_BASE");
    BOOST_TEST(all[1].setting == "LLM_API_VERSION");

    environment["LLM_API_BASE"]    = "https://x.openai.azure.com";
    environment["LLM_API_VERSION"] = "v1";
    settings corrected;
    BOOST_TEST(verbatim::sdk::read(verbatim::sdk::schema_of<settings>(), find, &corrected).empty());
    BOOST_TEST(problems(corrected).empty());
    BOOST_TEST(corrected.main.api_key.reveal() == the_key.reveal());
    BOOST_TEST(corrected.timeout.count() == 2.5);
    BOOST_TEST((structure_of(main_connection(corrected)) == structured_output::none));
    BOOST_TEST(corrected.judge.model == built_in_model);
    BOOST_TEST(corrected.max_concurrency == 256U);
}

BOOST_AUTO_TEST_CASE(the_structure_of_outputs_is_inherited_and_has_a_former_name)
{
    using enum structured_output;
    auto s = openai();
    BOOST_TEST((structure_of(main_connection(s)) == json_schema));
    BOOST_TEST((structure_of(judge_connection(s)) == json_schema));

    s.structured_outputs = false;
    BOOST_TEST((structure_of(main_connection(s)) == none));
    BOOST_TEST((structure_of(judge_connection(s)) == none));
    s.judge.structure = json_object;
    BOOST_TEST((structure_of(main_connection(s)) == none));
    BOOST_TEST((structure_of(judge_connection(s)) == json_object));
    BOOST_TEST(problems(s).empty());

    s                = openai();
    s.main.structure = json_object;
    BOOST_TEST((structure_of(judge_connection(s)) == json_object));
    s.judge.structure = json_schema;
    BOOST_TEST((structure_of(judge_connection(s)) == json_schema));
    BOOST_TEST(problems(s).empty());
}

BOOST_AUTO_TEST_CASE(a_former_name_that_contradicts_stops_the_start)
{
    using enum structured_output;
    auto s = openai();
    for (const auto& [former, structure] : {std::pair{false, json_schema}, std::pair{false, json_object},
                                            std::pair{true, json_object}, std::pair{true, none}})
    {
        s.structured_outputs = former;
        s.main.structure     = structure;
        BOOST_TEST(to_string(only_problem(s)) ==
                   "LLM_STRUCTURED_OUTPUTS: contradicts LLM_STRUCTURED_OUTPUT; remove it");
    }
    for (const auto& [former, structure] : {std::pair{false, none}, std::pair{true, json_schema}})
    {
        s.structured_outputs = former;
        s.main.structure     = structure;
        BOOST_TEST(problems(s).empty());
    }
}

BOOST_AUTO_TEST_CASE(a_key_is_never_printed)
{
    auto        s = openai();
    std::string text;
    verbatim::sdk::write(verbatim::sdk::schema_of<settings>(), &s, text);
    BOOST_TEST(text.find(the_key.reveal()) == text.npos);
    BOOST_TEST(text.find("***") != text.npos);
}

BOOST_AUTO_TEST_CASE(a_timeout_is_positive)
{
    for (const double seconds : {0.0, -1.0})
    {
        auto s    = openai();
        s.timeout = std::chrono::duration<double>{seconds};
        BOOST_TEST(only_problem(s).setting == "LLM_TIMEOUT_SECONDS");

        s               = openai();
        s.judge.timeout = std::chrono::duration<double>{seconds};
        BOOST_TEST(only_problem(s).setting == "JUDGE_LLM_TIMEOUT_SECONDS");
    }
}

BOOST_AUTO_TEST_SUITE_END()
