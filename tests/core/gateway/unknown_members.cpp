#include "gateway/unknown_members.hpp"

#include "core/gateway/gateway_fixture.hpp"
#include "gateway/dry_run.hpp"
#include "gateway/json_body.hpp"
#include "gateway/provenance.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::gateway;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace unknown_members_sample {

struct comparison
{
    std::string              key;
    std::vector<std::string> values;
};
void declare(sdk::schema_builder& schema, comparison& value)
{
    schema.name("Comparison", "Groups.");
    schema.optional("key", value.key, "A key.");
    schema.optional("values", value.values, "Values.");
}

struct record
{
    std::string  content;
    json::object metadata;
};
void declare(sdk::schema_builder& schema, record& value)
{
    schema.name("SampleRecord", "One of many.");
    schema.optional("content", value.content, "A text.");
    schema.optional("metadata", value.metadata, "Anything.");
}

struct request
{
    std::vector<record>       feedback_records;
    std::optional<comparison> compare;
    json::object              metadata;
    std::string               mode;
    std::int64_t              max_themes = 3;
};
void declare(sdk::schema_builder& schema, request& value)
{
    schema.name("SampleRequest", "A request.");
    schema.optional("feedback_records", value.feedback_records, "Records.");
    schema.optional("compare", value.compare, "Groups.");
    schema.optional("metadata", value.metadata, "Anything.");
    schema.optional("mode", value.mode, "A mode.");
    schema.optional("max_themes", value.max_themes, "A number.");
}

} // namespace unknown_members_sample

namespace {

struct found_members
{
    std::vector<std::string> paths;
    std::string              resembled;
};

found_members members_of(const std::string& text)
{
    static const std::optional<std::vector<std::string>> open{std::vector<std::string>{"created"}};
    const sdk::object_schema* const                      further[]{&sdk::schema_of<explain_option>()};
    const body_selection                                 selection{
                                        .request = &sdk::schema_of<unknown_members_sample::request>(), .open_members = &open, .further = further};
    const json_body body{text, &selection};
    return {body.unknown().paths(), body.unknown().resembled_members(body.value())};
}

/// Echoes a text.
struct echo final : sdk::typed_operation<unknown_members_sample::comparison, testing::topic>
{
    sdk::descriptor describe() const override
    {
        return {.name = "echo", .path = "/v1/echo", .usage_label = "echo", .deadline = 120s};
    }
    sdk::task<testing::topic> run(sdk::call&, const unknown_members_sample::comparison& request) const override
    {
        co_return testing::topic{request.key};
    }
};

struct echo_fixture : testing::gateway_fixture
{
    echo_fixture() { routes.add(operation.definition(), operation); }

    static std::string field_of(const core::http::response& response)
    {
        std::string value;
        for (const auto& [name, text] : response.headers)
            if (name == "X-Did-You-Mean") value += text;
        return value;
    }

    echo operation;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(unknown_members_, echo_fixture)

BOOST_AUTO_TEST_CASE(members_without_a_field_are_unknown)
{
    const struct
    {
        std::string              body;
        std::vector<std::string> paths;
        std::string              resembled;
    } samples[]{
        {R"({"mode": "a", "explain": true})", {}, ""},
        {R"({"max_theme": 1})", {"max_theme"}, "max_themes"},
        {R"({"max_thmes": 1, "Mode": 2, "moed": 3})", {"max_thmes", "Mode", "moed"}, "max_themes, mode"},
        {R"({"max_them": 1, "max_the": 1})", {"max_them", "max_the"}, "max_themes"},
        {R"({"mo": 1, "mdoes": 1, "nodes": 1})", {"mo", "mdoes", "nodes"}, ""}, // two letters of a short name
        {R"({"explian": true})", {"explian"}, "explain"},
        {R"({"max_theme": 1, "max_themes": 2})", {"max_theme"}, ""},
        {R"({"feedback_record": {"content": {"a": 1}}, "feedback_records": []})", {"feedback_record"}, ""},
        {R"({"max_theme": 1, "max_theme": {"max_theme": 2}})", {"max_theme"}, "max_themes"},
        {R"({"compare": {"kye": 1, "valeus": []}})", {"compare.kye", "compare.valeus"}, "compare.key, compare.values"},
        {R"({"compare": {"kye": 1}, "compare": 3})", {"compare.kye"}, ""},
        {R"({"compare": {"kye": 1, "key": "a"}})", {"compare.kye"}, ""},
        {R"({"compare": [{"kye": 1}]})", {}, ""},
        {R"({"metadata": {"moda": 1}, "feedback_records": [{"contnt": 1, "metadata": {"moda": 1}}]})", {}, ""},
        {R"({"": 1, "\u0000": 2, "a\r\nX: b": 3})", {"", std::string(1, '\0'), "a\r\nX: b"}, ""},
        {R"([{"mdoe": 1}])", {}, ""},
        {R"(3)", {}, ""},
    };
    for (const auto& sample : samples) BOOST_TEST_CONTEXT(sample.body)
        {
            const auto found = members_of(sample.body);
            BOOST_TEST(found.paths == sample.paths, boost::test_tools::per_element());
            BOOST_TEST(found.resembled == sample.resembled);
        }
}

BOOST_AUTO_TEST_CASE(they_are_bounded)
{
    std::string body = "{";
    for (int n = 0; n < 1'000; ++n) body += "\"unknown" + std::to_string(n) + "\": 1, ";
    BOOST_TEST(members_of(body + "\"max_theme\": 1}").paths.size() == 20U);

    const auto with_name = [](std::size_t length) {
        return members_of("{\"" + std::string(length, 'x') + "\": 1}").paths.size();
    };
    BOOST_TEST(with_name(64) == 1U);
    BOOST_TEST(with_name(65) == 0U);
}

BOOST_AUTO_TEST_CASE(responses_name_what_they_resemble)
{
    BOOST_TEST(field_of(run("/v1/echo", R"({"kez": 1})").response) == "key");
    BOOST_TEST(field_of(run("/v1/echo", R"({"key": "a"})").response) == "");
    const auto refused = run("/v1/echo", R"({"key": 1, "value": 2})");
    BOOST_TEST(refused.response.status == 422);
    BOOST_TEST(field_of(refused.response) == "values");
}

BOOST_AUTO_TEST_CASE(explained_responses_list_them)
{
    const auto body = [this](const std::string& member) {
        const auto text =
            run("/v1/echo", R"({"kez": 1, "more": {"a": 2}, "values": [], )" + member + "}").response.body;
        return json::parse(text).as_object();
    };
    const auto expected = json::parse(R"(["kez", "more"])");
    BOOST_TEST(body("\"explain\": true").at("provenance").at("unknown_members") == expected);
    BOOST_TEST(!body("\"explain\": false").contains("provenance"));
}

BOOST_AUTO_TEST_SUITE_END()
