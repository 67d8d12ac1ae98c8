#include "verbatim/feedback/tokens.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(the_estimate_is_rounded_down)
{
    BOOST_TEST(feedback::estimated_tokens(403, {.max_total_tokens = 1, .chars_per_token = 4}) == 100u);
    BOOST_TEST(feedback::estimated_tokens(403, {.max_total_tokens = 1, .chars_per_token = 0}) == 403u);
}

BOOST_AUTO_TEST_CASE(the_limit_passes_and_the_error_has_estimate_and_limit)
{
    const sdk::token_limits limits{.max_total_tokens = 100, .chars_per_token = 4};
    BOOST_CHECK_NO_THROW(feedback::check_budget(403, limits));
    BOOST_CHECK_EXCEPTION(feedback::check_budget(404, limits), sdk::error, [](const sdk::error& error) {
        return error.code() == sdk::errc::payload_too_large &&
               error.message == "Estimated tokens (101) exceed limit (100)";
    });
}

BOOST_AUTO_TEST_CASE(advice_ends_the_error)
{
    BOOST_CHECK_EXCEPTION(
        feedback::check_budget(404, {.max_total_tokens = 100, .chars_per_token = 4}, sdk::literal{"send less"}),
        sdk::error, [](const sdk::error& error) {
            return error.message == "Estimated tokens (101) exceed limit (100): send less";
        });
}

BOOST_AUTO_TEST_CASE(a_judge_may_exceed_the_limit_by_a_tenth)
{
    const sdk::token_limits limits{.max_total_tokens = 100'000, .chars_per_token = 1};
    BOOST_TEST(!feedback::over_budget(110'000, limits, 110));
    BOOST_TEST(feedback::over_budget(110'001, limits, 110).has_value());
}

BOOST_AUTO_TEST_CASE(a_limit_that_is_not_enforced_passes_every_message)
{
    BOOST_TEST(!feedback::over_budget(1'000, {.max_total_tokens = 1, .chars_per_token = 1, .is_enforced = false}));
}

BOOST_AUTO_TEST_CASE(max_characters_is_the_longest_message_that_passes)
{
    for (const auto limits : {sdk::token_limits{.max_total_tokens = 10, .chars_per_token = 4},
                              sdk::token_limits{.max_total_tokens = 7, .chars_per_token = 1}})
    {
        const auto max = feedback::max_characters(limits);
        BOOST_TEST(!feedback::over_budget(max, limits));
        BOOST_TEST(feedback::over_budget(max + 1, limits).has_value());
    }
    constexpr auto no_limit = std::numeric_limits<std::size_t>::max();
    BOOST_TEST(feedback::max_characters({.max_total_tokens = no_limit, .chars_per_token = 4}) == no_limit);
}

BOOST_AUTO_TEST_SUITE_END()
