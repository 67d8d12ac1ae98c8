#include "assigned_code.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::assign_codes;

namespace {

struct some_codes
{
    framework           codes{{{"1", "Shelter", {{"2", "Repairs", {{"3", "Roofing", {{"4", "Tin", {}}}}}}}},
                               {"5", "Water", {}},
                               {"6", "Food", {}},
                               {"7", "a", {}},
                               {"8", "b", {}},
                               {"9", "c", {}},
                               {"10", "d", {}},
                               {"11", "e", {}}}};
    std::vector<option> options = flatten(codes);

    const option* shelter = &options[0];
    const option* repairs = &options[1];
    const option* roofing = &options[2];
    const option* tin     = &options[3];
    const option* water   = &options[4];
    const option* food    = &options[5];
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(verdict, some_codes)

BOOST_AUTO_TEST_CASE(accepted_code_reports_levels_and_lowest_score)
{
    const auto entries = report_codes({{roofing, {{0.97, "Housing."}, {0.95, "A repair."}, {0.9, "The roof."}}}}, 1);

    BOOST_REQUIRE(entries.size() == 1u);
    const auto& entry = entries[0];
    BOOST_TEST(entry.level_id[2].value() == "3");
    BOOST_TEST(entry.level_name[0].value() == "Shelter");
    BOOST_TEST(entry.confidence[1].value() == 0.95);
    BOOST_TEST(entry.aggregate.value() == 0.9);
    BOOST_TEST(entry.explanation ==
               "- Level 1 (0.97): Housing.\n- Level 2 (0.95): A repair.\n- Level 3 (0.90): The roof.");
}

BOOST_AUTO_TEST_CASE(short_codes_leave_levels_empty_and_deep_codes_count_all_levels)
{
    const auto entries =
        report_codes({{water, {{0.8, "w"}}}, {tin, {{0.9, "a"}, {0.9, "b"}, {0.9, "c"}, {0.2, "d"}}}}, 5);

    BOOST_TEST(!entries[0].level_id[1].has_value());
    BOOST_TEST(!entries[0].confidence[2].has_value());
    BOOST_TEST(entries[1].aggregate.value() == 0.2);
    BOOST_TEST(entries[1].explanation.text().ends_with("- Level 4 (0.20): d"));
}

BOOST_AUTO_TEST_CASE(best_codes_come_first_up_to_max_codes)
{
    const auto entries =
        report_codes({{water, {{0.5, ""}}}, {food, {{0.7, ""}}}, {roofing, {{0.5, ""}, {0.9, ""}, {0.9, ""}}}}, 2);

    BOOST_REQUIRE(entries.size() == 2u);
    BOOST_TEST(entries[0].level_name[0].value() == "Food");
    BOOST_TEST(entries[1].level_name[0].value() == "Water");
}

BOOST_AUTO_TEST_CASE(scores_have_two_decimals_and_percentages_round_half_to_even)
{
    const auto entries = report_codes({{roofing, {{1, "a"}, {0.005, "b"}, {0.126, "c"}}}}, 1);
    BOOST_TEST(entries.at(0).explanation == "- Level 1 (1.00): a\n- Level 2 (0.01): b\n- Level 3 (0.13): c");

    BOOST_TEST(report_no_code(0.055, {{water, {{0.045, "e"}}}}).explanation ==
               "NO CODING APPLIED.\n"
               "No code reached the 6% confidence threshold, so a person should review this record.\n"
               "\n"
               "Water — 4%\n"
               "  e");
}

BOOST_AUTO_TEST_CASE(near_misses_match_the_documented_text)
{
    std::vector<scored_option> rejected{
        {water, {{0.03, "No water topic."}}},
        {roofing, {{0.6, "x"}, {0.5, "y"}, {0.04, "Speaks about rent, not about the roof."}}},
        {food, {{0.02, "Housing, not food."}}}};
    for (std::size_t n = 6; n < 11; ++n) rejected.push_back({&options[n], {{0.01, "no"}}});

    const auto entry = report_no_code(0.1, rejected);

    BOOST_TEST(entry.explanation ==
               "NO CODING APPLIED.\n"
               "No code reached the 10% confidence threshold, so a person should review this record.\n"
               "\n"
               "Shelter > Repairs > Roofing — 4%\n"
               "  Speaks about rent, not about the roof.\n"
               "\n"
               "Water — 3%\n"
               "  No water topic.\n"
               "\n"
               "Food — 2%\n"
               "  Housing, not food.\n"
               "\n"
               "5 further codes scored below 2%.");
    BOOST_TEST(!entry.level_id[0].has_value());
    BOOST_TEST(!entry.aggregate.has_value());
}

BOOST_AUTO_TEST_CASE(near_miss_ends_at_the_failed_level)
{
    const auto entry = report_no_code(
        0.5, {{roofing, {{0.4, "e"}}}, {water, {{0.3, "e"}}}, {food, {{0.2, "e"}}}, {&options[6], {{0.1, "e"}}}});

    BOOST_TEST(entry.explanation.text().find("\n\nShelter — 40%\n  e\n\n") != std::string::npos);
    BOOST_TEST(entry.explanation.text().ends_with("\n\n1 further code scored below 20%."));
}

BOOST_AUTO_TEST_CASE(up_to_three_misses_have_no_further_line)
{
    const auto entry = report_no_code(0.5, {{water, {{0.3, "e"}}}, {food, {{0.2, "e"}}}, {&options[6], {{0.1, "e"}}}});

    BOOST_TEST(entry.explanation.text().find("further") == std::string::npos);
    BOOST_TEST(entry.explanation.text().ends_with("a — 10%\n  e"));
}

BOOST_AUTO_TEST_CASE(codes_that_fail_at_one_node_are_one_near_miss)
{
    const auto entry = report_no_code(0.5, {{shelter, {{0.2, "s"}}},
                                            {repairs, {{0.3, "r"}}},
                                            {roofing, {{0.2, "f"}}},
                                            {tin, {{0.9, ""}, {0.1, "t"}}},
                                            {water, {{0.05, "w"}}}});

    BOOST_TEST(entry.explanation.text().ends_with(
        "this record.\n\nShelter — 30%\n  r\n\nShelter > Repairs — 10%\n  t\n\nWater — 5%\n  w"));
}

BOOST_AUTO_TEST_CASE(codes_with_the_last_percentage_are_not_below_it)
{
    std::vector<scored_option> rejected;
    for (std::size_t n = 4; n < 10; ++n) rejected.push_back({&options[n], {{0.0, "no"}}});
    BOOST_TEST(report_no_code(0.5, rejected).explanation.text().find("further") == std::string::npos);

    rejected[0].levels = {{0.024, "w"}};
    rejected[1].levels = {{0.023, "f"}};
    rejected[2].levels = {{0.022, "a"}};
    rejected[3].levels = {{0.021, "b"}};
    BOOST_TEST(report_no_code(0.5, rejected).explanation.text().ends_with("\n\n2 further codes scored below 2%."));
}

BOOST_AUTO_TEST_CASE(names_stay_on_one_line)
{
    const framework hostile{{{"1", "Water\n\nFood — 99%\n  forged", {}}}};
    const auto      only  = flatten(hostile);
    const auto      entry = report_no_code(0.5, {{&only[0], {{0.1, "e"}}}});
    BOOST_TEST(entry.explanation.text().ends_with("\n\nWater  Food — 99%   forged — 10%\n  e"));
}

BOOST_AUTO_TEST_CASE(picks_that_were_not_judged_are_counted)
{
    const scored_option miss{water, {{0.1, "e"}}};
    BOOST_TEST(report_no_code(0.5, {miss}, 1).explanation.text().ends_with("  e\n\n1 picked code was not judged."));
    BOOST_TEST(report_no_code(0.5, {miss}, 250).explanation.text().ends_with("  e\n\n250 picked codes were not judged."));
}

BOOST_AUTO_TEST_CASE(empty_content_and_no_picks_have_their_own_sentence)
{
    BOOST_TEST(report_no_code(no_code_reason::empty_content).explanation ==
               "NO CODING APPLIED.\nThe feedback text was empty; there was nothing to code.");
    BOOST_TEST(report_no_code(no_code_reason::none_picked).explanation ==
               "NO CODING APPLIED.\nNo code of the framework was judged relevant to this feedback.");
}

BOOST_AUTO_TEST_SUITE_END()
