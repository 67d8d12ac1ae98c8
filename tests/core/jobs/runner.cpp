#include "jobs/runner.hpp"

#include "core/jobs/sample_requests.hpp"
#include "jobs/memory_store.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// Answers with the body of the request. A body "wait" is answered after release(); "fail" and "throw" are errors. A
/// body "hold" holds its thread until let_go(), "hold once" in its first run only.
class scripted_operation
{
public:
    sdk::task<gateway::gateway::answer> run(gateway::stored_request request, gateway::call_options options)
    {
        {
            const std::lock_guard lock{mutex_};
            started_.push_back(request.caller.tenant_id + ":" + request.body.text);
            deadline_ = options.deadline.value_or(0s);
        }
        options.observer->on_progress("map", 1, 2);
        options.observer->on_attempt(5);
        const auto text = request.body.text;
        if (text == "hold" || (text == "hold once" && started("a:hold once") == 1)) hold(request.request_id);
        if (text == "throw") throw std::runtime_error{"secret"};
        if (text.starts_with("wait")) co_await wait();
        gateway::gateway::answer answer;
        answer.response.body = text;
        if (text == "fail")
        {
            answer.failure.emplace(sdk::errc::llm_error);
            answer.response.status = 502;
        }
        co_return answer;
    }

    void release() { released_ = true; }

    /// The numbers of the threads that are held, in order.
    std::vector<std::size_t> held() const
    {
        const std::lock_guard lock{mutex_};
        return held_;
    }
    void let_go()
    {
        goes_on_ = true;
        goes_on_.notify_all();
    }

    std::size_t started(const std::string& request) const
    {
        const std::lock_guard lock{mutex_};
        return static_cast<std::size_t>(std::ranges::count(started_, request));
    }

    std::vector<std::string> started() const
    {
        const std::lock_guard lock{mutex_};
        return started_;
    }
    std::chrono::seconds deadline() const { return deadline_; }
    int                  cancelled() const { return cancelled_; }

private:
    /// In code of the call.
    void hold(const std::string& request_id)
    {
        const exec::call_label             label{.plugin     = "sample",
                                                 .operation  = "sample",
                                                 .request_id = request_id,
                                                 .tenant     = {},
                                                 .deadline   = std::chrono::steady_clock::time_point::max()};
        const exec::call_label_ptr         call = std::make_shared<const exec::call_label>(label);
        const exec::thread_activity::scope labelled{call};
        {
            const std::lock_guard lock{mutex_};
            const auto            name = exec::thread_activity::of_current_thread()->name();
            held_.push_back(std::stoul(std::string{name.substr(name.find('-') + 1)}));
        }
        goes_on_.wait(false);
    }

    sdk::task<> wait()
    try
    {
        asio::steady_timer timer{co_await asio::this_coro::executor};
        while (!released_)
        {
            timer.expires_after(1ms);
            co_await timer.async_wait(asio::use_awaitable);
        }
    }
    catch (...)
    {
        ++cancelled_;
        throw;
    }

    mutable std::mutex       mutex_;
    std::vector<std::string> started_;
    std::vector<std::size_t> held_;
    std::chrono::seconds     deadline_{0};
    std::atomic<bool>        goes_on_   = false;
    std::atomic<bool>        released_  = false;
    std::atomic<int>         cancelled_ = 0;
};

template <class Condition>
void await(Condition condition)
{
    const auto latest = std::chrono::steady_clock::now() + 30s;
    while (!condition())
    {
        if (std::chrono::steady_clock::now() > latest) throw std::runtime_error{"the condition did not come true"};
        std::this_thread::sleep_for(1ms); // leaves the processor to the threads of the runner
    }
}

struct runner_fixture : sample_requests
{
    explicit runner_fixture(std::size_t max_running = 1, std::size_t thread_count = 2)
        : threads{thread_count}
        , runner{{.running = max_running, .deadline = 77s},
                 store,
                 [this](gateway::stored_request request, gateway::call_options options) {
                     return operation.run(std::move(request), std::move(options));
                 },
                 threads,
                 body_memory,
                 logger}
    {
        threads.start();
        runner.start();
    }
    ~runner_fixture()
    {
        operation.let_go();
        operation.release();
        runner.drain(std::chrono::steady_clock::now());
        threads.stop();
    }

    std::string submit(std::string tenant, std::string body)
    {
        auto added       = request(tenant, body);
        added.request_id = tenant + ":" + body;
        const auto id = support::run(store.submit({.request = std::move(added), .key = {}, .is_job = true})).state.id;
        runner.wake();
        return id;
    }

    job state(const std::string& tenant, const std::string& id) { return support::run(store.find(tenant, id)).value(); }

    void await_end(const std::string& tenant, const std::string& id)
    {
        await([&] { return is_finished(state(tenant, id).status); });
    }

    void await_started(std::size_t count) const
    {
        await([&] { return operation.started().size() >= count; });
    }

    /// As the watch of the threads marks those that are held, when the operation holds `count` in all.
    void block_held(std::size_t count)
    {
        await([&] { return operation.held().size() == count; });
        threads.mark_blocked(operation.held().back(), jobs::runner::max_blocked);
        runner.wake();
    }

    std::string code(const std::string& tenant, const std::string& id)
    {
        const auto job = state(tenant, id);
        return job.failure ? job.failure->code : "";
    }

    log::logger logger{log::line_format::json, sdk::severity::error, ::open("/dev/null", O_WRONLY)};
    std::shared_ptr<http::body_budget> body_memory = std::make_shared<http::body_budget>(1'000, 1.0);
    memory_store       store{{.bounds         = {.unfinished_jobs = 100, .tenant_bytes = 1u << 20, .bytes = 1u << 20},
                              .takeovers      = 3,
                              .time_to_expiry = 1h},
                       [] { return time_point{1'000s}; }};
    scripted_operation operation;
    exec::threads      threads;
    jobs::runner       runner;
};

struct two_at_a_time : runner_fixture
{
    two_at_a_time()
        : runner_fixture{2}
    {}
};

struct four_at_a_time : runner_fixture
{
    four_at_a_time()
        : runner_fixture{4}
    {}
};

struct many_threads : runner_fixture
{
    many_threads()
        : runner_fixture{4, 16}
    {}
};

struct four_threads : runner_fixture
{
    four_threads()
        : runner_fixture{4, 4}
    {}
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(runner_, runner_fixture)

BOOST_AUTO_TEST_CASE(a_job_runs_and_its_answer_is_stored)
{
    const auto id = submit("a", "hello");
    await_end("a", id);

    BOOST_TEST((state("a", id).status == job_status::succeeded));
    BOOST_TEST(*support::run(store.answer("a", id))->shared_body == "hello");
    BOOST_TEST(state("a", id).attempts == 1);
    BOOST_TEST(state("a", id).cost == 5);
    BOOST_TEST(state("a", id).progress.phase == "map");
    BOOST_TEST((operation.deadline() == 77s));
    BOOST_TEST(runner.statistics().succeeded == 1);
}

BOOST_AUTO_TEST_CASE(jobs_are_claimed_and_run_by_threads_that_are_not_blocked)
{
    std::promise<void> released;
    asio::post(threads.context(0), [until = released.get_future().share()] { until.wait(); });
    threads.mark_blocked(0, 1ms);
    for (int n = 0; n != 4; ++n) await_end("a", submit("a", "hello"));
    BOOST_TEST(operation.started().size() == 4U);
    threads.mark_blocked(0, 0ms);
    released.set_value();
}

BOOST_FIXTURE_TEST_CASE(a_job_that_held_its_thread_once_ends_on_another, four_threads)
{
    const auto id = submit("a", "hold once");
    block_held(1);
    await_end("a", id);

    BOOST_TEST((state("a", id).status == job_status::succeeded));
    BOOST_TEST(operation.started("a:hold once") == 2U);
    BOOST_TEST(operation.held().size() == 1U);
    BOOST_TEST(store.statistics().taken_over == 1);
    const auto ended = state("a", id);

    operation.let_go(); // the first run writes nothing
    std::promise<void> later;
    threads.mark_blocked(operation.held().front(), 0ms);
    asio::post(threads.context(operation.held().front()), [&] { later.set_value(); });
    later.get_future().wait();
    BOOST_TEST(state("a", id).version == ended.version);
    BOOST_TEST(state("a", id).attempts == ended.attempts);
    BOOST_TEST(runner.statistics().succeeded == 1);
}

BOOST_FIXTURE_TEST_CASE(a_job_that_always_holds_its_thread_fails_and_leaves_half_of_them, four_threads)
{
    const auto id = submit("a", "hold");
    block_held(1);
    block_held(2);
    await_end("a", id);

    BOOST_TEST(code("a", id) == "job_takeovers_exceeded");
    BOOST_TEST(support::run(store.answer("a", id))->status == 500);
    BOOST_TEST(operation.started("a:hold") == 2U);
    for (int n = 0; n != 4; ++n) // held threads take no place of jobs
    {
        const auto other = submit("b", "hello");
        await_end("b", other);
        BOOST_TEST((state("b", other).status == job_status::succeeded));
    }
    BOOST_TEST(runner.statistics().failed == 1);
}

BOOST_FIXTURE_TEST_CASE(a_job_is_taken_over_a_limited_number_of_times, many_threads)
{
    const auto id = submit("a", "hold");
    for (std::size_t run = 1; run != 5; ++run) block_held(run);
    await_end("a", id);

    BOOST_TEST(code("a", id) == "job_takeovers_exceeded");
    BOOST_TEST(operation.started("a:hold") == 4U);
}

BOOST_FIXTURE_TEST_CASE(jobs_of_a_thread_that_another_call_holds_run_again, two_at_a_time)
{
    submit("a", "wait");
    submit("b", "wait"); // on the other thread
    await_started(2);
    std::promise<void> released;
    asio::post(threads.context(0), [until = released.get_future().share()] { until.wait(); });
    const auto running = store.statistics().running;
    threads.mark_blocked(0, jobs::runner::max_blocked);
    runner.wake();
    await_started(3);
    operation.release();

    BOOST_TEST(running == 2U);
    await([&] { return runner.statistics().succeeded == 2; });
    BOOST_TEST(store.statistics().taken_over == 1);
    threads.mark_blocked(0, 0ms);
    released.set_value();
}

BOOST_FIXTURE_TEST_CASE(a_job_that_holds_the_thread_of_another_one_fails_alone, four_at_a_time)
{
    submit("a", "wait");
    await_started(1);
    submit("b", "wait"); // on the other thread
    await_started(2);
    const auto id = submit("c", "hold"); // on the thread of the first
    block_held(1);
    await_end("c", id);
    BOOST_TEST(code("c", id) == "job_takeovers_exceeded");
    BOOST_TEST(operation.started("c:hold") == 1U); // the last thread is left to others

    await_started(4);
    operation.release();
    await([&] { return runner.statistics().succeeded == 2; });
    BOOST_TEST(operation.started("a:wait") == 2U);
}

BOOST_FIXTURE_TEST_CASE(a_job_of_a_thread_that_is_blocked_for_a_short_time_runs_on, two_at_a_time)
{
    const auto id = submit("a", "hold");
    await([&] { return operation.held().size() == 1; });
    threads.mark_blocked(operation.held().front(), jobs::runner::max_blocked - 1ms);
    await_end("b", submit("b", "hello")); // jobs are given up before others are claimed
    operation.let_go();
    await_end("a", id);
    BOOST_TEST((state("a", id).status == job_status::succeeded));
    BOOST_TEST(store.statistics().taken_over == 0);
}

BOOST_AUTO_TEST_CASE(a_drain_does_not_wait_for_a_job_of_a_blocked_thread)
{
    const auto id = submit("a", "hold");
    block_held(1);
    runner.drain(std::chrono::steady_clock::now() + 1h);
    await_end("a", id);
    BOOST_TEST(!code("a", id).empty());
}

BOOST_AUTO_TEST_CASE(errors_and_exceptions_fail_the_job)
{
    const auto failed = submit("a", "fail");
    const auto thrown = submit("a", "throw");
    await_end("a", failed);
    await_end("a", thrown);

    BOOST_TEST(code("a", failed) == "llm_error");
    BOOST_TEST(support::run(store.answer("a", failed))->status == 502);
    BOOST_TEST(code("a", thrown) == "internal_error");
    BOOST_TEST(support::run(store.answer("a", thrown))->shared_body->find("secret") == std::string::npos);
    await([&] { return runner.statistics().failed == 2; });
}

BOOST_AUTO_TEST_CASE(jobs_over_the_bound_wait_and_tenants_take_turns)
{
    submit("a", "wait");
    await_started(1);
    for (const auto* body : {"2", "3", "4"}) submit("a", body);
    const auto last = submit("b", "1");
    BOOST_TEST(store.statistics().queued == 4U);
    BOOST_TEST(operation.started().size() == 1U);

    operation.release();
    await_end("b", last);
    await_started(5);

    const std::vector<std::string> expected{"a:wait", "a:2", "b:1", "a:3", "a:4"};
    BOOST_TEST(operation.started() == expected, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(a_tenant_leaves_room_for_others, two_at_a_time)
{
    submit("a", "wait");
    submit("a", "wait");
    const auto other = submit("b", "1");

    await_end("b", other);
    await_started(2);

    BOOST_TEST(operation.started().size() == 2U);
}

BOOST_AUTO_TEST_CASE(cancelling_ends_the_call_and_starts_the_next)
{
    const auto running = submit("a", "wait");
    const auto next    = submit("a", "next");
    await_started(1);

    support::run(store.cancel("a", running, if_finished::erase));
    asio::co_spawn(threads.context(0), runner.cancel(running), [](std::exception_ptr) {});
    await_end("a", next);

    BOOST_TEST(operation.cancelled() == 1);
    BOOST_TEST((state("a", running).status == job_status::cancelled));
    BOOST_TEST((state("a", next).status == job_status::succeeded));
}

BOOST_AUTO_TEST_CASE(cancelling_does_not_wait_for_a_thread_that_becomes_blocked)
{
    const auto id = submit("a", "hold");
    await([&] { return operation.held().size() == 1; });
    const auto held = operation.held().front();
    support::run(store.cancel("a", id, if_finished::erase));

    std::promise<void> cancelled;
    asio::co_spawn(threads.context(1 - held), runner.cancel(id), [&](std::exception_ptr) { cancelled.set_value(); });
    threads.mark_blocked(held, 1ms);
    BOOST_TEST((cancelled.get_future().wait_for(30s) == std::future_status::ready));
}

BOOST_AUTO_TEST_CASE(a_drain_waits_for_running_jobs_and_fails_queued_ones)
{
    const auto running = submit("a", "wait");
    const auto queued  = submit("a", "queued");
    await_started(1);

    std::thread draining{[&] { runner.drain(std::chrono::steady_clock::now() + 1h); }};
    await_end("a", queued);
    BOOST_TEST(code("a", queued) == "server_stopped");
    BOOST_TEST((state("a", running).status == job_status::running));
    operation.release();
    draining.join();

    BOOST_TEST((state("a", running).status == job_status::succeeded));
    BOOST_CHECK_THROW(submit("a", "late"), sdk::error);
    BOOST_TEST(operation.started().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_drain_fails_what_runs_at_its_deadline)
{
    const auto running = submit("a", "wait");
    await_started(1);

    runner.drain(std::chrono::steady_clock::now());

    BOOST_TEST(code("a", running) == "server_stopped");
    BOOST_TEST(support::run(store.answer("a", running))->status == 503);
    BOOST_TEST(operation.cancelled() == 1);
}

BOOST_AUTO_TEST_CASE(a_job_waits_for_the_memory_of_bodies)
{
    std::optional<http::body_reservation> body{std::in_place, body_memory, "other", std::size_t{120}};
    const auto                            id = submit("a", std::string(100, 'x'));
    BOOST_TEST(operation.started().empty());
    await([&] { return state("a", id).status == job_status::running; });

    body.reset();
    await_end("a", id);

    BOOST_TEST((state("a", id).status == job_status::succeeded));
    BOOST_TEST(body_memory->reserved() == 0U);
}

BOOST_AUTO_TEST_CASE(a_job_that_waits_for_memory_is_cancelled)
{
    const http::body_reservation body{body_memory, "other", 120};
    const auto                   id = submit("a", std::string(100, 'x'));
    await([&] { return state("a", id).status == job_status::running; });

    runner.drain(std::chrono::steady_clock::now());

    BOOST_TEST(code("a", id) == "server_stopped");
    BOOST_TEST(operation.started().empty());
}

BOOST_AUTO_TEST_SUITE_END()
