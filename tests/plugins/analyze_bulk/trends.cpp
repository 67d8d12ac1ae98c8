#include "trends.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>

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

BOOST_AUTO_TEST_CASE(a_record_counts_once_for_each_code_of_any_level)
{
    const auto trends =
        counted({R"({"created":"2026-03-02","coding_level_1":"Health, Water ,,Health","coding_level_2":"Health"})",
                 R"({"created":"2026-04-02","coding_level_1":["Health","Food, Water","Health"]})",
                 R"({"created":"2026-03-09","coding_level_3":"Water"})"});
    const coding_trends expected{
        {"2026-03", "2026-04"},
        {{"Food, Water", "2026-04", 1}, {"Health", "2026-03", 1}, {"Health", "2026-04", 1}, {"Water", "2026-03", 2}}};
    BOOST_TEST((trends == expected));
}

BOOST_AUTO_TEST_CASE(a_setting_separates_the_labels_of_a_text)
{
    const struct
    {
        std::string_view         separator;
        std::vector<std::string> expected;
    } table[]{{";", {"Food, Water", "Health"}}, {"", {"Food, Water; Health"}}, {", ", {"Food", "Water; Health"}}};
    for (const auto& [separator, expected] : table)
    {
        const feedback::record record{
            .id = "x", .content = "c", .metadata = {{"code", "Food, Water; Health"}}, .url_id = {}};
        const auto codes = analyze_bulk::codes_of(record, {{"code"}, std::string{separator}});
        BOOST_TEST(codes.labels == expected, boost::test_tools::per_element());
    }
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
    const auto counts = monthly({"a,b,c,d", "éé,ééé,a"}, {.codes = {.label_length = 2, .labels_per_record = 3}});
    BOOST_TEST((counts.trends == coding_trends{{"2026-01", "2026-02"},
                                               {{"a", "2026-01", 1},
                                                {"a", "2026-02", 1},
                                                {"b", "2026-01", 1},
                                                {"c", "2026-01", 1},
                                                {"éé", "2026-02", 1}}}));
    BOOST_TEST(counts.omitted_labels == 2u);
    BOOST_TEST(counts.periods.omitted_records == 0u);
}

BOOST_AUTO_TEST_CASE(the_most_frequent_codes_are_reported)
{
    const auto counts = monthly({"rare,b,a", "often,b", "often"}, {.codes = {.codes = 2}});
    BOOST_TEST(
        (counts.trends ==
         coding_trends{{"2026-01", "2026-02", "2026-03"},
                       {{"b", "2026-01", 1}, {"b", "2026-02", 1}, {"often", "2026-02", 1}, {"often", "2026-03", 1}}}));
    BOOST_TEST(counts.omitted_labels == 2u);

    const auto first = monthly({"a", "b", "b"}, {.codes = {.candidates = 1}});
    BOOST_TEST((first.trends == coding_trends{{"2026-01", "2026-02", "2026-03"}, {{"a", "2026-01", 1}}}));
    BOOST_TEST(first.omitted_labels == 2u);
}

BOOST_AUTO_TEST_CASE(the_latest_periods_are_reported)
{
    const auto counts = monthly({"a", "a", "b"}, {.periods = 2});
    BOOST_TEST((counts.trends == coding_trends{{"2026-02", "2026-03"}, {{"a", "2026-02", 1}, {"b", "2026-03", 1}}}));
    BOOST_TEST(counts.periods.omitted_records == 1u);
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

BOOST_AUTO_TEST_CASE(changes_list_the_tested_codes_only)
{
    // Ten records a month: Water rises, Food peaks in June, Roads is new in October, Health is in every third record.
    std::vector<feedback::record> records;
    for (int month = 1; month != 13; ++month)
        for (int n = 0; n != 10; ++n)
        {
            std::string codes = n % 3 == 0 ? "Health" : "";
            if (n < month * 2 / 3) codes += ",Water";
            if (month == 6 && n > 1) codes += ",Food";
            if (month > 9 && n % 2 == 0) codes += ",Roads";
            const auto date = (month < 10 ? "2026-0" : "2026-") + std::to_string(month) + "-02";
            records.push_back(
                {.id = "x", .content = "c", .metadata = {{"created", date}, {"coding_level_1", codes}}, .url_id = {}});
        }
    auto counts = analyze_bulk::count_trends(feedback::with_content(records), usual, feedback::period_length::month);
    test_changes(counts);

    std::string report;
    for (const auto& [code, change] : counts.trends->changes.value())
        report += code + ' ' + std::string{name_of(change.kind)} + ' ' + change.periods[0] + ' ' + change.periods[1] +
                  ' ' + std::to_string(change.counts[0]) + ' ' + std::to_string(change.counts[1]) + '\n';
    BOOST_TEST(report == "Food spike 2026-06 2026-06 0 8\n"
                         "Roads new 2026-10 2026-12 0 15\n"
                         "Water rise 2026-07 2026-12 12 36\n");
    for (const auto& [code, change] : *counts.trends->changes)
    {
        BOOST_TEST(change.q_value <= 0.05);
        BOOST_TEST(change.p_value <= change.q_value);
        BOOST_TEST(std::abs(change.expected[0] + change.expected[1] - double(change.counts[0] + change.counts[1])) <
                   0.1);
    }
    BOOST_TEST(changes_block(*counts.trends, feedback::redaction{}).text() ==
               "<coding_changes>\ncode,change,from,to,records in other periods,of,share in %,records in these "
               "periods,of,share in "
               "%\nFood,spike,2026-06,2026-06,0,110,0,8,10,80\nRoads,new,2026-10,2026-12,0,90,0,15,30,50\n"
               "Water,rise,2026-07,2026-12,12,60,20,36,60,60\n</coding_changes>");
}

BOOST_AUTO_TEST_CASE(without_changes_there_is_no_block)
{
    auto counts = monthly({"a", "a", "b"}, {});
    BOOST_TEST(changes_block(*counts.trends, feedback::redaction{}).text().empty());
    test_changes(counts);
    BOOST_TEST(counts.trends->changes.value().empty());
    BOOST_TEST(changes_block(*counts.trends, feedback::redaction{}).text().empty());
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
