#include "verbatim/feedback/run_until.hpp"

#include "verbatim/testing/event_loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <stdexcept>

using namespace verbatim;
namespace asio   = boost::asio;
using clock_type = std::chrono::steady_clock;

namespace {

constexpr std::chrono::hours an_hour{1};

sdk::task<> at_once(bool& done)
{
    done = true;
    co_return;
}

/// Waits for what never comes; `ended` when it is told to stop waiting.
sdk::task<> for_ever(bool& ended)
{
    asio::steady_timer never{co_await asio::this_coro::executor, clock_type::time_point::max()};
    try
    {
        co_await never.async_wait(asio::use_awaitable);
    }
    catch (...)
    {
        ended = true;
        throw;
    }
}

sdk::task<> failing()
{
    throw std::runtime_error{"no"};
    co_return;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(in_time, testing::event_loop)

BOOST_AUTO_TEST_CASE(what_ends_by_itself_is_not_kept_waiting_by_the_limit)
{
    bool done = false;
    BOOST_TEST(run(feedback::run_until(clock_type::now() + an_hour, at_once(done))));
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(what_does_not_end_is_cancelled_at_the_limit_and_awaited)
{
    bool ended = false;
    for (std::chrono::milliseconds soon{1}; !ended; soon *= 2) // what is soon may be past before anything is begun
        BOOST_TEST(!run(feedback::run_until(clock_type::now() + soon, for_ever(ended))));
}

BOOST_AUTO_TEST_CASE(past_the_limit_nothing_is_begun)
{
    bool done = false;
    BOOST_TEST(!run(feedback::run_until(clock_type::now(), at_once(done))));
    BOOST_TEST(!done);
}

BOOST_AUTO_TEST_CASE(a_failure_goes_through)
{
    BOOST_CHECK_THROW(run(feedback::run_until(clock_type::now() + an_hour, failing())), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_is_no_limit_that_was_reached)
{
    bool                      ended = false;
    std::exception_ptr        failure;
    asio::cancellation_signal gone;
    asio::co_spawn(
        context(), feedback::run_until(clock_type::now() + an_hour, for_ever(ended)),
        asio::bind_cancellation_slot(gone.slot(), [&](std::exception_ptr thrown, bool) { failure = thrown; }));
    asio::post(context(), [&] { gone.emit(asio::cancellation_type::terminal); });
    context().run();
    BOOST_TEST(ended);
    BOOST_REQUIRE(failure);
    BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
