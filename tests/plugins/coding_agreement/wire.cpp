#include "wire.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using coding_agreement::request;

namespace {

/// The problems of a request as `field: issue`.
std::vector<std::string> problems(const std::string& json)
{
    request                  target;
    std::vector<std::string> result;
    for (const auto& problem : sdk::read(sdk::schema_of<request>(), boost::json::parse(json), &target))
        result.push_back(problem.field + ": " + problem.issue);
    return result;
}

std::vector<std::string> problems_of_record(const std::string& members)
{
    return problems(R"({"records": [{"id": "1", )" + members + "}]}");
}

using texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(wire)

BOOST_AUTO_TEST_CASE(records_are_required_and_bounded)
{
    BOOST_TEST(problems("{}") == texts{"records: Field required"}, boost::test_tools::per_element());
    BOOST_TEST(problems(R"({"records": []})") ==
                   texts{"records: List should have at least 1 item after validation, not 0"},
               boost::test_tools::per_element());
    std::string many = R"({"id": "1", "human": [], "suggested": []})";
    for (int n = 0; n != 50'000; ++n) many += R"(,{"id": "1", "human": [], "suggested": []})";
    BOOST_TEST(problems(R"({"records": [)" + many + "]}") ==
                   texts{"records: List should have at most 50000 items after validation, not 50001"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(codes_have_names_and_a_bounded_depth)
{
    BOOST_TEST(problems_of_record(R"("human": [], "suggested": [])").empty());
    BOOST_TEST(problems_of_record(R"("human": [["A"], [], ["B", ""]], "suggested": [])") ==
                   (texts{"records[0].human[1]: Codes should have 1 to 16 levels",
                          "records[0].human[2]: Names of codes should have 1 to 512 characters"}),
               boost::test_tools::per_element());
    BOOST_TEST(problems_of_record(R"("human": [], "suggested": [{"code": []}])") ==
                   texts{"records[0].suggested[0].code: Codes should have 1 to 16 levels"},
               boost::test_tools::per_element());

    std::string deep = R"("1")";
    for (int level = 0; level != 16; ++level) deep += R"(,"1")";
    BOOST_TEST(problems_of_record(R"("human": [[)" + deep + R"(]], "suggested": [])") ==
                   texts{"records[0].human[0]: Codes should have 1 to 16 levels"},
               boost::test_tools::per_element());
    const std::string name(513, 'n');
    BOOST_TEST(problems_of_record(R"("human": [], "suggested": [{"code": [")" + name + R"("]}])") ==
                   texts{"records[0].suggested[0].code: Names of codes should have 1 to 512 characters"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_has_at_most_fifty_codes_of_each_coder)
{
    std::string codes = R"(["A"])";
    for (int n = 0; n != 50; ++n) codes += R"(,["A"])";
    BOOST_TEST(problems_of_record(R"("human": [)" + codes + R"(], "suggested": [])") ==
                   texts{"records[0].human: List should have at most 50 items after validation, not 51"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(blind_and_another_person_are_optional_and_checked)
{
    const std::string record = R"("human": [], "suggested": [], )";
    for (const auto* member : {R"("blind": true)", R"("blind": null)", R"("second_human": null)", R"("second_human": [])"})
        BOOST_TEST(problems_of_record(record + member).empty(), member);
    BOOST_TEST(problems_of_record(record + R"("blind": "maybe")").size() == 1U);
    BOOST_TEST(problems_of_record(record + R"("second_human": [["A"], [""]])") ==
                   texts{"records[0].second_human[1]: Names of codes should have 1 to 512 characters"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_confidence_is_from_0_to_1)
{
    BOOST_TEST(problems_of_record(R"("human": [], "suggested": [{"code": ["A"], "confidence": 1.5}])") ==
                   texts{"records[0].suggested[0].confidence: Input should be less than or equal to 1"},
               boost::test_tools::per_element());
    BOOST_TEST(problems_of_record(R"("human": [], "suggested": [{"code": ["A"], "confidence": null}])").empty());
}

BOOST_AUTO_TEST_CASE(keys_are_different_and_bounded)
{
    const std::string records = R"({"records": [{"id": "1", "human": [], "suggested": []}], "by": )";
    BOOST_TEST(problems(records + R"(["a", "", "a"]})") ==
                   (texts{"by[1]: String should have 1 to 128 characters", "by[2]: Keys should be different"}),
               boost::test_tools::per_element());
    BOOST_TEST(problems(records + R"(["1","2","3","4","5","6"]})").size() == 1U);
}

BOOST_AUTO_TEST_CASE(options_are_bounded)
{
    const std::string records = R"({"records": [{"id": "1", "human": [], "suggested": []}], )";
    for (const auto* option :
         {R"("bootstrap_resamples": 2001)", R"("bootstrap_resamples": -1)", R"("confidence_bins": 0)",
          R"("confidence_bins": 51)", R"("max_codes": 1001)", R"("max_confusions": 101)", R"("wanted_precision": 1.1)"})
        BOOST_TEST(problems(records + option + "}").size() == 1U, option);
}

BOOST_AUTO_TEST_SUITE_END()
