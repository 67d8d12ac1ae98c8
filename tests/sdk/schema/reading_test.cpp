#include "sample.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <cstdint>
#include <limits>

using namespace sample;
using told = std::vector<std::string>;

#define CHECK_TOLD(found, ...) /* two lists, compared element by element */                                            \
    do {                                                                                                               \
        const told wanted __VA_ARGS__;                                                                                 \
        const told        got = found;                                                                                 \
        BOOST_CHECK_EQUAL_COLLECTIONS(got.begin(), got.end(), wanted.begin(), wanted.end());                           \
    } while (false)

namespace {

struct strict_thing
{
    std::optional<std::vector<std::int32_t>> numbers;
    std::string                              name;
};

void declare(sdk::schema_builder& schema, strict_thing& value)
{
    schema.name("StrictThing", "Takes no null of either kind.");
    schema.optional("numbers", value.numbers, "Left out, or some.").reject_null().at_least(1);
    schema.required("name", value.name, "Goes into a database.").at_most(5).without_null_byte();
}

} // namespace

BOOST_AUTO_TEST_SUITE(reading)

BOOST_AUTO_TEST_CASE(a_whole_body_is_read_with_its_defaults)
{
    bulk_request request;
    CHECK_TOLD(
        problems(
            sdk::schema_of<bulk_request>(),
            R"({"prompt":"Why?","feedback_records":[{"content":"","id":"1","metadata":null,"url_id":null,"extra":1},
                            {"id":"2","content":"Å","metadata":{"k":[1,null]},"url_id":"u"}],"period":"month","other":{}})",
            &request),
        {});

    BOOST_REQUIRE_EQUAL(request.records.size(), 2U);
    BOOST_TEST(request.records[0].url_id.empty());
    BOOST_TEST(request.records[0].metadata.empty());
    BOOST_TEST(request.records[1].content == "Å");
    BOOST_TEST(request.records[1].metadata.at("k").as_array().size() == 2U);
    BOOST_TEST(request.prompt == "Why?");
    BOOST_TEST(!request.output_language.has_value());
    BOOST_TEST(request.anonymize);
    BOOST_TEST((request.selected_mode == mode::single_pass));
    BOOST_TEST((request.trend_period == period::month));
}

BOOST_AUTO_TEST_CASE(problems_come_in_declared_order_whatever_the_order_of_the_body)
{
    CHECK_TOLD(problems<bulk_request>(R"({"period":1,"mode":"both","anonymize":"yes","output_language":7,"prompt":"",
                                          "feedback_records":[{"url_id":5,"content":null},3,{"id":1,"content":"a","metadata":[1]}]})"),
               {"feedback_records[0].id: Field required", "feedback_records[0].content: Input should be a valid string",
                "feedback_records[0].url_id: Input should be a valid string",
                "feedback_records[1]: Input should be a valid object",
                "feedback_records[2].id: Input should be a valid string",
                "feedback_records[2].metadata: Input should be a valid object",
                "prompt: String should have at least 1 character", "output_language: Input should be a valid string",
                "anonymize: Input should be a valid boolean", "mode: Input should be 'single_pass' or 'hierarchical'",
                "period: Input should be 'day', 'week' or 'month'"});
}

BOOST_AUTO_TEST_CASE(absent_members_are_named_and_old_names_are_ignored)
{
    CHECK_TOLD(problems<bulk_request>(R"({"documents":[],"prompt":"p"})"), {"feedback_records: Field required"});
    CHECK_TOLD(problems<bulk_request>(R"({"feedback_records":[{"id":"1","text":"t"}],"prompt":"p"})"),
               {"feedback_records[0].content: Field required"});
}

BOOST_AUTO_TEST_CASE(a_body_that_is_no_object_is_named_body)
{
    for (const auto* body : {"[]", "null", "1", "\"x\"", "true"})
        CHECK_TOLD(problems<bulk_request>(body), {"body: Input should be a valid object"});
}

BOOST_AUTO_TEST_CASE(null_is_a_wrong_type_where_the_type_has_none)
{
    CHECK_TOLD(problems<bulk_request>(R"({"feedback_records":null,"prompt":null,"output_language":null,"anonymize":null,
                                          "mode":null,"period":null})"),
               {"feedback_records: Input should be a valid list", "prompt: Input should be a valid string",
                "anonymize: Input should be a valid boolean", "mode: Input should be 'single_pass' or 'hierarchical'"});
}

