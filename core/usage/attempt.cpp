#include "usage/attempt.hpp"

namespace verbatim::core::usage {

std::optional<failure> failure_of(std::string_view name) noexcept
{
    for (const failure one : {failure::llm_timeout, failure::llm_rate_limited, failure::content_policy_violation,
                              failure::llm_error, failure::invalid_response, failure::cancelled})
        if (to_string(one) == name) return one;
    return std::nullopt;
}

} // namespace verbatim::core::usage
