#include "exec/fair_queue.hpp"

#include "support/run_task.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

using namespace verbatim::core::exec;
using namespace verbatim::support;
using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace sdk  = verbatim::sdk;

namespace {

using time_point = std::chrono::steady_clock::time_point;

const auto no_deadline = time_point::max();

/// One thread whose callers enter in order, record when they get the slot, and release it at once.
struct queue_fixture
{
    asio::io_context         context{1};
    fair_queue               queue{1};
    std::vector<std::string> order;
    std::vector<std::string> timed_out;

    sdk::task<> caller(fair_queue& slots, std::string tenant, std::string name, time_point deadline,
                       call_urgency urgency)
    {
        const auto slot = co_await slots.acquire(tenant, deadline, urgency);
        (slot ? order : timed_out).push_back(name);
    }

    void start_caller(const char* tenant, const char* name, time_point deadline = no_deadline)
    {
        start_caller(queue, tenant, name, deadline);
    }

    void start_caller(fair_queue& slots, const char* tenant, const char* name, time_point deadline = no_deadline,
                      call_urgency urgency = call_urgency::interactive)
    {
        asio::co_spawn(context, caller(slots, tenant, name, deadline, urgency), [](std::exception_ptr) {});
        context.restart();
        context.poll();
    }

    /// Takes the only slot, so that later callers wait.
    std::optional<fair_queue::slot> occupy() { return run(queue.acquire("holder", no_deadline)); }
};

sdk::task<int> pass_through(fair_queue& queue, std::string tenant, std::atomic<int>& inside, std::atomic<int>& maximum,
                            int times)
{
    const auto executor = co_await asio::this_coro::executor;
    int        passed   = 0;
    for (int n = 0; n < times; ++n)
    {
        const auto slot = co_await queue.acquire(tenant, no_deadline);
        if (!slot) continue;
        const int count = ++inside;
        for (int previous = maximum; count > previous && !maximum.compare_exchange_weak(previous, count);)
        {}
        co_await asio::post(executor, asio::use_awaitable);
        --inside;
        ++passed;
    }
    co_return passed;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(fair_queue_, queue_fixture)

BOOST_AUTO_TEST_CASE(tenants_take_turns_and_each_tenant_is_first_in_first_out)
{
    {
        const auto slot = occupy();
        for (const auto* name : {"a1", "a2", "a3", "a4"}) start_caller("a", name);
        for (const auto* name : {"b1", "b2"}) start_caller("b", name);
        start_caller("c", "c1");
        BOOST_TEST(queue.waiting() == 7U);
    }
    context.restart();
    context.run();

    const std::vector<std::string> expected{"a1", "b1", "c1", "a2", "b2", "a3", "a4"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
    BOOST_TEST(queue.waiting() == 0U);
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(a_wait_ends_by_its_deadline)
{
    const auto slot = occupy();
    start_caller("a", "late", time_point{});
    start_caller("a", "later", std::chrono::steady_clock::now() + 5ms);
    context.restart();
    context.run();

    const std::vector<std::string> expected{"late", "later"};
    BOOST_TEST(timed_out == expected, boost::test_tools::per_element());
    BOOST_TEST(queue.waiting() == 0U);
    BOOST_TEST(queue.in_flight() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_wait_leaves_the_queue)
{
    auto                                          slot = occupy();
    running_task<std::optional<fair_queue::slot>> waiting{queue.acquire("a", no_deadline)};
    while (queue.waiting() == 0) std::this_thread::yield();

    waiting.cancel();

    BOOST_CHECK_THROW(waiting.get(), boost::system::system_error);
    BOOST_TEST(queue.waiting() == 0U);
    slot.reset();
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(a_waiter_that_is_destroyed_passes_its_slot_on)
{
    auto slot = occupy();
    {
        queue_fixture destroyed;
        asio::co_spawn(destroyed.context, queue.acquire("a", no_deadline),
                       [](std::exception_ptr, std::optional<fair_queue::slot>) {});
        destroyed.context.poll();
        start_caller("b", "b1");
        slot.reset(); // goes to a, whose thread never runs again
        BOOST_TEST(queue.in_flight() == 1U);
    }
    context.restart();
    context.run();

    const std::vector<std::string> expected{"b1"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(threads_never_exceed_the_capacity)
{
    fair_queue                                      shared{2};
    std::atomic<int>                                inside{0};
    std::atomic<int>                                maximum{0};
    std::vector<std::unique_ptr<running_task<int>>> threads;
    for (const auto* tenant : {"a", "a", "b", "c"})
        threads.push_back(std::make_unique<running_task<int>>(pass_through(shared, tenant, inside, maximum, 200)));

    for (auto& thread : threads) BOOST_TEST(thread->get() == 200);

    BOOST_TEST(maximum.load() <= 2);
    BOOST_TEST(shared.in_flight() == 0U);
    BOOST_TEST(shared.waiting() == 0U);
}

BOOST_AUTO_TEST_CASE(a_tenant_at_its_limit_leaves_free_slots_to_others)
{
    fair_queue shared{3, 2};
    const auto first  = run(shared.acquire("a", no_deadline));
    const auto second = run(shared.acquire("a", no_deadline));

    const auto third = run(shared.acquire("a", time_point{}));
    const auto other = run(shared.acquire("b", time_point{}));

    BOOST_TEST(!third.has_value());
    BOOST_TEST(other.has_value());
    BOOST_TEST(shared.in_flight() == 3U);
}

BOOST_AUTO_TEST_CASE(a_tenant_at_its_limit_does_not_hold_up_waiting_tenants)
{
    fair_queue shared{2, 1};
    auto       of_a = run(shared.acquire("a", no_deadline));
    auto       of_b = run(shared.acquire("b", no_deadline));
    start_caller(shared, "a", "a2");
    start_caller(shared, "c", "c1");
    BOOST_TEST(shared.waiting() == 2U);
    BOOST_TEST(shared.waiting("a") == 1U);
    BOOST_TEST(shared.waiting("b") == 0U);

    of_b.reset(); // a waits first, but has its slot
    context.restart();
    context.poll();
    BOOST_TEST(order == std::vector<std::string>{"c1"}, boost::test_tools::per_element());

    of_a.reset();
    context.restart();
    context.poll();
    BOOST_TEST(order == (std::vector<std::string>{"c1", "a2"}), boost::test_tools::per_element());
    BOOST_TEST(shared.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(interactive_calls_go_first_and_background_calls_get_their_share)
{
    fair_queue shared{1, 1, 0.25};
    {
        const auto slot = run(shared.acquire("holder", no_deadline));
        for (const auto* name : {"j1", "j2", "j3", "j4"})
            start_caller(shared, "j", name, no_deadline, call_urgency::background);
        for (const auto* name : {"s1", "s2", "s3", "s4", "s5", "s6"}) start_caller(shared, "s", name);
        BOOST_TEST(shared.waiting() == 10U);
        BOOST_TEST(shared.waiting("j") == 4U);
    }
    context.restart();
    context.run();

    const std::vector<std::string> expected{"s1", "s2", "s3", "j1", "s4", "s5", "s6", "j2", "j3", "j4"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
    BOOST_TEST(shared.waiting() == 0U);
    BOOST_TEST(shared.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(a_tenant_at_its_limit_does_not_hold_up_background_calls)
{
    fair_queue shared{2, 1, 0.25};
    auto       of_a = run(shared.acquire("a", no_deadline));
    auto       of_b = run(shared.acquire("b", no_deadline));
    start_caller(shared, "a", "a2");
    start_caller(shared, "c", "j1", no_deadline, call_urgency::background);

    of_b.reset(); // the interactive call waits first, but its tenant has its slot
    context.restart();
    context.poll();

    BOOST_TEST(order == std::vector<std::string>{"j1"}, boost::test_tools::per_element());
    of_a.reset();
    context.restart();
    context.poll();
    BOOST_TEST(shared.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(a_share_below_one_leaves_a_slot_to_others)
{
    BOOST_TEST(tenant_limit_for(256, 0.9) == 231U);
    BOOST_TEST(tenant_limit_for(5, 0.9) == 4U); // rounded up it would be all
    BOOST_TEST(tenant_limit_for(2, 0.9) == 1U);
    BOOST_TEST(tenant_limit_for(2, 0.01) == 1U);
    BOOST_TEST(tenant_limit_for(1, 0.9) == 1U);
    BOOST_TEST(tenant_limit_for(4, 1.0) == 4U);
}

BOOST_AUTO_TEST_CASE(a_larger_limit_serves_waiters_in_turn_and_a_smaller_one_holds_the_next_ones)
{
    auto slot = occupy();
    for (const auto* name : {"a1", "a2"}) start_caller("a", name);
    start_caller("b", "b1");
    queue.set_limits(3, 3);
    context.restart();
    context.poll();
    BOOST_TEST(order.size() == 3U);
    BOOST_TEST(order[0] == "a1");
    BOOST_TEST(order[1] == "b1");

    auto second = run(queue.acquire("holder", no_deadline));
    BOOST_REQUIRE(second.has_value());
    queue.set_limits(1, 1);
    start_caller("c", "c1");
    slot.reset(); // one slot is still held, as many as the limit
    context.restart();
    context.poll();
    BOOST_TEST(order.size() == 3U);
    second.reset();
    context.restart();
    context.poll();
    BOOST_TEST(order.back() == "c1");
}

BOOST_AUTO_TEST_SUITE_END()
