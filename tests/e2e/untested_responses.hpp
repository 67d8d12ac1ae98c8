#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace verbatim::e2e {

/// Documented responses that no end-to-end test provokes. An empty `verb` matches all methods, an empty `path` all
/// paths.
struct untested_response
{
    std::string_view verb, code, reason, path = {};
};

inline constexpr untested_response untested_responses[]
{
    {"", "analysis_timeout",
     "needs a request that is nearly two minutes old; unit tests of the model client and of deadlines use a test "
     "clock"},
        {"", "too_many_jobs", "tests/e2e/jobs.cpp opens 100 event streams", "/v1/jobs/{job_id}/events"},
        {"", "internal_error", "needs a failed allocation: these routes only read memory", "/v1/jobs/{job_id}/events"},
        {"POST", "conflict", "needs a generated id or key that exists; tests of key_watch store one twice",
         "/v1/auth/keys"},
        {"", "internal_error", "needs a budget and a database without its table", "/v1/limits"},
        {"", "internal_error", "needs a budget and a database without its table", "/v1/limits/all"},
        {"", "internal_error", "needs a database without one of its tables", "/v1/bills"},
        {"", "tenant_limit_exceeded", "tests/e2e/budgets.cpp has a job over its budget", "/v1/jobs/{job_id}/result"},
        {"DELETE", "unfinished", "tests/e2e/jobs.cpp erases the answer of a request that runs", "/v1/idempotency-keys"},
        {"DELETE", "internal_error", "needs a failed allocation: this route only reads memory", "/v1/idempotency-keys"},
        {"", "server_stopped", "tests/e2e/jobs.cpp stops a server while it has jobs"},
        {"", "internal_error", "needs a failed allocation: these routes only read memory", "/v1/jobs"},
        {"", "internal_error", "needs a failed allocation: these routes only read memory", "/v1/jobs/{job_id}"},
        {"", "internal_error", "needs a failed allocation: these routes only read memory", "/v1/jobs/{job_id}/cancel"},
        {"", "internal_error", "the same error as that of the synchronous answer", "/v1/jobs/{job_id}/result"},
        {"", "job_takeovers_exceeded", "tests/e2e/hostile.cpp has a job that holds its thread",
         "/v1/jobs/{job_id}/result"},
        {"", "translation_unavailable", "the same error as that of the synchronous answer", "/v1/jobs/{job_id}/result"},
        {"", "overloaded", "needs 30 s without memory for bodies, or 201 waiting reports; unit tests use small limits"},
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        {"POST", "internal_error",
         "needs a failed allocation, which aborts a program with a sanitizer; tested without sanitizers"},
#endif
};

inline bool is_untested(std::string_view verb, std::string_view path, std::string_view code)
{
    return std::any_of(std::begin(untested_responses), std::end(untested_responses),
                       [&](const untested_response& entry) {
                           return entry.code == code && (entry.verb.empty() || entry.verb == verb) &&
                                  (entry.path.empty() || entry.path == path);
                       });
}

} // namespace verbatim::e2e
