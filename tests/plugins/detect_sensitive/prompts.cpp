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

BOOST_AUTO_TEST_CASE(system_message_has_guardrails_and_prefers_false_positives)
{
    const auto words = detect_sensitive::prompts::detection().text();
    for (const std::string& phrase :
         {feedback::guardrails(feedback::citation_style::none).text(), std::string{"Name only types of this list"},
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

BOOST_AUTO_TEST_CASE(messages_about_many_records_have_the_rules_of_one)
{
    const auto one  = detect_sensitive::prompts::detection().text();
    const auto many = detect_sensitive::prompts::bulk_detection().text();
    const auto from = one.find("- Name every type");
    const auto to   = one.find("Explain in one");
    BOOST_REQUIRE(from < to);
    BOOST_TEST(many.find(one.substr(from, to - from)) != many.npos);
    BOOST_TEST(many.find("Read each record by itself") != many.npos);
    BOOST_TEST(many.find("by their id") == many.npos);
}

/// Replaces each "ites" and "ite" of a kite, so that the text is no example of a prompt.
std::string without_kites(std::string text)
{
    for (auto at = text.find("ite"); at != text.npos; at = text.find("ite", at)) text.replace(at, 3, "it");
    return text;
}

BOOST_AUTO_TEST_CASE(examples_of_outputs_are_readable_and_their_copies_are_not)
{
    const auto one      = detect_sensitive::prompts::detection().text();
    int        examples = 0;
    for (auto at = one.find("{\"sensitivity_types\""); at != one.npos; at = one.find("{\"sensitivity_types\"", at + 1))
    {
        const auto example = one.substr(at, one.find('\n', at) - at);
        BOOST_TEST(!detect_sensitive::parse_finding(example), example);
        BOOST_TEST(detect_sensitive::parse_finding(without_kites(example)).has_value(), example);
        ++examples;
    }
    BOOST_TEST(examples == 2);

    const auto many     = detect_sensitive::prompts::bulk_detection().text();
    const auto begin    = many.find("{\"records\"");
    const auto example  = many.substr(begin, many.find('\n', begin) - begin);
    const auto findings = detect_sensitive::parse_bulk_finding(without_kites(example), 2);
    BOOST_TEST(findings[0].value().types.empty());
    BOOST_TEST(findings[1].value().types.size() == 1u);
    for (const auto& copied : detect_sensitive::parse_bulk_finding(example, 2)) BOOST_TEST(!copied);
}

BOOST_AUTO_TEST_SUITE_END()
