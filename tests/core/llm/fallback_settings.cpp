#include "llm/settings.hpp"

#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

using namespace verbatim::core;
using namespace verbatim::core::llm;

namespace {

using texts = std::vector<std::string>;

/// The settings of an environment, and the problems of reading and of using them.
struct checked_settings
{
    llm::settings value;
    texts         problems;
    std::string   shown; ///< as --print-config and the log show it

    explicit checked_settings(std::map<std::string, std::string, std::less<>> environment)
    {
        environment.insert({{"LLM_MODEL", "openai/gpt-5.4"}, {"LLM_API_KEY", "canary-main"}});
        const verbatim::core::settings::source source{[&](std::string_view name) -> std::optional<std::string> {
            const auto it = environment.find(name);
            return it == environment.end() ? std::nullopt : std::optional{it->second};
        }};
        verbatim::core::settings::reader       reader{source};
        value    = reader.read<llm::settings>();
        auto all = reader.problems();
        if (all.empty()) all = llm::problems(value);
        for (const auto& problem : all) problems.push_back(to_string(problem));
        shown = reader.to_toml();
        for (const auto& field : reader.sections().front().fields) shown += field.value;
    }
};

checked_settings with_fallbacks(const std::string& value, const std::string& name = "LLM_FALLBACKS")
{
    return checked_settings{{{name, value}}};
}

constexpr auto good = R"({"model": "openai/gpt-5.4-mini", "api_key": "canary-fallback"})";

std::string good_with(const std::string& member)
{
    return "[" + std::string{good}.substr(0, std::string_view{good}.size() - 1) + ", " + member + "}]";
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_fallback_settings)

BOOST_AUTO_TEST_CASE(fallbacks_are_read_in_order)
{
    const auto checked = with_fallbacks(R"([
        {"model": "openai/gpt-5.4-mini", "api_key": "canary-1"},
        {"model": "azure/our-deployment", "api_key": "canary-2", "api_base": "https://x.openai.azure.com",
         "api_version": "2025-01-01", "price": {"input_usd_per_million": 0.25, "output_usd_per_million": "2",
         "flex": {"input_cost_per_token": 1e-7, "output_cost_per_token": 0}, "long_prompt_tokens": 272000}},
        {"model": "openai/mistralai/x", "api_base": "http://127.0.0.1:8080/v1"}])");
    BOOST_TEST(checked.problems.empty());
    BOOST_REQUIRE(checked.value.fallbacks.size() == 3U);
    const auto& second = checked.value.fallbacks[1];
    BOOST_TEST(second.connection.model == "azure/our-deployment");
    BOOST_TEST(second.connection.api_key.reveal() == "canary-2");
    BOOST_TEST(second.connection.api_version == "2025-01-01");
    BOOST_TEST(second.price.has_value());
    BOOST_TEST(checked.value.fallbacks[2].connection.api_key.empty()); // not that of LLM_API_KEY