BOOST_AUTO_TEST_CASE(the_count_of_a_list_comes_before_its_elements)
{
    CHECK_TOLD(problems<bulk_request>(R"({"feedback_records":[],"prompt":"p"})"),
               {"feedback_records: List should have at least 1 item after validation, not 0"});
    CHECK_TOLD(problems<codes_request>(
                   R"({"feedback_record":{"id":"1","content":""},"root_codes":[1,{},{"id":"a","name":"toolong"},[]]})"),
               {"root_codes: List should have at most 3 items after validation, not 4",
                "root_codes[0]: Input should be a valid object", "root_codes[1].id: Field required",
                "root_codes[1].name: Field required", "root_codes[2].name: String should have at most 5 characters",
                "root_codes[3]: Input should be a valid object"});
}

BOOST_AUTO_TEST_CASE(a_path_goes_as_deep_as_the_body)
{
    CHECK_TOLD(problems<codes_request>(
                   R"({"feedback_record":{"id":"1","content":""},"root_codes":[{"id":"a","name":"A","children":
                   [{"id":"b","name":"B"},{"id":"c","name":"C","children":[{"id":1,"name":"D"}]}]}]})"),
               {"root_codes[0].children[1].children[0].id: Input should be a valid string"});
}

BOOST_AUTO_TEST_CASE(strangers_of_a_closed_object_come_last_in_body_order)
{
    CHECK_TOLD(problems<closed_thing>(R"({"z":1,"b":"x","":2,"y":3})"),
               {"a: Field required", "b: Input should be a valid integer", "z: Extra inputs are not permitted",
                ": Extra inputs are not permitted", "y: Extra inputs are not permitted"});
}

BOOST_AUTO_TEST_CASE(a_stranger_is_cut_to_64_bytes_at_a_character)
{
    const auto long_key = std::string(63, 'k') + "é" + std::string(1'000, 'k');
    CHECK_TOLD(problems<closed_thing>("{\"a\":\"\",\"" + long_key + "\":1}"),
               {std::string(63, 'k') + ": Extra inputs are not permitted"});
    CHECK_TOLD(problems<closed_thing>("{\"a\":\"\",\"" + std::string(64, 'k') + "\":1}"),
               {std::string(64, 'k') + ": Extra inputs are not permitted"});
}

BOOST_AUTO_TEST_CASE(a_repeated_member_keeps_its_last_value)
{
    closed_thing value;
    CHECK_TOLD(problems(sdk::schema_of<closed_thing>(), R"({"a":1,"b":3,"a":"last"})", &value), {});
    BOOST_TEST(value.a == "last");
    BOOST_TEST(value.b == 3);
}

BOOST_AUTO_TEST_CASE(a_rule_over_several_fields_is_asked_only_when_each_is_right)
{
    CHECK_TOLD(problems<window>(R"({"from":5,"to":5})"), {"to: 'to' must be strictly greater than 'from'"});
    CHECK_TOLD(problems<window>(R"({"from":50,"to":"x"})"), {"to: Input should be a valid integer"});
    CHECK_TOLD(
        problems<windows>(R"({"all":[{"from":1},{"from":9,"to":1},{"from":"a"}]})"),
        {"all[1].to: 'to' must be strictly greater than 'from'", "all[2].from: Input should be a valid integer"});
}

struct number_case
{
    const char* body;
    const char* expected; // empty: it is read
};
std::ostream& operator<<(std::ostream& to, const number_case& sample) { return to << sample.body; }

// clang-format off
const number_case number_cases[] = {
    {R"({"tiny":-128})", ""},          {R"({"tiny":127.0})", ""},      {R"({"tiny":-0.0})", ""},   {R"({"tiny":1e2})", ""},
    {R"({"tiny":128})", "tiny: Input should be less than or equal to 127"},
    {R"({"tiny":-129})", "tiny: Input should be greater than or equal to -128"},
    {R"({"tiny":1e400})", "tiny: Input should be less than or equal to 127"},
    {R"({"tiny":-1e400})", "tiny: Input should be greater than or equal to -128"},
    {R"({"tiny":3.5})", "tiny: Input should be a valid integer, got a number with a fractional part"},
    {R"({"tiny":"3"})", "tiny: Input should be a valid integer"},
    {R"({"tiny":true})", "tiny: Input should be a valid integer"},
    {R"({"byte":255})", ""},
    {R"({"byte":-1})", "byte: Input should be greater than or equal to 0"},
    {R"({"byte":256})", "byte: Input should be less than or equal to 255"},
    {R"({"small":-5})", ""},
    {R"({"small":-6})", "small: Input should be greater than or equal to -5"},
    {R"({"small":32768})", "small: Input should be less than or equal to 32767"},
    {R"({"large":4294967295})", ""},
    {R"({"large":4294967296})", "large: Input should be less than or equal to 4294967295"},
    {R"({"whole":-9223372036854775808})", ""}, {R"({"whole":9223372036854775807})", ""},
    {R"({"whole":9223372036854775808})", "whole: Input should be less than or equal to 9223372036854775807"},
    {R"({"whole":-1e30})", "whole: Input should be greater than or equal to -9223372036854775808"},
    {R"({"huge":18446744073709551615})", ""},
    {R"({"huge":18446744073709551616})", "huge: Input should be less than or equal to 18446744073709551615"},
    {R"({"huge":-1})", "huge: Input should be greater than or equal to 0"},
    {R"({"real":1e308})", ""}, {R"({"real":7})", ""}, {R"({"real":18446744073709551615})", ""},
    {R"({"real":1e400})", "real: Input should be a finite number"},
    {R"({"real":-1e400})", "real: Input should be a finite number"},
    {R"({"real":"1"})", "real: Input should be a valid number"},
    {R"({"real":false})", "real: Input should be a valid number"},
    {R"({"share":0})", ""}, {R"({"share":1.0})", ""},
    {R"({"share":1.0000001})", "share: Input should be less than or equal to 1"},
    {R"({"share":-1e-9})", "share: Input should be greater than or equal to 0"},
    {R"({"share":1e400})", "share: Input should be less than or equal to 1"},
    {R"({"wait":0})", "wait: Input should be greater than or equal to 1"},
    {R"({"wait":1.5})", "wait: Input should be a valid integer, got a number with a fractional part"},
    {R"({"patience":99999.5})", ""},
    {R"({"patience":100001})", "patience: Input should be less than or equal to 100000"},
};
// clang-format on

BOOST_DATA_TEST_CASE(numbers_keep_to_their_bounds_and_width, boost::unit_test::data::make(number_cases), one)
{
    told expected;
    if (*one.expected) expected.emplace_back(one.expected);
    const auto issues = problems<numbers>(one.body);
    BOOST_CHECK_EQUAL_COLLECTIONS(issues.begin(), issues.end(), expected.begin(), expected.end());
}

BOOST_AUTO_TEST_CASE(numbers_arrive_as_they_were_sent)
{
    struct numbers numbers;
    CHECK_TOLD(problems(sdk::schema_of<struct numbers>(),
                        R"({"tiny":-7,"byte":200,"small":3.0,"large":4000000000,"whole":-9000000000000000000,
                            "huge":18000000000000000000,"real":0.1,"wait":12,"patience":2})",
                        &numbers),
               {});
    BOOST_TEST(int{numbers.tiny} == -7);
    BOOST_TEST(int{numbers.byte} == 200);
    BOOST_TEST(numbers.small == 3);
    BOOST_TEST(numbers.large == 4'000'000'000U);
    BOOST_TEST(numbers.whole == -9'000'000'000'000'000'000);
    BOOST_TEST(numbers.huge == 18'000'000'000'000'000'000U);
    BOOST_TEST(numbers.real == 0.1);
    BOOST_TEST(numbers.wait.count() == 12);
    BOOST_TEST(numbers.patience.count() == 2.0);
}

