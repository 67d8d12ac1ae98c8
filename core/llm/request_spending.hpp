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

    /// The estimated tokens of an attempt in flight. When it is destroyed, also by a cancellation, the settled tokens
    /// replace them.
    class reservation
    {
    public:
        reservation(reservation&& other) noexcept
            : spending_{std::exchange(other.spending_, nullptr)}
            , estimate_{other.estimate_}
            , settled_{other.settled_}
        {}
        reservation& operator=(reservation&&) = delete;
        ~reservation()
        {
            if (spending_) spending_->tokens_ += settled_ - estimate_;
        }

        /// The tokens of the usage row; 0 unless called.
        void settle(std::size_t tokens) noexcept { settled_ = tokens; }

    private:
        friend class request_spending;

        reservation(request_spending& spending, std::size_t estimate) noexcept
            : spending_{&spending}
            , estimate_{estimate}
        {}

        request_spending* spending_;
        std::size_t       estimate_;
        std::size_t       settled_ = 0;
    };

    /// Counts an attempt before it starts. None if it would exceed a limit; `refusal` is then set. The reservation must
    /// not outlive this object.
    std::optional<reservation> admit(std::size_t estimated_tokens);

    /// Counts calls that were admitted before.
    void add(std::size_t calls, std::size_t tokens) noexcept
    {
        calls_ += calls;
        tokens_ += tokens;
    }

    /// Admits no further attempt.
    void refuse(sdk::error reason) { refusal_ = std::move(reason); }

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
