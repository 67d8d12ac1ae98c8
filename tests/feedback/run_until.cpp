#include "verbatim/feedback/concurrency.hpp"

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

/// Waits until it is cancelled, then sets `ended`.
sdk::task<> wait_until_cancelled(bool& ended)
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

BOOST_FIXTURE_TEST_SUITE(run_until_deadline, testing::event_loop)

BOOST_AUTO_TEST_CASE(finished_work_does_not_wait_for_the_deadline)
{
    bool done = false;
    BOOST_TEST(run(feedback::run_until(clock_type::now() + an_hour, at_once(done))));
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(unfinished_work_is_cancelled_at_the_deadline_and_awaited)
{
    bool ended = false;
    for (std::chrono::milliseconds soon{1}; !ended; soon *= 2) // a short deadline may pass before the work starts
        BOOST_TEST(!run(feedback::run_until(clock_type::now() + soon, wait_until_cancelled(ended))));
}

BOOST_AUTO_TEST_CASE(after_the_deadline_work_is_not_started)
{
    bool done = false;
    BOOST_TEST(!run(feedback::run_until(clock_type::now(), at_once(done))));
    BOOST_TEST(!done);
}

BOOST_AUTO_TEST_CASE(exceptions_are_rethrown)
{
    BOOST_CHECK_THROW(run(feedback::run_until(clock_type::now() + an_hour, failing())), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_throws)
{
    bool                      ended = false;
    std::exception_ptr        failure;
    asio::cancellation_signal gone;
    asio::co_spawn(
        context(), feedback::run_until(clock_type::now() + an_hour, wait_until_cancelled(ended)),
        asio::bind_cancellation_slot(gone.slot(), [&](std::exception_ptr thrown, bool) { failure = thrown; }));
    asio::post(context(), [&] { gone.emit(asio::cancellation_type::terminal); });
    context().run();
    BOOST_TEST(ended);
    BOOST_REQUIRE(failure);
    BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
