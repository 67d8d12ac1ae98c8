#include "jobs/held_jobs.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::core::jobs {

void held_jobs::add(held_job added)
{
    const std::lock_guard lock{mutex_};
    const auto            lease = added.lease;
    jobs_.insert_or_assign(lease, std::move(added));
}

void held_jobs::remove(const job_lease& lease) noexcept
{
    const std::lock_guard lock{mutex_};
    jobs_.erase(lease);
}

/// Null if the job does not run here, or is lost.
held_job* held_jobs::find(const job_lease& lease)
{
    const auto position = jobs_.find(lease);
    return position != jobs_.end() && position->second.phase != held_phase::lost ? &position->second : nullptr;
}

std::optional<held_job> held_jobs::read(const job_lease& lease) const
{
    const std::lock_guard lock{mutex_};
    const auto            position = jobs_.find(lease);
    if (position == jobs_.end() || position->second.phase == held_phase::lost) return std::nullopt;
    return position->second;
}

std::optional<held_job> held_jobs::begin_end(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr) return std::nullopt;
    auto taken = *job; // copied first, so that an exception changes nothing
    job->phase = held_phase::ending;
    return taken;
}

std::optional<held_job> held_jobs::begin_give_up(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr) return std::nullopt;
    auto taken = *job;
    job->phase = held_phase::ending;
    job->answers.clear();
    return taken;
}

void held_jobs::cancel_end(const job_lease& lease) noexcept
{
    const std::lock_guard lock{mutex_};
    if (auto* job = find(lease)) job->phase = held_phase::running;
}

void held_jobs::lose(held_job& job) noexcept
{
    job.phase = held_phase::lost;
    job.answers.clear();
}

std::optional<held_job> held_jobs::lose(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr) return std::nullopt;
    auto last = *job;
    lose(*job);
    return last;
}

void held_jobs::lose_all(std::string_view id)
{
    const std::lock_guard lock{mutex_};
    for (auto& [lease, job] : jobs_)
        if (lease.id == id) lose(job);
}

bool held_jobs::lose_unless_ending(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr || job->phase == held_phase::ending) return false;
    lose(*job);
    return true;
}

void held_jobs::report_progress(const job_lease& lease, const job_progress& progress)
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr || job->state.progress == progress) return;
    job->state.progress = progress;
    job->is_changed     = true;
}

void held_jobs::add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept
{
    const std::lock_guard lock{mutex_};
    auto*                 job = find(lease);
    if (job == nullptr) return;
    ++job->state.attempts;
    job->state.cost += cost;
    job->is_changed = true;
}

void held_jobs::add_answer(const job_lease& lease, model_answer answer)
{
    const std::lock_guard lock{mutex_};
    if (auto* job = find(lease)) job->answers.push_back(std::move(answer));
}

std::vector<job_lease> held_jobs::leases() const
{
    const std::lock_guard  lock{mutex_};
    std::vector<job_lease> leases;
    for (const auto& [lease, job] : jobs_)
        if (job.phase != held_phase::lost) leases.push_back(lease);
    return leases;
}

std::vector<std::string> held_jobs::busy_tenants(std::size_t limit) const
{
    const std::lock_guard                           lock{mutex_};
    std::map<std::string, std::size_t, std::less<>> running;
    for (const auto& [lease, job] : jobs_) running[job.tenant_id] += job.is_job ? 1 : 0;

    std::vector<std::string> busy;
    for (const auto& [tenant, count] : running)
        if (count >= limit) busy.push_back(tenant);
    return busy;
}

std::vector<held_job> held_jobs::take_changes(bool with_states)
{
    const std::lock_guard  lock{mutex_};
    std::vector<held_job>  changes;
    std::vector<held_job*> changed;
    for (auto& [lease, job] : jobs_)
    {
        if (job.phase != held_phase::running) continue;
        const bool is_changed = with_states && job.is_changed;
        if (!is_changed && job.answers.empty()) continue;
        changes.push_back({.lease      = lease,
                           .tenant_id  = job.tenant_id,
                           .is_job     = job.is_job,
                           .key        = job.key,
                           .state      = job.state,
                           .is_changed = is_changed});
        changed.push_back(&job);
    }
    for (std::size_t n = 0; n != changed.size(); ++n) // after all copies, so that an exception loses nothing
    {
        changes[n].answers = std::exchange(changed[n]->answers, {});
        if (changes[n].is_changed) changed[n]->is_changed = false;
    }
    return changes;
}

void held_jobs::put_back(std::vector<held_job> changes)
{
    const std::lock_guard lock{mutex_};
    for (auto& change : changes)
    {
        auto* job = find(change.lease);
        if (job == nullptr) continue;
        job->is_changed = job->is_changed || change.is_changed;
        std::ranges::move(change.answers, std::back_inserter(job->answers));
    }
}

} // namespace verbatim::core::jobs
