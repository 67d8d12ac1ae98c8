#include "jobs/service.hpp"

#include "core/jobs/sample_requests.hpp"
#include "gateway/request_steps.hpp"
#include "jobs/memory_store.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <fcntl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
using namespace verbatim::core::jobs;
using namespace verbatim::jobs_test;
using namespace std::chrono_literals;

namespace {

/// A service with a pool of one thread.
struct service_fixture : sample_requests
{
    service_fixture()
    {
        threads.start();
        auto never = [](gateway::stored_request, gateway::call_options) -> sdk::task<gateway::gateway::answer> {
            throw sdk::error{sdk::errc::internal_error};
        };
        service.start(never, threads, std::make_shared<http::body_budget>(1'000'000, 1.0), {});
    }
    ~service_fixture() { threads.stop(); }

    /// Waits until a computation waits for the thread of the pool.
    void await_queued() const
    {
        while (pool.read_statistics().queued == 0) std::this_thread::yield();
    }

    log::logger        logger{log::line_format::json, sdk::severity::error, ::open("/dev/null", O_WRONLY)};
    exec::compute_pool pool{1};
    jobs::service      service{
        jobs::settings{},
        std::make_unique<memory_store>(
            store_limits{.bounds         = {.unfinished_jobs = 3, .tenant_bytes = 1u << 30, .bytes = 1u << 30},
                              .time_to_expiry = 1h},
            &now),
        pool, logger};
    exec::threads threads{1};
};

/// A store whose claims never end. The rest is not called.
class endless_store final : public store
{
public:
    struct observations
    {
        std::promise<void> claim_begun;
        bool               has_store               = true;
        bool               frame_ended_after_store = false;
    };

    explicit endless_store(observations& seen)
        : seen_{seen}
    {}
    ~endless_store() override { seen_.has_store = false; }

    sdk::task<std::optional<started_job>> claim(std::size_t) override
    {
        struct turn // as of a queue that belongs to the store
        {
            observations& seen;
            ~turn() { seen.frame_ended_after_store = !seen.has_store; }
        };
        const turn held{seen_};
        seen_.claim_begun.set_value();
        boost::asio::steady_timer timer{co_await boost::asio::this_coro::executor, 1h};
        co_await timer.async_wait(boost::asio::use_awaitable);
        co_return std::nullopt;
    }

    idempotency identify(std::string_view, std::string_view, std::string_view) const override { return {}; }
    sdk::task<submission_result>  submit(submission) override { co_return submission_result{}; }
    sdk::task<std::optional<job>> find(std::string_view, std::string_view) override { co_return std::nullopt; }
    sdk::task<stored_response>    answer(std::string_view, std::string_view) override { co_return nullptr; }
    sdk::task<job_page>           list(std::string_view, std::optional<std::uint64_t>, std::size_t) override
    {
        co_return job_page{};
    }
    sdk::task<std::optional<cancelled_job>> cancel(std::string_view, std::string_view, if_finished) override
    {
        co_return std::nullopt;
    }
    sdk::task<std::optional<keyed_request>> erase_answer(std::string_view, const idempotency&) override
    {
        co_return std::nullopt;
    }
    std::chrono::milliseconds     poll_interval() const noexcept override { return {}; }
    bool                          is_running(const job_lease&) const override { return false; }
    void                          report_progress(const job_lease&, const job_progress&) override {}
    void                          add_attempt(const job_lease&, recording::micro_usd) noexcept override {}
    sdk::task<std::optional<job>> finish(const job_lease&, job_outcome) override { co_return std::nullopt; }
    sdk::task<bool>               give_up(const job_lease&) override { co_return false; }
    void                          forget(const job_lease&) noexcept override {}
    sdk::task<>                   forget_now(const job_lease&) override { co_return; }
    std::optional<job>            stop_queued(const stop_outcome&) override { return {}; }
    std::optional<job>            stop_running(const job_lease&, const stop_outcome&) override { return std::nullopt; }
    void                          erase_expired() override {}
    store_statistics              statistics() const override { return {}; }

private:
    observations& seen_;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_claim_that_does_not_end_is_destroyed_before_the_store)
{
    log::logger                 logger{log::line_format::json, sdk::severity::error, ::open("/dev/null", O_WRONLY)};
    exec::compute_pool          pool{1};
    exec::threads               threads{1};
    endless_store::observations seen;
    {
        jobs::service service{jobs::settings{}, std::make_unique<endless_store>(seen), pool, logger};
        service.start({}, threads, std::make_shared<http::body_budget>(1'000, 1.0), {});
        seen.claim_begun.get_future().wait();
    }
    BOOST_TEST(!seen.has_store);
    BOOST_TEST(!seen.frame_ended_after_store);
}

BOOST_FIXTURE_TEST_SUITE(service_, service_fixture)

BOOST_AUTO_TEST_CASE(a_job_that_is_added_while_the_server_stops_is_refused)
{
    std::promise<void> begun;
    std::promise<void> release;
    pool.post([&] {
        begun.set_value();
        release.get_future().wait();
    });
    begun.get_future().wait();
    const std::string large(4 << 20, ' ');
    BOOST_REQUIRE(gateway::is_large_body(large.size())); // its digest is computed in the pool
    support::running_task adding{service.add_job(request("a", large), "key")};
    await_queued();

    service.drain(std::chrono::steady_clock::now());
    release.set_value();

    BOOST_CHECK_EXCEPTION(adding.get(), sdk::error,
                          [](const auto& failure) { return failure.code() == sdk::errc::overloaded; });
    BOOST_TEST(service.statistics().store.queued == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
