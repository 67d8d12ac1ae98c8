#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <optional>

namespace verbatim::core::gateway {

using moment = std::chrono::sys_time<std::chrono::microseconds>;

/// A moment as responses show it, in UTC.
inline sdk::date_time date_time_of(moment time)
{
    return {.microseconds = time.time_since_epoch().count(), .has_offset = true};
}

inline std::optional<sdk::date_time> date_time_of(const std::optional<moment>& time)
{
    return time ? std::optional{date_time_of(*time)} : std::nullopt;
}

} // namespace verbatim::core::gateway
