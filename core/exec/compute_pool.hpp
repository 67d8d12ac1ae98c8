#pragma once

#include "exec/thread_activity.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace verbatim::core::exec {

/// The threads for long computations. A job belongs to the call for which its poster ran. A worker is stuck while its
/// job runs beyond the deadline of that call: nobody waits for the job any more. [any thread]
class compute_pool
{
public:
    using clock = std::chrono::steady_clock;

    struct statistics
    {
        std::size_t workers = 0;
        std::size_t busy    = 0; ///< stuck ones included
        std::size_t stuck   = 0;
        std::size_t queued  = 0; ///< jobs that wait for a worker
    };

    explicit compute_pool(std::size_t workers);
    compute_pool(const compute_pool&)            = delete;
    compute_pool& operator=(const compute_pool&) = delete;

    /// Discards queued jobs and waits for running ones.
    ~compute_pool();

    /// Runs `job`, which does not throw, on the next free worker.
    template <class Job>
    void post(Job job)
    {
        auto work = [this, call = current_call(), job = std::move(job)]() mutable {
            const running_job      running{*this};
            thread_activity::scope labelled{call};
            std::move(job)();
        };
        job_added();
        try
        {
            boost::asio::post(pool_, std::move(work));
        }
        catch (...)
        {
            job_ended();
            throw;
        }
    }

    statistics read_statistics() const;

    /// How long all workers have been stuck; zero while one of them is free, or works within a deadline.
    clock::duration stuck_for() const;

    /// Waits until all jobs have ended, then ends the threads; false when `deadline` passes first. Jobs must not be
    /// posted any more. [not a worker]
    bool join_until(clock::time_point deadline);

    const std::deque<thread_activity>& activities() const noexcept { return activities_; }

private:
    class running_job
    {
    public:
        explicit running_job(compute_pool& pool)
            : pool_{pool}
        {
            pool_.prepare_thread();
        }
        ~running_job() { pool_.job_ended(); }
        running_job(const running_job&)            = delete;
        running_job& operator=(const running_job&) = delete;

    private:
        compute_pool& pool_;
    };

    void job_added();
    void job_ended() noexcept;
    void prepare_thread() noexcept;

    std::deque<thread_activity> activities_; ///< one per worker
    std::atomic<std::size_t>    bound_workers_ = 0;
    mutable std::mutex          mutex_;
    std::condition_variable     idle_;
    std::size_t                 jobs_ = 0; ///< queued and running ones
    boost::asio::thread_pool    pool_;     ///< last: its jobs use all members above
};

} // namespace verbatim::core::exec
