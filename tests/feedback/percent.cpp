#include "verbatim/feedback/pretty_output.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>

BOOST_AUTO_TEST_SUITE(percent)

BOOST_AUTO_TEST_CASE(a_score_is_rounded_half_to_even_on_the_plain_product)
{
    for (const auto& [score, expected] :
         {std::pair{0.0, 0}, {0.045, 4}, {0.055, 6}, {0.145, 14}, {0.86, 86}, {0.995, 100}, {1.0, 100}})
        BOOST_TEST_CONTEXT("score " << score) BOOST_TEST(verbatim::feedback::whole_percent(score) == expected);
}

BOOST_AUTO_TEST_CASE(scores_are_written_with_two_decimals)
{
    for (const auto& [score, expected] : {std::pair{0.0, "0.00"}, {0.005, "0.01"}, {0.126, "0.13"}, {1.0, "1.00"}})
        BOOST_TEST(verbatim::feedback::two_decimals(score) == expected);
}

BOOST_AUTO_TEST_SUITE_END()
