#include "sensitive_finding.hpp"

#include "verbatim/feedback/output_schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using detect_sensitive::parse_finding;
using enum detect_sensitive::sensitivity;

namespace {

using types = std::vector<detect_sensitive::sensitivity>;

} // namespace

BOOST_AUTO_TEST_SUITE(finding)

BOOST_AUTO_TEST_CASE(duplicate_types_are_removed_in_the_model_order)
{
    const auto finding =
        parse_finding(R"({"sensitivity_types":["THEFT","FRAUD","THEFT","CORRUPTION","FRAUD"],"explanation":" why "})");
    BOOST_REQUIRE(finding.has_value());
    BOOST_TEST((finding->types == types{theft, fraud, corruption}));
    BOOST_TEST(finding->explanation == " why ");
}

BOOST_AUTO_TEST_CASE(fenced_output_is_parsed)
{
    for (const char* reply : {"```json\n{\"sensitivity_types\":[\"THEFT\"],\"explanation\":\"x\"}\n```",
                              "```{\"sensitivity_types\":[\"THEFT\"],\"explanation\":\"x\"}```"})
        BOOST_TEST((parse_finding(reply).value().types == types{theft}), reply);
}

BOOST_AUTO_TEST_CASE(a_type_repeated_100000_times_is_one_type)
{
    std::string reply = R"({"sensitivity_types":["THEFT")";
    for (int n = 0; n != 100'000; ++n) reply += R"(,"THEFT")";
    reply += R"(],"explanation":"x"})";
    BOOST_TEST((parse_finding(reply).value().types == types{theft}));
}

BOOST_AUTO_TEST_CASE(every_type_is_parsed)
{
    const auto words = declare(detect_sensitive::sensitivity{});
    for (const auto& word : words.values())
    {
        const auto finding =
            parse_finding(R"({"explanation":"","sensitivity_types":[")" + std::string{word.name} + R"("],"more":1})");
        BOOST_TEST_CONTEXT(word.name)
        {
            BOOST_REQUIRE(finding.has_value());
            BOOST_TEST((finding->types == types{static_cast<detect_sensitive::sensitivity>(word.value)}));
        }
    }
}

BOOST_AUTO_TEST_CASE(invalid_output_is_rejected)
{
    for (const char* reply :
         {"", "THEFT", "null", "[]", R"(["THEFT"])", "{}", R"({"sensitivity_types":[]})", R"({"explanation":"x"})",
          R"({"sensitivity_types":null,"explanation":"x"})", R"({"sensitivity_types":"THEFT","explanation":"x"})",
          R"({"sensitivity_types":{"0":"THEFT"},"explanation":"x"})", R"({"sensitivity_types":[],"explanation":null})",
          R"({"sensitivity_types":["THEFT","ROBBERY"],"explanation":"x"})",
          R"({"sensitivity_types":[""],"explanation":"x"})", R"({"sensitivity_types":[13],"explanation":"x"})",
          R"({"sensitivity_types":[null],"explanation":"x"})", "```json\n{\"sensitivity_types\":[]}\n```"})
        BOOST_TEST(!parse_finding(reply), reply);
}

BOOST_AUTO_TEST_CASE(output_with_faults_of_form_is_read)
{
    for (const char* reply : {R"({"sensitivity_types":["theft"],"explanation":"x"})",
                              R"({"sensitivity_types":[" THEFT"],"explanation":"x"})",
                              R"({"sensitivity_types":[["THEFT"]],"explanation":"x"})",
                              R"({"sensitivity_types":["THEFT"],"explanation":["x"]})",
                              R"({"sensitivity_types":["THEFT"],"explanation":"x")",
                              R"({"sensitivity_types":["THEFT"],"explanation":"x"} or {"sensitivity_types":[]})",
                              R"([{"sensitivity_types":["THEFT"],"explanation":"x"}])"})
    {
        const auto finding = parse_finding(reply);
        BOOST_REQUIRE(finding.has_value());
        BOOST_TEST(finding->types.size() == 1u, reply);
        BOOST_TEST(finding->explanation == "x", reply);
    }
}

BOOST_AUTO_TEST_CASE(each_record_of_an_output_is_read_by_itself)
{
    const auto findings = detect_sensitive::parse_bulk_finding(
        R"({"records":[{"record":1,"sensitivity_types":["THEFT"],"explanation":"x"},
                       {"record":0,"sensitivity_types":["ROBBERY"],"explanation":"an unknown type"},
                       {"record":1,"sensitivity_types":[],"explanation":"a repeated one"},
                       {"record":7,"sensitivity_types":[],"explanation":"no such record"},
                       {"record":-1,"sensitivity_types":[],"explanation":""},
                       {"record":"record 2","sensitivity_types":["fraud"],"explanation":""},
                       {"record":3,"explanation":"no types"}, 4, "x", null]})",
        5);
    BOOST_REQUIRE(findings.size() == 5u);
    BOOST_TEST(!findings[0]);
    BOOST_TEST((findings[1].value().types == types{theft}));
    BOOST_TEST((findings[2].value().types == types{fraud}));
    BOOST_TEST(!findings[3]);
    BOOST_TEST(!findings[4]);
    for (const char* output : {"", "null", "{}", "[]", R"({"records":{}})", R"({"records":"none"})", "No record."})
        for (const auto& finding : detect_sensitive::parse_bulk_finding(output, 2)) BOOST_TEST(!finding, output);
}

BOOST_AUTO_TEST_CASE(output_schema_is_closed_and_lists_the_types)
{
    const auto& form = feedback::output_schema_of<detect_sensitive::sensitive_finding>("sensitivity");
    BOOST_TEST(form.name == "sensitivity");
    const auto schema = boost::json::parse(form.json_schema);
    BOOST_TEST(!schema.at("additionalProperties").as_bool());
    BOOST_TEST(schema.at("required") == boost::json::parse(R"(["sensitivity_types","explanation"])"));
    BOOST_TEST(schema.at_pointer("/properties/explanation/type").as_string() == "string");
    const auto& listed = schema.at_pointer("/properties/sensitivity_types/items/enum").as_array();
    BOOST_TEST(listed.size() == 33u);
    BOOST_TEST(listed.front().as_string() == "GENDER_INEQUALITY");
    BOOST_TEST(listed.back().as_string() == "INAPPROPRIATE_BEHAVIOUR");
}

BOOST_AUTO_TEST_SUITE_END()
