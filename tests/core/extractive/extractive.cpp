#include "extractive/extractive.hpp"
#include "support/prompt_text.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
namespace json = boost::json;

namespace {

std::string complete(std::string user, const sdk::output_schema* schema = nullptr)
{
    sdk::chat_request request;
    request.user          = support::prompt_text(user);
    request.output_schema = schema;
    return core::extractive::complete(request);
}

json::object fill(std::string_view schema, std::string user)
{
    const sdk::output_schema output_schema{"some_schema", schema};
    return json::parse(complete(std::move(user), &output_schema)).as_object();
}

const std::string message =
    "<record id=\"r\">\n<text>The water pump is broken. Nobody repairs the \"water pump\".</text>\n</record>";

} // namespace

BOOST_AUTO_TEST_SUITE(extractive)

BOOST_AUTO_TEST_CASE(a_schema_is_filled_by_word_counts_and_null_elsewhere)
{
    const auto all = fill(R"({"type": "object", "properties": {
        "text": {"type": "string"}, "lines": {"type": "array", "items": {"type": "string"}},
        "about": {"type": "string", "enum": ["FOOD", "SAFE_WATER", "PUMPS"]},
        "types": {"type": "array", "items": {"type": "string", "enum": ["FOOD", "SAFE_WATER", "PUMPS"]}},
        "score": {"type": "number"}, "maybe": {"type": ["number", "null"]}, "count": {"type": "integer"},
        "sure": {"type": "boolean"}, "others": {"type": "array", "items": {"type": "integer"}},
        "inner": {"$ref": "#/$defs/Inner"}, "none": {"anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}]}},
        "$defs": {"Inner": {"type": "object", "properties": {"text": {"type": "string"}}}}})",
                          message);

    BOOST_TEST(json::value_to<std::string>(all.at("text")).find("water pump") != std::string::npos);
    BOOST_TEST(!all.at("lines").as_array().empty());
    BOOST_TEST((all.at("about").as_string() == "PUMPS"));
    BOOST_TEST((all.at("types") == json::value{"SAFE_WATER", "PUMPS"}));
    BOOST_TEST(all.at("score").as_double() == 0.0);
    BOOST_TEST(all.at("maybe").is_null());
    BOOST_TEST(all.at("count").as_int64() == 0);
    BOOST_TEST(!all.at("sure").as_bool());
    BOOST_TEST(all.at("others").as_array().empty());
    BOOST_TEST(all.at("inner").as_object().contains("text"));
    BOOST_TEST(all.at("none").is_null());
}

BOOST_AUTO_TEST_CASE(any_schema_yields_an_object)
{
    for (const auto* schema : {"", "[]", "{}", "null", R"({"type": 7})", R"({"type": "object", "properties": []})",
                               R"({"$ref": "#/$defs/X"})", R"({"type": "object", "properties": {"a": {"enum": []}}})",
                               R"({"$ref": "#/$defs/X", "$defs": {"X": {"$ref": "#/$defs/X"}}})"})
        BOOST_CHECK_NO_THROW(fill(schema, message));
}

BOOST_AUTO_TEST_CASE(without_a_schema_the_central_sentences_are_listed)
{
    const auto text = complete(message);
    BOOST_TEST(text.find("- The water pump is broken.\n") != std::string::npos);
    BOOST_TEST(complete("<text>\"Pumps\" &amp; &lt;taps&gt;.</text>") == "- \"Pumps\" & <taps>.\n");
    BOOST_TEST(text.find("record") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(placeholders_are_not_changed)
{
    BOOST_TEST(complete("<text><PERSON_0> repaired the pump.</text>").find("<PERSON_0> repaired") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(any_message_gets_a_completion)
{
    std::string words;
    for (int n = 0; n != 20'000; ++n) words += "w" + std::to_string(n) + " ";
    for (const std::string& user : {std::string{}, std::string{"<"}, std::string{"<text>"}, std::string{"!!!"},
                                    std::string{"\xff\xfe\x80 water \xc3"}, std::string(100'000, '<'), words})
        BOOST_TEST(!complete(user).empty());
}

BOOST_AUTO_TEST_SUITE_END()
