#pragma once

#include "gateway/deferral.hpp"
#include "http/message.hpp"
#include "jobs/job.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// Shared by the store and the responses that send it.
using stored_response = std::shared_ptr<const http::response>;

/// HMAC-SHA-256 of a body.
using body_digest = std::array<unsigned char, 32>;

/// What an idempotency key belongs to.
struct idempotency
{
    std::string key;
    body_digest digest{};
};

struct submission
{
    gateway::stored_request    request;
    std::optional<idempotency> key;
    bool                       is_job = true; ///< false: the request runs while its client waits
};

struct submitted
{
    job             state;
    stored_response answer;         ///< of an earlier request with the same key, if it has finished
    bool            is_new = false; ///< false: an earlier request has the same key
    bool            is_job = true;
};

/// How a job ended.
struct job_outcome
{
    http::response             response;
    std::optional<job_failure> failure;
};

/// A job that a runner has taken.
struct started_job
{
    job                     state;
    gateway::stored_request request;
};

/// Jobs of a tenant, newest first.
struct job_page
{
    std::vector<job>             jobs;
    std::optional<std::uint64_t> next; ///< where the next page begins; none on the last one
};

struct store_statistics
{
    std::size_t          queued  = 0;
    std::size_t          running = 0;
    std::size_t          bytes   = 0; ///< of requests and answers
    std::chrono::seconds oldest_queued{0};
    std::chrono::seconds oldest_running{0};
};

/// Moves the body into memory that copies of the response share.
void share_body(http::response& response);

/// Stores jobs, and the answers of requests with an idempotency key. A tenant sees its own jobs only. [any thread]
class store
{
public:
    virtual ~store() = default;

    /// Adds a queued job, or a request that runs already; or finds the earlier request with the same key, tenant and
    /// body. Throws sdk::error: {conflict} if the key belongs to another request, {unfinished} if a client waits for
    /// the earlier request, {too_many_jobs} and {overloaded} at a bound.
    virtual submitted submit(submission added) = 0;

    virtual std::optional<job> find(std::string_view tenant, std::string_view id) const = 0;

    /// The answer of a succeeded or failed job; null without one.
    virtual stored_response answer(std::string_view tenant, std::string_view id) const = 0;

    /// At most `limit` jobs that are older than the position `before`.
    virtual job_page list(std::string_view tenant, std::optional<std::uint64_t> before, std::size_t limit) const = 0;

    /// Cancels an unfinished job and erases its request; erases a finished job. Returns its last state, or none for an
    /// unknown job.
    virtual std::optional<job> remove(std::string_view tenant, std::string_view id) = 0;

    /// Starts the next job. Tenants take turns; a tenant that runs `tenant_limit` jobs is passed over.
    virtual std::optional<started_job> take(std::size_t tenant_limit) = 0;

    // For unfinished jobs; otherwise without effect.
    virtual void report_progress(std::string_view id, const job_progress& progress)   = 0;
    virtual void add_attempt(std::string_view id, recording::micro_usd cost) noexcept = 0;
    /// Returns the last state; none without effect.
    virtual std::optional<job> finish(std::string_view id, job_outcome outcome) = 0;

    /// Forgets a request with an idempotency key that ended without an answer to store.
    virtual void forget(std::string_view id) noexcept = 0;

    /// Fails all queued jobs.
    virtual std::vector<job> fail_queued(const std::function<job_outcome(const job&)>& outcome) = 0;

    /// Erases what has expired.
    virtual void erase_expired() = 0;

    virtual store_statistics statistics() const = 0;
};

} // namespace verbatim::core::jobs
