#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace verbatim::core::limits {

/// Sums amounts of the last minute, by the second. Reads no clock; times never go back. Used under a lock.
class minute_window
{
public:
    using time_point = std::chrono::steady_clock::time_point;

    void add(std::int64_t amount, time_point now) noexcept;

    /// The amounts of this second and of the 59 before it.
    std::int64_t sum(time_point now) noexcept;

    /// The time until the sum is below `limit`, if nothing is added; 0 if it is. `limit` is positive.
    std::chrono::seconds wait_below(std::int64_t limit, time_point now) noexcept;

private:
    static constexpr std::int64_t seconds = 60;

    /// Drops the amounts of seconds that have left the window.
    void advance(time_point now) noexcept;

    std::array<std::int64_t, seconds> amounts_{}; ///< by second modulo 60
    std::int64_t                      total_ = 0;
    std::int64_t                      last_  = 0; ///< the second of the last call
};

} // namespace verbatim::core::limits
