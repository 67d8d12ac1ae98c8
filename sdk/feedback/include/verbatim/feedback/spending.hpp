#pragma once

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::feedback {

/// What questions to models came to, for the log of an operation that asks many. What is paid stands in the usage rows,
/// attempt by attempt.
struct spending
{
    std::size_t calls            = 0;
    std::size_t estimated_tokens = 0; ///< of what was asked
    std::size_t tokens           = 0; ///< asked and answered, as accounted for; only of calls that gave an answer

    void add_tokens_of(const sdk::completion& answer) noexcept
    {
        tokens += static_cast<std::size_t>(answer.prompt_tokens) + static_cast<std::size_t>(answer.completion_tokens);
    }
    spending& operator+=(const spending& more) noexcept
    {
        calls += more.calls;
        estimated_tokens += more.estimated_tokens;
        tokens += more.tokens;
        return *this;
    }
    friend bool operator==(const spending&, const spending&) = default;
};

} // namespace verbatim::feedback
