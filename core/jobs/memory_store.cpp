#include "jobs/memory_store.hpp"

#include "jobs/cryptography.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <iterator>
#include <new>
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
    co_return insert(std::move(added), bytes, now);
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

/// Everything is allocated first, so that an exception leaves no part of a record.
submission_result memory_store::insert(submission added, std::int64_t bytes, time_point now)
{
    const auto  tenant_id     = added.request.caller.tenant_id;
    const auto* known         = find_tenant(tenant_id);
    const auto  last_position = known ? known->last_position : 0;

    auto  created           = std::make_unique<job_record>();
    auto& record            = *created;
    record.state.id         = make_job_id();
    record.state.request_id = added.request.request_id;
    record.state.operation  = added.request.target->descriptor.name;
    record.state.status     = added.is_job ? job_status::queued : job_status::running;
    record.state.created    = now;
    record.is_job           = added.is_job;
    record.position         = std::max(last_position + 1, static_cast<std::uint64_t>(now.time_since_epoch().count()));
    if (added.is_job) record.request = std::make_shared<const gateway::stored_request>(std::move(added.request));
    if (added.key) record.key = std::move(added.key->digests.front());
    submission_result result{
        .state = record.state, .answer = {}, .lease = lease_of(record), .is_new = true, .is_job = record.is_job};

    record_list           list{&record};
    tenant_map            tenant;
    decltype(records_)    records;
    decltype(known->jobs) jobs;
    decltype(known->keys) keys;
    const auto            added_tenant = tenant.try_emplace(tenant_id).first;
    if (record.is_job) jobs.emplace(record.position, &record);
    if (record.key) keys.emplace(record.key->key, &record);
    records.emplace(record.state.id, std::move(created));

    // From here on nothing throws.
    *added_tenant->second.turn = added_tenant;
    tenants_.merge(tenant);
    record.tenant = tenants_.find(tenant_id);
    record.list   = &list;
    record.place  = list.begin();
    auto& owner   = record.tenant->second;
    owner.jobs.merge(jobs);
    owner.keys.merge(keys);
    records_.merge(records);
    ++owner.records;
    owner.last_position = record.position;
    set_bytes(record, bytes);
    settle(record);
    return result;
}

memory_store::record_list& memory_store::list_of(const job_record& record) noexcept
{
    if (is_finished(record.state.status)) return finished_;
    if (record.state.status == job_status::queued) return record.tenant->second.queued;
    return record.is_job ? running_ : awaited_;
}

/// A job that has run goes before those that have not.
memory_store::record_list::iterator memory_store::place_in(record_list& list, const job_record& record) const noexcept
{
    if (record.state.status == job_status::queued && record.runs != 0) return list.begin();
    auto place = list.end();
    if (&list == &finished_)
        while (place != list.begin() && (*std::prev(place))->state.expires > record.state.expires) --place;
    return place;
}

/// Moves a record to the list of its status, and its tenant in or out of the turns.
void memory_store::settle(job_record& record) noexcept
{
    auto& owner = record.tenant->second;
    auto& list  = list_of(record);
    if (record.list == &running_) --owner.running;
    if (&list == &running_) ++owner.running;
    list.splice(place_in(list, record), *record.list, record.place);
    record.list = &list;

    const bool has_turn = owner.no_turn.empty();
    if (has_turn && owner.queued.empty()) owner.no_turn.splice(owner.no_turn.end(), turns_, owner.turn);
    if (!has_turn && !owner.queued.empty()) turns_.splice(turns_.end(), owner.no_turn);
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
        auto state = end(*record, *cancelled);
        release_key(*record);
        co_return cancelled_job{.state = std::move(state), .is_cancelled = true};
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
        auto*                 record = next_in_turn(tenant_limit);
        if (record == nullptr) co_return std::nullopt;
        auto state    = record->state; // copied first, so that an exception changes nothing
        state.status  = *next_status(state.status, job_event::start);
        state.started = now_();
        ++state.version;
        started.state        = state;
        started.lease        = {state.id, record->runs + 1};
        started.is_exhausted = record->takeovers > limits_.takeovers;
        request              = record->request;

        ++record->runs;
        record->state = std::move(state);
        settle(*record);
        if (auto& owner = record->tenant->second; !owner.queued.empty())
            turns_.splice(turns_.end(), turns_, owner.turn);
    }
    try
    {
        started.request = *request; // without the lock: a large body takes long
    }
    catch (const std::bad_alloc&) // claimed again later
    {
        const std::lock_guard lock{mutex_};
        auto*                 record = find_running(started.lease);
        if (record == nullptr || !is_stopping_)
        {
            if (record) requeue(*record);
            throw;
        }
    }
    co_return started;
}

