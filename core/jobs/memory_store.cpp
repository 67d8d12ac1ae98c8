#include "jobs/memory_store.hpp"

#include "jobs/cryptography.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::core::jobs {

memory_store::memory_store(const store_limits& limits, std::function<time_point()> now)
    : limits_{limits}
    , now_{std::move(now)}
    , digest_key_{random_bytes<std::tuple_size_v<decltype(digest_key_)>>()}
{}

idempotency memory_store::identify(std::string_view, std::string_view key, std::string_view body) const
{
    const auto digest = digest_of(body, digest_key_);
    return {.digests = {{.key = std::string{key}, .body = {digest.begin(), digest.end()}}}};
}

sdk::task<submission_result> memory_store::submit(submission added)
{
    const auto            bytes = counted_bytes(added.is_job ? added.request.body.text.size() : 0);
    const std::lock_guard lock{mutex_};
    const auto            now = now_();
    erase_expired(now);
    if (auto earlier = find_earlier(added, now)) co_return std::move(*earlier);
    if (added.is_job && is_stopping_) throw sdk::error{sdk::errc::overloaded, "draining"};
    require_room(added, bytes);
    const auto& record = insert(std::move(added), bytes, now);
    co_return submission_result{
        .state = record.state, .answer = {}, .lease = lease_of(record), .is_new = true, .is_job = record.is_job};
}

const memory_store::tenant_state* memory_store::find_tenant(std::string_view tenant) const
{
    const auto position = tenants_.find(tenant);
    return position == tenants_.end() ? nullptr : &position->second;
}

memory_store::job_record* memory_store::find_running(const job_lease& lease) const
{
    const auto position = records_.find(lease.id);
    if (position == records_.end()) return nullptr;
    auto& record = *position->second;
    return record.state.status == job_status::running && record.runs == lease.fence ? &record : nullptr;
}

memory_store::job_record* memory_store::find_job(std::string_view tenant, std::string_view id) const
{
    const auto position = records_.find(id);
    if (position == records_.end()) return nullptr;
    auto& record = *position->second;
    if (!record.is_job || record.tenant->first != tenant) return nullptr;
    return record.state.expires && *record.state.expires <= now_() ? nullptr : &record;
}

memory_store::job_record* memory_store::find_by_key(std::string_view tenant, const idempotency& key) const
{
    const auto* owner = find_tenant(tenant);
    if (owner == nullptr) return nullptr;
    const auto position = owner->keys.find(key.digests.front().key);
    return position == owner->keys.end() ? nullptr : position->second;
}

std::optional<submission_result> memory_store::find_earlier(const submission& added, time_point now) const
{
    const auto* earlier = added.key ? find_by_key(added.request.caller.tenant_id, *added.key) : nullptr;
    if (earlier == nullptr) return std::nullopt;
    const bool has_same_body = earlier->key->body == added.key->digests.front().body;
    require_repetition(added, earlier->state, earlier->is_job, has_same_body, now);
    return submission_result{
        .state = earlier->state, .answer = earlier->answer, .lease = {}, .is_new = false, .is_job = earlier->is_job};
}

void memory_store::require_room(const submission& added, std::int64_t bytes) const
{
    job_bounds used{.bytes = bytes_};
    if (const auto* tenant = find_tenant(added.request.caller.tenant_id))
    {
        used.unfinished_jobs = static_cast<std::int64_t>(tenant->queued.size() + tenant->running);
        used.tenant_bytes    = tenant->bytes;
    }
    if (bytes > limits_.bounds.tenant_bytes) throw body_too_large();
    if (const auto exceeded = exceeded_bound(limits_.bounds, used, bytes, added.is_job)) throw refusal_of(*exceeded);
}

