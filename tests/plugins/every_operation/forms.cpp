// What is asked of a model in a form: contract 17.2.
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

/// Some providers refuse a schema with one of these; such rules are checked on the reply.
const std::vector<std::string_view> refused{
    "minimum", "maximum",  "exclusiveMinimum", "exclusiveMaximum", "multipleOf",    "minLength",    "maxLength",
    "pattern", "minItems", "maxItems",         "uniqueItems",      "minProperties", "maxProperties"};

/// Every form that some operation asks for, by name.
std::map<std::string, json::value> every_form()
{
    std::map<std::string, json::value> schemas;
    for (const auto& sample : testing::examples())
    {
        testing::event_loop runs;
        testing::fake_call  call;
        testing::prepare(call, sample, sample.body);
        runs.run(sample.operation().run(call));
        for (const auto& sent : call.llm.requests())
            if (!sent.output_schema.empty()) schemas.emplace(sent.output_schema, json::parse(sent.json_schema));
    }
    return schemas;
}

/// Visits every schema in a schema. What stands under `properties` and `$defs` are names, not keywords.
void check_schema(const json::object& schema)
{
    for (const auto& [word, says] : schema)
    {
        BOOST_TEST(std::ranges::count(refused, std::string_view{word}) == 0, word);
        if (word == "properties" || word == "$defs")
            for (const auto& [name, inner] : says.as_object()) check_schema(inner.as_object());
        if (word == "items") check_schema(says.as_object());
        if (word == "anyOf")
            for (const auto& inner : says.as_array()) check_schema(inner.as_object());
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

BOOST_AUTO_TEST_CASE(every_form_is_closed_needs_all_its_members_and_holds_no_rule_that_a_provider_refuses)
{
    for (const auto& [name, schema] : every_form()) BOOST_TEST_CONTEXT(name)
        {
            BOOST_REQUIRE(schema.is_object());
            BOOST_TEST(schema.as_object().contains("properties"));
            check_schema(schema.as_object());
        }
}

BOOST_AUTO_TEST_CASE(the_forms_of_the_contract_ask_for_its_members)
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