BOOST_AUTO_TEST_CASE(length_counts_characters_not_bytes)
{
    const auto body = [](std::string_view name) { return R"({"id":"i","name":")" + std::string{name} + "\"}"; };
    CHECK_TOLD(problems<node>(body("żółwi")), {});
    CHECK_TOLD(problems<node>(body("😀😀😀😀😀")), {});
    CHECK_TOLD(problems<node>(body("😀😀😀😀😀😀")), {"name: String should have at most 5 characters"});
    CHECK_TOLD(problems<node>(body("żółwie")), {"name: String should have at most 5 characters"});
}

BOOST_AUTO_TEST_CASE(a_list_that_is_sent_replaces_its_default)
{
    struct settings settings;
    const auto      body = boost::json::parse(R"({"FIELDS":["c"],"KEYS":[]})");
    BOOST_TEST(sdk::read(sdk::schema_of<struct settings>(), body, &settings).empty());
    BOOST_REQUIRE_EQUAL(settings.fields.size(), 1U);
    BOOST_TEST(settings.fields[0] == "c");
}

BOOST_AUTO_TEST_CASE(a_borrowed_text_lies_in_the_body)
{
    const auto body = boost::json::parse(R"({"words":"hello"})");
    borrowing  value;
    BOOST_TEST(sdk::read(sdk::schema_of<borrowing>(), body, &value).empty());
    BOOST_TEST(value.words == "hello");
    BOOST_TEST(static_cast<const void*>(value.words.data()) ==
               static_cast<const void*>(body.at("words").as_string().data()));
}

