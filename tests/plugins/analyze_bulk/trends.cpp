#include "trends.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using analyze_bulk::coding_trends;
using analyze_bulk::trend_grid;

namespace {

const analyze_bulk::trend_fields usual{"created", {"coding_level_1", "coding_level_2", "coding_level_3"}};

std::optional<coding_trends> counted(const std::vector<std::string>& metadata,
                                     feedback::period_length         length = feedback::period_length::month)
{
    std::vector<feedback::record> records;
    for (const auto& fields : metadata)
        records.push_back(
            {.id = "x", .content = "c", .metadata = boost::json::parse(fields).as_object(), .url_id = {}});
    return analyze_bulk::count_trends(feedback::with_content(records), usual, length);
}

} // namespace

BOOST_AUTO_TEST_SUITE(trends)

BOOST_AUTO_TEST_CASE(each_occurrence_counts_at_any_level)
{
    const auto trends =
        counted({R"({"created":"2026-03-02","coding_level_1":"Health, Water ,,","coding_level_2":"Health"})",
                 R"({"created":"2026-04-02","coding_level_1":["Health","Food, Water"]})",
                 R"({"created":"2026-03-09","coding_level_3":"Water"})"});
    const coding_trends expected{{"2026-03", "2026-04"},
                                 {{"Food", "2026-04", 1},
                                  {"Health", "2026-03", 2},
                                  {"Health", "2026-04", 1},
                                  {"Water", "2026-03", 2},
                                  {"Water", "2026-04", 1}}};
    BOOST_TEST((trends == expected));
}

BOOST_AUTO_TEST_CASE(codes_are_sorted_by_code_point)
{
    const auto               trends = counted({R"({"created":"2026-03-02","coding_level_1":"😀,é,a,Z,ﬀ"})"});
    std::vector<std::string> order;
    for (const auto& cell : trends->cells) order.push_back(cell.code);
    const std::vector<std::string> expected{"Z", "a", "é", "ﬀ", "😀"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(invalid_labels_and_dates_are_not_counted)
{
    for (const char* codes : {"null", "3", "{}", "[]", "[1]", "[\"a\",1]", "\"\"", "\" , ,\""})
        BOOST_TEST_CONTEXT(codes)
        {
            const auto trends = counted({std::string{R"({"created":"2026-03-02","coding_level_1":)"} + codes + "}"});
            BOOST_TEST((trends == coding_trends{{"2026-03"}, {}}));
        }
    for (const char* date : {"null", "20260302", "[\"2026-03-02\"]", "\"soon\""}) BOOST_TEST_CONTEXT(date)
    BOOST_TEST(!counted({std::string{R"({"coding_level_1":"Health","created":)"} + date + "}", "{}"}));
    BOOST_TEST(!counted({}));
}

BOOST_AUTO_TEST_CASE(codes_of_an_undated_record_are_not_counted)
{
    const auto trends = counted({R"({"created":"2026-03-02"})", R"({"coding_level_1":"Health"})"});
    BOOST_TEST((trends == coding_trends{{"2026-03"}, {}}));
}

BOOST_AUTO_TEST_CASE(grid_has_one_row_per_code_with_zeros)
{
    const coding_trends counted{
        .periods = {"2026-W10", "2026-W11", "2026-W12"},
        .cells   = {{"Health", "2026-W11", 2}, {"Road\nswater", "2026-W10", 1}, {"Road\nswater", "2026-W12", 13}}};
    BOOST_TEST(trend_grid(counted, 1'000).value() ==
               "code,2026-W10,2026-W11,2026-W12\nHealth,0,2,0\nRoad swater,1,0,13");
    BOOST_TEST(trend_grid({.periods = {"2026-W10"}, .cells = {}}, 100).value() == "code,2026-W10");
    BOOST_TEST(!trend_grid(counted, 62));
    BOOST_TEST(trend_grid(counted, 63).has_value());
}

BOOST_AUTO_TEST_CASE(oversized_grid_is_detected_without_writing_it)
{
    coding_trends counted;
    for (int n = 0; n != 100'000; ++n) counted.periods.push_back(std::to_string(100'000 + n));
    for (int n = 0; n != 10'000; ++n) counted.cells.push_back({std::to_string(n), "100000", 1});
    BOOST_TEST(!trend_grid(counted, 400'000));
}

BOOST_AUTO_TEST_SUITE_END()
