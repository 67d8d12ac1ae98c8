#include "sample.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <random>

using namespace sample;

BOOST_AUTO_TEST_SUITE(writing)

BOOST_AUTO_TEST_CASE(members_come_in_declared_order)
{
    bulk_request request;
    request.prompt = "Why?";
    request.records.push_back({"1", "x", boost::json::parse(R"({"z":1,"a":[1.5,null,true,1e5,"t"]})").as_object(), ""});
    request.trend_period = period::day;
    BOOST_TEST(
        sdk::to_json(request) ==
        R"({"feedback_records":[{"id":"1","content":"x","metadata":{"z":1,"a":[1.5,null,true,100000.0,"t"]},"url_id":""}],)"
        R"("prompt":"Why?","output_language":null,"anonymize":true,"mode":"single_pass","period":"day"})");
}

BOOST_AUTO_TEST_CASE(only_what_must_be_escaped_is)
{
    closed_thing value;
    value.a = std::string{"\"\\/\b\f\n\r\t\x0b\x1f\0é😀\x7f", 18};
    BOOST_TEST(sdk::to_json(value) == "{\"a\":\"\\\"\\\\/\\b\\f\\n\\r\\t\\u000b\\u001f\\u0000é😀\x7f\",\"b\":2}");
    BOOST_TEST(boost::json::parse(sdk::to_json(value)).at("a").as_string() == value.a);
}

BOOST_AUTO_TEST_CASE(an_escape_is_found_wherever_it_stands)
{
    const std::string_view pieces[] = {"a", " ", "!",  "#",  "[",  "]",    "\x7f",
                                       "é", "😀", "\"", "\\", "\n", "\x01", "\x1f"};
    std::mt19937           random{5};
    for (int round = 0; round < 20'000; ++round)
    {
        closed_thing value;
        for (auto size = random() % 40; size > 0; --size)
            value.a += pieces[random() % (random() % 3 == 0 ? std::size(pieces) : 9)];
        const auto text = sdk::to_json(value);
        BOOST_REQUIRE_EQUAL(boost::json::parse(text).at("a").as_string(), value.a);
        BOOST_REQUIRE(text.find("\\u007f") == std::string::npos);
    }
}

struct partial_answer
{
    std::optional<int>              first, last;
    std::optional<std::vector<int>> list;
};
void declare(sdk::schema_builder& schema, partial_answer& value)
{
    schema.name("PartialAnswer", "A response with members for some requests only.");
    schema.field("first", value.first, "First.").absent_if_null();
    schema.field("list", value.list, "List.").absent_if_null();
    schema.field("last", value.last, "Last.");
}

BOOST_AUTO_TEST_CASE(a_member_may_be_absent_where_it_would_be_null)
{
    partial_answer value;
    BOOST_TEST(sdk::to_json(value) == R"({"last":null})");
    BOOST_TEST(sdk::read_json<partial_answer>(R"({"last":2})").value().last.value() == 2);
    value.list.emplace();
    BOOST_TEST(sdk::to_json(value) == R"({"list":[],"last":null})");
    value.first = 1;
    BOOST_TEST(sdk::to_json(value) == R"({"first":1,"list":[],"last":null})");
}

struct number_case
{
    double      number;
    const char* text;
};
std::ostream& operator<<(std::ostream& to, const number_case& sample) { return to << sample.text; }

const number_case number_cases[] = {{0, "0.0"},
                                    {-0.0, "-0.0"},
                                    {1, "1.0"},
                                    {0.86, "0.86"},
                                    {-2.5, "-2.5"},
                                    {100000, "100000.0"},
                                    {1e15, "1000000000000000.0"},
                                    {9007199254740993.0, "9007199254740992.0"},
                                    {1e16, "1e+16"},
                                    {1.5e300, "1.5e+300"},
                                    {0.0001, "0.0001"},
                                    {0.00001, "1e-05"},
                                    {0.1 + 0.2, "0.30000000000000004"},
                                    {5e-324, "5e-324"}};

BOOST_DATA_TEST_CASE(a_double_is_written_plainly, boost::unit_test::data::make(number_cases), one)
{
    numbers numbers;
    numbers.real = one.number;
    BOOST_TEST(sdk::to_json(numbers).find("\"real\":" + std::string{one.text} + ",") != std::string::npos,
               sdk::to_json(numbers));
}

BOOST_AUTO_TEST_CASE(every_double_reads_back_as_itself)
{
    std::mt19937_64 random{7};
    for (int i = 0; i < 5'000; ++i)
    {
        const double number = std::ldexp(static_cast<double>(random() >> 11U), static_cast<int>(random() % 200) - 150);
        numbers      numbers;
        numbers.real    = number;
        const auto text = sdk::to_json(numbers);
        const auto from = text.find("\"real\":") + 7;
        BOOST_TEST(std::stod(text.substr(from)) == number);
    }
}

BOOST_AUTO_TEST_CASE(integers_of_every_width_are_written_whole)
{
    numbers numbers;
    numbers.tiny  = -128;
    numbers.byte  = 255;
    numbers.small = -32'768;
    numbers.large = 4'294'967'295U;
    numbers.whole = std::numeric_limits<std::int64_t>::min();
    numbers.huge  = std::numeric_limits<std::uint64_t>::max();
    BOOST_TEST(sdk::to_json(numbers) ==
               R"({"tiny":-128,"byte":255,"small":-32768,"large":4294967295,"whole":-9223372036854775808,)"
               R"("huge":18446744073709551615,"real":0.0,"share":0.0,"wait":250,"patience":1.5})");
}

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_is_a_mistake_of_a_named_field)
{
    for (const double number : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity()})
    {
        numbers numbers;
        numbers.real = number;
        BOOST_CHECK_EXCEPTION(sdk::to_json(numbers), sdk::programming_error, [](const sdk::programming_error& mistake) {
            return std::string_view{mistake.what()} ==
                   "Numbers: 'real': NaN and infinity have no JSON; use a std::optional for no number";
        });
    }
}

BOOST_AUTO_TEST_CASE(a_secret_is_never_written)
{
    startup_key key{"n", sdk::secret{"hush-hush"}};
    BOOST_TEST(sdk::to_json(key) == R"({"name":"n","key":"***"})");
    key.key = {};
    BOOST_TEST(sdk::to_json(key) == R"({"name":"n","key":""})");
}

BOOST_AUTO_TEST_CASE(a_word_that_nobody_declared_is_refused)
{
    bulk_request request;
    request.selected_mode = static_cast<mode>(9);
    BOOST_CHECK_THROW(sdk::to_json(request), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
