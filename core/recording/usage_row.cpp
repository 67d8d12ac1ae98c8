#include "recording/usage_row.hpp"

#include <algorithm>

namespace verbatim::core::recording {

std::optional<error_class> parse_error_class(std::string_view name) noexcept
{
    for (const error_class candidate :
         {error_class::llm_timeout, error_class::llm_rate_limited, error_class::content_policy_violation,
          error_class::llm_error, error_class::invalid_response, error_class::cancelled, error_class::unfinished})
        if (to_string(candidate) == name) return candidate;
    return std::nullopt;
}

std::optional<failure_cause> parse_failure_cause(std::string_view name) noexcept
{
    const auto entry = std::ranges::find(failure_cause_names, name);
    if (entry == failure_cause_names.end()) return std::nullopt;
    return static_cast<failure_cause>(entry - failure_cause_names.begin());
}

} // namespace verbatim::core::recording
