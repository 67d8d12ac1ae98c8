#pragma once

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::feedback {

/// Sums over the model calls of an operation, for its log. Costs are in the usage rows, attempt by attempt.
struct model_usage
{
    std::size_t calls            = 0;
    std::size_t estimated_tokens = 0; ///< of the messages
    std::size_t tokens           = 0; ///< of messages and outputs, as recorded; successful calls only

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
