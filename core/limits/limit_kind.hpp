#pragma once

#include "verbatim/sdk/error.hpp"

#include <chrono>
#include <cstddef>
#include <string_view>

namespace verbatim::core::limits {

/// The limits that may refuse a call, in the order of limit_names.
enum class limit_kind
{
    operations,
    requests_per_minute,
    tokens_per_minute,
    calls_in_flight,
    budget_usd_per_day,
    budget_usd_per_month,
};
inline constexpr std::string_view limit_names[]{"operations",      "requests_per_minute", "tokens_per_minute",
                                                "calls_in_flight", "budget_usd_per_day",  "budget_usd_per_month"};

constexpr std::string_view to_string(limit_kind kind) noexcept { return limit_names[static_cast<std::size_t>(kind)]; }

/// 429, or 403 for `operations`. The message and the note name the limit.
sdk::error limit_error(limit_kind kind, std::chrono::seconds retry_after);

} // namespace verbatim::core::limits
