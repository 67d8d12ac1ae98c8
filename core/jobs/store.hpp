#pragma once

#include "database/connection_info.hpp"
#include "gateway/deferral.hpp"
#include "http/message.hpp"
#include "jobs/cryptography.hpp"
#include "jobs/job.hpp"
#include "jobs/settings.hpp"
#include "llm/completion_store.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// Shared by the store and the responses that send it.
using stored_response = std::shared_ptr<const http::response>;

/// An idempotency key with its request.
struct idempotency
{
    struct digest_pair
    {
        std::string key;
        std::string body;
    };
    std::vector<digest_pair> digests; ///< under each digest key of the store, the current one first
};

struct submission
{
    gateway::stored_request    request;
    std::optional<idempotency> key;
    bool                       is_job = true; ///< false: the request runs while its client waits
};

struct submission_result
{
    job             state;
    stored_response answer;         ///< of an earlier request with the same key, if it has finished
    job_lease       lease;          ///< of a new request that runs already
    bool            is_new = false; ///< false: an earlier request has the same key
    bool            is_job = true;
};

/// The rule of idempotency keys for a request whose key belongs to an earlier one. Throws sdk::error: {conflict} if
/// that is another request, {unfinished} if it has no answer yet and not both are jobs.
void require_repetition(const submission& repeated, const job& earlier, bool is_earlier_job, bool has_same_body,
                        time_point now);

/// How a job ended.
struct job_outcome
{
    http::response             response;
    std::optional<job_failure> failure;
};

/// A job that a runner has claimed.
struct started_job
{
    job                     state;
    job_lease               lease;
    gateway::stored_request request;

    std::shared_ptr<llm::completion_store> completions{}; ///< of earlier runs; null: none are stored
    std::chrono::seconds                   run_before{0}; ///< since the first start

    bool is_exhausted = false; ///< it was taken over too often: it fails without a run
};

/// A job that its tenant has cancelled.
struct cancelled_job
{
    job  state;                ///< the last one
    bool is_cancelled = false; ///< false: it had finished before
};

/// What an idempotency key belongs to.
struct keyed_request
{
    job  state;
    bool is_job = false; ///< false: a client waited for it, or still waits
};

/// Makes the outcome of a job that ends with the server.
using stop_outcome = std::function<job_outcome(const job&)>;

/// Follows a store that other servers use, too. [any thread]
class store_listener
{
public:
    virtual ~store_listener() = default;

    /// There may be a job to claim.
    virtual void on_available() noexcept = 0;

    /// A running job was cancelled or taken over elsewhere.
    virtual void on_lost(const job_lease& lease) noexcept = 0;
};

/// Jobs of a tenant, newest first.
struct job_page
{
    std::vector<job>             jobs;
    std::optional<std::uint64_t> next; ///< where the next page begins; none on the last one
};

struct store_statistics
{
    std::size_t          queued     = 0;
    std::size_t          running    = 0;
    std::size_t          bytes      = 0; ///< of requests and answers
    std::int64_t         taken_over = 0; ///< jobs of dead servers and blocked threads, by this one since its start
    std::chrono::seconds oldest_queued{0};
    std::chrono::seconds oldest_running{0};
};

/// Moves the body into memory that copies of the response share.
void share_body(http::response& response);

struct store_limits
{
    job_bounds                bounds;
    std::int64_t              takeovers = 0;     ///< of one job; then it fails
    std::chrono::microseconds time_to_expiry{0}; ///< after the end
};

/// Stores jobs, and the answers of requests with an idempotency key. A tenant sees its own jobs only. Arguments are
/// borrowed until the task ends. Tasks throw sdk::error{overloaded} while a database is unavailable. [any thread]
class store
{
public:
    virtual ~store() = default;

    /// Once, before the first request. Both outlive this object's threads; jobs of other operations are not claimed.
    virtual void start(store_listener&, std::span<const gateway::endpoint* const>) {}

    /// Ends the threads of the store, if it has any. No task may run any more. [not an I/O thread]
    virtual void stop() noexcept {}

