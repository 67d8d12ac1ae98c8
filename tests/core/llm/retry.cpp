#include "llm/retry.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim::core::llm;
using namespace std::chrono_literals;
using time_point = retry_plan::clock::time_point;
using ms         = retry_plan::duration;

namespace {

const time_point start{1000s};

attempt_result result_with(attempt_status status) { return {.status = status, .text = {}, .model = {}}; }

attempt_result rate_limited(std::chrono::seconds retry_after)
{
    auto result        = result_with(attempt_status::rate_limited);
    result.retry_after = retry_after;
    return result;
}

retry_plan plan(ms remaining, ms max_attempt_duration = 115s)
{
    return retry_plan::begin(start, start + remaining, max_attempt_duration).value();
}

/// Waits in seconds of a call whose attempts all take `attempt` and end with `result`.
std::vector<long> waits(retry_plan retries, const attempt_result& result, ms attempt)
{
    std::vector<long> seconds;
    auto              now = start;
    while (retries.next_budget(now))
    {
        now += attempt;
        const auto wait = retries.wait_after(result, now);
        if (!wait) break;
        seconds.push_back(wait->count() / 1000);
        now += *wait;
    }
    return seconds;
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_retry)

BOOST_AUTO_TEST_CASE(an_attempt_gets_a_third_of_the_remaining_time_up_to_the_setting)
{
    BOOST_TEST(plan(120s).budget().count() == 40'000);
    BOOST_TEST(plan(600s).budget().count() == 115'000);
    BOOST_TEST(plan(10s).budget().count() == 3333);
    BOOST_TEST(plan(600s, 500ms).budget().count() == 500);
}

BOOST_AUTO_TEST_CASE(no_plan_begins_under_ten_seconds)
{
    BOOST_TEST(!retry_plan::begin(start, start + 9999ms, 115s).has_value());
    BOOST_TEST(!retry_plan::begin(start, start, 115s).has_value());
    BOOST_TEST(!retry_plan::begin(start, start - 5s, 115s).has_value());
    BOOST_TEST((retry_plan::latest_start(start + 60s) == start + 50s));
    BOOST_TEST((retry_plan::latest_retry(start + 60s) == start + 59s));
}

BOOST_AUTO_TEST_CASE(waits_double_up_to_ten_seconds)
{
    const std::vector<long> expected{1, 2, 4, 8, 10, 10, 10};
    const auto              actual = waits(plan(600s, 15s), result_with(attempt_status::rate_limited), 0ms);
    BOOST_TEST(actual == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(timeouts_end_after_three_budgets)
{
    // After 40 s, 1 s, 40 s and 2 s of 120 s, the last attempt gets the remaining 37 s.
    auto       retries = plan(120s);
    time_point now     = start + 40s;
    const auto timeout = result_with(attempt_status::timed_out);
    BOOST_TEST(retries.wait_after(timeout, now).value().count() == 1000);
    now += 41s;
    BOOST_TEST(retries.wait_after(timeout, now).value().count() == 2000);
    now += 2s;
    BOOST_TEST(retries.next_budget(now).value().count() == 37'000);
    now += 37s;
    BOOST_TEST(!retries.wait_after(timeout, now).has_value());
}

BOOST_AUTO_TEST_CASE(the_three_budgets_are_checked_after_a_failure)
{
    auto retries = plan(600s, 10s);
    BOOST_TEST(retries.wait_after(result_with(attempt_status::timed_out), start + 29s).has_value());
    BOOST_TEST(!retries.wait_after(result_with(attempt_status::timed_out), start + 30s).has_value());
}

BOOST_AUTO_TEST_CASE(no_wait_and_no_attempt_exceeds_the_deadline)
{
    auto retries = plan(30s, 10s);
    BOOST_TEST(retries.wait_after(result_with(attempt_status::rate_limited), start + 28s).value().count() == 1000);

    auto late = plan(30s, 10s);
    BOOST_TEST(!late.wait_after(result_with(attempt_status::rate_limited), start + 28s + 1ms).has_value());

    BOOST_TEST(retries.next_budget(start + 29s).value().count() == 1000);
    BOOST_TEST(!retries.next_budget(start + 29s + 1ms).has_value());
}

BOOST_AUTO_TEST_CASE(a_longer_retry_after_is_used_if_it_ends_in_time)
{
    BOOST_TEST(plan(600s, 20s).wait_after(rate_limited(50s), start + 5s).value().count() == 50'000);
    BOOST_TEST(plan(600s, 20s).wait_after(rate_limited(55s), start + 5s).value().count() == 55'000);
    BOOST_TEST(plan(600s, 20s).wait_after(rate_limited(56s), start + 5s).value().count() == 1000);
    BOOST_TEST(plan(600s, 20s).wait_after(rate_limited(1s), start + 5s).value().count() == 1000);

    // Within three budgets, but less than 1 s before the deadline.
    BOOST_TEST(plan(60s).wait_after(rate_limited(55s), start + 5s).value().count() == 1000);
    BOOST_TEST(plan(60s).wait_after(rate_limited(54s), start + 5s).value().count() == 54'000);
}

BOOST_AUTO_TEST_CASE(retry_after_applies_to_rate_limits_only)
{
    auto slow        = result_with(attempt_status::timed_out);
    slow.retry_after = 50s;
    BOOST_TEST(plan(600s, 20s).wait_after(slow, start + 5s).value().count() == 1000);
}

BOOST_AUTO_TEST_CASE(a_disconnected_attempt_is_retried_once_at_once)
{
    auto retries = plan(120s);
    BOOST_TEST(retries.wait_after(result_with(attempt_status::disconnected), start + 1s).value().count() == 0);
    BOOST_TEST(!retries.wait_after(result_with(attempt_status::disconnected), start + 2s).has_value());
    BOOST_TEST(!plan(120s).wait_after(result_with(attempt_status::disconnected), start + 119s + 1ms).has_value());
}

BOOST_AUTO_TEST_CASE(other_results_are_not_retried)
{
    for (const auto status :
         {attempt_status::completed, attempt_status::refused, attempt_status::failed, attempt_status::invalid_response})
        BOOST_TEST(!plan(600s).wait_after(result_with(status), start + 1s).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
