#include "sample.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace sample;

namespace {

struct moment
{
    sdk::date_time at;
};
void declare(sdk::schema_builder& schema, moment& value)
{
    schema.name("Moment", "A moment.");
    schema.required("at", value.at, "When.").example("2026-03-02T08:15:00Z");
}

struct date_time_case
{
    const char*  text;
    std::int64_t microseconds = 0;
    bool         has_offset   = true;
};
std::ostream& operator<<(std::ostream& to, const date_time_case& sample) { return to << sample.text; }

constexpr std::int64_t second = 1'000'000;

const date_time_case valid[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"1970-01-01t00:00z", 0},
    {"1970-01-01 01:00:00+01:00", 0},
    {"1970-01-01 01:00:00+0100", 0},
    {"1970-01-01T01:00:00 01:00", 0},
    {"1969-12-31T22:30:00-01:30", 0},
    {"1969-12-31T23:59:59.999999Z", -1},
    {"1970-01-01T00:00:00.5Z", 500'000},
    {"1970-01-01T00:00:00.123456789Z", 123'456},
    {"2026-03-02T08:15:00Z", 1'772'439'300 * second},
    {"2000-02-29T00:00:00Z", 951'782'400 * second},
    {"0001-01-01T00:00:00Z", -62'135'596'800 * second},
    {"9999-12-31T23:59:59Z", 253'402'300'799 * second},
    {"1970-01-02", 86'400 * second, false},
    {"1970-01-01T00:00:01", second, false},
};

const char* const invalid[] = {"",
                               "today",
                               "1772439300",
                               "2026-3-02T08:15:00Z",
                               "2026-02-29T00:00:00Z",
                               "1900-02-29T00:00:00Z",
                               "2026-13-01T00:00:00Z",
                               "2026-00-01T00:00:00Z",
                               "0000-01-01T00:00:00Z",
                               "2026-01-01T24:00:00Z",
                               "2026-01-01T00:60:00Z",
                               "2026-01-01T00:00:60Z",
                               "2026-01-01T00:00:00.Z",
                               "2026-01-01T00:00:00.1234567890Z",
                               "2026-01-01T00:00:00+1",
                               "2026-01-01T00:00:00+01:60",
                               "2026-01-01T00:00:00+24:00",
                               "2026-01-01T00:00:00Zx",
                               "0001-01-01T00:00:00+00:01",
                               "9999-12-31T23:59:59-00:01",
                               "2026-01-01T00:00:00Z ",
                               "2026-01-01T00:00:00 Z",
                               "2026-01-01T00:00:00--01:00",
                               "2026-01-01T00:00:00+01:00:00",
                               "2026-01-01T00:00.5Z",
                               "2026-01-01T0:00Z",
                               "2026-01-01T00Z",
                               "+2026-01-01T00:00:00Z",
                               "-001-01-01T00:00:00Z",
                               "12026-01-01T00:00:00Z",
                               "2026-001T00:00:00Z",
                               "2026-W01-1T00:00:00Z",
                               "2026-04-31T00:00:00Z",
                               "2026-01-01T",
                               "2026-01-01 ",
                               "2026-01-01X00:00:00Z",
                               " 2026-01-01T00:00:00Z"};

} // namespace

BOOST_AUTO_TEST_SUITE(spelled)

BOOST_DATA_TEST_CASE(a_date_time_is_read, boost::unit_test::data::make(valid), one)
{
    const auto value = sdk::read_json<moment>(R"({"at":")" + std::string{one.text} + "\"}");
    BOOST_REQUIRE(value.has_value());
    BOOST_TEST(value->at.microseconds == one.microseconds);
    BOOST_TEST(value->at.has_offset == one.has_offset);

    const auto reread = sdk::read_json<moment>(sdk::to_json(*value));
    BOOST_REQUIRE(reread.has_value());
    BOOST_TEST((reread->at == value->at));
}

BOOST_AUTO_TEST_CASE(a_date_time_is_printed_in_utc_with_a_fraction_only_where_there_is_one)
{
    const auto reprinted = [](std::string_view text) {
        return sdk::to_json(*sdk::read_json<moment>(R"({"at":")" + std::string{text} + "\"}"));
    };
    BOOST_TEST(reprinted("2026-04-01T02:00:00+02:00") == R"({"at":"2026-04-01T00:00:00Z"})");
    BOOST_TEST(reprinted("2026-04-01T00:00:00.000000Z") == R"({"at":"2026-04-01T00:00:00Z"})");
    BOOST_TEST(reprinted("2026-04-01T00:00:00.1Z") == R"({"at":"2026-04-01T00:00:00.100000Z"})");
    BOOST_TEST(reprinted("2026-04-01T00:00:00.0000019Z") == R"({"at":"2026-04-01T00:00:00.000001Z"})");
    BOOST_TEST(reprinted("0001-01-01T00:00:00Z") == R"({"at":"0001-01-01T00:00:00Z"})");
    BOOST_TEST(reprinted("9999-12-31T23:59:59.999999Z") == R"({"at":"9999-12-31T23:59:59.999999Z"})");
    BOOST_TEST(reprinted("1969-12-31T23:59:59.999999Z") == R"({"at":"1969-12-31T23:59:59.999999Z"})");
    BOOST_TEST(reprinted("2026-04-01") == R"({"at":"2026-04-01T00:00:00"})");
}

BOOST_DATA_TEST_CASE(what_is_no_date_time_is_told_so, boost::unit_test::data::make(invalid), one)
{
    const auto issues = problems<moment>(R"({"at":")" + std::string{one} + "\"}");
    BOOST_REQUIRE_EQUAL(issues.size(), 1U);
    BOOST_TEST(issues[0] == "at: Input should be a valid datetime");
}

BOOST_AUTO_TEST_CASE(another_type_gets_the_spellings_own_sentence)
{
    BOOST_TEST(problems<moment>(R"({"at":5})").at(0) == "at: Input should be a valid datetime");
    BOOST_TEST(problems<moment>(R"({"at":null})").at(0) == "at: Input should be a valid datetime");
}

BOOST_AUTO_TEST_CASE(a_path_holds_no_null_byte)
{
    const auto issues = problems<settings>("{\"KEYS\":[],\"FILE\":\"/a\\u0000b\"}");
    BOOST_REQUIRE_EQUAL(issues.size(), 1U);
    BOOST_TEST(issues[0] == "FILE: Input should be a valid path");
}

BOOST_AUTO_TEST_SUITE_END()
