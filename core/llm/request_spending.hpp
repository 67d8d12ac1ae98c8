#pragma once

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace verbatim::core::llm {

/// Limits of a request: LLM_MAX_CALLS_PER_REQUEST and LLM_MAX_TOKENS_PER_REQUEST.
struct request_limits
{
    std::size_t max_calls;
    std::size_t max_tokens;
};

/// Counts the attempts and tokens of a request, over all its models. Used on the thread of the request.
class request_spending
{
public:
    explicit request_spending(request_limits limits) noexcept
        : limits_{limits}
    {}

    /// Counts an attempt before it starts. Returns false if it would exceed a limit; `refusal` is then set.
    bool admit(std::size_t estimated_tokens);

    /// Admits no further attempt.
    void refuse(sdk::error reason) { refusal_ = std::move(reason); }

    /// Replaces the estimate of an admitted attempt by the tokens of its usage row.
    void settle(std::size_t estimated_tokens, std::size_t tokens) noexcept { tokens_ += tokens - estimated_tokens; }

    /// Set after a refused attempt: payload_too_large, with a message that names the limit. The request fails with it,
    /// also if its operation returns a partial result.
    const std::optional<sdk::error>& refusal() const noexcept { return refusal_; }

private:
    request_limits            limits_;
    std::size_t               calls_  = 0;
    std::size_t               tokens_ = 0;
    std::optional<sdk::error> refusal_;
};

} // namespace verbatim::core::llm
