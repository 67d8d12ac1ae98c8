#include "settings/similar_name.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::settings;

namespace {

const std::set<std::string, std::less<>> known{
    "DB_NAME",           "DB_URL",    "DB_URL_FILE", "LLM_API_KEY",   "LLM_API_KEY_FILE",       "LLM_MODEL",
    "MODEL_PRICES_PATH", "STATE_DIR", "LOG_LEVEL",   "AUTH_API_KEYS", "OTEL_BSP_SCHEDULE_DELAY"};

bool is_known_to_nobody(std::string_view) { return false; }

} // namespace

BOOST_AUTO_TEST_SUITE(similar_name_)

BOOST_AUTO_TEST_CASE(a_misspelled_name_resembles_its_setting)
{
    const std::pair<const char*, const char*> samples[]{
        {"LLM_MODLE", "LLM_MODEL"},        {"LLM_MODE", "LLM_MODEL"},
        {"LLM_MODELS", "LLM_MODEL"},       {"LLM-MODEL", "LLM_MODEL"},
        {"llm_model", "LLM_MODEL"},        {"LLM_MODEL_FILE", "LLM_MODEL"},
        {"AUTH_API_KEY", "AUTH_API_KEYS"}, {"MODEL_PRICE_PAHT", "MODEL_PRICES_PATH"},
        {"DB_URLFILE", "DB_URL_FILE"},     {"OTEL_BSP_SCHEDULE_DELY", "OTEL_BSP_SCHEDULE_DELAY"}};
    for (const auto& [name, setting] : samples) BOOST_TEST(similar_name(name, known).value_or("") == setting, name);
}

BOOST_AUTO_TEST_CASE(names_of_other_programs_resemble_no_setting)
{
    for (const auto* name : {"", "A", "PATH", "HOME", "STATIC_DIR", "DB_PASS", "DB_TYPE", "PG_URL", "OPENAI_API_KEY",
                             "OTEL_BLRP_SCHEDULE_DELAY", "LLM_MODEL_NAME", "LOG_FILE", "KUBERNETES_PORT"})
        BOOST_TEST(!similar_name(name, known).has_value(), name);
    BOOST_TEST(!similar_name(std::string(1U << 20U, 'L'), known).has_value());
}

BOOST_AUTO_TEST_CASE(known_variables_and_those_of_plugins_are_no_mistakes)
{
    const std::string names[]{"LLM_MODEL", "LLM_API_KEY_FILE", "LLM_MODLE", "PATH"};

    const auto problems = misspelled_variables(names, known, &is_known_to_nobody);
    BOOST_REQUIRE(problems.size() == 1U);
    BOOST_TEST(to_string(problems[0]) == "LLM_MODLE: is no setting but resembles LLM_MODEL; correct the name of the "
                                         "environment variable, or remove it");

    const auto is_known = [](std::string_view name) { return name == "LLM_MODLE"; };
    BOOST_TEST(misspelled_variables(names, known, is_known).empty());
}

BOOST_AUTO_TEST_CASE(names_with_control_characters_are_not_repeated)
{
    const std::string names[]{"LLM_MODE\x1b", "LLM_MODE\n", "LLM MODEL"};
    BOOST_TEST(misspelled_variables(names, known, &is_known_to_nobody).empty());
}

BOOST_AUTO_TEST_SUITE_END()
