#include "limits/limiter.hpp"

#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

sdk::descriptor operation(std::string_view name)
{
    return {.name = name, .path = "/v1/some", .usage_label = name, .request = {}, .response = {}};
}

rules for_tenant(const std::function<void(tenant_limits&)>& change)
{
    rules all;
    change(all.tenants["t"]);
    return all;
}

sdk::error error_of(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const sdk::error& failure)
    {
        return failure;
    }
    throw std::logic_error{"no error"};
}

} // namespace

BOOST_AUTO_TEST_SUITE(limiter_)

BOOST_AUTO_TEST_CASE(a_tenant_without_an_entry_has_no_limits)
{
    limiter unlimited{rules{}};
    limiter others{for_tenant([](tenant_limits& limits) { limits.calls_in_flight = 1; })};

    BOOST_TEST(unlimited.admit("t", operation("summarize")) == nullptr);
    BOOST_TEST(others.admit("other", operation("summarize")) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_call_is_in_flight_until_it_is_destroyed)
{
    limiter limits{for_tenant([](tenant_limits& entry) { entry.calls_in_flight = 1; })};
    auto    first = limits.admit("t", operation("summarize"));

    const auto refused = error_of([&] { limits.admit("t", operation("summarize")); });

    BOOST_TEST((refused.code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(refused.message == "The tenant has reached its limit: calls_in_flight");
    BOOST_TEST(refused.note() == "calls_in_flight");
    BOOST_TEST(refused.retry_after.value().count() == 1);
    first.reset();
    BOOST_TEST(limits.admit("t", operation("summarize")) != nullptr);
    BOOST_TEST(limits.refusals()[static_cast<std::size_t>(limit_kind::calls_in_flight)] == 1);
}

BOOST_AUTO_TEST_CASE(an_operation_that_is_not_listed_is_forbidden)
{
    limiter limits{for_tenant([](tenant_limits& entry) { entry.operations = {"summarize"}; })};

    BOOST_TEST(limits.admit("t", operation("summarize")) != nullptr);
    const auto refused = error_of([&] { limits.admit("t", operation("analyze_bulk")); });
    BOOST_TEST((refused.code() == sdk::errc::forbidden));
    BOOST_TEST(refused.message == "The tenant may not use this operation");
}

BOOST_AUTO_TEST_CASE(replaced_rules_apply_to_later_calls_and_keep_the_counts)
{
    limiter    limits{for_tenant([](tenant_limits& entry) { entry.requests_per_minute = 5; })};
    const auto first = limits.admit("t", operation("summarize"));

    limits.replace(for_tenant([](tenant_limits& entry) { entry.requests_per_minute = 1; }));
    BOOST_TEST(
        (error_of([&] { limits.admit("t", operation("summarize")); }).code() == sdk::errc::tenant_limit_exceeded));
    limits.replace(rules{});
    BOOST_TEST(limits.admit("t", operation("summarize")) == nullptr);
}

BOOST_AUTO_TEST_CASE(only_limited_tokens_are_counted)
{
    limiter plain{for_tenant([](tenant_limits& entry) { entry.requests_per_minute = 5; })};
    limiter counting{for_tenant([](tenant_limits& entry) { entry.tokens_per_minute = 5; })};

    BOOST_TEST(plain.admit("t", operation("summarize"))->account() == nullptr);
    counting.admit("t", operation("summarize"))->account()->add_tokens(6);

    BOOST_TEST(counting.read("t").used.tokens == 6);
    BOOST_TEST((error_of([&] { counting.admit("t", operation("summarize")); }).note() == "tokens_per_minute"));
}

BOOST_AUTO_TEST_CASE(all_tenants_with_limits_are_read)
{
    auto all   = for_tenant([](tenant_limits& entry) { entry.calls_in_flight = 1; });
    all.others = tenant_limits{.calls_in_flight = 2};
    limiter    limits{std::move(all)};
    const auto call = limits.admit("seen", operation("summarize"));

    const auto states = limits.read_all();

    BOOST_TEST(states.size() == 2U); // no other tenant is known
    BOOST_TEST(states.at("t").limits.calls_in_flight.value() == 1);
    BOOST_TEST(states.at("t").used.calls == 0);
    BOOST_TEST(states.at("seen").limits.calls_in_flight.value() == 2);
    BOOST_TEST(states.at("seen").used.calls == 1);
}

BOOST_AUTO_TEST_CASE(a_stored_request_waits_for_a_call_to_end)
{
    limiter    limits{for_tenant([](tenant_limits& entry) { entry.calls_in_flight = 1; })};
    auto       first = limits.admit("t", operation("summarize"));
    const auto about = operation("summarize");

    support::running_task waiting{limits.admit_stored("t", about, 1min)};
    first.reset();

    BOOST_TEST(waiting.get() != nullptr);
}

BOOST_AUTO_TEST_CASE(a_stored_request_is_refused_when_its_time_is_over)
{
    limiter    limits{for_tenant([](tenant_limits& entry) { entry.calls_in_flight = 1; })};
    const auto first = limits.admit("t", operation("summarize"));
    const auto about = operation("summarize");

    const auto refused = error_of([&] { support::run(limits.admit_stored("t", about, 0ms)); });

    BOOST_TEST((refused.code() == sdk::errc::tenant_limit_exceeded));
}

BOOST_AUTO_TEST_CASE(a_stored_request_that_is_cancelled_waits_no_longer)
{
    limiter    limits{for_tenant([](tenant_limits& entry) { entry.calls_in_flight = 1; })};
    const auto first = limits.admit("t", operation("summarize"));
    const auto about = operation("summarize");

    support::running_task waiting{limits.admit_stored("t", about, 1h)};
    waiting.cancel();

    BOOST_CHECK_THROW(waiting.get(), std::exception);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits
