#include "jobs/database_store.hpp"

#include "database/failure.hpp"
#include "exec/on_pool.hpp"
#include "jobs/cryptography.hpp"
#include "jobs/job_queue.hpp"
#include "jobs/job_table.hpp"
#include "jobs/lease_renewer.hpp"
#include "jobs/sealed_forms.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace verbatim::core::jobs {

namespace {

/// A tenant uses two of them, so that its own requests overlap.
constexpr std::size_t client_thread_count = 3;

/// Commits of several jobs share a write to the disk: with one thread small jobs take twice the time.
constexpr std::size_t runner_thread_count = 4;

/// Requests of one tenant's clients that wait for a thread; further ones get 503.
constexpr std::size_t max_waiting_of_tenant = 128;

/// As bodies wait for memory: docs/reference/http.md#timeouts.
constexpr std::chrono::seconds max_wait{30};

/// No tenant has this id: claims take turns with the ends of jobs.
constexpr std::string_view runner_itself;

sdk::error to_error(const database::failure& failure)
{
    return database::request_error(failure, sdk::errc::overloaded);
}

sdk::error unreadable() { return sdk::error{sdk::errc::internal_error, "sealed data of a job cannot be opened"}; }

job_identity identity_of(const stored_job& stored) { return {stored.state.id, stored.tenant_id}; }

} // namespace

database_store::database_store(const store_limits& limits, master_keys keys,
                               const database::connection_info& connection, sdk::log& log,
                               std::function<time_point()> now)
    : limits_{limits}
    , keys_{std::move(keys)}
    , log_{log}
    , now_{std::move(now)}
    , terms_{make_job_id(), lease_renewer::lease_duration}
    , sessions_{connection, lease_renewer::timeouts, "jobs"}
    , renewer_{connection, terms_.server_id, held_, log, now_}
    , client_threads_{client_thread_count}
    , runner_threads_{runner_thread_count}
{}

database_store::~database_store() { stop(); }

void database_store::start(store_listener& listener, std::span<const gateway::endpoint* const> endpoints)
{
    for (const auto* endpoint : endpoints) endpoints_.emplace(endpoint->descriptor.name, endpoint);
    renewer_.start(listener);
}

void database_store::stop() noexcept
{
    constexpr std::chrono::seconds for_releases{2};
    const auto                     deadline = std::chrono::steady_clock::now() + for_releases;
    is_stopped_                             = true;
    {
        const std::lock_guard lock{mutex_};
        for (auto& release : releases_) release.wait_until(deadline);
    }
    renewer_.stop();
    sessions_.stop();
    client_threads_.pool.join();
    runner_threads_.pool.join();
}

template <class Work>
auto database_store::on_thread(statement_threads& threads, Work work)
    -> sdk::task<std::invoke_result_t<Work&, database::session&>>
{
    // Before the check, so that the threads do not end between the check and the start of the work.
    auto guard = boost::asio::make_work_guard(threads.pool);
    if (is_stopped_) throw sdk::error{sdk::errc::overloaded, "the store of jobs has stopped"};
    co_return co_await exec::on_pool(threads.pool, [&] {
        guard.reset();
        try
        {
            return sessions_.use(work);
        }
        catch (const database::failure& failure)
        {
            throw to_error(failure);
        }
        catch (const sealed_data_error&)
        {
            throw unreadable();
        }
    });
}

/// For a client.
template <class Work>
auto database_store::with_session(std::string_view tenant, Work work)
    -> sdk::task<std::invoke_result_t<Work&, database::session&>>
{
    require_connected();
    if (client_threads_.turns.waiting(tenant) >= max_waiting_of_tenant)
        throw sdk::error{sdk::errc::overloaded, "requests for jobs"};
    const auto turn = co_await client_threads_.turns.acquire(tenant, std::chrono::steady_clock::now() + max_wait);
    if (!turn) throw sdk::error{sdk::errc::overloaded, "requests for jobs"};
    require_connected(); // the connection may have broken while the request waited
    co_return co_await on_thread(client_threads_, std::move(work));
}

/// For a job or a request that runs; it waits as long as it takes.
template <class Work>
auto database_store::on_runner_thread(std::string_view tenant, Work work)
    -> sdk::task<std::invoke_result_t<Work&, database::session&>>
{
    const auto turn = co_await runner_threads_.turns.acquire(tenant, std::chrono::steady_clock::time_point::max());
    co_return co_await on_thread(runner_threads_, std::move(work));
}

void database_store::require_connected() const
{
    if (!renewer_.is_connected()) throw sdk::error{sdk::errc::overloaded, "database unavailable"};
}

idempotency database_store::identify(std::string_view tenant, std::string_view key, std::string_view body) const
{
    auto        keys   = digests_of(digested_text::idempotency_key, tenant, key, keys_);
    auto        bodies = digests_of(digested_text::body, tenant, body, keys_);
    idempotency result;
    for (std::size_t n = 0; n != keys.size(); ++n) result.digests.push_back({std::move(keys[n]), std::move(bodies[n])});
    return result;
}

sdk::task<submission_result> database_store::submit(submission added)
{
    co_return co_await with_session(added.request.caller.tenant_id,
                                    [&](database::session& db) { return add(db, added); });
}

submission_result database_store::add(database::session& db, submission& added)
{
    const auto& request = added.request;
    const auto  now     = now_();
    new_job     row{.id             = make_job_id(),
                    .tenant_id      = request.caller.tenant_id,
                    .operation      = std::string{request.target->descriptor.name},
                    .request_id     = request.request_id,
                    .created        = now,
                    .key_digests    = {},
                    .body_digest    = {},
                    .master_key_id  = {},
                    .wrapped_key    = {},
                    .sealed_request = {}};
    const auto  key     = std::make_shared<const data_key>(job_identity{row.id, row.tenant_id});
    auto        wrapped = key->wrap(keys_);
    row.master_key_id   = std::move(wrapped.master_id);
    row.wrapped_key     = std::move(wrapped.text);
    if (added.is_job) row.sealed_request = key->seal({part_kind::request}, to_bytes(request));
    else row.lease = terms_;
    row.bytes = counted_bytes(row.sealed_request.size());
    if (row.bytes > limits_.bounds.tenant_bytes) throw body_too_large();
    if (added.key)
    {
        row.body_digest = added.key->digests.front().body;
        for (const auto& digests : added.key->digests) row.key_digests.push_back(digests.key);
    }

    const auto result = job_table{db}.add(row, limits_.bounds);
    if (result.outcome == addition_outcome::earlier) return to_earlier_result(db, added, result);
    if (result.outcome != addition_outcome::added) throw refusal_of(result.outcome);
    const auto lease = lease_of(*result.job);
    if (!added.is_job)
        held_.add({.lease = lease, .tenant_id = row.tenant_id, .is_job = false, .key = key, .state = {}});
    return {.state = to_job(*result.job), .answer = {}, .lease = lease, .is_new = true, .is_job = added.is_job};
}

submission_result database_store::to_earlier_result(database::session& db, const submission& added,
                                                    const addition& found) const
{
    const auto& stored        = *found.job;
    const bool  has_same_body = stored.body_digest == added.key->digests.at(found.key_digest).body;
    require_repetition(added, stored.state, stored.is_job, has_same_body, now_());
    submission_result earlier{
        .state = to_job(stored), .answer = {}, .lease = {}, .is_new = false, .is_job = stored.is_job};
    if (!is_finished(stored.state.status)) return earlier;
    earlier.answer = read_result(db, stored);
    if (!earlier.answer) throw sdk::error{sdk::errc::overloaded, "the earlier request expires now"};
    return earlier;
}

std::shared_ptr<const data_key> database_store::key_of(const stored_job& stored) const
{
    return std::make_shared<const data_key>(wrapped_key{stored.master_key_id, stored.wrapped_key}, keys_,
                                            identity_of(stored));
}

