#include "app/watchdog.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <future>

using namespace std::chrono_literals;
using verbatim::core::app::watchdog;

BOOST_AUTO_TEST_SUITE(watchdog_)

BOOST_AUTO_TEST_CASE(the_function_is_called_when_the_time_is_over)
{
    std::promise<void> expired;
    const watchdog     watch{1ms, [&] { expired.set_value(); }};
    expired.get_future().wait();
}

BOOST_AUTO_TEST_CASE(it_is_not_called_after_the_end)
{
    bool is_expired = false;
    {
        const watchdog watch{1h, [&] { is_expired = true; }};
    }
    BOOST_TEST(!is_expired);
}

BOOST_AUTO_TEST_CASE(the_time_can_become_shorter_and_not_longer)
{
    std::promise<void> expired;
    watchdog           watch{1h, [&] { expired.set_value(); }};
    watch.shorten(0s);
    watch.shorten(1h);
    expired.get_future().wait();
}

BOOST_AUTO_TEST_SUITE_END()
