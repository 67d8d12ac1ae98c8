#include "cli/commands/group_tables.hpp"

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

BOOST_AUTO_TEST_SUITE_END()
