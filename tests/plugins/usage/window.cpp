#include "window.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <ostream>

using namespace verbatim;
using usage::window;

namespace {

/// Decoded query parameters.
using parameters = std::map<std::string, std::string, std::less<>>;

std::vector<sdk::field_issue> read(const parameters& values, window& target)
{
    const auto lookup = [&](std::string_view name) {
        const auto position = values.find(name);
        return position == values.end() ? std::nullopt : std::optional<std::string>{position->second};
    };
    return sdk::read(sdk::schema_of<window>(), lookup, &target);
}

sdk::usage_window bounds_of(const parameters& values)
{
    window query;
    BOOST_REQUIRE(read(values, query).empty());
    return usage::bounds(query);
}

sdk::error refusal_of(const parameters& values)
{
    window query;
    BOOST_REQUIRE(read(values, query).empty());
    try
    {
        usage::bounds(query);
    }
    catch (const sdk::error& thrown)
    {
        return thrown;
    }
    BOOST_FAIL("the window was taken");
    return sdk::error{};
}

constexpr std::int64_t april = 1'775'001'600'000'000; // 2026-04-01T00:00:00Z

struct moment
{
    const char*  text;
    std::int64_t after_april = 0; ///< microseconds
};
std::ostream& operator<<(std::ostream& stream, const moment& sample) { return stream << sample.text; }

const moment accepted[]{
    {"2026-04-01T00:00:00Z"},
    {"2026-04-01t00:00:00z"},
    {"2026-04-01 00:00:00Z"},
    {"2026-04-01T00:00Z"},
    {"2026-04-01T02:00:00+02:00"},
    {"2026-04-01T02:00:00+0200"},
    {"2026-04-01T02:00:00 02:00"}, // an unencoded plus sign
    {"2026-04-01 02:00 0200"},
    {"2026-03-31T18:30:00-05:30"},
    {"2026-03-31T18:30-0530"},
    {"2026-04-01T00:00:00.1Z", 100'000},
    {"2026-04-01T00:00:00.123456Z", 123'456},
    {"2026-04-01T00:00:00.123456999Z", 123'456},
    {"2026-04-01T00:00:00.000000999Z", 0},
};

const char* const refused[]{
    "",
    " ",
    "0",
    "1775001600",
    "1775001600.5",
    "-1",
    "now",
    "null",
    "\"2026-04-01T00:00:00Z\"",
    "2026-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-04-01T24:00:00Z",
    "2026-04-01T23:59:60Z",
    "2026-04-01T00:00:00.Z",
    "2026-04-01T00:00:00.1234567890Z",
    "2026-04-01T00:00:00,5Z",
    "2026-04-01T00Z",
    "2026-04-01T0000Z",
    "20260401T000000Z",
    "2026-04-01T00:00:00+2",
    "2026-04-01T00:00:00+02",
    "2026-04-01T00:00:00+25:00",
    "2026-04-01T00:00:00+02:00Z",
    "2026-04-01T00:00:00 UTC",
    "2026-04-01T00:00:00Z; drop table llm_calls",
    " 2026-04-01T00:00:00Z",
    "2026-04-01T00:00:00Z\n",
    "2026-04-01  00:00:00Z",
    "26-04-01T00:00:00Z",
    "\xEF\xBC\x92\xEF\xBC\x90\xEF\xBC\x92\xEF\xBC\x96-04-01T00:00:00Z", // full-width digits
};

} // namespace

BOOST_AUTO_TEST_SUITE(window_of_a_report)

BOOST_DATA_TEST_CASE(accepted_formats_are_parsed, boost::unit_test::data::make(accepted), sample)
{
    BOOST_TEST((bounds_of({{"from", sample.text}}).from == april + sample.after_april));
    BOOST_TEST((bounds_of({{"to", sample.text}}).to == april + sample.after_april));
}

BOOST_DATA_TEST_CASE(invalid_date_times_name_their_parameter, boost::unit_test::data::make(refused), text)
{
    const std::vector<sdk::field_issue> expected{{"from", "Input should be a valid datetime"}};
    const auto                          refusal = refusal_of({{"from", text}});
    BOOST_TEST((refusal.code() == sdk::errc::validation_error));
    BOOST_TEST((refusal.fields == expected));
    BOOST_TEST(refusal.message == "");
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_rejected_by_the_schema)
{
    window query;
    BOOST_TEST(read({{"from", "\xC3\x28"}}, query).size() == 1u);
}

BOOST_AUTO_TEST_CASE(text_after_a_null_byte_is_not_ignored)
{
    BOOST_TEST(refusal_of({{"to", std::string{"2026-04-01T00:00:00Z\0", 21}}}).fields.size() == 1u);
}

BOOST_AUTO_TEST_CASE(both_bounds_are_reported_at_once)
{
    const std::vector<sdk::field_issue> expected{{"from", "Input should be a valid datetime"},
                                                 {"to", "Input should be a valid datetime"}};
    BOOST_TEST((refusal_of({{"to", "x"}, {"from", ""}}).fields == expected));
}

BOOST_AUTO_TEST_CASE(different_problems_are_reported_at_once)
{
    const auto                          refusal = refusal_of({{"from", "bad"}, {"to", "2026-04-01"}});
    const std::vector<sdk::field_issue> expected{{"from", "Input should be a valid datetime"},
                                                 {"to", "'to' must be timezone-aware"}};
    BOOST_TEST((refusal.fields == expected));
    BOOST_TEST(refusal.message == "");

    const auto turned = refusal_of({{"from", "2026-04-01"}, {"to", "bad"}});
    BOOST_TEST(turned.fields.size() == 2u);
    BOOST_TEST(turned.message == "");
}

BOOST_AUTO_TEST_CASE(missing_parameters_are_no_bounds_and_unknown_ones_are_ignored)
{
    const auto within = bounds_of({{"limit", "10"}, {"FROM", "x"}, {"page", ""}});
    BOOST_TEST(!within.from.has_value());
    BOOST_TEST(!within.to.has_value());
}

BOOST_AUTO_TEST_CASE(the_period_of_a_series_is_an_hour_a_day_or_a_month)
{
    const auto read_period = [](const parameters& values) {
        window query;
        BOOST_REQUIRE(read(values, query).empty());
        return usage::period_of(query);
    };
    BOOST_TEST((read_period({{"group_by", "hour"}}) == sdk::usage_period::hour));
    BOOST_TEST((read_period({{"group_by", "day"}}) == sdk::usage_period::day));
    BOOST_TEST((read_period({{"group_by", "month"}}) == sdk::usage_period::month));
    BOOST_TEST((read_period({{"group_by", "model"}}) == std::nullopt));
    BOOST_TEST((read_period({{"GROUP_BY", "month"}}) == std::nullopt));
    for (const char* text : {"", "Day", " day", "day ", "week", "0", "null", "\"day\"", "day,month", "[\"day\"]"})
        BOOST_TEST_CONTEXT(text)
        {
            window                              query;
            const std::vector<sdk::field_issue> expected{
                {"group_by", "Input should be 'hour', 'day', 'month' or 'model'"}};
            BOOST_TEST((read({{"group_by", text}}, query) == expected));
        }
    window query;
    BOOST_TEST(read({{"group_by", "\xFF"}}, query).size() == 1u);
    BOOST_TEST(read({{"group_by", std::string{"day\0", 4}}}, query).size() == 1u);
}

BOOST_AUTO_TEST_CASE(missing_offset_is_reported_in_message_and_field)
{
    for (const char* text : {"2026-04-01T00:00:00", "2026-04-01", "2026-04-01 00:00:00.5", "2026-04-01T00:00"})
        for (const char* name : {"from", "to"}) BOOST_TEST_CONTEXT(name << "=" << text)
            {
                const auto                          refusal = refusal_of({{name, text}});
                const auto                          issue   = "'" + std::string{name} + "' must be timezone-aware";
                const std::vector<sdk::field_issue> expected{{name, issue}};
                BOOST_TEST((refusal.code() == sdk::errc::validation_error));
                BOOST_TEST(refusal.message == issue);
                BOOST_TEST((refusal.fields == expected));
            }
}

BOOST_AUTO_TEST_CASE(two_missing_offsets_use_the_first_as_message)
{
    const auto refusal = refusal_of({{"from", "2026-05-01"}, {"to", "2026-04-01"}});
    BOOST_TEST(refusal.message == "'from' must be timezone-aware");
    BOOST_REQUIRE(refusal.fields.size() == 2u);
    BOOST_TEST(refusal.fields[1].field == "to");
    BOOST_TEST(refusal.fields[1].issue == "'to' must be timezone-aware");
}

BOOST_AUTO_TEST_CASE(empty_range_is_rejected)
{
    const std::vector<sdk::field_issue> expected{{"to", "'to' must be strictly greater than 'from'"}};
    for (const char* to : {"2026-04-01T00:00:00Z", "2026-03-31T23:59:59.999999Z", "2026-04-01T02:00:00.0000009+02:00",
                           "0001-01-01T00:00:00Z"})
        BOOST_TEST_CONTEXT(to)
        {
            const auto refusal = refusal_of({{"from", "2026-04-01T00:00:00Z"}, {"to", to}});
            BOOST_TEST((refusal.code() == sdk::errc::validation_error));
            BOOST_TEST(refusal.message == "'to' must be strictly greater than 'from'");
            BOOST_TEST((refusal.fields == expected));
        }
    const auto least = bounds_of({{"from", "2026-04-01T00:00:00Z"}, {"to", "2026-04-01T00:00:00.000001Z"}});
    BOOST_TEST((least.to == *least.from + 1));
}

BOOST_AUTO_TEST_SUITE_END()