/// An error that cannot be opened is an internal one.
job database_store::to_job(const stored_job& stored) const
{
    auto state = stored.state;
    if (stored.sealed_failure.empty()) return state;
    try
    {
        state.failure = read_failure(key_of(stored)->open({part_kind::failure}, stored.sealed_failure));
    }
    catch (const sealed_data_error&)
    {
        state.failure = failure_of(sdk::error{sdk::errc::internal_error});
    }
    return state;
}

sdk::task<std::optional<job>> database_store::find(std::string_view tenant, std::string_view id)
{
    co_return co_await with_session(tenant, [&](database::session& db) {
        const auto stored = job_table{db}.find(tenant, id, now_());
        return stored ? std::optional{to_job(*stored)} : std::nullopt;
    });
}

sdk::task<stored_response> database_store::answer(std::string_view tenant, std::string_view id)
{
    co_return co_await with_session(tenant, [&](database::session& db) {
        const auto stored = job_table{db}.find(tenant, id, now_());
        return stored && is_finished(stored->state.status) ? read_result(db, *stored) : nullptr;
    });
}

/// Null for a cancelled job.
stored_response database_store::read_result(database::session& db, const stored_job& stored) const
{
    const auto sealed = job_table{db}.part(stored.state.id, part_kind::result);
    if (!sealed) return nullptr;
    return std::make_shared<const http::response>(read_response(key_of(stored)->open({part_kind::result}, *sealed)));
}

sdk::task<job_page> database_store::list(std::string_view tenant, std::optional<std::uint64_t> before,
                                         std::size_t limit)
{
    co_return co_await with_session(tenant, [&](database::session& db) {
        const auto position =
            before ? std::optional{static_cast<std::int64_t>(std::min<std::uint64_t>(*before, INT64_MAX))}
                   : std::nullopt;
        const auto rows = job_table{db}.list(tenant, position, limit + 1, now_());
        job_page   page;
        for (const auto& row : rows)
        {
            if (page.jobs.size() == limit) break;
            page.jobs.push_back(to_job(row));
            if (page.jobs.size() == limit && rows.size() > limit) page.next = static_cast<std::uint64_t>(row.position);
        }
        return page;
    });
}

job_end database_store::end_now(std::size_t bytes) const
{
    const auto now = now_();
    return {.finished = now, .expires = now + limits_.time_to_expiry, .bytes = counted_bytes(bytes)};
}

sdk::task<std::optional<cancelled_job>> database_store::cancel(std::string_view tenant, std::string_view id,
                                                               if_finished finished)
{
    co_return co_await with_session(tenant, [&](database::session& db) -> std::optional<cancelled_job> {
        const auto stored = job_table{db}.cancel(tenant, id, end_now(0), finished);
        if (!stored) return std::nullopt;
        if (stored->is_cancelled) held_.lose_all(id);
        return cancelled_job{.state = to_job(stored->job), .is_cancelled = stored->is_cancelled};
    });
}

sdk::task<std::optional<keyed_request>> database_store::erase_answer(std::string_view tenant, const idempotency& key)
{
    std::vector<std::string> digests;
    for (const auto& digest : key.digests) digests.push_back(digest.key);
    co_return co_await with_session(tenant, [&](database::session& db) -> std::optional<keyed_request> {
        const auto found = job_table{db}.erase_answer(tenant, digests, now_());
        if (!found) return std::nullopt;
        return keyed_request{.state = to_job(*found), .is_job = found->is_job};
    });
}

sdk::task<std::optional<started_job>> database_store::claim(std::size_t tenant_limit)
{
    co_return co_await on_runner_thread(runner_itself, [&](database::session& db) { return claim(db, tenant_limit); });
}

std::optional<started_job> database_store::claim(database::session& db, std::size_t tenant_limit)
{
    claim_filter filter{.passed_tenants = {}, .operations = {}, .master_key_ids = keys_.ids()};
    for (const auto& [name, endpoint] : endpoints_) filter.operations.push_back(name);
    for (;;)
    {
        filter.passed_tenants = held_.busy_tenants(tenant_limit);
        const auto claimed    = job_queue{db}.claim(terms_, filter, now_());
        if (!claimed) return std::nullopt;
        if (claimed->is_taken_over) report_takeover(*claimed);
        try
        {
            return unseal(db, *claimed);
        }
        catch (const sealed_data_error&)
        {
            /// Does not open with `JOBS_KEY_FILE`: the job failed.
            log_.write(sdk::severity::error, "job_unreadable", {{"job_id", std::string_view{claimed->state.id}}});
        }
        fail_unreadable(db, *claimed);
    }
}

