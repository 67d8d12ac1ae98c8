#include "exec/compute_pool.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <tuple>

namespace verbatim::core::exec {

namespace {

/// How far a job is past its latest end; negative before it, and for a job without a call. The end of a call may post
/// a job, so no snapshot is read under the lock.
compute_pool::clock::duration overrun(const thread_activity& worker, compute_pool::clock::time_point now)
{
    return now - worker.latest_end();
}

} // namespace

compute_pool::compute_pool(std::size_t workers, std::size_t max_additional)
    : usual_workers_{std::max<std::size_t>(1, workers)}
    , workers_(usual_workers_ + max_additional)
{
    for (std::size_t n = 0; n != workers_.size(); ++n) activities_.emplace_back("pool-" + std::to_string(n));
    try
    {
        const std::scoped_lock lock{mutex_};
        for (std::size_t n = 0; n != usual_workers_; ++n) start_worker();
    }
    catch (...) // the system has too few threads: those that run have to end
    {
        join();
        throw;
    }
}

compute_pool::~compute_pool()
{
    std::deque<std::unique_ptr<posted_job>> discarded; // ends without the lock
    {
        const std::scoped_lock lock{mutex_};
        stopping_ = true;
        for (auto& [name, tenant] : tenants_)
            std::ranges::move(std::exchange(tenant.waiting, {}), std::back_inserter(discarded));
        waiting_ = 0;
    }
    discarded.clear();
    join();
}

void compute_pool::join()
{
    {
        const std::scoped_lock lock{mutex_};
        stopping_ = true;
    }
    changed_.notify_all();
    for (auto& worker : workers_)
        if (worker.thread.joinable()) worker.thread.join();
}

void compute_pool::push(std::unique_ptr<posted_job> added)
{
    added->call       = current_call();
    added->posted     = clock::now();
    const auto tenant = added->call ? added->call->tenant : std::string_view{};
    {
        const std::scoped_lock lock{mutex_};
        if (stopping_) return;
        auto position = tenants_.find(tenant);
        if (position == tenants_.end()) position = tenants_.emplace(tenant, tenant_jobs{}).first;
        position->second.waiting.push_back(std::move(added));
        ++waiting_;
    }
    changed_.notify_one();
}

/// Under the lock.
void compute_pool::start_worker()
{
    const auto free = std::ranges::find(workers_, false, &worker::runs);
    if (free->thread.joinable()) free->thread.join(); // of an additional worker that has ended
    const auto number = static_cast<std::size_t>(free - workers_.begin());
    free->thread      = std::thread{[this, number] { work(number); }};
    free->runs        = true;
    ++live_;
}

void compute_pool::work(std::size_t number)
{
    activities_[number].bind_to_current_thread();
    std::unique_lock lock{mutex_};
    while (!is_surplus())
    {
        if (waiting_ != 0) run_next(lock);
        else if (stopping_) break;
        else changed_.wait(lock);
    }
    workers_[number].runs = false;
    --live_;
    if (waiting_ != 0) changed_.notify_one();
}

/// Of the tenants with waiting jobs.
compute_pool::tenant_map::iterator compute_pool::next_tenant()
{
    return std::ranges::min_element(tenants_, {}, [](const tenant_map::value_type& entry) {
        const auto& tenant = entry.second;
        return std::tuple{tenant.waiting.empty(), tenant.running, tenant.turn};
    });
}

void compute_pool::run_next(std::unique_lock<std::mutex>& lock)
{
    const auto tenant = next_tenant(); // stays in the map while its job runs
    auto       next   = std::move(tenant->second.waiting.front());
    tenant->second.waiting.pop_front();
    tenant->second.turn = ++started_;
    ++tenant->second.running;
    --waiting_;
    ++running_;
    lock.unlock();
    {
        const thread_activity::scope labelled{next->call};
        next->run();
    }
    next.reset();
    lock.lock();
    --running_;
    if (--tenant->second.running == 0 && tenant->second.waiting.empty()) tenants_.erase(tenant);
    if (running_ + waiting_ == 0) idle_.notify_all();
}

/// Workers whose jobs run beyond their latest end. Under the lock.
std::size_t compute_pool::stuck(clock::time_point now) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        activities_, [now](const thread_activity& worker) { return overrun(worker, now) > clock::duration::zero(); }));
}

/// Whether more workers than the usual ones are not stuck while no job waits. Under the lock.
bool compute_pool::is_surplus() const
{
    return live_ > usual_workers_ && waiting_ == 0 && live_ - stuck(clock::now()) > usual_workers_;
}

void compute_pool::tend(clock::time_point now)
{
    const std::scoped_lock lock{mutex_};
    if (stopping_ || waiting_ == 0) return;
    const auto has_waited_too_long = [now](const tenant_map::value_type& entry) {
        const auto& tenant = entry.second;
        return tenant.running == 0 && !tenant.waiting.empty() && now - tenant.waiting.front()->posted > max_wait;
    };
    const auto missing = usual_workers_ - std::min(usual_workers_, live_ - stuck(now));
    const auto wanted  = missing + static_cast<std::size_t>(std::ranges::count_if(tenants_, has_waited_too_long));
    try
    {
        for (auto n = std::min({wanted, waiting_, workers_.size() - live_}); n != 0; --n) start_worker();
    }
    catch (const std::system_error&) // the system has no thread for it now
    {}
}

compute_pool::statistics compute_pool::read_statistics() const
{
    const auto             now = clock::now();
    const std::scoped_lock lock{mutex_};
    return {.workers = live_, .busy = running_, .stuck = stuck(now), .queued = waiting_};
}

compute_pool::clock::duration compute_pool::stuck_for() const
{
    const auto             now = clock::now();
    const std::scoped_lock lock{mutex_};
    if (live_ != workers_.size()) return clock::duration::zero();
    auto minimum = clock::duration::max();
    for (const auto& worker : activities_) minimum = std::min(minimum, overrun(worker, now));
    return std::max(minimum, clock::duration::zero());
}

bool compute_pool::join_until(clock::time_point deadline)
{
    {
        std::unique_lock lock{mutex_};
        if (!idle_.wait_until(lock, deadline, [&] { return running_ + waiting_ == 0; })) return false;
    }
    join();
    return true;
}

} // namespace verbatim::core::exec
