#include "sample.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <stdexcept>

using namespace sample;
namespace json = boost::json;

namespace {

const char* const forbidden[] = {"minimum",       "maximum",   "exclusiveMinimum", "exclusiveMaximum",
                                 "multipleOf",    "minLength", "maxLength",        "pattern",
                                 "minItems",      "maxItems",  "uniqueItems",      "minProperties",
                                 "maxProperties", "default",   "format",           "examples"};

/// Every object schema in `from` is closed and requires all its members, and no forbidden keyword is there.
void check_strict(const json::value& value)
{
    if (const auto* array = value.if_array())
        for (const auto& item : *array) check_strict(item);
    const auto* schema = value.if_object();
    if (!schema) return;
    for (const auto* word : forbidden) BOOST_TEST(!schema->contains(word), word);
    if (const auto* properties = schema->if_contains("properties"))
    {
        BOOST_TEST(!schema->at("additionalProperties").as_bool());
        BOOST_TEST(schema->at("required").as_array().size() == properties->as_object().size());
        for (const auto& member : properties->as_object()) check_strict(member.value());
    }
    for (const auto* inner : {"items", "anyOf", "allOf"})
        if (const auto* inner_schema = schema->if_contains(inner)) check_strict(*inner_schema);
    if (const auto* definitions = schema->if_contains("$defs"))
        for (const auto& definition : definitions->as_object()) check_strict(definition.value());
}

struct summary
{
    std::string         title, text;
    double              score = 0;
    std::vector<period> periods;
};
void declare(sdk::schema_builder& schema, summary& summary)
{
    schema.name("Summary", "What is asked of a model.");
    schema.required("title", summary.title, "A title.").at_least(1).at_most(80);
    schema.required("summary", summary.text, "A summary.");
    schema.required("score", summary.score, "A score.").at_least(0).at_most(1);
    schema.required("periods", summary.periods, "Periods.").at_most(3);
}

struct tree
{
    node                  root;
    std::optional<window> seen;
    std::vector<window>   more;
    std::optional<period> unit;
};
void declare(sdk::schema_builder& schema, tree& tree)
{
    schema.name("Tree", "Nested in every way.");
    schema.required("root", tree.root, "The root.");
    schema.optional("seen", tree.seen, "When.");
    schema.optional("more", tree.more, "When else.");
    schema.optional("how", tree.unit, "How.");
}

} // namespace

BOOST_AUTO_TEST_SUITE(openapi)