memory_store::job_record& memory_store::insert(submission added, std::int64_t bytes, time_point now)
{
    const auto tenant = tenants_.try_emplace(added.request.caller.tenant_id).first;
    auto&      owner  = tenant->second;

    auto created              = std::make_unique<job_record>();
    created->tenant           = tenant;
    created->state.id         = make_job_id();
    created->state.request_id = added.request.request_id;
    created->state.operation  = added.request.target->descriptor.name;
    created->state.created    = now;
    created->is_job           = added.is_job;
    created->position = std::max(owner.last_position + 1, static_cast<std::uint64_t>(now.time_since_epoch().count()));
    if (added.is_job) created->request = std::make_shared<const gateway::stored_request>(std::move(added.request));
    if (added.key) created->key = std::move(added.key->digests.front());

    auto& record = *created;
    records_.emplace(record.state.id, std::move(created));
    ++owner.records;
    owner.last_position = record.position;
    set_bytes(record, bytes);
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

void memory_store::enqueue(job_record& record)
{
    auto& owner = record.tenant->second;
    owner.jobs.emplace(record.position, &record);
    await_turn(record, owner.queued.end());
}

void memory_store::await_turn(job_record& record, std::deque<job_record*>::const_iterator place)
{
    auto&                           owner = record.tenant->second;
    std::list<tenant_map::iterator> turn; // allocated first, so that an exception leaves the queue unchanged
    if (owner.queued.empty()) turn.push_back(record.tenant);
    owner.queued.insert(place, &record);
    turns_.splice(turns_.end(), turn);
}

sdk::task<std::optional<job>> memory_store::find(std::string_view tenant, std::string_view id)
{
    const std::lock_guard lock{mutex_};
    const auto*           record = find_job(tenant, id);
    co_return record ? std::optional{record->state} : std::nullopt;
}

sdk::task<stored_response> memory_store::answer(std::string_view tenant, std::string_view id)
{
    const std::lock_guard lock{mutex_};
    const auto*           record = find_job(tenant, id);
    co_return record ? record->answer : nullptr;
}

sdk::task<job_page> memory_store::list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit)
{
    const std::lock_guard lock{mutex_};
    job_page              page;
    const auto*           owner = find_tenant(tenant);
    if (owner == nullptr) co_return page;

    const auto now = now_();
    for (auto next = before ? owner->jobs.upper_bound(*before) : owner->jobs.begin(); next != owner->jobs.end(); ++next)
    {
        const auto& state = next->second->state;
        if (state.expires && *state.expires <= now) continue;
        if (page.jobs.size() == limit) co_return page;
        page.jobs.push_back(state);
        page.next = next->first;
    }
    page.next.reset();
    co_return page;
}

sdk::task<std::optional<cancelled_job>> memory_store::cancel(std::string_view tenant, std::string_view id,
                                                             if_finished finished)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_job(tenant, id);
    if (record == nullptr) co_return std::nullopt;
    if (const auto cancelled = next_status(record->state.status, job_event::cancel))
    {
        end(*record, *cancelled);
        release_key(*record);
        co_return cancelled_job{.state = record->state, .is_cancelled = true};
    }
    auto state = record->state;
    if (finished == if_finished::erase) erase(*record);
    co_return cancelled_job{.state = std::move(state)};
}

sdk::task<std::optional<keyed_request>> memory_store::erase_answer(std::string_view tenant, const idempotency& key)
{
    const std::lock_guard lock{mutex_};
    erase_expired(now_());
    auto* record = find_by_key(tenant, key);
    if (record == nullptr) co_return std::nullopt;
    keyed_request found{.state = record->state, .is_job = record->is_job};
    if (!record->is_job && is_finished(record->state.status)) erase(*record);
    co_return found;
}

sdk::task<std::optional<started_job>> memory_store::claim(std::size_t tenant_limit)
{
    started_job                                    started;
    std::shared_ptr<const gateway::stored_request> request;
    {
        const std::lock_guard lock{mutex_};
        const auto*           record = claim_next(tenant_limit);
        if (record == nullptr) co_return std::nullopt;
        started.lease        = lease_of(*record);
        started.state        = record->state;
        started.is_exhausted = record->takeovers > limits_.takeovers;
        request              = record->request;
    }
    try
    {
        started.request = *request; // without the lock: a large body takes long
        co_return started;
    }
    catch (const std::bad_alloc&) // claimed again later
    {
        const std::lock_guard lock{mutex_};
        if (auto* record = find_running(started.lease)) requeue(*record);
        throw;
    }
}

/// The next job of the first tenant in turn that runs less than `tenant_limit` jobs; null without one.
memory_store::job_record* memory_store::claim_next(std::size_t tenant_limit)
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
    record.state.status  = *next_status(record.state.status, job_event::start);
    record.state.started = now_();
    ++record.state.version;
    if (!owner.queued.empty()) turns_.splice(turns_.end(), turns_, turn);
    else turns_.erase(turn);
    return &record;
}

