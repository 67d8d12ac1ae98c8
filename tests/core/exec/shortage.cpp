#include "exec/fair_queue.hpp"
#include "exec/preallocated_handler.hpp"
#include "recording/pending_rows.hpp"

#include "support/allocation_limit.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace asio = boost::asio;
namespace core = verbatim::core;
namespace sdk  = verbatim::sdk;

namespace {

/// Runs `action` on a fresh thread on which every allocation fails.
template <class Act>
void run_without_memory(Act action)
{
    std::thread{[&] {
        const verbatim::support::allocation_limit none{0};
        action();
    }}.join();
}

const auto far = std::chrono::steady_clock::time_point::max();

} // namespace

BOOST_AUTO_TEST_SUITE(shortage_)

BOOST_AUTO_TEST_CASE(allocation_fails_when_these_tests_simulate_a_shortage)
{
    bool refused = false;
    run_without_memory([&] {
        try
        {
            ::operator delete(::operator new(sizeof(int))); // a compiler may elide a new-expression
        }
        catch (const std::bad_alloc&)
        {
            refused = true;
        }
    });
    BOOST_TEST(refused);
}

BOOST_AUTO_TEST_CASE(a_preallocated_handler_is_posted_without_allocation)
{
    asio::io_context                 context;
    const asio::any_io_executor      home = context.get_executor();
    core::exec::preallocated_handler memory;
    int                              arrived = 0;

    run_without_memory([&] { memory.post(home, [&] { ++arrived; }); });

    BOOST_TEST(arrived == 0);
    context.run();
    BOOST_TEST(arrived == 1);
}

BOOST_AUTO_TEST_CASE(a_handler_that_never_ran_is_destroyed_with_its_context)
{
    const auto held = std::make_shared<core::exec::preallocated_handler>();
    {
        asio::io_context context;
        held->post(context.get_executor(), [held] {});
        BOOST_TEST(held.use_count() == 2);
    }
    BOOST_TEST(held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(a_queue_slot_is_passed_on_without_allocation)
{
    asio::io_context                            context;
    core::exec::fair_queue                      queue{1};
    std::optional<core::exec::fair_queue::slot> first;
    int                                         served = 0;
    const auto                                  enter  = [&](bool keep) -> sdk::task<> {
        auto slot = co_await queue.acquire("tenant", far);
        served += slot ? 1 : 0;
        if (keep) first.emplace(std::move(*slot));
    };
    asio::co_spawn(context, enter(true), asio::detached);
    context.poll();
    asio::co_spawn(context, enter(false), asio::detached);
    context.poll();
    BOOST_TEST(served == 1);

    run_without_memory([&] { first.reset(); });

    context.restart();
    context.run();
    BOOST_TEST(served == 2);
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(waiters_for_usage_rows_are_woken_without_allocation)
{
    asio::io_context              context;
    core::recording::flush_waiter rows;
    int                           woken = 0;
    const auto                    wait  = [&]() -> sdk::task<> {
        co_await rows.wait(far);
        ++woken;
    };
    rows.row_added();
    asio::co_spawn(context, wait(), asio::detached);
    asio::co_spawn(context, wait(), asio::detached);
    context.poll();
    rows.row_added();
    asio::co_spawn(context, wait(), asio::detached);
    context.poll();

    run_without_memory([&] { rows.rows_flushed(1); });
    context.poll();
    BOOST_TEST(woken == 2);

    run_without_memory([&] { rows.rows_flushed(1); });
    context.run();
    BOOST_TEST(woken == 3);
}

BOOST_AUTO_TEST_SUITE_END()