BOOST_AUTO_TEST_CASE(reading_stops_after_a_thousand_problems_and_stays_bounded)
{
    std::string text = R"({"prompt":"p","feedback_records":[{})";
    while (text.size() < 8 * 1024 * 1024 - 2) text += ",{}";
    text += "]}";
    const auto body = boost::json::parse(text);

    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    bulk_request request;
    const auto   issues = sdk::read(sdk::schema_of<bulk_request>(), body, &request);
    getrusage(RUSAGE_SELF, &after);

    BOOST_REQUIRE_EQUAL(issues.size(), 1'000U);
    BOOST_TEST(issues.back().field == "feedback_records[499].content");
    BOOST_TEST(after.ru_maxrss - before.ru_maxrss < 64 * 1024); // KiB; the tree itself takes more than that
}

BOOST_AUTO_TEST_CASE(text_is_read_to_the_depth_of_64_and_no_further)
{
    const auto nested = [](int depth) {
        std::string text{R"({"id":"i","content":"","metadata":)"};
        for (int i = 1; i < depth; ++i) text += i + 1 == depth ? "{}" : R"({"d":)";
        return text + std::string(static_cast<std::size_t>(depth - 1), '}');
    };
    BOOST_TEST(sdk::read_json<record>(nested(64)).has_value());
    const auto too_deep = sdk::read_json<record>(nested(65));
    BOOST_REQUIRE(too_deep.has_error());
    BOOST_TEST((too_deep.error().code() == sdk::errc::json_invalid));
}

BOOST_AUTO_TEST_CASE(a_reply_that_does_not_fit_is_told_without_its_words)
{
    const auto invalid_json = sdk::read_json<closed_thing>("{\"a\": secret words}");
    BOOST_REQUIRE(invalid_json.has_error());
    BOOST_TEST((invalid_json.error().code() == sdk::errc::json_invalid));
    BOOST_TEST(invalid_json.error().note().empty());

    const auto invalid_fields = sdk::read_json<closed_thing>(R"({"a":5,"b":6})");
    BOOST_REQUIRE(invalid_fields.has_error());
    BOOST_TEST((invalid_fields.error().code() == sdk::errc::validation_error));
    BOOST_REQUIRE_EQUAL(invalid_fields.error().fields.size(), 1U);
    BOOST_TEST(invalid_fields.error().fields[0].field == "a");
    BOOST_TEST(sdk::read_json<closed_thing>(R"({"a":"x","b":6})")->b == 6);
}

BOOST_AUTO_TEST_CASE(a_null_can_be_wrong_where_nothing_may_be_sent)
{
    CHECK_TOLD(problems<strict_thing>(R"({"numbers":null,"name":"a"})"), {"numbers: Input should be a valid list"});
    CHECK_TOLD(problems<strict_thing>(R"({"numbers":[],"name":"a"})"),
               {"numbers: List should have at least 1 item after validation, not 0"});
    strict_thing value;
    CHECK_TOLD(problems(sdk::schema_of<strict_thing>(), R"({"name":"a"})", &value), {});
    BOOST_TEST(!value.numbers.has_value());
    CHECK_TOLD(problems(sdk::schema_of<strict_thing>(), R"({"name":"a","numbers":[7]})", &value), {});
    BOOST_TEST(value.numbers.value().front() == 7);
}

BOOST_AUTO_TEST_CASE(a_null_byte_is_told_where_it_stands_among_the_other_problems)
{
    CHECK_TOLD(problems<strict_thing>(R"({"name":"a\u0000b","numbers":1})"),
               {"numbers: Input should be a valid list", "name: U+0000 is not allowed here"});
    CHECK_TOLD(problems<strict_thing>(R"({"name":"123456\u0000"})"), {"name: String should have at most 5 characters"});
    CHECK_TOLD(problems<bulk_request>(R"({"prompt":"a\u0000","feedback_records":[{"id":"\u0000","content":""}]})"), {});
}

BOOST_AUTO_TEST_CASE(what_takes_no_null_is_documented_so)
{
    std::vector<sdk::component> components;
    sdk::add_component(sdk::schema_of<strict_thing>(), components);
    const auto& schema = components.at(0).schema;
    BOOST_TEST(schema.find(R"("numbers":{"type":"array","items":{"type":"integer")") != std::string::npos, schema);
    BOOST_TEST(schema.find(R"("pattern":"^[^\\u0000]*$")") != std::string::npos, schema);
}

BOOST_AUTO_TEST_CASE(nothing_is_borrowed_from_a_text_that_does_not_stay)
{
    BOOST_CHECK_THROW(sdk::read_json<borrowing>(R"({"words":"x"})"), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
