#include "jobs/memory_store.hpp"

#include "jobs/cryptography.hpp"

#include "verbatim/sdk/error.hpp"

#include <utility>

namespace verbatim::core::jobs {

memory_store::memory_store(limits bounds, std::function<time_point()> now)
    : limits_{bounds}
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
    const std::lock_guard lock{mutex_};
    const auto            now = now_();
    records_.erase_expired(now);
    if (auto earlier = find_earlier(added)) co_return std::move(*earlier);
    if (added.is_job && is_stopping_) throw sdk::error{sdk::errc::overloaded, "draining"};
    require_room(added);
    const auto& record = records_.insert(std::move(added), now);
    co_return submission_result{.state  = record.state,
                                .answer = {},
                                .lease  = job_records::lease_of(record),
                                .is_new = true,
                                .is_job = record.is_job};
}

std::optional<submission_result> memory_store::find_earlier(const submission& added) const
{
    const auto* tenant = records_.find_tenant(added.request.caller.tenant_id);
    if (!added.key || tenant == nullptr) return std::nullopt;
    const auto& digests  = added.key->digests.front();
    const auto  position = tenant->keys.find(digests.key);
    if (position == tenant->keys.end()) return std::nullopt;

    const auto& earlier = *position->second;
    if (earlier.target != added.request.target || earlier.key->body != digests.body) throw key_conflict();
    if (!is_finished(earlier.state.status) && !(earlier.is_job && added.is_job))
        throw unfinished_error(earlier.state, now_());
    return submission_result{
        .state = earlier.state, .answer = earlier.answer, .lease = {}, .is_new = false, .is_job = earlier.is_job};
}

void memory_store::require_room(const submission& added) const
{
    const auto bytes = job_records::overhead + (added.is_job ? added.request.body.text.size() : 0);
    if (bytes > limits_.tenant_bytes) throw body_too_large();
    if (records_.bytes() + bytes > limits_.bytes) throw sdk::error{sdk::errc::overloaded, "memory of jobs"};
    const auto* tenant = records_.find_tenant(added.request.caller.tenant_id);
    if (tenant == nullptr) return;
    const auto unfinished = tenant->queued.size() + tenant->running;
    if (added.is_job && unfinished >= limits_.unfinished_jobs) throw sdk::error{sdk::errc::too_many_jobs, "jobs"};
    if (tenant->bytes + bytes > limits_.tenant_bytes) throw sdk::error{sdk::errc::too_many_jobs, "memory"};
}

memory_store::job_record* memory_store::find_running(const job_lease& lease) const
{
    auto*      record = records_.find(lease.id);
    const bool runs   = record != nullptr && record->state.status == job_status::running;
    return runs && record->runs == lease.fence ? record : nullptr;
}

memory_store::job_record* memory_store::find_job(std::string_view tenant, std::string_view id) const
{
    auto* record = records_.find(id);
    if (record == nullptr || !record->is_job || record->tenant->first != tenant) return nullptr;
    return record->state.expires && *record->state.expires <= now_() ? nullptr : record;
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
    const auto*           owner = records_.find_tenant(tenant);
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
        records_.release_key(*record);
        co_return cancelled_job{.state = record->state, .is_cancelled = true};
    }
    auto state = record->state;
    if (finished == if_finished::erase) records_.erase(*record);
    co_return cancelled_job{.state = std::move(state)};
}

sdk::task<std::optional<keyed_request>> memory_store::erase_answer(std::string_view tenant, const idempotency& key)
{
    const std::lock_guard lock{mutex_};
    records_.erase_expired(now_());
    const auto* owner = records_.find_tenant(tenant);
    if (owner == nullptr) co_return std::nullopt;
    const auto position = owner->keys.find(key.digests.front().key);
    if (position == owner->keys.end()) co_return std::nullopt;
    auto&         record = *position->second;
    keyed_request found{.state = record.state, .is_job = record.is_job};
    if (!record.is_job && is_finished(record.state.status)) records_.erase(record);
    co_return found;
}

sdk::task<std::optional<started_job>> memory_store::claim(std::size_t tenant_limit)
{
    const std::lock_guard lock{mutex_};
    auto*                 record = records_.claim_next(tenant_limit, now_());
    if (record == nullptr) co_return std::nullopt;
    co_return started_job{.state        = record->state,
                          .lease        = job_records::lease_of(*record),
                          .request      = record->request,
                          .is_exhausted = record->takeovers > limits_.takeovers};
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
    records_.requeue(*record);
    ++record->takeovers;
    ++taken_over_;
    co_return true;
}

void memory_store::end(job_record& record, job_outcome outcome)
{
    auto& response = outcome.response;
    share_body(response);
    const auto bytes = job_records::overhead + response.shared_body->size();
    const auto event = outcome.failure ? job_event::fail : job_event::succeed;

    record.answer        = std::make_shared<const http::response>(std::move(response));
    record.state.failure = std::move(outcome.failure);
    if (!record.state.failure && record.state.progress.total != 0)
        record.state.progress.done = record.state.progress.total;
    end(record, *next_status(record.state.status, event));
    records_.set_bytes(record, bytes); // even if it exceeds the bounds, which hold for new requests only
}

void memory_store::end(job_record& record, job_status status)
{
    const auto now = now_();
    records_.end(record, status, now, now + limits_.time_to_expiry);
}

void memory_store::forget(const job_lease& lease) noexcept
{
    const std::lock_guard lock{mutex_};
    if (auto* record = find_running(lease)) records_.erase(*record);
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
    while (auto* record = records_.next_queued())
    {
        end(*record, outcome(record->state));
        stopped.push_back(record->state);
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

void memory_store::erase_expired()
{
    const std::lock_guard lock{mutex_};
    records_.erase_expired(now_());
}

store_statistics memory_store::statistics() const
{
    const std::lock_guard lock{mutex_};
    auto                  result = records_.statistics(now_());
    result.taken_over            = taken_over_;
    return result;
}

} // namespace verbatim::core::jobs
