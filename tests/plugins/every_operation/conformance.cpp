#include "operations.hpp"

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

using namespace verbatim;
namespace json = boost::json;

namespace {

/// Output schemas that the example requests of all operations send, by name.
std::map<std::string, json::value> output_schemas()
{
    std::map<std::string, json::value> schemas;
    for (const auto& entry : every_operation())
        for (const auto& example : sdk::examples(entry.descriptor.request.schema()))
        {
            testing::event_loop loop;
            testing::fake_call  call;
            call.llm.auto_reply();
            const testing::parsed_request request{entry.descriptor.request, example};
            loop.run(testing::respond(*entry.operation, call, request.value()));
            for (const auto& sent : call.llm.requests())
                if (!sent.output_schema.empty()) schemas.emplace(sent.output_schema, json::parse(sent.json_schema));
        }
    return schemas;
}

json::array members_of(const json::value& schema)
{
    json::array names;
    for (const auto& [name, inner] : schema.at("properties").as_object()) names.emplace_back(name);
    return names;
}

} // namespace

BOOST_AUTO_TEST_SUITE(conformance)

BOOST_AUTO_TEST_CASE(every_plugin_is_covered)
{
    std::vector<std::string_view> names;
    for (const auto& entry : every_operation()) names.push_back(entry.descriptor.name);
    for (const auto* name :
         {"analyze_bulk", "summarize", "summarize_bulk", "assign_codes", "assign_codes_bulk", "coding_agreement",
          "detect_sensitive", "detect_sensitive_bulk", "suggest_codes", "translate_themes"})
        BOOST_TEST(std::ranges::count(names, name) >= 1, name);
}

BOOST_AUTO_TEST_CASE(every_operation_keeps_the_rules_of_operations)
{
    for (const auto& entry : every_operation())
        for (const auto& problem : testing::check_operation(*entry.operation)) BOOST_ERROR(problem);
}

/// docs/reference/prompts.md#output-schemas
BOOST_AUTO_TEST_CASE(output_schemas_have_the_documented_members)
{
    const auto                               schemas = output_schemas();
    const std::map<std::string, json::array> expected{{"record_summary", {"title", "summary"}},
                                                      {"bulk_summary", {"title", "summary"}},
                                                      {"sensitivity", {"sensitivity_types", "explanation"}},
                                                      {"sensitivities", {"records"}},
                                                      {"code_pick", {"selected"}},
                                                      {"code_judge", {"score", "explanation"}},
                                                      {"code_proposals", {"codes"}},
                                                      {"theme_translations", {"translations"}},
                                                      {"analysis_judge", {"quality_score", "uncertainty_explanation"}},
                                                      {"summary_judge", {"faithfulness", "coverage", "clarity"}}};

    for (const auto& [name, members] : expected) BOOST_TEST_CONTEXT(name)
        {
            BOOST_REQUIRE(schemas.contains(name));
            BOOST_TEST((members_of(schemas.at(name)) == members));
        }
    const auto& types = schemas.at("sensitivity").at("properties").at("sensitivity_types").at("items").at("enum");
    BOOST_TEST(types.as_array().size() == 33u);
}

BOOST_AUTO_TEST_SUITE_END()