    BOOST_TEST(with_fallbacks("[]").problems.empty());
    BOOST_TEST(with_fallbacks(good_with(R"("api_base": "https://x/v1")")).problems.empty());
}

BOOST_AUTO_TEST_CASE(a_key_of_a_fallback_is_never_printed)
{
    const auto checked = with_fallbacks("[" + std::string{good} + "]");
    BOOST_TEST(checked.problems.empty());
    BOOST_TEST(checked.shown.find("canary") == std::string::npos, checked.shown);
    BOOST_TEST(checked.shown.find("gpt-5.4-mini") != std::string::npos, checked.shown);
}

BOOST_AUTO_TEST_CASE(each_mistake_of_a_list_is_reported_with_its_place)
{
    const auto price = [](const std::string& members) { return good_with("\"price\": {" + members + "}"); };
    const auto both  = std::string{R"("input_usd_per_million": 1, "output_usd_per_million": 2)"};

    const std::pair<std::string, texts> mistakes[]{
        {"canary", {"LLM_FALLBACKS: Input should be a valid list"}},
        {"", {"LLM_FALLBACKS: Input should be a valid list"}},
        {"{}", {"LLM_FALLBACKS: Input should be a valid list"}},
        {"null", {"LLM_FALLBACKS: Input should be a valid list"}},
        {"[4242]", {"LLM_FALLBACKS[0]: Input should be a valid object"}},
        {"[null]", {"LLM_FALLBACKS[0]: Input should be a valid object"}},
        {"[{}]", {"LLM_FALLBACKS[0].model: Field required"}},
        {R"([{"model": 4242, "api_key": null, "api_base": [], "api_version": true}])",
         {"LLM_FALLBACKS[0].model: Input should be a valid string",
          "LLM_FALLBACKS[0].api_key: Input should be a valid string",
          "LLM_FALLBACKS[0].api_base: Input should be a valid string",
          "LLM_FALLBACKS[0].api_version: Input should be a valid string"}},
        {good_with(R"("key": "canary")"), {"LLM_FALLBACKS[0].key: Extra inputs are not permitted"}},
        {good_with(R"("timeout_seconds": 0)"), {"LLM_FALLBACKS[0].timeout_seconds: must be greater than 0"}},
        {good_with(R"("timeout_seconds": "soon", "max_retries": 424)"),
         {"LLM_FALLBACKS[0].timeout_seconds: Input should be a valid number",
          "LLM_FALLBACKS[0].max_retries: Input should be less than or equal to 100"}},
        {good_with(R"("timeout_seconds": null, "max_retries": -4242)"),
         {"LLM_FALLBACKS[0].timeout_seconds: Input should be a valid number",
          "LLM_FALLBACKS[0].max_retries: Input should be greater than or equal to 0"}},
        {good_with(R"("price": 4242)"), {"LLM_FALLBACKS[0].price: Input should be a valid object"}},
        {good_with(R"("price": null)"), {"LLM_FALLBACKS[0].price: Input should be a valid object"}},
        {R"([{"model": "openai/a"}, {"model": "azure/b"}])",
         {"LLM_FALLBACKS[0].api_key: is required for openai and anthropic models unless LLM_FALLBACKS[0].api_base is "
          "set",
          "LLM_FALLBACKS[1].api_base: is required for azure and azure_ai models",
          "LLM_FALLBACKS[1].api_key: is required for azure and azure_ai models; set it, or set LLM_FALLBACKS[1].auth "
          "to "
          "managed_identity",
          "LLM_FALLBACKS[1].api_version: is required, because the URL of this model contains it"}},
        {R"([{"model": "openai/a", "api_key": "canary two", "api_base": "canary"}])",
         {"LLM_FALLBACKS[0].api_base: must be an http:// or https:// URL without user, query or fragment",
          "LLM_FALLBACKS[0].api_key: contains a space or another character that a header cannot contain"}},
        {R"([{"model": "openai/a", "auth": "canary"}])",
         {"LLM_FALLBACKS[0].auth: Input should be 'key' or 'managed_identity'"}},
        {R"([{"model": "openai/a", "auth": "managed_identity"}])",
         {"LLM_FALLBACKS[0].auth: managed_identity is for azure and azure_ai models only; set LLM_FALLBACKS[0].auth to "
          "key"}},
        {R"([{"model": "openai/a", "api_base": "http://models.example.org"}])",
         {"LLM_FALLBACKS[0].api_base: would send keys and texts in clear text; use https://, or set "
          "LLM_ALLOW_PLAIN_HTTP to true"}},
        {R"([{"model": "local/extractive"}])",
         {"LLM_FALLBACKS[0].model: is a built-in model, which is no fallback; name a provider"}},
        {"[" + std::string{good} + "," + good + "]", {"LLM_FALLBACKS[1]: repeats an earlier connection; remove it"}},
        {R"([{"model": "openai/gpt-5.4", "api_key": "canary-main"}])",
         {"LLM_FALLBACKS[0]: repeats an earlier connection; remove it"}},
        {price(""),
         {"LLM_FALLBACKS[0].price: input_usd_per_million is missing",
          "LLM_FALLBACKS[0].price: output_usd_per_million is missing"}},
        {price(both + R"(, "modes": 4242)"), {"LLM_FALLBACKS[0].price: modes is an unknown key; remove it"}},
        {price(both + ", \"" + std::string(2'000, 'm') + "\": 4242"),
         {"LLM_FALLBACKS[0].price: a name that is not printable ASCII without spaces is an unknown key; remove it"}},
        {price(both + R"(, "\u0000\u007f\ufeff: &x": 4242)"),
         {"LLM_FALLBACKS[0].price: a name that is not printable ASCII without spaces is an unknown key; remove it"}},
        {price(both + R"(, "input_cost_per_token": 1)"),
         {"LLM_FALLBACKS[0].price: input_cost_per_token is given twice, per token and per million; remove one"}},
        {price(R"("input_usd_per_million": -4242, "output_usd_per_million": null)"),
         {"LLM_FALLBACKS[0].price: input_usd_per_million is not a price; use a number of at least 0, in US dollars",
          "LLM_FALLBACKS[0].price: output_usd_per_million is not a price; use a number of at least 0, in US dollars"}},
        {price(both + R"(, "flex": 2, "priority": {"input_usd_per_million": 1})"),
         {"LLM_FALLBACKS[0].price, flex: is no map of prices",
          "LLM_FALLBACKS[0].price, priority: output_usd_per_million is missing"}},
        {price(both + R"(, "long_prompt_tokens": 4242.5)"),
         {"LLM_FALLBACKS[0].price: long_prompt_tokens is not a number of tokens; use an integer over 0"}},
    };
    for (const auto& [value, expected] : mistakes) BOOST_TEST_CONTEXT(value)
        {
            const auto problems = with_fallbacks(value).problems;
            BOOST_TEST(problems == expected, boost::test_tools::per_element());
            for (const auto& problem : problems)
                BOOST_TEST((problem.find("canary") == problem.npos && problem.find("4242") == problem.npos), problem);
        }
}

BOOST_AUTO_TEST_CASE(more_than_eight_fallbacks_are_refused)
{
    std::string list;
    for (int n = 0; n != 8; ++n)
        list +=
            (n == 0 ? "" : ",") + std::string{R"({"model": "openai/m)"} + std::to_string(n) + R"(", "api_key": "k"})";
    BOOST_TEST(with_fallbacks("[" + list + "]").problems.empty());
    BOOST_TEST(with_fallbacks("[" + list + "," + good + "]").problems ==
                   texts{"LLM_FALLBACKS: List should have at most 8 items after validation, not 9"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_built_in_model_has_no_fallbacks)
{
    const std::string list = "[" + std::string{good} + "]";
    BOOST_TEST(checked_settings({{"LLM_FALLBACKS", list}, {"LLM_MODEL", "local/extractive"}}).problems ==
                   texts{"LLM_FALLBACKS: is set, but the first model is built in and needs no fallback; set LLM_MODEL "
                         "or remove the fallbacks"},
               boost::test_tools::per_element());

    const checked_settings local_judge{{{"LLM_FALLBACKS", list}, {"JUDGE_LLM_MODEL", "local/extractive"}}};
    BOOST_TEST(local_judge.problems.empty());
    BOOST_TEST(judge_fallbacks(local_judge.value).empty());
}

BOOST_AUTO_TEST_CASE(the_judge_inherits_the_fallbacks_unless_it_has_its_own)
{
    const std::string list = "[" + std::string{good} + "]";
    BOOST_TEST(judge_fallbacks(with_fallbacks(list).value).size() == 1U);
    BOOST_TEST(
        judge_fallbacks(checked_settings{{{"LLM_FALLBACKS", list}, {"JUDGE_LLM_FALLBACKS", "[]"}}}.value).empty());

    const auto is_empty_with = [&](const std::string& model, const std::string& key) {
        const checked_settings checked{
            {{"LLM_FALLBACKS", list}, {"JUDGE_LLM_MODEL", model}, {"JUDGE_LLM_API_KEY", key}}};
        BOOST_TEST(checked.problems.empty());
        return judge_fallbacks(checked.value).empty();
    };
    BOOST_TEST(is_empty_with("openai/gpt-5.4-mini", "canary-fallback")); // the judge itself
    BOOST_TEST(!is_empty_with("openai/gpt-5.4-mini", "canary-judge"));

    BOOST_TEST(with_fallbacks(R"([{"model": "azure/x", "api_key": "k", "api_version": "v"}])", "JUDGE_LLM_FALLBACKS")
                       .problems == texts{"JUDGE_LLM_FALLBACKS[0].api_base: is required for azure and azure_ai models"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
