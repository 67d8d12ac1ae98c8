#include "jobs/held_jobs.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace verbatim::core::jobs {

void held_jobs::add(held_job added)
{
    const std::lock_guard lock{mutex_};
    auto                  id = added.lease.id;
    jobs_.insert_or_assign(std::move(id), std::move(added));
}

std::optional<held_job> held_jobs::remove(std::string_view id)
{
    const std::lock_guard lock{mutex_};
    const auto            position = jobs_.find(id);
    if (position == jobs_.end()) return std::nullopt;
    return std::move(jobs_.extract(position).mapped());
}

bool held_jobs::remove(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    const bool            has_lease = find(lease) != nullptr;
    if (has_lease) jobs_.erase(lease.id);
    return has_lease;
}

held_job* held_jobs::find(const job_lease& lease)
{
    const auto position = jobs_.find(lease.id);
    return position != jobs_.end() && position->second.lease == lease ? &position->second : nullptr;
}

void held_jobs::report_progress(std::string_view id, const job_progress& progress)
{
    const std::lock_guard lock{mutex_};
    const auto            position = jobs_.find(id);
    if (position == jobs_.end() || position->second.state.progress == progress) return;
    position->second.state.progress = progress;
    position->second.is_changed     = true;
}

void held_jobs::add_attempt(std::string_view id, recording::micro_usd cost) noexcept
{
    const std::lock_guard lock{mutex_};
    const auto            position = jobs_.find(id);
    if (position == jobs_.end()) return;
    ++position->second.state.attempts;
    position->second.state.cost += cost;
    position->second.is_changed = true;
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
    for (const auto& [id, job] : jobs_) leases.push_back(job.lease);
    return leases;
}

std::vector<std::string> held_jobs::busy_tenants(std::size_t limit) const
{
    const std::lock_guard                           lock{mutex_};
    std::map<std::string, std::size_t, std::less<>> running;
    for (const auto& [id, job] : jobs_) running[job.tenant_id] += job.is_job ? 1 : 0;

    std::vector<std::string> busy;
    for (const auto& [tenant, count] : running)
        if (count >= limit) busy.push_back(tenant);
    return busy;
}

std::vector<held_job> held_jobs::take_changes(bool with_states)
{
    const std::lock_guard lock{mutex_};
    std::vector<held_job> changes;
    for (auto& [id, job] : jobs_)
    {
        const bool is_changed = with_states && job.is_changed;
        if (!is_changed && job.answers.empty()) continue;
        auto answers = std::exchange(job.answers, {});
        changes.push_back(job);
        changes.back().answers    = std::move(answers);
        changes.back().is_changed = is_changed;
        if (is_changed) job.is_changed = false;
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