BOOST_AUTO_TEST_CASE(a_component_says_what_the_table_says)
{
    std::vector<sdk::component> components;
    sdk::add_component(sdk::schema_of<bulk_request>(), components);
    const auto names = [&] {
        std::string joined;
        for (const auto& component : components) joined += component.name + " ";
        return joined;
    };
    BOOST_REQUIRE_EQUAL(names(), "BulkRequest Mode Period FeedbackRecord FeedbackRecordMetadata ");
    BOOST_TEST(
        components[2].schema ==
        R"({"type":"string","enum":["day","week","month"],"description":"`day`: A day. `week`: A week. `month`: A month."})");
    BOOST_TEST(
        components[4].schema ==
        R"({"type":"object","additionalProperties":true,"description":"What is known about a message besides its words."})");
    BOOST_TEST(
        components[3].schema ==
        R"({"type":"object","properties":{"id":{"type":"string","description":"How the caller names it."},)"
        R"("content":{"type":"string","maxLength":100000,"description":"The message; may be empty."},)"
        R"("metadata":{"anyOf":[{"$ref":"#/components/schemas/FeedbackRecordMetadata"},{"type":"null"}],)"
        R"("description":"What is known about a message besides its words."},)"
        R"("url_id":{"type":["string","null"],"description":"Path segment of the record in the CRM.","default":""}},)"
        R"("required":["id","content"],"description":"One message and what is known about it."})");

    const auto bulk     = json::parse(components[0].schema).as_object();
    const auto property = [&](json::string_view name) { return json::serialize(bulk.at("properties").at(name)); };
    BOOST_TEST(
        property("feedback_records") ==
        R"({"type":"array","items":{"$ref":"#/components/schemas/FeedbackRecord"},"minItems":1,"description":"The messages to read."})");
    BOOST_TEST(
        property("output_language") ==
        R"({"type":["string","null"],"description":"Language of the answer.","default":null,"examples":["Dutch"]})");
    BOOST_TEST(
        property("period") ==
        R"({"anyOf":[{"$ref":"#/components/schemas/Period"},{"type":"null"}],"description":"Width of a trend period; )"
        R"(null: the server's default. `day`: A day. `week`: A week. `month`: A month.","default":null})");
    BOOST_TEST(json::serialize(bulk.at("required")) == R"(["feedback_records","prompt"])");
    BOOST_TEST(!bulk.contains("additionalProperties"));
    BOOST_TEST(bulk.at("examples").as_array().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_recursive_type_refers_to_itself)
{
    std::vector<sdk::component> components;
    sdk::add_component(sdk::schema_of<codes_request>(), components);
    const auto node = std::find_if(components.begin(), components.end(),
                                   [](const auto& component) { return component.name == "CodingNode"; });
    BOOST_REQUIRE((node != components.end()));
    BOOST_TEST(node->schema.find(R"("children":{"type":"array","items":{"$ref":"#/components/schemas/CodingNode"})") !=
               std::string::npos);
    BOOST_TEST(components[0].schema.find(R"("additionalProperties":false)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_reference_names_the_component)
{
    BOOST_TEST(sdk::reference_to(sdk::schema_of<node>()) == R"({"$ref":"#/components/schemas/CodingNode"})");
}

BOOST_AUTO_TEST_CASE(a_secret_default_is_not_in_the_document)
{
    std::vector<sdk::component> components;
    sdk::add_component(sdk::schema_of<settings>(), components);
    const auto document = json::parse(components.at(0).schema);
    BOOST_TEST(json::serialize(document.at("properties").at("API_KEY")) ==
               R"({"type":"string","format":"password","description":"Its key."})");
}

BOOST_AUTO_TEST_CASE(query_parameters_have_no_null)
{
    BOOST_TEST(
        sdk::query_parameters(sdk::schema_of<window>()) ==
        R"([{"name":"from","in":"query","required":false,"description":"Inclusive.","schema":{"type":"integer","format":"int64",)"
        R"("default":0}},{"name":"to","in":"query","required":false,"description":"Exclusive.","schema":{"type":"integer",)"
        R"("format":"int64","default":10}}])");

    const auto nested = json::parse(sdk::query_parameters(sdk::schema_of<tree>())).as_array();
    BOOST_TEST(nested.at(0).at("required").as_bool());
    BOOST_TEST(json::serialize(nested.at(0).at("content")) ==
               R"({"application/json":{"schema":{"$ref":"#/components/schemas/CodingNode"}}})");
    BOOST_TEST(json::serialize(nested.at(3).at("schema")) == R"({"$ref":"#/components/schemas/Period"})");

    std::vector<sdk::component> components;
    sdk::add_parameter_components(sdk::schema_of<tree>(), components);
    BOOST_TEST(std::any_of(components.begin(), components.end(),
                           [](const auto& component) { return component.name == "Period"; }));
}

BOOST_AUTO_TEST_CASE(an_example_is_the_declared_one_or_composed_of_the_fields)
{
    BOOST_TEST(sdk::example_of(sdk::schema_of<bulk_request>()) ==
               sdk::examples(sdk::schema_of<bulk_request>()).front());

    const auto composed = json::parse(sdk::example_of(sdk::schema_of<tree>()));
    BOOST_TEST(composed.at("root").is_object());
    BOOST_TEST(composed.at("root").at("children").as_array().empty());
    BOOST_TEST(composed.at("more").as_array().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_strict_schema_is_closed_without_bounds)
{
    BOOST_TEST(
        sdk::strict_schema(sdk::schema_of<summary>()) ==
        R"({"type":"object","properties":{"title":{"type":"string","description":"A title."},)"
        R"("summary":{"type":"string","description":"A summary."},"score":{"type":"number","description":"A score."},)"
        R"("periods":{"type":"array","items":{"type":"string","enum":["day","week","month"]},)"
        R"("description":"Periods."}},)"
        R"("required":["title","summary","score","periods"],"additionalProperties":false,)"
        R"("description":"What is asked of a model."})");
}

BOOST_AUTO_TEST_CASE(nested_objects_of_a_strict_schema_are_closed_too)
{
    for (const auto& text : {sdk::strict_schema(sdk::schema_of<tree>()), sdk::strict_schema(sdk::schema_of<node>()),
                             sdk::strict_schema(sdk::schema_of<numbers>())})
    {
        const auto schema = json::parse(text);
        BOOST_TEST(schema.at("type").as_string() == "object");
        check_strict(schema);
    }
    const auto recursive = json::parse(sdk::strict_schema(sdk::schema_of<node>()));
    BOOST_TEST(json::serialize(recursive.at("properties").at("children").at("items")) ==
               R"({"$ref":"#/$defs/CodingNode"})");
    BOOST_TEST(recursive.at("$defs").as_object().contains("CodingNode"));
}

BOOST_AUTO_TEST_CASE(an_open_object_cannot_be_asked_of_a_model)
{
    BOOST_CHECK_THROW(sdk::strict_schema(sdk::schema_of<record>()), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
