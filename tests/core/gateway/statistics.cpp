#include "gateway/statistics.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

using verbatim::core::gateway::route_statistics;

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(each_status_is_counted_on_its_own)
{
    route_statistics route{"/v1/some"};
    for (const int status : {200, 418, 503, 418, 599}) route.add(status, std::chrono::milliseconds{1});

    const auto counts = route.read().responses;
    const auto count  = [&](int status) { return std::ranges::count(counts, std::pair<int, std::int64_t>{status, 1}); };
    BOOST_TEST(count(200) == 1);
    BOOST_TEST(count(503) == 1);
    BOOST_TEST(count(599) == 1);
    BOOST_TEST((std::ranges::count(counts, std::pair<int, std::int64_t>{418, 2}) == 1));
    BOOST_TEST(counts.size() == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
