#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::app {

/// Messages of sd_notify(3).
namespace supervisor {
inline constexpr std::string_view ready    = "READY=1";
inline constexpr std::string_view stopping = "STOPPING=1";
inline constexpr std::string_view alive    = "WATCHDOG=1";
} // namespace supervisor

/// The message that the stop may take this long, whatever TimeoutStopSec says.
std::string longer_stop(std::chrono::seconds time);

/// Sends the state to NOTIFY_SOCKET, as for systemd units of Type=notify. Without such a socket, or if sending fails,
/// nothing happens. Does not wait.
void notify_supervisor(std::string_view state) noexcept;

/// Interval in which to send `alive`: half of WATCHDOG_USEC, which systemd sets. None: the supervisor expects none.
std::optional<std::chrono::microseconds> watchdog_interval();

} // namespace verbatim::core::app