void database_store::report_takeover(const stored_job& claimed)
{
    ++taken_over_;
    /// The lease of another server ended, or the job was given up.
    log_.write(sdk::severity::warning, "job_taken_over",
               {{"job_id", std::string_view{claimed.state.id}}, {"takeovers", claimed.takeovers}});
}

/// Holds the job, so that its lease is kept, and reads it.
started_job database_store::unseal(database::session& db, const stored_job& claimed)
{
    const auto& state = claimed.state;
    const auto  now   = now_();
    const auto  key   = key_of(claimed);
    const auto  lease = lease_of(claimed);
    held_.add({.lease     = lease,
               .tenant_id = claimed.tenant_id,
               .key       = key,
               .state     = {state.progress, state.attempts, state.cost}});
    try
    {
        job_table table{db};
        auto      named =
            read_request(key->open({part_kind::request}, table.part(state.id, part_kind::request).value_or("")));
        const auto target = endpoints_.find(named.operation);
        const bool is_own =
            named.request.caller.tenant_id == claimed.tenant_id && named.request.request_id == state.request_id;
        if (target == endpoints_.end() || !is_own) throw sealed_data_error{};
        named.request.target = target->second;
        auto answers         = read_answers(table, claimed, *key);
        return {.state        = to_job(claimed),
                .lease        = lease,
                .request      = std::move(named.request),
                .completions  = std::make_shared<earlier_answers>(std::move(answers), lease, held_, renewer_),
                .run_before   = age(state.started.value_or(now), now),
                .is_exhausted = claimed.takeovers > limits_.takeovers};
    }
    catch (...)
    {
        held_.remove(lease);
        throw;
    }
}

/// The model is asked again for an answer that cannot be opened.
std::vector<model_answer> database_store::read_answers(job_table& table, const stored_job& claimed,
                                                       const data_key& key) const
{
    std::vector<model_answer> answers;
    for (const auto& sealed : table.parts(claimed.state.id, part_kind::answer))
    {
        try
        {
            answers.push_back(read_answer(key.open({part_kind::answer}, sealed)));
        }
        catch (const sealed_data_error&)
        {
            /// Does not open with `JOBS_KEY_FILE`: the model is asked again.
            log_.write(sdk::severity::warning, "job_answer_unreadable",
                       {{"job_id", std::string_view{claimed.state.id}}});
        }
    }
    return answers;
}

/// Stores a failure that does not open; to_job() reports it as an internal error.
void database_store::fail_unreadable(database::session& db, const stored_job& claimed)
{
    constexpr std::string_view none = "-";
    job_queue{db}.finish(lease_of(claimed), none, none, end_now(0));
}

void database_store::report_progress(const job_lease& lease, const job_progress& progress)
{
    held_.report_progress(lease, progress);
}

void database_store::add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept
{
    held_.add_attempt(lease, cost);
}

sdk::task<std::optional<job>> database_store::finish(const job_lease& lease, job_outcome outcome)
{
    const auto held = held_.begin_end(lease);
    if (!held)
    {
        held_.remove(lease);
        co_return std::nullopt;
    }
    std::exception_ptr failure;
    try
    {
        auto ended =
            co_await on_runner_thread(held->tenant_id, [&](database::session& db) { return end(db, *held, outcome); });
        held_.remove(held->lease);
        co_return ended;
    }
    catch (...)
    {
        failure = std::current_exception();
    }
    held_.cancel_end(held->lease);
    std::rethrow_exception(failure);
}

