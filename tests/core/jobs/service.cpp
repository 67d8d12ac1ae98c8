#include "jobs/service.hpp"

#include "core/jobs/sample_requests.hpp"
#include "gateway/request_steps.hpp"
#include "jobs/memory_store.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

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
    jobs::service      service{jobs::settings{},
                          std::make_unique<memory_store>(memory_store::limits{.unfinished_jobs = 3,
                                                                                   .bytes           = 1u << 30,
                                                                                   .tenant_bytes    = 1u << 30,
                                                                                   .time_to_expiry  = 1h},
                                                         &now),
                          pool, logger};
    exec::threads      threads{1};
};

} // namespace

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
