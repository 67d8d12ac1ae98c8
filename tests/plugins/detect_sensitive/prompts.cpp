#include "prompts.hpp"

#include "sensitive_finding.hpp"
#include "sensitivity.hpp"

#include "verbatim/feedback/markup.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(prompts)

BOOST_AUTO_TEST_CASE(each_type_has_one_line_of_guidance)
{
    const auto system = detect_sensitive::prompts::detection().text();
    const auto words  = declare(detect_sensitive::sensitivity{});
    for (const auto& word : words.values())
    {
        const auto line = "\n" + std::string{word.name} + ": " + std::string{word.description} + "\n";
        BOOST_TEST(system.find(line) != std::string::npos, word.name);
    }
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_example_is_no_finding)
{
    const auto system  = detect_sensitive::prompts::detection().text();
    const auto begin   = system.rfind("{\"");
    auto       example = system.substr(begin, system.find('}', begin) + 1 - begin);
    BOOST_TEST(!detect_sensitive::parse_finding(example));
    example.replace(example.find("kite"), 4, "ball");
    BOOST_TEST(detect_sensitive::parse_finding(example).has_value());
}

BOOST_AUTO_TEST_CASE(system_message_has_guardrails_and_prefers_false_positives)
{
    const auto words = detect_sensitive::prompts::detection().text();
    for (const std::string& phrase : {feedback::guardrails().text(), std::string{"Name only types of this list"},
                                      std::string{"When in doubt, name"}, std::string{"as if the real name"},
                                      std::string{"JSON object only: sensitivity_types"}})
        BOOST_TEST(words.find(phrase) != words.npos, phrase);
}

BOOST_AUTO_TEST_CASE(system_message_avoids_beneficiaries_and_users)
{
    auto words = detect_sensitive::prompts::detection().text();
    for (char& c : words)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const char* word : {"beneficiar", " users"}) BOOST_TEST(words.find(word) == words.npos, word);
}

BOOST_AUTO_TEST_SUITE_END()
