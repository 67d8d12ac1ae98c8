#include "exec/compute_pool.hpp"

#include "exec/call_executor.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace verbatim::core::exec;
namespace asio = boost::asio;

namespace {

using clock_ = std::chrono::steady_clock;

const auto long_ago = clock_::now() - std::chrono::hours{1};
const auto far_away = clock_::now() + std::chrono::hours{1};

call_label_ptr label(clock_::time_point deadline, std::chrono::seconds max_hold = std::chrono::hours{24},
                     std::string_view tenant = {})
{
    return std::make_shared<call_label>(call_label{.plugin     = "sample",
                                                   .operation  = "hold",
                                                   .request_id = "id",
                                                   .tenant     = tenant,
                                                   .deadline   = deadline,
                                                   .max_hold   = max_hold});
}

call_label_ptr label_of(std::string_view tenant) { return label(far_away, std::chrono::hours{24}, tenant); }

/// A pool of two workers, and jobs that hold them until the fixture ends.
template <std::size_t additional>
struct pool_fixture
{
    ~pool_fixture() { released.set_value(); }

    void hold(const call_label_ptr& call)
    {
        const auto started = std::make_shared<std::promise<void>>();
        {
            const thread_activity::scope posting{call};
            pool.post([this, started] {
                started->set_value();
                ended.wait();
            });
        }
        started->get_future().wait();
    }

    pool_fixture() { poster.bind_to_current_thread(); }

    /// The same without waiting for its start.
    std::future<void> add(const call_label_ptr& call, std::function<void()> work)
    {
        const auto                   done = std::make_shared<std::promise<void>>();
        const thread_activity::scope posting{call};
        pool.post([work = std::move(work), done] {
            work();
            done->set_value();
        });
        return done->get_future();
    }

    // Jobs inherit the call of their poster.
    static inline thread_activity poster{"poster"};

    std::promise<void>       released;
    std::shared_future<void> ended = released.get_future().share();
    compute_pool             pool{2, additional};
};
using fixture         = pool_fixture<0>;
using growing_fixture = pool_fixture<3>;

} // namespace

BOOST_AUTO_TEST_SUITE(compute_pool_suite)

BOOST_FIXTURE_TEST_CASE(a_worker_is_stuck_beyond_the_deadline_of_its_call, fixture)
{
    BOOST_TEST(pool.read_statistics().workers == 2U);
    BOOST_TEST(pool.read_statistics().busy == 0U);

    hold(label(far_away));
    hold(label(long_ago));
    pool.post([] {});

    const auto statistics = pool.read_statistics();
    BOOST_TEST(statistics.busy == 2U);
    BOOST_TEST(statistics.stuck == 1U);
    BOOST_TEST(statistics.queued == 1U);
    BOOST_TEST((pool.stuck_for() == clock_::duration::zero()));
    BOOST_TEST(!pool.join_until(clock_::now()));
}

BOOST_FIXTURE_TEST_CASE(a_pool_is_stuck_as_long_as_the_worker_with_the_latest_deadline, fixture)
{
    hold(label(long_ago));
    hold(label(long_ago + std::chrono::minutes{30}));
    BOOST_TEST((pool.stuck_for() >= std::chrono::minutes{30}));
    BOOST_TEST((pool.stuck_for() < std::chrono::hours{1}));
}

BOOST_FIXTURE_TEST_CASE(a_computation_may_be_stuck_long_before_the_deadline_of_its_call, fixture)
{
    hold(label(far_away, std::chrono::seconds{0}));
    hold(label(far_away, std::chrono::minutes{1}));
    BOOST_TEST(pool.read_statistics().stuck == 1U);
    BOOST_TEST((pool.stuck_for() == clock_::duration::zero()));
}

BOOST_FIXTURE_TEST_CASE(jobs_without_a_call_have_no_deadline, fixture)
{
    hold(nullptr);
    hold(nullptr);
    BOOST_TEST(pool.read_statistics().busy == 2U);
    BOOST_TEST(pool.read_statistics().stuck == 0U);
    BOOST_TEST((pool.stuck_for() == clock_::duration::zero()));
}

BOOST_FIXTURE_TEST_CASE(stuck_workers_are_replaced_up_to_a_bound, growing_fixture)
{
    hold(label(long_ago));
    hold(label(long_ago));
    for (std::size_t n = 0; n != 3; ++n)
    {
        BOOST_TEST((pool.stuck_for() == clock_::duration::zero()));
        auto done = add(label_of("other"), [] {});
        pool.tend();
        done.get();
        add(label(long_ago), [this] { ended.wait(); });
        pool.tend();
        while (pool.read_statistics().stuck != n + 3) std::this_thread::yield();
    }
    BOOST_TEST(pool.read_statistics().workers == 5U);
    BOOST_TEST((pool.stuck_for() > clock_::duration::zero()));
    add(label_of("other"), [] {});
    pool.tend();
    BOOST_TEST(pool.read_statistics().queued == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_tenant_without_a_running_job_waits_no_longer_for_another, growing_fixture)
{
    for (int n = 0; n != 2; ++n) hold(label_of("busy")); // within its deadline
    const auto before = clock_::now();
    add(label_of("busy"), [] {});
    auto done = add(label_of("other"), [] {});

    pool.tend(before + compute_pool::max_wait); // too early
    BOOST_TEST(pool.read_statistics().workers == 2U);
    pool.tend(clock_::now() + 2 * compute_pool::max_wait);
    done.get();
    // The additional worker ends once nothing waits; it also took the job of the busy tenant.
    while (pool.read_statistics().workers != 2U) std::this_thread::yield();
    BOOST_TEST(pool.read_statistics().queued == 0U);
}

BOOST_FIXTURE_TEST_CASE(tenants_take_turns, fixture)
{
    std::promise<void>       start;
    std::vector<std::string> order;
    auto                     begun = start.get_future();
    hold(label_of("a"));
    auto                           first = add(label_of("a"), [&] { begun.wait(); });
    std::vector<std::future<void>> done;
    for (const auto* tenant : {"a", "a", "b", "b", "c"})
        done.push_back(add(label_of(tenant), [&order, tenant] { order.emplace_back(tenant); }));
    start.set_value();
    for (auto& each : done) each.get();
    // One job of a runs all the time.
    const std::vector<std::string> expected{"b", "c", "b", "a", "a"};
    BOOST_TEST(order == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_pool_without_jobs_joins)
{
    compute_pool pool{2};
    bool         done = false;
    pool.post([&] { done = true; });
    BOOST_TEST(pool.join_until(far_away));
    BOOST_TEST(done);
}

BOOST_AUTO_TEST_CASE(code_is_labelled_whenever_its_coroutine_runs_and_not_between)
{
    asio::io_context         context;
    thread_activity          activity{"test"};
    const auto               call = label(far_away);
    std::vector<std::string> seen;

    const auto note = [&] { seen.emplace_back(activity.call() ? activity.call()->operation : "none"); };
    auto       work = [&]() -> verbatim::sdk::task<> {
        note();
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        note();
    };
    const auto run_all = [&] {
        activity.bind_to_current_thread();
        asio::co_spawn(make_call_executor(context.get_executor(), call), work, asio::detached);
        note();
        asio::post(context, note);
        context.run();
    };
    std::async(std::launch::async, run_all).get();

    const std::vector<std::string> expected{"none", "hold", "none", "hold"};
    BOOST_TEST(seen == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
