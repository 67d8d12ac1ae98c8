#pragma once

#include "exec/threads.hpp"
#include "gateway/gateway.hpp"
#include "http/body_budget.hpp"
#include "jobs/statistics.hpp"
#include "jobs/store.hpp"
#include "log/logger.hpp"

#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

/// Executes the request of a job: gateway::run.
using request_runner =
    std::function<sdk::task<gateway::gateway::answer>(gateway::stored_request request, gateway::call_options options)>;

/// Runs jobs as coroutines on the I/O threads, independent of any connection.
class runner
{
public:
    struct limits
    {
        std::size_t          running = 0; ///< jobs at a time
        std::chrono::seconds deadline{0}; ///< of a job, from the start of its operation
    };

    /// The references outlive this object, which outlives the coroutines on `threads`.
    runner(limits bounds, store& store, request_runner run, exec::threads& threads,
           std::shared_ptr<http::body_budget> body_memory, log::logger& logger);

    /// Starts to erase what expires. Once, when the threads run.
    void start();

    /// Starts queued jobs while there is room. [any thread]
    void wake();

    /// Cancels a job that runs. When the task ends, the job starts no further model call. [may wait]
    sdk::task<> cancel(std::string id);

    /// Logs and counts the end of a job. [any thread]
    void record_end(const job& ended, int status) noexcept;

    /// Starts no further job, fails those that are queued, waits for those that run and fails the rest at `deadline`.
    /// Returns at the latest two seconds after the deadline; false if jobs were cut off. [not an I/O thread] [may wait]
    bool drain(std::chrono::steady_clock::time_point deadline);

    runner_statistics statistics() const;

private:
    struct running_job;

    void        start(started_job job);
    void        spawn(const std::shared_ptr<running_job>& running, started_job job);
    sdk::task<> run(started_job job);
    sdk::task<> reserve_memory(http::body_reservation& reservation) const;
    sdk::task<> erase_expired();
    void        on_end(const std::shared_ptr<running_job>& ended);
    void        finish(const std::string& id, job_outcome outcome);

    const limits                       limits_;
    const std::size_t                  tenant_limit_; ///< running jobs of one tenant
    store&                             store_;
    const request_runner               run_;
    exec::threads&                     threads_;
    std::shared_ptr<http::body_budget> body_memory_;
    log::logger&                       log_;
    outcome_counters                   outcomes_;

    std::mutex                                                       mutex_;
    std::condition_variable                                          all_ended_;
    std::map<std::string, std::shared_ptr<running_job>, std::less<>> running_; ///< by id
    std::size_t                                                      next_thread_ = 0;
    bool                                                             draining_    = false;
};

} // namespace verbatim::core::jobs
