#include "recording/usage_row.hpp"

#include <algorithm>

namespace verbatim::core::recording {

std::optional<error_class> parse_error_class(std::string_view name) noexcept
{
    const auto entry = std::ranges::find(error_class_names, name);
    if (entry == error_class_names.end()) return std::nullopt;
    return static_cast<error_class>(entry - error_class_names.begin());
}

std::optional<failure_cause> parse_failure_cause(std::string_view name) noexcept
{
    const auto entry = std::ranges::find(failure_cause_names, name);
    if (entry == failure_cause_names.end()) return std::nullopt;
    return static_cast<failure_cause>(entry - failure_cause_names.begin());
}

} // namespace verbatim::core::recording
