#include "settings/groups.hpp"

#include "settings/similar_name.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::settings;

namespace {

sdk::field_documentation field(std::string name)
{
    sdk::field_documentation result;
    result.name = std::move(name);
    return result;
}

reader::section section(std::string description, std::vector<std::string> names)
{
    reader::section result;
    result.description = std::move(description);
    for (auto& name : names) result.fields.push_back(field(std::move(name)));
    return result;
}

/// "TITLE NAME NAME" for each group.
std::vector<std::string> grouped(const std::vector<reader::section>& sections)
{
    std::vector<std::string> lines;
    for (const auto& group : group_settings(sections))
    {
        lines.emplace_back(group.title);
        for (const auto& setting : group.settings) lines.back() += " " + setting.field->name;
    }
    return lines;
}

} // namespace

BOOST_AUTO_TEST_SUITE(groups)

BOOST_AUTO_TEST_CASE(the_longest_beginning_of_a_name_decides)
{
    const std::vector sections{
        section("Models.", {"LLM_MODEL", "LLM_SEND_TRACEPARENT", "LLM_SEND_TENANT_ID", "LLM_MAX_CONCURRENCY"}),
        section("HTTP.", {"NETWORK_PORT", "NETWORK_MAX_CONNECTIONS"})};
    const std::vector<std::string> expected{
        "Where does the server listen? NETWORK_PORT",
        "Which model answers, with which key and at which price? LLM_MODEL",
        "What does a request to a model contain? LLM_SEND_TENANT_ID",
        "How much does the server do at a time? LLM_MAX_CONCURRENCY NETWORK_MAX_CONNECTIONS",
        "How do operators see what the server does? LLM_SEND_TRACEPARENT"};
    BOOST_TEST(grouped(sections) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(settings_of_other_plugins_stand_under_the_description_of_their_component)
{
    const std::vector sections{section("Wishes.", {"FIND_WISHES_LIMIT", "LLM_MODEL"}), section("None.", {})};
    const std::vector<std::string> expected{"Which model answers, with which key and at which price? LLM_MODEL",
                                            "Wishes. FIND_WISHES_LIMIT"};
    BOOST_TEST(grouped(sections) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_setting_of_two_components_is_listed_once)
{
    const std::vector sections{section("First.", {"ANALYZE_MAX_CONCURRENT_CHUNKS"}),
                               section("Second.", {"ANALYZE_MAX_CONCURRENT_CHUNKS"})};
    const auto        groups = group_settings(sections);
    BOOST_REQUIRE(groups.size() == 1U);
    BOOST_REQUIRE(groups.front().settings.size() == 1U);
    BOOST_TEST(groups.front().settings.front().component == &sections.front());
}

BOOST_AUTO_TEST_CASE(removed_settings_are_warnings_and_others_are_not)
{
    const std::array<std::string, 3> names{"JUDGE_LLM_MAX_RETRIES", "LLM_MAX_RETRIES", "PATH"};
    const auto                       warnings = removed_settings(names);
    BOOST_REQUIRE(warnings.size() == 1U);
    BOOST_TEST(to_string(warnings.front()) ==
               "JUDGE_LLM_MAX_RETRIES: has no effect since it was removed: judge calls are "
               "retried as LLM_MAX_RETRIES says; remove it");
    BOOST_TEST(is_removed("OTEL_BSP_EXPORT_TIMEOUT"));
    BOOST_TEST(!is_removed("OTEL_BSP_SCHEDULE_DELAY"));
}

BOOST_AUTO_TEST_SUITE_END()
