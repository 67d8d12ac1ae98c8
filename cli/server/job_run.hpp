#pragma once

#include "cli/output/progress.hpp"
#include "cli/server/http_client.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace verbatim::cli::server {

struct run_options
{
    std::chrono::seconds patience{300}; ///< for a server that is away or busy
    bool                 again = false; ///< asks again instead of reading the answer of an earlier run
};

/// Runs requests as jobs (docs/reference/jobs.md) until their answers are there. The idempotency key of a request is a
/// digest of it, so that the same command finds its job: after a lost connection, after its own end, and after a
/// restart of the server. An interruption cancels the job; a job that had ended before is not affected by it.
class job_run
{
public:
    job_run(http_client& client, output::progress& progress, run_options options);

    /// The body of the answer. Throws error_response, failure, or interrupted: after the job was cancelled, and at once
    /// if an earlier request was interrupted.
    std::string run(const std::string& path, const std::string& body);

    /// The same for a request that is no job.
    std::string send(const http_request& request);

private:
    using clock = std::chrono::steady_clock;

    http_request  job_request(const std::string& path, const std::string& body) const;
    http_response submit(const std::string& path, const std::string& body);
    http_response repeat(const http_request& request, bool (*is_passing)(const http_response&));
    bool          follow(const std::string& job);
    bool          read_events(const std::string& job);
    std::string   cancel(const std::string& job);
    std::string   end_interrupted(const std::string& job);
    void          erase(const std::string& job);
    bool          pause(std::chrono::seconds duration, const std::string& reason);

    std::optional<std::string> read_answer(const std::string& job);

    http_client&      client_;
    output::progress& progress_;
    run_options       options_;
    bool              connected_; ///< the server has answered before, or was started by this command
    clock::time_point give_up_;
};

/// Hexadecimal HMAC-SHA-256 of path and body with the key, so that it tells nothing about them to others.
std::string idempotency_key(const std::string& key, const std::string& path, const std::string& body);

} // namespace verbatim::cli::server
