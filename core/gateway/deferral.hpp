#pragma once

#include "auth/keyring.hpp"
#include "gateway/routes.hpp"
#include "http/message.hpp"

#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace verbatim::core::gateway {

/// A body as a job keeps it: its text takes less memory than its values.
struct stored_body
{
    std::string text;       ///< JSON
    std::size_t memory = 0; ///< bytes that the values may take besides what the budget of bodies counts
};

/// A checked request that outlives its connection.
struct stored_request
{
    const endpoint* target = nullptr; ///< lives as long as the routes
    auth::identity  caller;
    std::string     request_id;
    std::string     traceparent; ///< of the caller, as sent; empty without one
    std::string     tracestate;
    stored_body     body;
};

/// A request that runs while its client waits, and whose answer is stored for its idempotency key.
class stored_answer
{
public:
    virtual ~stored_answer() = default; ///< without store(): the key is free soon

    /// Without effect if nothing can be stored now. [may wait]
    virtual sdk::task<> store(http::response& response) = 0;

    /// Frees the key of a request that has failed, or leaves that to the destructor if nothing can be stored now.
    /// [may wait]
    virtual sdk::task<> discard() = 0;
};

/// Answers requests later, and repeated requests with the answer of the first: docs/reference/jobs.md. Implemented by
/// core/jobs. All members may be called on any thread, and tasks throw sdk::error. [may wait]
class deferral
{
public:
    virtual ~deferral() = default;

    virtual bool accepts_jobs() const noexcept = 0;

    /// Makes a job of the request. The response is that of the job, or of an earlier request with the same key.
    virtual sdk::task<http::response> add_job(stored_request request, std::string idempotency_key) = 0;

    /// The response to an earlier request with the same key, or the place for the answer of this one.
    virtual sdk::task<std::variant<http::response, std::unique_ptr<stored_answer>>>
    begin(stored_request request, std::string idempotency_key) = 0;
};

/// The route whose field Idempotency-Key names an answer.
inline constexpr std::string_view idempotency_keys_path = "/v1/idempotency-keys";

/// Whether requests of the operation may become jobs: those that call models.
inline bool is_deferrable(const sdk::descriptor& descriptor)
{
    return descriptor.verb == "POST" && !descriptor.usage_label.empty();
}

/// Whether requests of the operation have a body, but neither jobs nor `explain` nor `dry_run`.
inline bool calls_no_model(const sdk::descriptor& descriptor)
{
    return descriptor.verb == "POST" && descriptor.usage_label.empty();
}

/// The message of `conflict` for a repeated key.
inline constexpr auto key_of_another_request = "The Idempotency-Key belongs to another request";

/// The problem of a header or member that does nothing there.
inline constexpr auto needs_model_call = "Is not supported: the operation calls no model";

} // namespace verbatim::core::gateway
