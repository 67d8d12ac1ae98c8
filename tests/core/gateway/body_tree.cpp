#include "gateway/json_body.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace sdk = verbatim::sdk;
using namespace verbatim::core::gateway;

namespace sample {

struct record
{
    std::string         content;
    boost::json::object metadata;
};

void declare(sdk::schema_builder& schema, record& value)
{
    schema.name("Record", "One of many.");
    schema.required("content", value.content, "A text.").at_most(10);
    schema.optional("metadata", value.metadata, "Anything.");
}

/// A closed object that contains others of its type.
struct node
{
    std::string       name;
    std::vector<node> children;
};

void declare(sdk::schema_builder& schema, node& value)
{
    schema.name("Node", "A place in a tree.").closed();
    schema.required("name", value.name, "A text.");
    schema.optional("children", value.children, "More of them.");
}

struct request
{
    std::vector<record>              records;
    std::optional<node>              root;
    std::optional<std::vector<node>> more;
    bool                             loud = false;
    std::vector<std::string>         words;
};

void declare(sdk::schema_builder& schema, request& value)
{
    schema.name("Request", "A request.");
    schema.required("records", value.records, "Records.");
    schema.optional("root", value.root, "A tree.");
    schema.optional("more", value.more, "Trees.");
    schema.optional("loud", value.loud, "A flag.");
    schema.optional("words", value.words, "Texts.");
}

} // namespace sample

