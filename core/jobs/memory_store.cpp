#include "jobs/memory_store.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace verbatim::core::jobs {

namespace {

/// Counted for every job in addition to its texts, in bytes.
constexpr std::size_t overhead = 1024;

std::chrono::seconds age(time_point since, time_point now)
{
    return std::chrono::floor<std::chrono::seconds>(std::max(now - since, time_point::duration::zero()));
}

sdk::error conflict()
{
    sdk::error error{sdk::errc::conflict};
    error.message = "The Idempotency-Key belongs to another request";
    return error;
}

/// The tenant never has so much memory.
sdk::error too_large()
{
    sdk::error error{sdk::errc::payload_too_large};
    error.message = "Request body too large for a job";
    return error;
}

std::size_t bytes_of(const gateway::stored_request& request, bool is_job)
{
    return overhead + (is_job ? request.body.text.size() : 0);
}

} // namespace

void share_body(http::response& response)
{
    if (!response.shared_body) response.shared_body = std::make_shared<const std::string>(std::move(response.body));
    response.body.clear();
}

struct memory_store::job_record
{
    tenant_map::iterator       tenant;
    job                        state;
    const gateway::endpoint*   target = nullptr;
    gateway::stored_request    request; ///< until the job starts
    std::optional<idempotency> key;
    bool                       is_job   = true;
    std::uint64_t              position = 0; ///< grows with the time of creation, unique in its tenant
    stored_response            answer;
    std::size_t                bytes                        = 0;
    std::multimap<time_point, job_record*>::iterator expiry = {}; ///< of a finished record
};

struct memory_store::tenant_state
{
    std::map<std::uint64_t, job_record*, std::greater<>> jobs; ///< by position
    std::map<std::string, job_record*, std::less<>>      keys;
    std::deque<job_record*>                              queued;
    std::size_t                                          running       = 0;
    std::size_t                                          records       = 0;
    std::size_t                                          bytes         = 0;
    std::uint64_t                                        last_position = 0;
};

memory_store::memory_store(limits bounds, std::function<time_point()> now)
    : limits_{bounds}
    , now_{std::move(now)}
{}

memory_store::~memory_store() = default;

submitted memory_store::submit(submission added)
{
    const std::lock_guard lock{mutex_};
    erase_expired_at(now_());
    if (auto earlier = find_earlier(added)) return std::move(*earlier);
    require_room(added);
    const auto& record = insert(std::move(added));
    return {.state = record.state, .answer = {}, .is_new = true, .is_job = record.is_job};
}

std::optional<submitted> memory_store::find_earlier(const submission& added) const
{
    const auto tenant = tenants_.find(added.request.caller.tenant_id);
    if (!added.key || tenant == tenants_.end()) return std::nullopt;
    const auto position = tenant->second.keys.find(added.key->key);
    if (position == tenant->second.keys.end()) return std::nullopt;

    const auto& earlier = *position->second;
    if (earlier.target != added.request.target || earlier.key->digest != added.key->digest) throw conflict();
    if (!is_finished(earlier.state.status) && !(earlier.is_job && added.is_job))
        throw unfinished_error(earlier.state, now_());
    return submitted{.state = earlier.state, .answer = earlier.answer, .is_new = false, .is_job = earlier.is_job};
}

void memory_store::require_room(const submission& added) const
{
    const auto bytes = bytes_of(added.request, added.is_job);
    if (bytes > limits_.tenant_bytes) throw too_large();
    if (bytes_ + bytes > limits_.bytes) throw sdk::error{sdk::errc::overloaded, "memory of jobs"};
    const auto position = tenants_.find(added.request.caller.tenant_id);
    if (position == tenants_.end()) return;
    const auto& tenant     = position->second;
    const auto  unfinished = tenant.queued.size() + tenant.running;
    if (added.is_job && unfinished >= limits_.unfinished_jobs) throw sdk::error{sdk::errc::too_many_jobs, "jobs"};
    if (tenant.bytes + bytes > limits_.tenant_bytes) throw sdk::error{sdk::errc::too_many_jobs, "memory"};
}

memory_store::job_record& memory_store::insert(submission added)
{
    const auto now    = now_();
    const auto tenant = tenants_.try_emplace(added.request.caller.tenant_id).first;
    auto&      owner  = tenant->second;

    auto created              = std::make_unique<job_record>();
    created->tenant           = tenant;
    created->state.id         = make_job_id();
    created->state.request_id = added.request.request_id;
    created->state.operation  = added.request.target->descriptor.name;
    created->state.created    = now;
    created->target           = added.request.target;
    created->request          = std::move(added.request);
    created->key              = std::move(added.key);
    created->is_job           = added.is_job;
    created->position = std::max(owner.last_position + 1, static_cast<std::uint64_t>(now.time_since_epoch().count()));

    auto& record = *created;
    records_.emplace(record.state.id, std::move(created));
    ++owner.records;
    owner.last_position = record.position;
    set_bytes(record, bytes_of(record.request, record.is_job));
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
    std::list<tenant_map::iterator> turn; // allocated first, so that an exception leaves the queue unchanged
    if (owner.queued.empty()) turn.push_back(record.tenant);
    owner.queued.push_back(&record);
    turns_.splice(turns_.end(), turn);
}

memory_store::job_record* memory_store::find_record(std::string_view id) const
{
    const auto position = records_.find(id);
    return position == records_.end() ? nullptr : position->second.get();
}

memory_store::job_record* memory_store::find_job(std::string_view tenant, std::string_view id) const
{
    auto* record = find_record(id);
    if (record == nullptr || !record->is_job || record->tenant->first != tenant) return nullptr;
    return record->state.expires && *record->state.expires <= now_() ? nullptr : record;
}

