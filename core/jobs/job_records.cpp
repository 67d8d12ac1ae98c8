#include "jobs/job_records.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace verbatim::core::jobs {

job_records::job_record* job_records::find(std::string_view id) const
{
    const auto position = records_.find(id);
    return position == records_.end() ? nullptr : position->second.get();
}

const job_records::tenant_state* job_records::find_tenant(std::string_view tenant) const
{
    const auto position = tenants_.find(tenant);
    return position == tenants_.end() ? nullptr : &position->second;
}

job_records::job_record& job_records::insert(submission added, time_point now)
{
    const auto tenant = tenants_.try_emplace(added.request.caller.tenant_id).first;
    auto&      owner  = tenant->second;

    auto created              = std::make_unique<job_record>();
    created->tenant           = tenant;
    created->state.id         = make_job_id();
    created->state.request_id = added.request.request_id;
    created->state.operation  = added.request.target->descriptor.name;
    created->state.created    = now;
    created->target           = added.request.target;
    created->is_job           = added.is_job;
    created->position = std::max(owner.last_position + 1, static_cast<std::uint64_t>(now.time_since_epoch().count()));
    if (added.is_job) created->request = std::move(added.request);
    if (added.key) created->key = std::move(added.key->digests.front());

    auto& record = *created;
    records_.emplace(record.state.id, std::move(created));
    ++owner.records;
    owner.last_position = record.position;
    set_bytes(record, overhead + record.request.body.text.size());
    try
    {
        if (record.key) owner.keys.emplace(record.key->key, &record);
        if (record.is_job) enqueue(record);
        else record.state.status = job_status::running;
    }
    catch (...)
    {
        erase(record);
        throw;
    }
    return record;
}

void job_records::enqueue(job_record& record)
{
    auto& owner = record.tenant->second;
    owner.jobs.emplace(record.position, &record);
    await_turn(record, owner.queued.end());
}

void job_records::await_turn(job_record& record, std::deque<job_record*>::const_iterator place)
{
    auto&                           owner = record.tenant->second;
    std::list<tenant_map::iterator> turn; // allocated first, so that an exception leaves the queue unchanged
    if (owner.queued.empty()) turn.push_back(record.tenant);
    owner.queued.insert(place, &record);
    turns_.splice(turns_.end(), turn);
}

void job_records::requeue(job_record& record)
{
    auto& owner = record.tenant->second;
    await_turn(record, owner.queued.begin());
    --owner.running;
    running_.erase(&record);
    record.state.status = job_status::queued;
    record.state.started.reset();
    record.state.progress = {};
    ++record.state.version;
}

job_records::job_record* job_records::claim_next(std::size_t tenant_limit, time_point now)
{
    const auto turn =
        std::ranges::find_if(turns_, [=](const auto& tenant) { return tenant->second.running < tenant_limit; });
    if (turn == turns_.end()) return nullptr;

    auto& owner  = (*turn)->second;
    auto& record = *owner.queued.front();
    running_.insert(&record);
    owner.queued.pop_front();
    ++owner.running;
    ++record.runs;
    record.state.status  = job_status::running;
    record.state.started = now;
    ++record.state.version;
    if (!owner.queued.empty()) turns_.splice(turns_.end(), turns_, turn);
    else turns_.erase(turn);
    return &record;
}

void job_records::end(job_record& record, job_status status, time_point now, time_point expires)
{
    if (record.is_job) leave_queue(record);
    record.state.status   = status;
    record.state.finished = now;
    record.state.expires  = expires;
    ++record.state.version;
    record.request = {};
    record.expiry  = expiries_.emplace(expires, &record);
    set_bytes(record, overhead);
}

void job_records::leave_queue(job_record& record)
{
    auto& owner = record.tenant->second;
    if (record.state.status == job_status::running)
    {
        --owner.running;
        running_.erase(&record);
        return;
    }
    std::erase(owner.queued, &record);
    if (owner.queued.empty()) turns_.remove(record.tenant);
}

void job_records::set_bytes(job_record& record, std::size_t bytes)
{
    auto& owner  = record.tenant->second;
    bytes_       = bytes_ - record.bytes + bytes;
    owner.bytes  = owner.bytes - record.bytes + bytes;
    record.bytes = bytes;
}

void job_records::release_key(job_record& record)
{
    if (record.key) record.tenant->second.keys.erase(record.key->key);
    record.key.reset();
}

void job_records::erase(job_record& record)
{
    const auto tenant = record.tenant;
    release_key(record);
    set_bytes(record, 0);
    if (is_finished(record.state.status)) expiries_.erase(record.expiry);
    if (record.is_job) tenant->second.jobs.erase(record.position);
    records_.erase(records_.find(record.state.id));
    if (--tenant->second.records == 0) tenants_.erase(tenant);
}

void job_records::erase_expired(time_point now)
{
    while (!expiries_.empty() && expiries_.begin()->first <= now) erase(*expiries_.begin()->second);
}

job_records::job_record* job_records::next_queued() const
{
    return turns_.empty() ? nullptr : turns_.front()->second.queued.front();
}

store_statistics job_records::statistics(time_point now) const
{
    store_statistics result{.running = running_.size(), .bytes = bytes_};
    for (const auto& tenant : turns_)
    {
        const auto& queued = tenant->second.queued;
        result.queued += queued.size();
        result.oldest_queued = std::max(result.oldest_queued, age(queued.front()->state.created, now));
    }
    for (const auto* record : running_)
        result.oldest_running = std::max(result.oldest_running, age(record->state.started.value_or(now), now));
    return result;
}

} // namespace verbatim::core::jobs
