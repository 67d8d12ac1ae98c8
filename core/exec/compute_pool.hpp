#pragma once

#include "exec/thread_activity.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace verbatim::core::exec {

/// The threads for long computations. A job belongs to the call for which its poster ran, and so to a tenant. The next
/// job is one of the tenant with the fewest running jobs; of equal ones, of that whose last turn is longest ago.
///
/// A worker is stuck while its job runs beyond the deadline of that call: nobody waits for the job any more. `tend`
/// adds workers in place of stuck ones, and for tenants of which no job runs. They end when they are not needed. [any
/// thread]
class compute_pool
{
public:
    using clock = std::chrono::steady_clock;

    struct statistics
    {
        std::size_t workers = 0; ///< now
        std::size_t busy    = 0; ///< stuck ones included
        std::size_t stuck   = 0;
        std::size_t queued  = 0; ///< jobs that wait for a worker
    };

    /// Maximum wait for the jobs of other tenants while no job of a tenant runs; then `tend` adds a worker.
    static constexpr std::chrono::seconds max_wait{1};

    /// `workers` threads, at least one, and up to `max_additional` ones that `tend` adds. Throws std::system_error if
    /// the system has too few threads.
    explicit compute_pool(std::size_t workers, std::size_t max_additional = 8);
    compute_pool(const compute_pool&)            = delete;
    compute_pool& operator=(const compute_pool&) = delete;

    /// Discards queued jobs and waits for running ones.
    ~compute_pool();

    /// Runs `job`, which does not throw. Once the pool stops, discards it.
    template <class Job>
    void post(Job job)
    {
        push(std::make_unique<job_of<Job>>(std::move(job)));
    }

    /// Adds workers where they are needed. Called several times a second.
    void tend(clock::time_point now = clock::now());

    statistics read_statistics() const;

    /// How long all workers have been stuck, while no further one may be added; else zero.
    clock::duration stuck_for() const;

    /// Waits until all jobs have ended, then ends the threads; false when `deadline` passes first. Jobs must not be
    /// posted any more. [not a worker]
    bool join_until(clock::time_point deadline);

    /// Of all workers that there may be.
    const std::deque<thread_activity>& activities() const noexcept { return activities_; }

private:
    struct posted_job
    {
        virtual ~posted_job() = default;
        virtual void run()    = 0;

        call_label_ptr    call;
        clock::time_point posted;
    };

    template <class Work>
    struct job_of final : posted_job
    {
        explicit job_of(Work posted_work)
            : work{std::move(posted_work)}
        {}
        void run() override { std::move(work)(); }

        Work work;
    };

    struct tenant_jobs
    {
        std::deque<std::unique_ptr<posted_job>> waiting;
        std::size_t                             running = 0;
        std::size_t                             turn    = 0; ///< number of its last job that has started; 0: none yet
    };
    using tenant_map = std::map<std::string, tenant_jobs, std::less<>>; ///< only tenants with jobs

    struct worker
    {
        std::thread thread;
        bool        runs = false; ///< false: not started, or its thread has ended or is about to
    };

    void                 push(std::unique_ptr<posted_job> added);
    void                 join();
    void                 work(std::size_t number);
    void                 run_next(std::unique_lock<std::mutex>& lock);
    tenant_map::iterator next_tenant();
    void                 start_worker();
    std::size_t          stuck(clock::time_point now) const;
    bool                 is_surplus() const;

    std::deque<thread_activity> activities_;    ///< one per worker
    const std::size_t           usual_workers_; ///< the others are additional
    mutable std::mutex          mutex_;
    std::condition_variable     changed_;
    std::condition_variable     idle_;
    tenant_map                  tenants_;
    std::deque<worker>          workers_;
    std::size_t                 live_     = 0; ///< workers whose threads run
    std::size_t                 waiting_  = 0; ///< jobs
    std::size_t                 running_  = 0; ///< jobs
    std::size_t                 started_  = 0; ///< jobs so far
    bool                        stopping_ = false;
};

} // namespace verbatim::core::exec
