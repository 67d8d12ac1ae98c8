#pragma once

#include "exec/threads.hpp"
#include "gateway/gateway.hpp"
#include "http/body_budget.hpp"
#include "jobs/store.hpp"
#include "log/logger.hpp"
#include "metrics/counters.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// Ended jobs since the start.
struct runner_statistics
{
    std::int64_t          succeeded = 0;
    std::int64_t          failed    = 0;
    std::int64_t          cancelled = 0;
    metrics::distribution durations; ///< from creation to end
};

/// Counts ended jobs. [any thread]
class outcome_counters
{
public:
    void add(const job& ended) noexcept
    {
        counts_.add(static_cast<std::size_t>(ended.status));
        durations_.add(ended.finished.value_or(ended.created) - ended.created);
    }

    runner_statistics read() const
    {
        return {.succeeded = count(job_status::succeeded),
                .failed    = count(job_status::failed),
                .cancelled = count(job_status::cancelled),
                .durations = durations_.read()};
    }

private:
    std::int64_t count(job_status status) const { return counts_.read(static_cast<std::size_t>(status)); }

    metrics::counters           counts_{static_cast<std::size_t>(job_status::cancelled) + 1};
    metrics::duration_histogram durations_;
};

/// Executes the request of a job: gateway::run.
using request_runner =
    std::function<sdk::task<gateway::gateway::answer>(gateway::stored_request request, gateway::call_options options)>;

/// Runs jobs as coroutines on the I/O threads, independent of any connection.
class runner final : public store_listener
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

    ~runner() override { stop(); }

    /// A job is given up when its thread has been blocked for so long. Another thread, or server, runs it again.
    static constexpr std::chrono::seconds max_blocked{10};

    /// Starts to claim jobs and to erase what expires. Once, when the threads run.
    void start();

    /// Takes queued jobs soon, while there is room. [any thread]
    void wake();

    void on_available() noexcept override;
    void on_lost(const job_lease& lease) noexcept override;

    /// Cancels a job that runs. When the task ends, the job starts no further model call; on a blocked thread, none
    /// after the code that holds it. [may wait]
    sdk::task<> cancel(std::string id);

    /// Logs and counts the end of a job. [any thread]
    void record_end(const job& ended, int status) noexcept;

    /// Starts no further job, waits for those that run and stops the rest at `deadline`. With the store in memory,
    /// queued jobs fail at once and stopped ones at the deadline. Jobs of blocked threads are stopped before. Returns
    /// at the latest two seconds after the deadline; false if jobs still ran at the deadline. [not an I/O thread] [may
    /// wait]
    bool drain(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut = {});

    /// Ends the thread that claims jobs. After drain(), while the store and the I/O threads live. [not that thread]
    void stop() noexcept { own_thread_.stop(); }

    runner_statistics statistics() const;

private:
    struct running_job;

    using running_pointer = std::shared_ptr<running_job>;

    sdk::task<>            serve_store();
    sdk::task<>            claim_queued();
    sdk::task<>            give_up_blocked();
    sdk::task<>            end_blocked(const running_job& blocked);
    sdk::task<>            fail_blocked(const running_job& blocked);
    bool                   holds_thread(const running_job& running) const;
    bool                   may_hold_another_thread() const noexcept;
    bool                   reserve_place();
    void                   release_place();
    void                   start(started_job& job);
    void                   spawn(const running_pointer& running);
    sdk::task<>            run(running_pointer running);
    sdk::task<job_outcome> outcome_of(const running_job& running, started_job job);
    void                   stop(const job_lease& lease);
    sdk::task<>            reserve_memory(http::body_reservation& reservation) const;
    void                   on_end(const running_pointer& ended);
    void                   remove(const running_pointer& ended);
    sdk::task<>            finish(const job_lease& lease, job_outcome outcome);

    template <class Condition>
    std::vector<running_pointer>                    find(Condition condition);
    static std::shared_ptr<const std::atomic<bool>> post_cancellation(const running_pointer& running);
    bool is_idle() const noexcept { return running_.empty() && claiming_ == 0; }

    const limits                       limits_;
    const std::size_t                  tenant_limit_; ///< running jobs of one tenant
    store&                             store_;
    const request_runner               run_;
    exec::threads&                     threads_;
    std::shared_ptr<http::body_budget> body_memory_;
    log::logger&                       log_;
    outcome_counters                   outcomes_;

    std::atomic<bool>           has_stopped_ = false; ///< no result is stored any more
    std::mutex                  mutex_;
    std::condition_variable_any all_ended_;
    std::set<running_pointer>   running_;
    std::size_t                 next_thread_ = 0;
    std::size_t                 claiming_    = 0;     ///< jobs that may be claimed soon
    std::atomic<bool>           draining_    = false; ///< changed with the lock held

    exec::threads              own_thread_{1, "jobs"};          ///< claims jobs, whatever holds the I/O threads
    boost::asio::steady_timer  wakeup_{own_thread_.context(0)}; ///< of serve_store()
    bool                       is_woken_ = false;               ///< on the own thread
    std::optional<started_job> claimed_; ///< for want of memory not started yet, with a place; on the own thread
};

} // namespace verbatim::core::jobs
