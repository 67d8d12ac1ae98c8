// Output schemas: docs/reference/prompts.md#output-schemas.
#include "plugins.hpp"

#include "verbatim/testing/event_loop.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

using namespace verbatim;
namespace json = boost::json;

namespace {

/// Keywords that some providers reject in strict schemas; such rules are checked on the output instead.
const std::vector<std::string_view> refused{
    "minimum", "maximum",  "exclusiveMinimum", "exclusiveMaximum", "multipleOf",    "minLength",    "maxLength",
    "pattern", "minItems", "maxItems",         "uniqueItems",      "minProperties", "maxProperties"};

/// All output schemas that operations send, by name.
std::map<std::string, json::value> every_form()
{
    std::map<std::string, json::value> schemas;
    for (const auto& sample : testing::examples())
    {
        testing::event_loop runs;
        testing::fake_call  call;
        testing::prepare(call);
        const auto request = testing::request_of(sample, sample.body);
        runs.run(testing::respond(sample.operation(), call, request.value()));
        for (const auto& sent : call.llm.requests())
            if (!sent.output_schema.empty()) schemas.emplace(sent.output_schema, json::parse(sent.json_schema));
    }
    return schemas;
}

/// Visits all nested schemas. Members of `properties` and `$defs` are names, not keywords.
void check_schema(const json::object& schema)
{
    for (const auto& [word, value] : schema)
    {
        BOOST_TEST(std::ranges::count(refused, std::string_view{word}) == 0, word);
        if (word == "properties" || word == "$defs")
            for (const auto& [name, inner] : value.as_object()) check_schema(inner.as_object());
        if (word == "items") check_schema(value.as_object());
        if (word == "anyOf")
            for (const auto& inner : value.as_array()) check_schema(inner.as_object());
    }
    const auto* members = schema.if_contains("properties");
    if (!members) return;
    BOOST_TEST(schema.at("type").as_string() == "object");
    BOOST_TEST(!schema.at("additionalProperties").as_bool());
    json::array names;
    for (const auto& [name, inner] : members->as_object()) names.emplace_back(name);
    BOOST_TEST((schema.at("required") == names));
}

json::array members_of(const json::value& schema)
{
    json::array names;
    for (const auto& [name, inner] : schema.at("properties").as_object()) names.emplace_back(name);
    return names;
}

} // namespace

BOOST_AUTO_TEST_SUITE(forms)

BOOST_AUTO_TEST_CASE(every_output_schema_is_closed_and_uses_only_supported_keywords)
{
    for (const auto& [name, schema] : every_form()) BOOST_TEST_CONTEXT(name)
        {
            BOOST_REQUIRE(schema.is_object());
            BOOST_TEST(schema.as_object().contains("properties"));
            check_schema(schema.as_object());
        }
}

BOOST_AUTO_TEST_CASE(output_schemas_have_the_documented_members)
{
    const auto                               schemas = every_form();
    const std::map<std::string, json::array> expected{{"record_summary", {"title", "summary"}},
                                                      {"bulk_summary", {"title", "summary"}},
                                                      {"sensitivity", {"sensitivity_types", "explanation"}},
                                                      {"code_pick", {"selected"}},
                                                      {"code_judge", {"score", "explanation"}},
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
