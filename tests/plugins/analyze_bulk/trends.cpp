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
    return analyze_bulk::count_trends(feedback::with_content(records), usual, length).trends;
}

/// One record per month of 2026, from January, with these labels.
analyze_bulk::trend_counts monthly(const std::vector<std::string>& labels, const analyze_bulk::trend_limits& limits)
{
    std::vector<feedback::record> records;
    for (std::size_t n = 0; n != labels.size(); ++n)
        records.push_back({.id       = "x",
                           .content  = "c",
                           .metadata = {{"created", (n < 9 ? "2026-0" : "2026-") + std::to_string(n + 1)},
                                        {"coding_level_1", labels[n]}},
                           .url_id   = {}});
    return analyze_bulk::count_trends(feedback::with_content(records), usual, feedback::period_length::month, limits);
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

BOOST_AUTO_TEST_CASE(labels_beyond_those_of_a_record_and_long_ones_are_left_out)
{
    const auto counts = monthly({"a,b,c,d", "éé,ééé,a"}, {.label_length = 2, .labels_per_record = 3});
    BOOST_TEST((counts.trends == coding_trends{{"2026-01", "2026-02"},
                                               {{"a", "2026-01", 1},
                                                {"a", "2026-02", 1},
                                                {"b", "2026-01", 1},
                                                {"c", "2026-01", 1},
                                                {"éé", "2026-02", 1}}}));
    BOOST_TEST(counts.omitted_labels == 2u);
    BOOST_TEST(counts.omitted_periods == 0u);
}

BOOST_AUTO_TEST_CASE(the_most_frequent_codes_are_reported)
{
    const auto counts = monthly({"rare,b,a", "often,b", "often"}, {.codes = 2});
    BOOST_TEST(
        (counts.trends ==
         coding_trends{{"2026-01", "2026-02", "2026-03"},
                       {{"b", "2026-01", 1}, {"b", "2026-02", 1}, {"often", "2026-02", 1}, {"often", "2026-03", 1}}}));
    BOOST_TEST(counts.omitted_labels == 2u);

    const auto first = monthly({"a", "b", "b"}, {.candidates = 1});
    BOOST_TEST((first.trends == coding_trends{{"2026-01", "2026-02", "2026-03"}, {{"a", "2026-01", 1}}}));
    BOOST_TEST(first.omitted_labels == 2u);
}

BOOST_AUTO_TEST_CASE(the_latest_periods_are_reported)
{
    const auto counts = monthly({"a", "a", "b"}, {.periods = 2});
    BOOST_TEST((counts.trends == coding_trends{{"2026-02", "2026-03"}, {{"a", "2026-02", 1}, {"b", "2026-03", 1}}}));
    BOOST_TEST(counts.omitted_periods == 1u);
}

BOOST_AUTO_TEST_CASE(the_least_frequent_codes_give_way_to_the_size_of_the_response)
{
    const std::string long_label(200, 'l');
    const auto        counts = monthly({"a," + long_label, "a"}, {.json_bytes = 200});
    BOOST_TEST((counts.trends == coding_trends{{"2026-01", "2026-02"}, {{"a", "2026-01", 1}, {"a", "2026-02", 1}}}));
    BOOST_TEST(counts.omitted_labels == 1u);
}

BOOST_AUTO_TEST_CASE(a_long_list_of_labels_does_not_grow_the_response)
{
    std::string labels;
    for (int n = 0; n != 200'000; ++n) labels.append(std::to_string(n)).append(",");
    const auto counts = monthly({labels, labels + std::string(3'000'000, 'x')}, {});
    BOOST_TEST(counts.trends->cells.size() == 200u);
    BOOST_TEST(counts.omitted_labels == 400'000u + 1 - 200);
}

BOOST_AUTO_TEST_CASE(grid_has_one_row_per_code_with_zeros)
{
    const coding_trends counted{
        .periods = {"2026-W10", "2026-W11", "2026-W12"},
        .cells   = {{"Health", "2026-W11", 2}, {"Road\nswater", "2026-W10", 1}, {"Road\nswater", "2026-W12", 13}}};
    BOOST_TEST(trend_grid(counted, feedback::redaction{}, 1'000).value().text() ==
               "code,2026-W10,2026-W11,2026-W12\nHealth,0,2,0\nRoad swater,1,0,13");
    BOOST_TEST(trend_grid({.periods = {"2026-W10"}, .cells = {}}, feedback::redaction{}, 100).value().text() ==
               "code,2026-W10");
    BOOST_TEST(!trend_grid(counted, feedback::redaction{}, 62));
    BOOST_TEST(trend_grid(counted, feedback::redaction{}, 63).has_value());
}

BOOST_AUTO_TEST_CASE(oversized_grid_is_detected_without_writing_it)
{
    coding_trends counted;
    for (int n = 0; n != 100'000; ++n) counted.periods.push_back(std::to_string(100'000 + n));
    for (int n = 0; n != 10'000; ++n) counted.cells.push_back({std::to_string(n), "100000", 1});
    BOOST_TEST(!trend_grid(counted, feedback::redaction{}, 400'000));
}

BOOST_AUTO_TEST_SUITE_END()
