#include "llm/fair_queue.hpp"

#include "core/llm/loop.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

using namespace verbatim::core::llm;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace sdk  = verbatim::sdk;

namespace {

using moment = std::chrono::steady_clock::time_point;

const auto far = moment::max();

/// One thread with callers that enter in the order they are sent, note their turn, and leave at once.
struct line
{
    asio::io_context         context{1};
    fair_queue               queue{1};
    std::vector<std::string> order;
    std::vector<std::string> too_late;

    sdk::task<> caller(std::string tenant, std::string name, moment until)
    {
        const auto slot = co_await queue.enter(tenant, until);
        (slot ? order : too_late).push_back(name);
    }

    void send(const char* tenant, const char* name, moment until = far)
    {
        asio::co_spawn(context, caller(tenant, name, until), [](std::exception_ptr) {});
        context.poll();
    }

    /// Takes the only slot, so that all that come later wait.
    std::optional<fair_queue::slot> occupy() { return run(queue.enter("holder", far)); }
};

sdk::task<int> pass_through(fair_queue& queue, std::string tenant, std::atomic<int>& inside, std::atomic<int>& most,
                            int times)
{
    const auto executor = co_await asio::this_coro::executor;
    int        passed   = 0;
    for (int n = 0; n < times; ++n)
    {
        const auto slot = co_await queue.enter(tenant, far);
        if (!slot) continue;
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);)
        {}
        co_await asio::post(executor, asio::use_awaitable);
        --inside;
        ++passed;
    }
    co_return passed;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_fair_queue, line)

BOOST_AUTO_TEST_CASE(tenants_take_turns_and_each_keeps_its_order)
{
    {
        const auto held = occupy();
        for (const auto* name : {"a1", "a2", "a3", "a4"}) send("a", name);
        for (const auto* name : {"b1", "b2"}) send("b", name);
        send("c", "c1");
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
    const auto held = occupy();
    send("a", "late", moment{});
    send("a", "later", std::chrono::steady_clock::now() + 5ms);
    context.restart();
    context.run();

    const std::vector<std::string> expected{"late", "later"};
    BOOST_TEST(too_late == expected, boost::test_tools::per_element());
    BOOST_TEST(queue.waiting() == 0U);
    BOOST_TEST(queue.in_flight() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_wait_leaves_its_place)
{
    auto                                     held = occupy();
    running<std::optional<fair_queue::slot>> waiting{queue.enter("a", far)};
    while (queue.waiting() == 0) std::this_thread::yield();

    waiting.cancel();

    BOOST_CHECK_THROW(waiting.get(), boost::system::system_error);
    BOOST_TEST(queue.waiting() == 0U);
    held.reset();
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(a_waiter_that_is_destroyed_passes_its_slot_on)
{
    auto held = occupy();
    {
        line gone;
        asio::co_spawn(gone.context, queue.enter("a", far), [](std::exception_ptr, std::optional<fair_queue::slot>) {});
        gone.context.poll();
        send("b", "b1");
        held.reset(); // serves a, whose thread never runs again
        BOOST_TEST(queue.in_flight() == 1U);
    }
    context.restart();
    context.run();

    const std::vector<std::string> expected{"b1"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
    BOOST_TEST(queue.in_flight() == 0U);
}

BOOST_AUTO_TEST_CASE(threads_share_it_without_ever_passing_the_limit)
{
    fair_queue                                 shared{2};
    std::atomic<int>                           inside{0};
    std::atomic<int>                           most{0};
    std::vector<std::unique_ptr<running<int>>> threads;
    for (const auto* tenant : {"a", "a", "b", "c"})
        threads.push_back(std::make_unique<running<int>>(pass_through(shared, tenant, inside, most, 200)));

    for (auto& each : threads) BOOST_TEST(each->get() == 200);

    BOOST_TEST(most.load() <= 2);
    BOOST_TEST(shared.in_flight() == 0U);
    BOOST_TEST(shared.waiting() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
