#include "recording/usage_row.hpp"

namespace verbatim::core::recording {

std::optional<error_class> parse_error_class(std::string_view name) noexcept
{
    for (const error_class candidate :
         {error_class::llm_timeout, error_class::llm_rate_limited, error_class::content_policy_violation,
          error_class::llm_error, error_class::invalid_response, error_class::cancelled})
        if (to_string(candidate) == name) return candidate;
    return std::nullopt;
}

} // namespace verbatim::core::recording