    /// Reads the whole body.
    virtual idempotency identify(std::string_view tenant, std::string_view key, std::string_view body) const = 0;

    /// Adds a queued job, or a request that runs already; or finds the earlier request with the same key, tenant and
    /// body. Throws sdk::error: {conflict} if the key belongs to another request, {unfinished} if a client waits for
    /// the earlier request, {too_many_jobs} and {overloaded} at a bound. [may wait]
    virtual sdk::task<submission_result> submit(submission added) = 0;

    /// [may wait]
    virtual sdk::task<std::optional<job>> find(std::string_view tenant, std::string_view id) = 0;

    /// The answer of a succeeded or failed job; null without one. [may wait]
    virtual sdk::task<stored_response> answer(std::string_view tenant, std::string_view id) = 0;

    /// At most `limit` jobs that are older than the position `before`. [may wait]
    virtual sdk::task<job_page> list(std::string_view tenant, std::optional<std::uint64_t> before,
                                     std::size_t limit) = 0;

    /// Cancels an unfinished job and erases its request; keeps or erases a finished job. None for an unknown job. [may
    /// wait]
    virtual sdk::task<std::optional<cancelled_job>> cancel(std::string_view tenant, std::string_view id,
                                                           if_finished finished) = 0;

    /// Erases the answer that is stored for a key, unless it belongs to a job, and frees the key. Returns the last
    /// state of the request; none if the key is free. An unfinished request stays as it is. [may wait]
    virtual sdk::task<std::optional<keyed_request>> erase_answer(std::string_view tenant, const idempotency& key) = 0;

    /// How often the state of a job that runs may be read.
    virtual std::chrono::milliseconds poll_interval() const noexcept = 0;

    /// Claims the next job. Tenants take turns; a tenant that runs `tenant_limit` jobs here is passed over. finish()
    /// follows at the end of its run, even if it has been stopped or cancelled. A job that is claimed during
    /// stop_queued() may lack its request: stop_running() follows. [may wait]
    virtual sdk::task<std::optional<started_job>> claim(std::size_t tenant_limit) = 0;

    /// Whether a claimed job is still to run here.
    virtual bool is_running(const job_lease& lease) const = 0;

    // For unfinished jobs under a lease that holds; otherwise without effect.
    virtual void report_progress(const job_lease& lease, const job_progress& progress)   = 0;
    virtual void add_attempt(const job_lease& lease, recording::micro_usd cost) noexcept = 0;
    /// Returns the last state; none without effect. [may wait]
    virtual sdk::task<std::optional<job>> finish(const job_lease& lease, job_outcome outcome) = 0;

    /// Ends the lease of a job whose run cannot go on, so that it is claimed again, here or elsewhere, with its stored
    /// answers. Counts as a takeover. False: without effect. May throw {overloaded} after stop_queued(). [may wait]
    virtual sdk::task<bool> give_up(const job_lease& lease) = 0;

    /// Forgets a request with an idempotency key that ended without an answer to store, soon.
    virtual void forget(const job_lease& lease) noexcept = 0;

    /// The same before the task ends. [may wait]
    virtual sdk::task<> forget_now(const job_lease& lease) = 0;

    /// Ends a queued job if they end with the server; none if no job is left. submit() then throws {overloaded} for
    /// further ones.
    virtual std::optional<job> stop_queued(const stop_outcome& outcome) = 0;

    /// Ends a running job if it ends with the server; otherwise another server continues it.
    virtual std::optional<job> stop_running(const job_lease& lease, const stop_outcome& outcome) = 0;

    /// Erases what has expired.
    virtual void erase_expired() = 0;

    virtual store_statistics statistics() const = 0;
};

/// Reads the master keys if the store needs them. Throws settings::setting_error.
std::optional<master_keys> read_master_keys(const settings& config);

/// The store of JOBS_STORE. `connection` is the usage database. `log` outlives the store. `clock` reads the wall clock.
/// Throws settings::setting_error.
std::unique_ptr<store> make_store(const settings& config, const database::connection_info& connection, sdk::log& log,
                                  std::function<time_point()> clock);

} // namespace verbatim::core::jobs