/// The next job of the first tenant in turn that runs less than `tenant_limit` jobs; null without one.
memory_store::job_record* memory_store::next_in_turn(std::size_t tenant_limit) const
{
    const auto turn =
        std::ranges::find_if(turns_, [=](const auto& tenant) { return tenant->second.running < tenant_limit; });
    return turn == turns_.end() ? nullptr : (*turn)->second.queued.front();
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
    co_return end(*record, std::move(outcome));
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
void memory_store::requeue(job_record& record) noexcept
{
    record.state.status = job_status::queued;
    record.state.started.reset();
    record.state.progress = {};
    ++record.state.version;
    settle(record);
}

job memory_store::end(job_record& record, job_status status)
{
    auto ended   = record.state;
    ended.status = status;
    return end(record, std::move(ended), nullptr);
}

job memory_store::end(job_record& record, job_outcome outcome)
{
    auto ended    = record.state;
    ended.status  = *next_status(ended.status, outcome.failure ? job_event::fail : job_event::succeed);
    ended.failure = std::move(outcome.failure);
    if (!ended.failure && ended.progress.total != 0) ended.progress.done = ended.progress.total;
    share_body(outcome.response);
    return end(record, std::move(ended), std::make_shared<const http::response>(std::move(outcome.response)));
}

/// Ends an unfinished record and erases its request. Returns its last state.
job memory_store::end(job_record& record, job ended, stored_response answer)
{
    const auto now = now_();
    ended.finished = now;
    ended.expires  = now + limits_.time_to_expiry;
    ++ended.version;
    auto result = ended; // copied first, so that an exception changes nothing

    record.state  = std::move(ended);
    record.answer = std::move(answer);
    record.request.reset();
    settle(record);
    // Even if it exceeds the bounds, which hold for new requests only.
    set_bytes(record, counted_bytes(record.answer ? record.answer->shared_body->size() : 0));
    return result;
}

void memory_store::set_bytes(job_record& record, std::int64_t bytes) noexcept
{
    const auto added = bytes - record.bytes;
    bytes_ += added;
    record.tenant->second.bytes += added;
    record.bytes = bytes;
}

void memory_store::release_key(job_record& record) noexcept
{
    if (record.key) record.tenant->second.keys.erase(record.key->key);
    record.key.reset();
}

/// Of a finished record, or of one whose client waits.
void memory_store::erase(job_record& record) noexcept
{
    const auto tenant = record.tenant;
    release_key(record);
    set_bytes(record, 0);
    record.list->erase(record.place);
    if (record.is_job) tenant->second.jobs.erase(record.position);
    records_.erase(records_.find(record.state.id));
    if (--tenant->second.records == 0) tenants_.erase(tenant);
}

void memory_store::erase_expired(time_point now) noexcept
{
    while (!finished_.empty() && *finished_.front()->state.expires <= now) erase(*finished_.front());
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

std::optional<job> memory_store::stop_queued(const stop_outcome& outcome)
{
    const std::lock_guard lock{mutex_};
    is_stopping_ = true;
    if (turns_.empty()) return std::nullopt;
    auto& record = *turns_.front()->second.queued.front();
    return end(record, outcome(record.state));
}

std::optional<job> memory_store::stop_running(const job_lease& lease, const stop_outcome& outcome)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_running(lease);
    if (record == nullptr) return std::nullopt;
    return end(*record, outcome(record->state));
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
