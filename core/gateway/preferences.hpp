#pragma once

#include "http/message.hpp"

#include <string>
#include <string_view>

namespace verbatim::core::gateway {

/// How a caller wants its request to be served: docs/reference/jobs.md.
struct preferences
{
    bool        respond_async = false;
    std::string idempotency_key; ///< empty without one

    bool empty() const noexcept { return !respond_async && idempotency_key.empty(); }
};

/// Whether the value of a header Prefer has the preference respond-async.
bool prefers_respond_async(std::string_view list);

/// Throws sdk::error{validation_error} for an invalid Idempotency-Key. Unknown preferences are ignored.
preferences read_preferences(const http::request_head& head);

} // namespace verbatim::core::gateway
