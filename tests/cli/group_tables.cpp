#include "cli/commands/analysis_result.hpp"

#include <boost/json/array.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
namespace json = boost::json;

namespace {

/// A breakdown of this many values, each with counts of this many codes.
output::result breakdown(int values, int codes, int count)
{
    json::array counts, groups;
    for (int n = 0; n != codes; ++n) counts.push_back(json::object{{"title", "code"}, {"count", count}});
    for (int n = 0; n != values; ++n)
        groups.push_back(json::object{{"value", "v"}, {"record_count", 40}, {"counts", counts}});
    output::result result;
    commands::add_breakdowns({{"breakdown", json::array{json::object{{"key", "region"}, {"values", groups}}}}}, result);
    return result;
}

bool has_note(const output::result& result, const std::string& note)
{
    return result.sections.at(0).markdown.find(note) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(group_tables)

BOOST_AUTO_TEST_CASE(a_breakdown_names_what_only_csv_has)
{
    BOOST_TEST(!has_note(breakdown(6, 20, 5), "Only"));
    BOOST_TEST(!has_note(breakdown(6, 25, 0), "Only")); // nothing is known of these codes

    const auto large = breakdown(7, 21, 5);
    BOOST_TEST(has_note(large, "Only 6 of 7 values are shown. Only 20 of 21 themes and codes are shown. CSV has all: "
                               "--table breakdown."));
    BOOST_TEST(large.sections.at(0).content->columns.size() == 1 + 6U);
    BOOST_TEST(large.sections.at(0).content->rows.row_count() == 1 + 20U);
    BOOST_TEST(large.sections.at(1).content->rows.row_count() == 7U * 21);
}

BOOST_AUTO_TEST_CASE(a_group_of_one_record_has_one_record)
{
    const auto     groups = json::array{json::object{{"name", "North"}, {"record_count", 1}},
                                    json::object{{"name", "South"}, {"record_count", 1200}}};
    const auto     items  = json::array{json::object{{"title", "code"}, {"counts", json::array{1, 600}}}};
    output::result result;
    commands::add_comparison({{"comparison", json::object{{"groups", groups}, {"differences", items}}}}, result);
    BOOST_TEST(has_note(result, "First: North (1 record). Second: South (1,200 records)."),
               result.sections.at(0).markdown);
}

BOOST_AUTO_TEST_CASE(only_days_are_a_period)
{
    const auto     groups = json::array{json::object{{"name", "2026-01-01/2026-03-31"}, {"record_count", 40}},
                                    json::object{{"name", "North-East/South-West"}, {"record_count", 40}}};
    const auto     items  = json::array{json::object{{"title", "code"}, {"counts", json::array{5, 6}}}};
    output::result result;
    commands::add_comparison({{"comparison", json::object{{"groups", groups}, {"differences", items}}}}, result);
    BOOST_TEST(has_note(result, "First: 2026-01-01 to 2026-03-31 (40 records). Second: North-East/South-West (40"),
               result.sections.at(0).markdown);
}

BOOST_AUTO_TEST_SUITE_END()
