#pragma once

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::core::llm {

/// Bounds of what one request may spend: LLM_MAX_CALLS_PER_REQUEST and LLM_MAX_TOKENS_PER_REQUEST.
struct request_limits
{
    std::size_t max_calls;
    std::size_t max_tokens;
};

/// Attempts and tokens that one request has spent, over all its models. Used on the request's thread.
class request_spending
{
public:
    explicit request_spending(request_limits limits) noexcept
        : limits_{limits}
    {}

    /// Counts an attempt that is about to be made. False: it would exceed a limit, and `refusal` is set from now on.
    bool admit(std::size_t estimated_tokens);

    /// Replaces the estimate of an admitted attempt by the tokens that it is accounted for with.
    void settle(std::size_t estimated_tokens, std::size_t tokens) noexcept { tokens_ += tokens - estimated_tokens; }

    /// The error of the whole request: payload_too_large with a message that names the limit. A request that was
    /// refused an attempt fails with it, even if its operation could return a partial result.
    const std::optional<sdk::error>& refusal() const noexcept { return refusal_; }

private:
    request_limits            limits_;
    std::size_t               calls_  = 0;
    std::size_t               tokens_ = 0;
    std::optional<sdk::error> refusal_;
};

} // namespace verbatim::core::llm
