#include "openapi/document.hpp"

#include "core/openapi/sample.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::openapi_test;
using namespace verbatim::core;
namespace json = boost::json;

namespace {

struct other_answer
{
    int number = 0;
};
void declare(sdk::schema_builder& schema, other_answer& answer)
{
    schema.name("Answer", "Another type with the same name.");
    schema.field("number", answer.number, "A number.");
}

json::object parsed_document()
{
    return json::parse(openapi::document({model_operation(), create_operation(), query_operation(), plain_operation()},
                                         {}, "1.2.3"))
        .as_object();
}

std::string text(const json::value& value) { return json::value_to<std::string>(value); }

} // namespace

BOOST_AUTO_TEST_SUITE(document)

BOOST_AUTO_TEST_CASE(the_document_has_its_version_and_the_tags_in_order)
{
    const auto parsed = parsed_document();

    BOOST_TEST(text(parsed.at("openapi")) == "3.1.0");
    BOOST_TEST(text(parsed.at("info").at("title")) == "Feedback Analysis Backend");
    BOOST_TEST(text(parsed.at("info").at("version")) == "1.2.3");
    std::string tags;
    for (const auto& tag : parsed.at("tags").as_array())
    {
        tags += text(tag.at("name")) + ";";
        const auto sentence = text(tag.at("description"));
        BOOST_TEST(sentence.find('.') == sentence.size() - 1, sentence);
    }
    BOOST_TEST(tags == "Default;Bulk Inference;Inference;Jobs;User Management;Usage Tracking;");
}

BOOST_AUTO_TEST_CASE(an_operation_id_is_the_name_of_the_operation)
{
    const auto parsed = parsed_document();

    BOOST_TEST(text(parsed.at("paths").at("/v1/ask-all").at("post").at("operationId")) == "ask");
    BOOST_TEST(text(parsed.at("paths").at("/v1/health").at("get").at("operationId")) == "health");
}

BOOST_AUTO_TEST_CASE(verbs_of_a_path_share_an_entry_and_have_their_own_success_response)
{
    const auto  parsed = parsed_document();
    const auto& things = parsed.at("paths").at("/v1/things").as_object();

    BOOST_TEST(things.at("post").at("responses").as_object().contains("201"));
    BOOST_TEST(!things.at("post").at("responses").as_object().contains("200"));
    BOOST_TEST(things.at("get").at("responses").as_object().contains("200"));
    BOOST_TEST(text(things.at("get").at("parameters").at(0).at("name")) == "from");
    BOOST_TEST(!things.at("get").as_object().contains("requestBody"));
}

BOOST_AUTO_TEST_CASE(every_example_of_a_body_is_shown_unchanged)
{
    const auto  parsed = parsed_document();
    const auto& body   = parsed.at("paths").at("/v1/ask-all").at("post").at("requestBody");

    const auto& examples = body.at("content").at("application/json").at("examples").as_object();
    BOOST_TEST(examples.size() == 2u);
    BOOST_TEST(json::serialize(examples.at("example-1").at("value")) == R"({"text":"Why?","loud":true})");
    BOOST_TEST(json::serialize(examples.at("example-2").at("value")) == R"({"text":"How?"})");
}

BOOST_AUTO_TEST_CASE(operations_that_call_models_have_the_members_of_the_server)
{
    const auto parsed  = parsed_document();
    const auto schemas = parsed.at("components").at("schemas").as_object();
    BOOST_TEST(text(schemas.at("Question").at("properties").at("explain").at("type")) == "boolean");
    BOOST_TEST(text(schemas.at("Answer").at("properties").at("provenance").at("$ref")) ==
               "#/components/schemas/Provenance");
    BOOST_TEST(text(schemas.at("Question").at("properties").at("dry_run").at("type")) == "boolean");
    for (const auto* schema : {"Question", "Answer"})
        for (const auto& name : schemas.at(schema).at("required").as_array())
            BOOST_TEST((name != "explain" && name != "provenance" && name != "dry_run"));
    for (const auto* name : {"Provenance", "UsedModel", "UsedPrompt", "RedactedKind", "NotedFact", "PhaseDuration"})
        BOOST_TEST(schemas.contains(name), name);

    const auto others = json::parse(openapi::document({create_operation(), query_operation()}, {}, "1.2.3"));
    BOOST_TEST(!others.at("components").at("schemas").as_object().contains("Provenance"));
}

BOOST_AUTO_TEST_CASE(every_success_has_an_example)
{
    const auto parsed = parsed_document();

    const auto example = [&](std::string_view path, std::string_view verb, std::string_view status) {
        return json::serialize(parsed.at("paths")
                                   .at(path)
                                   .at(verb)
                                   .at("responses")
                                   .at(status)
                                   .at("content")
                                   .at("application/json")
                                   .at("example"));
    };
    BOOST_TEST(example("/v1/ask-all", "post", "200") == R"({"text":"Because."})");
    BOOST_TEST(example("/v1/health", "get", "200") == R"({"status":"ok","version":"1.2.3"})");
}

BOOST_AUTO_TEST_CASE(two_operations_with_the_same_name_are_refused)
{
    auto other = plain_operation();
    other.path = "/v1/other";

    BOOST_CHECK_THROW(openapi::document({plain_operation(), other}, {}, "1"), std::logic_error);
}

BOOST_AUTO_TEST_CASE(only_health_needs_no_key)
{
    const auto parsed = parsed_document();

    for (const auto& [path, verbs] : parsed.at("paths").as_object())
        for (const auto& [verb, operation] : verbs.as_object())
            BOOST_TEST(json::serialize(operation.at("security")) ==
                           (path == "/v1/health" ? "[]" : R"([{"HTTPBearer":[]}])"),
                       path);
    BOOST_TEST(text(parsed.at("components").at("securitySchemes").at("HTTPBearer").at("scheme")) == "bearer");
}

BOOST_AUTO_TEST_CASE(equal_operations_yield_equal_bytes)
{
    BOOST_TEST(openapi::document({model_operation(), plain_operation()}, {}, "1") ==
               openapi::document({model_operation(), plain_operation()}, {}, "1"));
}

BOOST_AUTO_TEST_CASE(two_different_types_with_the_same_component_name_are_refused)
{
    auto other     = plain_operation();
    other.response = sdk::type_of<other_answer>();

    BOOST_CHECK_THROW(openapi::document({model_operation(), other}, {}, "1"), std::logic_error);
}

BOOST_AUTO_TEST_CASE(a_type_of_a_plugin_with_an_earlier_sdk_may_differ_and_is_described_as_the_latest)
{
    auto earlier     = model_operation();
    earlier.name     = "earlier";
    earlier.path     = "/v1/earlier";
    earlier.response = sdk::type_of<other_answer>();
    const auto types = [](const std::vector<sdk::descriptor>& operations,
                          const std::set<std::string_view>&   earlier_sdks) {
        const auto parsed = json::parse(openapi::document(operations, {}, "1", earlier_sdks)).as_object();
        BOOST_TEST(parsed.at("paths").as_object().size() == operations.size() + 1); // with the health check
        return json::serialize(parsed.at("components").at("schemas").at("Answer"));
    };

    const auto latest = types({model_operation()}, {});
    BOOST_TEST(types({earlier}, {"earlier"}) != latest);
    BOOST_TEST(types({earlier, model_operation()}, {"earlier"}) == latest);
    BOOST_TEST(types({model_operation(), earlier}, {"earlier"}) == latest);
}

BOOST_AUTO_TEST_SUITE_END()
