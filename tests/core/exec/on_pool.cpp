#include "exec/on_pool.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace verbatim::core::exec {

namespace asio = boost::asio;

namespace {

/// An event loop and a pool; runs one coroutine to its end.
struct loop_with_pool
{
    asio::io_context  loop;
    asio::thread_pool pool{2};

    void run(std::function<sdk::task<>()> story)
    {
        std::exception_ptr failure;
        asio::co_spawn(loop, story(), [&](std::exception_ptr error) { failure = error; });
        loop.run();
        pool.join();
        if (failure) std::rethrow_exception(failure);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(on_pool_suite, loop_with_pool)

BOOST_AUTO_TEST_CASE(work_runs_on_the_pool_and_its_value_returns)
{
    const auto home = std::this_thread::get_id();
    run([&]() -> sdk::task<> {
        auto       current_thread = [] { return std::this_thread::get_id(); };
        const auto worker_thread  = co_await on_pool(pool, current_thread);
        BOOST_TEST((worker_thread != home));
        BOOST_TEST((std::this_thread::get_id() == home));
    });
}

BOOST_AUTO_TEST_CASE(a_value_needs_neither_a_copy_nor_a_default)
{
    struct heavy
    {
        explicit heavy(int n)
            : held{std::make_unique<int>(n)}
        {}
        std::unique_ptr<int> held;
    };
    run([&]() -> sdk::task<> {
        auto       work   = [seven = std::make_unique<int>(7)] { return heavy{*seven}; };
        const auto result = co_await on_pool(pool, std::move(work));
        BOOST_TEST(*result.held == 7);
    });
}

BOOST_AUTO_TEST_CASE(work_without_a_value_is_awaited)
{
    int done = 0;
    run([&]() -> sdk::task<> {
        auto work = [&] { ++done; };
        co_await on_pool(pool, work);
        BOOST_TEST(done == 1);
    });
}

BOOST_AUTO_TEST_CASE(an_exception_of_work_is_rethrown_to_the_awaiting_coroutine)
{
    bool caught = false;
    run([&]() -> sdk::task<> {
        auto work = []() -> int { throw std::runtime_error{"no"}; };
        try
        {
            co_await on_pool(pool, work);
        }
        catch (const std::runtime_error& failure)
        {
            caught = failure.what() == std::string{"no"};
        }
    });
    BOOST_TEST(caught);
}

BOOST_AUTO_TEST_CASE(the_event_loop_runs_while_work_blocks)
{
    std::promise<void> gate;
    int                turns = 0;
    asio::co_spawn(
        loop,
        [&]() -> sdk::task<> {
            asio::steady_timer clock{co_await asio::this_coro::executor};
            for (; turns < 10; ++turns)
            {
                clock.expires_after(std::chrono::milliseconds{1});
                co_await clock.async_wait(asio::use_awaitable);
            }
            gate.set_value();
        },
        [](std::exception_ptr) {});
    run([&]() -> sdk::task<> {
        auto work = [&] { gate.get_future().wait(); };
        co_await on_pool(pool, work);
        BOOST_TEST(turns == 10);
    });
}

BOOST_AUTO_TEST_CASE(a_cancelled_caller_waits_for_running_work_and_no_longer)
{
    asio::cancellation_signal cancel;
    std::promise<void>        gate;
    bool                      finished = false;
    bool                      aborted  = false;
    asio::co_spawn(
        loop,
        [&]() -> sdk::task<> {
            auto work = [&] {
                gate.get_future().wait();
                finished = true;
            };
            co_await on_pool(pool, work);
            BOOST_TEST(finished);
            co_await on_pool(pool, work);
        },
        asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr failure) {
            try
            {
                if (failure) std::rethrow_exception(failure);
            }
            catch (const boost::system::system_error& error)
            {
                aborted = error.code() == asio::error::operation_aborted;
            }
        }));
    asio::post(loop, [&] {
        cancel.emit(asio::cancellation_type::all);
        gate.set_value();
    });
    loop.run();
    pool.join();
    BOOST_TEST(aborted);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::exec