bool memory_store::is_running(const job_lease& lease) const
{
    const std::lock_guard lock{mutex_};
    return find_running(lease) != nullptr;
}

void memory_store::report_progress(const job_lease& lease, const job_progress& progress)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr || record->state.progress == progress) return;
    record->state.progress = progress;
    ++record->state.version;
}

void memory_store::add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr) return;
    ++record->state.attempts;
    record->state.cost += cost;
}

sdk::task<std::optional<job>> memory_store::finish(const job_lease& lease, job_outcome outcome)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr) co_return std::nullopt;
    end(*record, std::move(outcome));
    co_return record->state;
}

sdk::task<bool> memory_store::give_up(const job_lease& lease)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr) co_return false;
    if (is_stopping_) throw sdk::error{sdk::errc::overloaded, "draining"};
    requeue(*record);
    ++record->takeovers;
    ++taken_over_;
    co_return true;
}

/// At the head of its tenant's queue.
void memory_store::requeue(job_record& record)
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

void memory_store::end(job_record& record, job_outcome outcome)
{
    auto& response = outcome.response;
    share_body(response);
    const auto bytes = counted_bytes(response.shared_body->size());
    const auto event = outcome.failure ? job_event::fail : job_event::succeed;

    record.answer        = std::make_shared<const http::response>(std::move(response));
    record.state.failure = std::move(outcome.failure);
    if (!record.state.failure && record.state.progress.total != 0)
        record.state.progress.done = record.state.progress.total;
    end(record, *next_status(record.state.status, event));
    set_bytes(record, bytes); // even if it exceeds the bounds, which hold for new requests only
}

/// Ends an unfinished record and erases its request.
void memory_store::end(job_record& record, job_status status)
{
    const auto now = now_();
    if (record.is_job) leave_queue(record);
    record.state.status   = status;
    record.state.finished = now;
    record.state.expires  = now + limits_.time_to_expiry;
    ++record.state.version;
    record.request.reset();
    record.expiry = expiries_.emplace(*record.state.expires, &record);
    set_bytes(record, counted_bytes(0));
}

void memory_store::leave_queue(job_record& record)
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

void memory_store::set_bytes(job_record& record, std::int64_t bytes)
{
    const auto added = bytes - record.bytes;
    bytes_ += added;
    record.tenant->second.bytes += added;
    record.bytes = bytes;
}

void memory_store::release_key(job_record& record)
{
    if (record.key) record.tenant->second.keys.erase(record.key->key);
    record.key.reset();
}

/// Of a finished record, or of one whose client waits.
void memory_store::erase(job_record& record)
{
    const auto tenant = record.tenant;
    release_key(record);
    set_bytes(record, 0);
    if (is_finished(record.state.status)) expiries_.erase(record.expiry);
    if (record.is_job) tenant->second.jobs.erase(record.position);
    records_.erase(records_.find(record.state.id));
    if (--tenant->second.records == 0) tenants_.erase(tenant);
}

void memory_store::erase_expired(time_point now)
{
    while (!expiries_.empty() && expiries_.begin()->first <= now) erase(*expiries_.begin()->second);
}

void memory_store::erase_expired()
{
    const std::lock_guard lock{mutex_};
    erase_expired(now_());
}

void memory_store::forget(const job_lease& lease) noexcept
{
    const std::lock_guard lock{mutex_};
    if (auto* record = find_running(lease)) erase(*record);
}

sdk::task<> memory_store::forget_now(const job_lease& lease)
{
    forget(lease);
    co_return;
}

std::vector<job> memory_store::stop_queued(const stop_outcome& outcome)
{
    const std::lock_guard lock{mutex_};
    std::vector<job>      stopped;
    is_stopping_ = true;
    while (!turns_.empty())
    {
        auto& record = *turns_.front()->second.queued.front();
        end(record, outcome(record.state));
        stopped.push_back(record.state);
    }
    return stopped;
}

std::optional<job> memory_store::stop_running(const job_lease& lease, const stop_outcome& outcome)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr) return std::nullopt;
    end(*record, outcome(record->state));
    return record->state;
}

store_statistics memory_store::statistics() const
{
    const std::lock_guard lock{mutex_};
    const auto            now = now_();
    store_statistics      result{
             .running = running_.size(), .bytes = static_cast<std::size_t>(bytes_), .taken_over = taken_over_};
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