std::optional<job> memory_store::find(std::string_view tenant, std::string_view id) const
{
    const std::lock_guard lock{mutex_};
    const auto*           record = find_job(tenant, id);
    return record ? std::optional{record->state} : std::nullopt;
}

stored_response memory_store::answer(std::string_view tenant, std::string_view id) const
{
    const std::lock_guard lock{mutex_};
    const auto*           record = find_job(tenant, id);
    return record ? record->answer : nullptr;
}

job_page memory_store::list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit) const
{
    const std::lock_guard lock{mutex_};
    job_page              page;
    const auto            owner = tenants_.find(tenant);
    if (owner == tenants_.end()) return page;

    const auto& jobs = owner->second.jobs;
    const auto  now  = now_();
    for (auto next = before ? jobs.upper_bound(*before) : jobs.begin(); next != jobs.end(); ++next)
    {
        const auto& state = next->second->state;
        if (state.expires && *state.expires <= now) continue;
        if (page.jobs.size() == limit) return page;
        page.jobs.push_back(state);
        page.next = next->first;
    }
    page.next.reset();
    return page;
}

std::optional<job> memory_store::remove(std::string_view tenant, std::string_view id)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_job(tenant, id);
    if (record == nullptr) return std::nullopt;
    if (const auto cancelled = next_status(record->state.status, job_event::cancel))
    {
        end(*record, *cancelled);
        release_key(*record);
        return record->state;
    }
    auto state = record->state;
    erase(*record);
    return state;
}

std::optional<started_job> memory_store::take(std::size_t tenant_limit)
{
    const std::lock_guard lock{mutex_};
    const auto            turn =
        std::ranges::find_if(turns_, [=](const auto& tenant) { return tenant->second.running < tenant_limit; });
    if (turn == turns_.end()) return std::nullopt;

    auto& owner  = (*turn)->second;
    auto& record = *owner.queued.front();
    start(record);
    if (!owner.queued.empty()) turns_.splice(turns_.end(), turns_, turn);
    else turns_.erase(turn);

    return started_job{.state = record.state, .request = std::move(record.request)};
}

void memory_store::start(job_record& record)
{
    auto& owner = record.tenant->second;
    running_.insert(&record);
    owner.queued.pop_front();
    ++owner.running;
    record.state.status  = job_status::running;
    record.state.started = now_();
    ++record.state.version;
}

void memory_store::report_progress(std::string_view id, const job_progress& progress)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_record(id);
    if (record == nullptr || is_finished(record->state.status) || record->state.progress == progress) return;
    record->state.progress = progress;
    ++record->state.version;
}

void memory_store::add_attempt(std::string_view id, recording::micro_usd cost) noexcept
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_record(id);
    if (record == nullptr || is_finished(record->state.status)) return;
    ++record->state.attempts;
    record->state.cost += cost;
}

std::optional<job> memory_store::finish(std::string_view id, job_outcome outcome)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = find_record(id);
    if (record == nullptr || is_finished(record->state.status)) return std::nullopt;
    end(*record, std::move(outcome));
    return record->state;
}

void memory_store::end(job_record& record, job_outcome outcome)
{
    auto& response = outcome.response;
    share_body(response);
    const auto bytes = overhead + response.shared_body->size();
    const auto event = outcome.failure ? job_event::fail : job_event::succeed;

    record.answer        = std::make_shared<const http::response>(std::move(response));
    record.state.failure = std::move(outcome.failure);
    if (!record.state.failure && record.state.progress.total != 0)
        record.state.progress.done = record.state.progress.total;
    end(record, *next_status(record.state.status, event));
    set_bytes(record, bytes);
}

/// The bounds hold for new requests only: an answer is stored even if it exceeds them.
void memory_store::end(job_record& record, job_status status)
{
    auto& owner = record.tenant->second;
    if (record.is_job && record.state.status == job_status::running)
    {
        --owner.running;
        running_.erase(&record);
    }
    if (record.is_job && record.state.status == job_status::queued)
    {
        std::erase(owner.queued, &record);
        if (owner.queued.empty()) turns_.remove(record.tenant);
    }
    const auto now        = now_();
    record.state.status   = status;
    record.state.finished = now;
    record.state.expires  = now + limits_.time_to_expiry;
    ++record.state.version;
    record.request = {};
    record.expiry  = expiries_.emplace(*record.state.expires, &record);
    set_bytes(record, overhead);
}

void memory_store::forget(std::string_view id) noexcept
{
    const std::lock_guard lock{mutex_};
    if (auto* record = find_record(id); record != nullptr && !is_finished(record->state.status)) erase(*record);
}

std::vector<job> memory_store::fail_queued(const std::function<job_outcome(const job&)>& outcome)
{
    const std::lock_guard lock{mutex_};
    std::vector<job>      failed;
    while (!turns_.empty())
    {
        auto& record = *turns_.front()->second.queued.front();
        end(record, outcome(record.state));
        failed.push_back(record.state);
    }
    return failed;
}

void memory_store::erase_expired()
{
    const std::lock_guard lock{mutex_};
    erase_expired_at(now_());
}

void memory_store::erase_expired_at(time_point now)
{
    while (!expiries_.empty() && expiries_.begin()->first <= now) erase(*expiries_.begin()->second);
}

void memory_store::set_bytes(job_record& record, std::size_t bytes)
{
    auto& owner  = record.tenant->second;
    bytes_       = bytes_ - record.bytes + bytes;
    owner.bytes  = owner.bytes - record.bytes + bytes;
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

store_statistics memory_store::statistics() const
{
    const std::lock_guard lock{mutex_};
    const auto            now = now_();
    store_statistics      result{.running = running_.size(), .bytes = bytes_};
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