namespace {

using open_members = std::optional<std::vector<std::string>>;

std::string parse(const std::string& text, const open_members& open = std::vector<std::string>{"created", "code"})
{
    const body_selection selection{&sdk::schema_of<sample::request>(), &open};
    const json_body      body{text, &selection};
    return boost::json::serialize(body.value());
}

std::vector<std::string> problems(const boost::json::value& body)
{
    sample::request          request;
    std::vector<std::string> result;
    for (const auto& [field, issue] : sdk::read(sdk::schema_of<sample::request>(), body, &request))
        result.push_back(field + ": " + issue);
    return result;
}

std::optional<sdk::error> error_of(const std::string& text, const body_selection* selection)
{
    try
    {
        json_body{text, selection};
        return std::nullopt;
    }
    catch (const sdk::error& failure)
    {
        return failure;
    }
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    for (std::size_t n = 0; n != times; ++n) result.append(n ? "," : "").append(text);
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(body_tree_)

BOOST_AUTO_TEST_CASE(undeclared_members_are_skipped)
{
    BOOST_TEST(parse(R"({"a":1,"records":[{"x":[1,{"y":2}],"content":"c","z":{}}],"b":[[]],"c":{"records":[]}})") ==
               R"({"records":[{"content":"c"}]})");
    BOOST_TEST(parse(R"({"records":[],"root":{"name":"r","children":[{"name":"s"}]},"more":[{"name":"t"}]})") ==
               R"({"records":[],"root":{"name":"r","children":[{"name":"s"}]},"more":[{"name":"t"}]})");
}

BOOST_AUTO_TEST_CASE(selected_members_of_an_open_object_are_parsed_completely)
{
    const std::string body = R"({"records":[{"metadata":{"created":["a",{"b":1}],"other":[1,2],"code":"c"}}]})";

    BOOST_TEST(parse(body) == R"({"records":[{"metadata":{"created":["a",{"b":1}],"code":"c"}}]})");
    BOOST_TEST(parse(body, std::vector<std::string>{}) == R"({"records":[{"metadata":{}}]})");
    BOOST_TEST(parse(body, std::nullopt) == body);
}

BOOST_AUTO_TEST_CASE(an_object_or_list_in_place_of_a_scalar_becomes_an_empty_one)
{
    BOOST_TEST(
        parse(R"({"loud":[1,[2]],"records":{"a":{"b":1}},"root":[{"name":"n"}],"words":[["a"],{"b":1},"c",1]})") ==
        R"({"loud":[],"records":{},"root":[],"words":[[],{},"c",1]})");
    BOOST_TEST(parse(R"([{"records":[]}])") == "[]");
    BOOST_TEST(parse("7") == "7");
}

BOOST_AUTO_TEST_CASE(escaped_names_and_texts_and_repeated_members_are_read)
{
    BOOST_TEST(
        parse(R"({"l\u006fud":true,"\u0078\u0079":[1],"records":[],"loud":false,"words":["a\nb\u00e9","c\\"]})") ==
        "{\"loud\":false,\"records\":[],\"words\":[\"a\\nb\u00e9\",\"c\\\\\"]}");
    BOOST_TEST(parse(R"({"records":[1],"records":[{"content":"1"}]})") == R"({"records":[{"content":"1"}]})");
}

BOOST_AUTO_TEST_CASE(the_selected_parts_yield_the_same_problems_as_the_whole_body)
{
    for (const std::string text :
         {R"({})", R"([])", R"("x")", R"({"records":null})", R"({"records":{"a":1}})",
          R"({"records":[1,[],{},null,"x"]})",
          R"({"records":[{"content":["a"],"metadata":[]},{"content":"01234567890"},{"content":{},"metadata":7}]})",
          R"({"records":[],"root":{"name":1,"stranger":{"a":[1]},"children":[{"also":[],"name":"b"}],"last":1}})",
          R"({"records":[],"more":[[],{"name":{}},null],"loud":{"a":1},"words":[[],{},1,"a",[["b"]]]})"})
        BOOST_TEST_CONTEXT(text)
        {
            const open_members   none = std::vector<std::string>{};
            const body_selection selection{&sdk::schema_of<sample::request>(), &none};
            const json_body      whole{text}, part{text, &selection};

            BOOST_TEST(problems(part.value()) == problems(whole.value()), boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(the_syntax_of_skipped_parts_is_checked)
{
    const open_members   none;
    const body_selection selection{&sdk::schema_of<sample::request>(), &none};
    for (const std::string text : {R"({"a":[1,})", R"({"a":{"b" 1}})", R"({"a":["\x"]})", R"({"a":)"})
        BOOST_TEST((error_of(text, &selection).value().code() == sdk::errc::json_invalid), text);

    const auto deep = R"({"a":)" + std::string(64, '[') + std::string(64, ']') + "}";
    BOOST_TEST((error_of(deep, &selection).value().code() == sdk::errc::validation_error));
}

BOOST_AUTO_TEST_CASE(a_selected_value_with_mostly_brackets_and_commas_is_refused)
{
    const auto           numbers = "[" + repeated("1", 2'000'000) + "]";
    const open_members   created = std::vector<std::string>{"created"};
    const body_selection selection{&sdk::schema_of<sample::request>(), &created};

    const auto record = [&](std::string_view key) {
        return R"({"records":[{"content":"c","metadata":{")" + std::string{key} + "\":" + numbers + "}}]}";
    };
    BOOST_TEST(!error_of(record("other"), &selection).has_value());
    for (const auto& text : {record("created"), R"({"words":)" + numbers + "}", R"({"records":)" + numbers + "}"})
    {
        const auto failure = error_of(text, &selection);
        BOOST_REQUIRE(failure.has_value());
        BOOST_TEST((failure->code() == sdk::errc::payload_too_large));
        BOOST_TEST(failure->message == "Request body holds too many values for its length");
    }
}

BOOST_AUTO_TEST_CASE(a_large_body_of_short_records_is_accepted)
{
    const open_members   none = std::vector<std::string>{};
    const body_selection selection{&sdk::schema_of<sample::request>(), &none};
    const auto           records = repeated(R"({"content":"It rained","metadata":{"created":"2026-03-02"}})", 100'000);

    BOOST_TEST(!error_of(R"({"records":[)" + records + "]}", &selection).has_value());
    BOOST_TEST(!error_of(R"({"records":[)" + records + "]}", nullptr).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
