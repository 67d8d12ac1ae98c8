#include "llm/retry.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <vector>

using namespace verbatim::core::llm;
using namespace std::chrono_literals;
using time_point = retry_plan::clock::time_point;
using ms         = retry_plan::duration;

namespace {

const time_point start{1000s};

namespace sdk = verbatim::sdk;
using cause   = sdk::failure_cause;

attempt_result rate_limited(std::chrono::seconds retry_after)
{
    auto result        = failed_attempt(cause::rate_limited);
    result.retry_after = retry_after;
    return result;
}

attempt_result server_error(int status, std::optional<std::chrono::seconds> retry_after = {})
{
    auto result        = failed_attempt(cause::server_error);
    result.http_status = status;
    result.retry_after = retry_after;
    return result;
}

retry_plan plan(ms remaining, ms max_attempt_duration = 115s)
{
    return retry_plan::begin(start, start + remaining, {.max_attempt = max_attempt_duration}).value();
}

/// Waits in milliseconds of a call whose attempts all take `attempt` and end with `result`.
std::vector<long> waits(retry_plan retries, const attempt_result& result, ms attempt, double jitter = 1)
{
    std::vector<long> milliseconds;
    auto              now = start;
    while (retries.next_budget(now))
    {
        now += attempt;
        const auto wait = retries.wait_after(result, now, jitter);
        if (!wait) break;
        milliseconds.push_back(wait->count());
        now += *wait;
    }
    return milliseconds;
}

/// The first wait with the longest jitter, in milliseconds; none: no retry.
std::optional<long> wait(retry_plan retries, const attempt_result& result, ms elapsed, double jitter = 1)
{
    const auto duration = retries.wait_after(result, start + elapsed, jitter);
    return duration ? std::optional{static_cast<long>(duration->count())} : std::nullopt;
}

/// Of a call whose attempts take no time.
int retries_of(const attempt_result& result, const retry_plan::connection_limits& limits)
{
    auto plan  = retry_plan::begin(start, start + 120s, limits).value();
    int  count = 0;
    while (plan.wait_after(result, start, 0)) ++count;
    return count;
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
    for (const auto remaining : {9999ms, 0ms, -5000ms})
        BOOST_TEST(!retry_plan::begin(start, start + remaining, {.max_attempt = 115s}).has_value());
    BOOST_TEST((retry_plan::latest_start(start + 60s) == start + 50s));
    BOOST_TEST((retry_plan::latest_retry(start + 60s) == start + 59s));
}

BOOST_AUTO_TEST_CASE(an_attempt_gets_the_time_that_the_request_asks_for)
{
    const auto budget = [](ms remaining, ms max_attempt, ms min_attempt) {
        return retry_plan::begin(start, start + remaining, {.max_attempt = max_attempt}, min_attempt)
            .value()
            .budget()
            .count();
    };
    BOOST_TEST(budget(60s, 115s, 50s) == 50'000);
    BOOST_TEST(budget(60s, 115s, 10s) == 20'000); // a third is more
    BOOST_TEST(budget(60s, 115s, 600s) == 60'000);
    BOOST_TEST(budget(60s, 40s, 600s) == 40'000);
}

BOOST_AUTO_TEST_CASE(upper_bounds_of_waits_double_up_to_ten_seconds)
{
    const std::vector<long> expected{1000, 2000, 4000, 8000, 10'000, 10'000, 10'000};
    BOOST_TEST(waits(plan(600s, 15s), failed_attempt(cause::rate_limited), 0ms) == expected,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(waits_have_full_jitter)
{
    BOOST_TEST(wait(plan(600s), failed_attempt(cause::timeout), 1s, 0.0).value() == 0);
    BOOST_TEST(wait(plan(600s), failed_attempt(cause::timeout), 1s, 0.5).value() == 500);
    const std::vector<long> expected{250, 500};
    BOOST_TEST(waits(plan(600s), server_error(503), 1s, 0.25) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(timeouts_end_after_three_budgets)
{
    // After 40 s, 1 s, 40 s and 2 s of 120 s, the last attempt gets the remaining 37 s.
    auto       retries = plan(120s);
    time_point now     = start + 40s;
    const auto timeout = failed_attempt(cause::timeout);
    BOOST_TEST(retries.wait_after(timeout, now, 1).value().count() == 1000);
    now += 41s;
    BOOST_TEST(retries.wait_after(timeout, now, 1).value().count() == 2000);
    now += 2s;
    BOOST_TEST(retries.next_budget(now).value().count() == 37'000);
    now += 37s;
    BOOST_TEST(!retries.wait_after(timeout, now, 1).has_value());
}

BOOST_AUTO_TEST_CASE(the_three_budgets_are_checked_after_a_failure)
{
    BOOST_TEST(wait(plan(600s, 10s), failed_attempt(cause::timeout), 29s).has_value());
    BOOST_TEST(!wait(plan(600s, 10s), failed_attempt(cause::timeout), 30s).has_value());
}

BOOST_AUTO_TEST_CASE(no_wait_and_no_attempt_exceeds_the_deadline)
{
    BOOST_TEST(wait(plan(30s, 10s), failed_attempt(cause::rate_limited), 28s).value() == 1000);
    BOOST_TEST(!wait(plan(30s, 10s), failed_attempt(cause::rate_limited), 28s + 1ms).has_value());

    BOOST_TEST(plan(30s, 10s).next_budget(start + 29s).value().count() == 1000);
    BOOST_TEST(!plan(30s, 10s).next_budget(start + 29s + 1ms).has_value());
}

BOOST_AUTO_TEST_CASE(retry_after_is_the_least_wait)
{
    BOOST_TEST(wait(plan(600s, 20s), rate_limited(50s), 5s, 0.0).value() == 50'000);
    BOOST_TEST(wait(plan(600s, 20s), rate_limited(50s), 5s, 1.0).value() == 51'000);
    BOOST_TEST(wait(plan(600s, 20s), rate_limited(1s), 5s, 0.5).value() == 1500);
    for (const int status : {500, 502, 503, 504, 529})
        BOOST_TEST(wait(plan(600s, 20s), server_error(status, 50s), 5s, 0.5).value() == 50'500);
}

BOOST_AUTO_TEST_CASE(a_retry_after_beyond_the_limits_ends_the_attempts_at_once)
{
    // Three budgets end at 60 s. Jitter does not exceed them.
    for (const double jitter : {0.0, 1.0})
        BOOST_TEST(wait(plan(600s, 20s), rate_limited(55s), 5s, jitter).value() == 55'000);
    BOOST_TEST(!wait(plan(600s, 20s), rate_limited(56s), 5s).has_value());
    BOOST_TEST(!wait(plan(600s, 20s), server_error(503, 56s), 5s).has_value());

    // Within three budgets, but less than 1 s before the deadline.
    BOOST_TEST(wait(plan(60s), rate_limited(54s), 5s).value() == 54'000);
    BOOST_TEST(!wait(plan(60s), rate_limited(55s), 5s).has_value());
}

BOOST_AUTO_TEST_CASE(a_timeout_has_no_retry_after)
{
    auto slow        = failed_attempt(cause::timeout);
    slow.retry_after = 50s;
    BOOST_TEST(wait(plan(600s, 20s), slow, 5s).value() == 1000);
}

BOOST_AUTO_TEST_CASE(timeouts_and_failed_connections_are_retried_twice)
{
    const std::vector<long> expected{1000, 2000};
    for (const int status : {500, 502, 503, 504, 529})
        BOOST_TEST(waits(plan(600s), server_error(status), 1s) == expected, boost::test_tools::per_element());
    for (const auto failure : {cause::dns, cause::connect, cause::tls, cause::disconnected, cause::timeout})
        BOOST_TEST_CONTEXT(sdk::to_string(failure))
    BOOST_TEST(waits(plan(600s), failed_attempt(failure), 1s) == expected, boost::test_tools::per_element());

    auto mixed = plan(600s);
    BOOST_TEST(mixed.wait_after(server_error(503), start, 1).has_value());
    BOOST_TEST(mixed.wait_after(failed_attempt(cause::rate_limited), start, 1).has_value());
    BOOST_TEST(mixed.wait_after(failed_attempt(cause::connect), start, 1).has_value());
    BOOST_TEST(!mixed.wait_after(failed_attempt(cause::disconnected), start, 1).has_value());
}

BOOST_AUTO_TEST_CASE(a_connection_has_its_own_number_of_retries)
{
    for (const int count : {0, 1, 7})
        for (const auto& result : {failed_attempt(cause::timeout), failed_attempt(cause::connect), server_error(503)})
            BOOST_TEST(retries_of(result, {.max_attempt = 115s, .max_retries = count}) == count);
    BOOST_TEST(wait(retry_plan::begin(start, start + 120s, {.max_attempt = 115s, .max_retries = 0}).value(),
                    failed_attempt(cause::rate_limited), 1s)
                   .has_value());
}

BOOST_AUTO_TEST_CASE(other_results_are_not_retried)
{
    for (const int status : {501, 505, 511, 599}) BOOST_TEST(!wait(plan(600s), server_error(status), 1s).has_value());
    for (const auto final_cause : {cause::unauthorized, cause::not_found, cause::invalid_request, cause::certificate,
                                   cause::interrupted, cause::quota_exhausted, cause::truncated, cause::prompt_cut,
                                   cause::context_exceeded, cause::unreadable, cause::policy, cause::cancelled})
        BOOST_TEST_CONTEXT(sdk::to_string(final_cause))
    BOOST_TEST(!wait(plan(600s), failed_attempt(final_cause), 1s).has_value());
}

BOOST_AUTO_TEST_CASE(only_patient_plans_retry_interrupted_attempts)
{
    BOOST_TEST(retries_of(failed_attempt(cause::interrupted), {.max_attempt = 115s}) == 0);
    BOOST_TEST(retries_of(failed_attempt(cause::interrupted),
                          {.max_attempt = 115s, .max_retries = 20, .retries_interrupted = true}) == 20);
}

BOOST_AUTO_TEST_SUITE_END()
