#pragma once

#include <chrono>
#include <cstdint>

namespace verbatim::core::database {

/// The current time as tables without a time type store it: microseconds since 1970-01-01T00:00:00Z.
inline std::int64_t microseconds_now()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

} // namespace verbatim::core::database
