#include "jobs/stream_limit.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <utility>

using namespace verbatim;
using core::jobs::stream_limit;

namespace {

std::string code_of_refusal(stream_limit& limit, const std::string& tenant)
{
    try
    {
        limit.open(tenant);
    }
    catch (const sdk::error& failure)
    {
        return std::string{failure.code_name()};
    }
    return "";
}

} // namespace

BOOST_AUTO_TEST_SUITE(stream_limit_)

BOOST_AUTO_TEST_CASE(streams_are_bounded_in_total_and_per_tenant)
{
    stream_limit                       limit{3, 2};
    std::optional<stream_limit::place> first{limit.open("a")};
    const auto                         second = limit.open("a");
    BOOST_TEST(code_of_refusal(limit, "a") == "too_many_jobs");
    const auto third = limit.open("b");
    BOOST_TEST(code_of_refusal(limit, "c") == "overloaded");

    first.reset();
    BOOST_TEST(code_of_refusal(limit, "c") == "");
    BOOST_TEST(code_of_refusal(limit, "a") == "");
}

BOOST_AUTO_TEST_SUITE_END()
