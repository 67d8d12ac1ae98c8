#include "exec/compute_pool.hpp"

#include <algorithm>
#include <string>

namespace verbatim::core::exec {

namespace {

/// How far a job is past its latest end; negative before it, and for a job without a call.
compute_pool::clock::duration overrun(const thread_activity::snapshot& activity, compute_pool::clock::time_point now)
{
    if (!activity.call) return compute_pool::clock::duration::min();
    return now - activity.latest_end();
}

} // namespace

compute_pool::compute_pool(std::size_t workers)
    : pool_{workers}
{
    for (std::size_t n = 0; n != workers; ++n) activities_.emplace_back("pool-" + std::to_string(n));
}

compute_pool::~compute_pool()
{
    pool_.stop();
    pool_.join();
}

void compute_pool::job_added()
{
    const std::scoped_lock lock{mutex_};
    ++jobs_;
}

void compute_pool::job_ended() noexcept
{
    const std::scoped_lock lock{mutex_};
    if (--jobs_ == 0) idle_.notify_all();
}

void compute_pool::prepare_thread() noexcept
{
    if (thread_activity::of_current_thread()) return;
    activities_[bound_workers_.fetch_add(1)].bind_to_current_thread();
}

compute_pool::statistics compute_pool::read_statistics() const
{
    const auto now = clock::now();
    statistics result{.workers = activities_.size()};
    for (const auto& worker : activities_)
    {
        const auto activity = worker.read();
        result.busy += activity.running;
        result.stuck += activity.running && overrun(activity, now) > clock::duration::zero();
    }
    const std::scoped_lock lock{mutex_};
    result.queued = jobs_ - std::min(jobs_, result.busy);
    return result;
}

compute_pool::clock::duration compute_pool::stuck_for() const
{
    const auto now     = clock::now();
    auto       minimum = clock::duration::max();
    for (const auto& worker : activities_) minimum = std::min(minimum, overrun(worker.read(), now));
    return std::max(minimum, clock::duration::zero());
}

bool compute_pool::join_until(clock::time_point deadline)
{
    {
        std::unique_lock lock{mutex_};
        if (!idle_.wait_until(lock, deadline, [&] { return jobs_ == 0; })) return false;
    }
    pool_.join();
    return true;
}

} // namespace verbatim::core::exec
