#include "cli/json_access.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;

BOOST_AUTO_TEST_SUITE(json_access)

BOOST_AUTO_TEST_CASE(counts_have_all_their_digits)
{
    BOOST_TEST(number_text(0) == "0");
    BOOST_TEST(number_text(100'000) == "100000");
    BOOST_TEST(number_text(-3'000'000) == "-3000000");
    BOOST_TEST(number_text(0.25) == "0.25");
    BOOST_TEST(number_text(1e300) == "1e+300");
    BOOST_TEST(count_text(100'000) == "100,000");
    BOOST_TEST(count_text(-1'000) == "-1,000");
    BOOST_TEST(count_text(999) == "999");
}

BOOST_AUTO_TEST_CASE(shares_are_rounded_as_on_the_page)
{
    BOOST_TEST(percent_text(0.285) == "29 %");
    BOOST_TEST(percent_text(0.2849) == "28 %");
    BOOST_TEST(percent_text(0.575) == "58 %");
    BOOST_TEST(percent_text(0.0025) == "0.3 %");
    BOOST_TEST(percent_text(0.0085) == "0.9 %");
    BOOST_TEST(percent_text(-0.285) == "-29 %");
    BOOST_TEST(percent_text(0) == "0 %");
    BOOST_TEST(percent_text(1) == "100 %");
}

BOOST_AUTO_TEST_CASE(a_path_leads_to_members_of_members_and_items)
{
    const auto answer = parse_object(R"({"elapsed": {"avg": 1.5}, "counts": [3, null], "none": null, "text": "x"})");
    BOOST_TEST(number_of(answer, "elapsed/avg") == 1.5);
    BOOST_TEST(number_text(answer, "counts/0") == "3");
    for (const char* path : {"counts/1", "counts/2", "counts/x", "none/avg", "text/avg", "elapsed/max", "absent/avg"})
        BOOST_TEST(!has_number(answer, path), path);
}

BOOST_AUTO_TEST_SUITE_END()
