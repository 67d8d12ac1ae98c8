#pragma once

#include "verbatim/sdk/usage_reader.hpp"

#include <cstdint>
#include <string_view>

/// Hours, days and months in UTC. Times are microseconds since 1970.
namespace verbatim::core::reporting {

using sdk::usage_period;

/// `hour`, `day` or `month`.
std::string_view name_of(usage_period period) noexcept;

inline constexpr std::int64_t microseconds_of_hour = 3'600'000'000;

/// The start of the period that contains `time`.
std::int64_t period_start(usage_period period, std::int64_t time) noexcept;

/// The end of the period that contains `time`.
std::int64_t period_end(usage_period period, std::int64_t time) noexcept;

/// `time` itself if a period starts there, else the end of its period.
std::int64_t next_period_start(usage_period period, std::int64_t time) noexcept;

} // namespace verbatim::core::reporting