/// Also while its result is being stored: whichever reaches the database first, counts.
sdk::task<bool> database_store::give_up(const job_lease& lease)
{
    auto held = held_.begin_give_up(lease);
    if (!held) co_return false;
    try
    {
        const bool is_given_up = co_await on_runner_thread(held->tenant_id, [&](database::session& db) {
            job_queue queue{db};
            store_last_changes(queue, *held);
            return queue.give_up(held->lease);
        });
        held_.remove(held->lease);
        co_return is_given_up;
    }
    catch (...)
    {
        held_.put_back({std::move(*held)});
        held_.cancel_end(lease);
        throw;
    }
}

std::optional<job> database_store::end(database::session& db, const held_job& held, const job_outcome& outcome)
{
    job_queue  queue{db};
    const auto result  = held.key->seal({part_kind::result}, to_bytes(outcome.response));
    const auto failure = outcome.failure ? held.key->seal({part_kind::failure}, to_bytes(*outcome.failure)) : "";
    const auto ended   = queue.finish(held.lease, result, failure, end_now(result.size() + failure.size()), held.state);
    if (!ended) return std::nullopt;
    auto state    = ended->state;
    state.failure = outcome.failure;
    return state;
}

void database_store::forget(const job_lease& lease) noexcept
try
{
    const auto held = held_.lose(lease);
    held_.remove(lease);
    if (held)
        boost::asio::co_spawn(boost::asio::make_strand(runner_threads_.pool),
                              forget_later(held->lease, held->tenant_id), boost::asio::detached);
}
catch (...) // out of memory: lease_renewer gives the lease up
{}

/// On a thread of the runner. stop() waits for it. Without a turn, lease_renewer gives the lease up.
sdk::task<> database_store::forget_later(job_lease lease, std::string tenant)
{
    constexpr std::chrono::seconds max_wait_of_forgetting{2};
    const auto                     deadline = std::chrono::steady_clock::now() + max_wait_of_forgetting;
    const auto                     turn     = co_await runner_threads_.turns.acquire(tenant, deadline);
    if (!turn) co_return;
    try
    {
        sessions_.use([&](database::session& db) { return job_queue{db}.forget(lease); });
    }
    catch (const std::exception&) // lease_renewer gives the lease up
    {}
}

sdk::task<> database_store::forget_now(const job_lease& lease)
{
    const auto held = held_.begin_end(lease);
    if (!held || !renewer_.is_connected()) co_return;
    co_await on_runner_thread(held->tenant_id,
                              [&](database::session& db) { return job_queue{db}.forget(held->lease); });
    held_.remove(held->lease);
}

/// Another server continues the job. stop() waits for the release.
std::optional<job> database_store::stop_running(const job_lease& lease, const stop_outcome&)
{
    const auto held = held_.lose(lease);
    if (!held) return std::nullopt;
    auto released = std::make_shared<std::promise<void>>();
    {
        const std::lock_guard lock{mutex_};
        releases_.push_back(released->get_future());
    }
    boost::asio::post(runner_threads_.pool, [this, held = *held, released]() mutable {
        release(held);
        released->set_value();
    });
    return std::nullopt;
}

/// The thread of lease_renewer may have taken a change that it can no longer store.
void database_store::store_last_changes(job_queue& queue, held_job& held)
{
    held.is_changed = true;
    lease_renewer::store_change(queue, held);
}

void database_store::release(held_job& held)
try
{
    sessions_.use([&](database::session& db) {
        job_queue queue{db};
        store_last_changes(queue, held);
        return queue.release(held.lease);
    });
}
catch (const std::exception&) // taken over when its lease has ended
{}

store_statistics database_store::statistics() const
{
    const auto totals = renewer_.totals();
    const auto now    = now_();
    return {.queued         = static_cast<std::size_t>(totals.queued),
            .running        = static_cast<std::size_t>(totals.running),
            .bytes          = static_cast<std::size_t>(totals.bytes),
            .taken_over     = taken_over_,
            .oldest_queued  = age(totals.oldest_queued.value_or(now), now),
            .oldest_running = age(totals.oldest_running.value_or(now), now)};
}

} // namespace verbatim::core::jobs
