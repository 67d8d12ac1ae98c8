#include "limits/tenant_rates.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

tenant_rates::time_point at(std::chrono::seconds time) { return tenant_rates::time_point{1'000s + time}; }

tenant_limits with_requests(std::int64_t limit)
{
    tenant_limits limits;
    limits.requests_per_minute = limit;
    return limits;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tenant_rates_)

BOOST_AUTO_TEST_CASE(requests_over_the_rate_are_refused_until_the_minute_has_passed)
{
    tenant_rates rates;
    const auto   limits = with_requests(2);
    BOOST_TEST(!rates.admit(limits, at(0s)));
    BOOST_TEST(!rates.admit(limits, at(30s)));

    const auto refused = rates.admit(limits, at(31s));

    BOOST_REQUIRE(refused.has_value());
    BOOST_TEST(to_string(refused->limit) == "requests_per_minute");
    BOOST_TEST(refused->retry_after.count() == 29);
    BOOST_TEST(!rates.admit(limits, at(60s)));
}

BOOST_AUTO_TEST_CASE(a_refused_request_counts_as_nothing)
{
    tenant_rates  rates;
    tenant_limits limits   = with_requests(2);
    limits.calls_in_flight = 1;
    BOOST_TEST(!rates.admit(limits, at(0s)));
    BOOST_TEST((rates.admit(limits, at(1s))->limit == limit_kind::calls_in_flight));

    rates.end_call();

    BOOST_TEST(!rates.admit(limits, at(2s)));
    BOOST_TEST(rates.read(at(2s)).requests == 2);
    BOOST_TEST(rates.read(at(2s)).calls == 1);
}

BOOST_AUTO_TEST_CASE(tokens_refuse_the_next_request)
{
    tenant_rates  rates;
    tenant_limits limits;
    limits.tokens_per_minute = 100;
    BOOST_TEST(!rates.admit(limits, at(0s)));
    rates.add_tokens(99, at(10s));
    BOOST_TEST(!rates.admit(limits, at(10s)));
    rates.add_tokens(1'000, at(20s));

    const auto refused = rates.admit(limits, at(21s));

    BOOST_REQUIRE(refused.has_value());
    BOOST_TEST(to_string(refused->limit) == "tokens_per_minute");
    BOOST_TEST(refused->retry_after.count() == 59);
    BOOST_TEST(rates.read(at(21s)).tokens == 1'099);
    BOOST_TEST(rates.read(at(21s)).tokens_wait.count() == 59);
}

BOOST_AUTO_TEST_CASE(a_request_for_later_counts_when_it_arrives_and_its_call_when_it_runs)
{
    tenant_rates  rates;
    tenant_limits limits   = with_requests(2);
    limits.calls_in_flight = 1;
    BOOST_TEST(!rates.admit(limits, at(0s)));
    BOOST_TEST(!rates.count_request(limits, at(1s)));
    BOOST_TEST((rates.count_request(limits, at(1s))->limit == limit_kind::requests_per_minute));
    BOOST_TEST((rates.admit_stored(limits, at(2s))->limit == limit_kind::calls_in_flight));

    rates.end_call();

    BOOST_TEST(!rates.admit_stored(limits, at(3s)));
    BOOST_TEST(rates.read(at(3s)).requests == 2);
    BOOST_TEST(rates.read(at(3s)).calls == 1);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits
