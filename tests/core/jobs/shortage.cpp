// A function of a store that runs out of memory has changed nothing, and each job ends.
#include "jobs/held_jobs.hpp"
#include "jobs/memory_store.hpp"
#include "jobs/runner.hpp"

#include "core/jobs/sample_requests.hpp"
#include "support/allocation_limit.hpp"
#include "support/run_task.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t enough_bytes = 1'000'000;
const std::string     tenant       = "a tenant whose name is long";

template <class T>
sdk::task<T> run_with(int allocations, const std::function<sdk::task<T>()>& start)
{
    const support::allocation_limit limit{allocations};
    co_return co_await start();
}

struct store_fixture : sample_requests
{
    time_point   now{1'000s};
    memory_store store{{.bounds         = {.unfinished_jobs = 1, .tenant_bytes = 60'000, .bytes = 100'000},
                        .takeovers      = 1,
                        .time_to_expiry = 1h},
                       [this] { return now; }};

    submission submission_of(bool is_job) const
    {
        submission added{.request = request(tenant, "a body that is not in the string itself"),
                         .key     = idempotency{},
                         .is_job  = is_job};
        added.key->digests.push_back({.key = "a key that is not in the string itself", .body = "digest"});
        return added;
    }
    submission_result submit(bool is_job = true) { return support::run(store.submit(submission_of(is_job))); }

    /// Allows `start` ever more allocations until it succeeds, and checks after each failure.
    template <class Start, class Check>
    auto succeed_at_last(Start start, Check check)
    {
        using value = typename decltype(start())::value_type;
        for (int allocations = 0;; ++allocations)
        {
            try
            {
                auto result = support::run(run_with<value>(allocations, start));
                BOOST_TEST(allocations > 2); // the frame is one
                return result;
            }
            catch (const std::bad_alloc&)
            {
                BOOST_TEST_CONTEXT("allocations: " << allocations) check();
            }
        }
    }

    void check_counts(std::size_t queued, std::size_t running)
    {
        const auto counts = store.statistics();
        BOOST_TEST(counts.queued == queued);
        BOOST_TEST(counts.running == running);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(jobs_shortage, store_fixture)

BOOST_AUTO_TEST_CASE(a_request_that_is_not_added_leaves_nothing)
{
    for (const bool is_job : {false, true})
    {
        submission added;
        const auto renew = [&] { added = submission_of(is_job); };
        renew();
        const auto result = succeed_at_last([&] { return store.submit(std::move(added)); },
                                            [&] {
                                                check_counts(0, 0);
                                                BOOST_TEST(store.statistics().bytes == 0U);
                                                BOOST_TEST(support::run(store.list(tenant, {}, 9)).jobs.empty());
                                                renew();
                                            });
        BOOST_TEST(result.is_new); // the key was free
        if (!is_job) store.forget(result.lease);
    }
}

BOOST_AUTO_TEST_CASE(a_job_that_cannot_be_claimed_stays_queued)
{
    const auto id      = submit().state.id;
    const auto started = succeed_at_last([&] { return store.claim(enough_bytes); }, [&] { check_counts(1, 0); });
    BOOST_TEST_REQUIRE(started.has_value());
    BOOST_TEST(started->state.id == id);
    BOOST_TEST(started->request.body.text == "a body that is not in the string itself");
    BOOST_TEST(store.is_running(started->lease));
    check_counts(0, 1);
}

BOOST_AUTO_TEST_CASE(a_job_whose_end_is_not_stored_runs_on)
{
    submit();
    const auto lease = support::run(store.claim(enough_bytes)).value().lease;
    store.report_progress(lease, {.phase = "a phase whose name is long", .done = 1, .total = 2});
    job_outcome outcome;
    const auto  renew = [&] { outcome = failure_of("a_code_that_is_not_in_the_string_itself"); };
    renew();
    const auto ended = succeed_at_last([&] { return store.finish(lease, std::move(outcome)); },
                                       [&] {
                                           BOOST_TEST(store.is_running(lease));
                                           check_counts(0, 1);
                                           renew();
                                       });
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->status == job_status::failed));
    BOOST_TEST(ended->failure.value().code == "a_code_that_is_not_in_the_string_itself");
    check_counts(0, 0);
}

BOOST_AUTO_TEST_CASE(a_job_that_cannot_be_cancelled_keeps_its_place)
{
    const auto        id     = submit().state.id;
    const std::string tenant = "a tenant whose name is long";
    const auto        ended =
        succeed_at_last([&] { return store.cancel(tenant, id, if_finished::keep); },
                        [&] {
                            BOOST_TEST((support::run(store.find(tenant, id))->status == job_status::queued));
                            check_counts(1, 0);
                        });
    BOOST_TEST(ended.value().is_cancelled);
    now += 2h;
    store.erase_expired();
    BOOST_TEST(!support::run(store.find(tenant, id)));
    BOOST_TEST(store.statistics().bytes == 0U);
    BOOST_TEST(submit().is_new);
}

BOOST_AUTO_TEST_CASE(a_queued_job_that_cannot_be_stopped_stays_queued)
{
    submit();
    const auto stop = [&]() -> sdk::task<std::optional<job>> {
        co_return store.stop_queued([](const job&) { return failure_of("server_stopped"); });
    };
    const auto ended = succeed_at_last(stop, [&] { check_counts(1, 0); });
    BOOST_TEST_REQUIRE(ended.has_value());
    BOOST_TEST((ended->status == job_status::failed));
    check_counts(0, 0);
}

BOOST_AUTO_TEST_CASE(a_claimed_job_that_cannot_be_started_starts_later)
{
    constexpr int    unlimited = -1, enough = 20; // for a claim and a start
    std::atomic<int> allocations = unlimited;     // of the thread that claims, until one fails
    memory_store     shared{{.bounds         = {.unfinished_jobs = 1, .tenant_bytes = 60'000, .bytes = 100'000},
                             .takeovers      = 1,
                             .time_to_expiry = 1h},
                        [&] {
                            const auto* thread = core::exec::thread_activity::of_current_thread();
                            const bool  claims = thread && thread->name().starts_with("jobs");
                            const int   limit  = claims ? allocations.exchange(unlimited) : unlimited;
                            if (limit != unlimited) support::fail_one_allocation(limit);
                            return now;
                        }};

    std::atomic<int>    runs = 0;
    core::exec::threads threads{1};
    core::log::logger   logger{core::log::line_format::json, sdk::severity::error, ::open("/dev/null", O_WRONLY)};
    runner              runner{
        {.running = 1, .deadline = 77s},
        shared,
        [&](core::gateway::stored_request, core::gateway::call_options) -> sdk::task<core::gateway::gateway::answer> {
            ++runs;
            co_return core::gateway::gateway::answer{};
        },
        threads,
        std::make_shared<core::http::body_budget>(1'000, 1.0),
        logger};
    threads.start();
    runner.start();
    for (int limit = 0; limit != enough; ++limit)
    {
        allocations       = limit;
        const auto id     = support::run(shared.submit(submission_of(true))).state.id;
        const auto latest = std::chrono::steady_clock::now() + 30s;
        while (shared.statistics().queued + shared.statistics().running != 0)
        {
            BOOST_TEST_REQUIRE((std::chrono::steady_clock::now() < latest), "allocations: " << limit);
            runner.wake();
            std::this_thread::sleep_for(1ms);
        }
        BOOST_TEST((support::run(shared.find(tenant, id))->status == job_status::succeeded));
        support::run(shared.cancel(tenant, id, if_finished::erase)); // frees its key
    }
    BOOST_TEST(runs == enough);
    runner.drain(std::chrono::steady_clock::now());
    threads.stop();
}

BOOST_AUTO_TEST_CASE(a_held_job_whose_end_does_not_begin_runs_on)
{
    const job_lease lease{"an id that is not in the string itself", 1};
    held_jobs       held;
    held.add({.lease = lease, .tenant_id = tenant, .key = nullptr, .state = {}});
    held.add_answer(lease, {});
    const auto fails = [](const auto& change) { // checks of the framework would need memory themselves
        const support::allocation_limit limit{0};
        try
        {
            change();
            return false;
        }
        catch (const std::bad_alloc&)
        {
            return true;
        }
    };
    BOOST_TEST(fails([&] { held.begin_end(lease); }));
    BOOST_TEST(fails([&] { held.begin_give_up(lease); }));
    BOOST_TEST(held.take_changes(false).size() == 1U);
}

BOOST_AUTO_TEST_CASE(changes_of_held_jobs_that_are_not_taken_stay)
{
    held_jobs held;
    for (const std::int64_t fence : {1, 2})
    {
        const job_lease lease{"an id that is not in the string itself", fence};
        held.add({.lease = lease, .tenant_id = tenant, .key = nullptr, .state = {}});
        held.add_answer(lease, {});
        held.add_attempt(lease, 1);
    }
    std::vector<held_job> changes;
    for (int allocations = 0; changes.empty(); ++allocations)
    {
        const support::allocation_limit limit{allocations};
        try
        {
            changes = held.take_changes(true);
        }
        catch (const std::bad_alloc&)
        {}
    }
    BOOST_TEST(changes.size() == 2U);
    for (const auto& change : changes)
    {
        BOOST_TEST(change.is_changed);
        BOOST_TEST(change.answers.size() == 1U);
    }
}

BOOST_AUTO_TEST_SUITE_END()
