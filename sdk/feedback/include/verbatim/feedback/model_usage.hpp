#pragma once

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::feedback {

/// What questions to models came to, for the log of an operation that asks many. What is paid stands in the usage rows,
/// attempt by attempt.
struct model_usage
{
    std::size_t calls            = 0;
    std::size_t estimated_tokens = 0; ///< of what was asked
    std::size_t tokens           = 0; ///< asked and answered, as accounted for; only of calls that gave an answer

    void add_tokens(const sdk::completion& completion) noexcept
    {
        tokens +=
            static_cast<std::size_t>(completion.prompt_tokens) + static_cast<std::size_t>(completion.completion_tokens);
    }
    model_usage& operator+=(const model_usage& other) noexcept
    {
        calls += other.calls;
        estimated_tokens += other.estimated_tokens;
        tokens += other.tokens;
        return *this;
    }
    friend bool operator==(const model_usage&, const model_usage&) = default;
};

} // namespace verbatim::feedback
