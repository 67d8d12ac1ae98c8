#pragma once

#include <string_view>

namespace verbatim::core::app {

/// What a process tells its supervisor, in the words of sd_notify(3).
namespace supervisor {
inline constexpr std::string_view ready    = "READY=1";
inline constexpr std::string_view stopping = "STOPPING=1";
} // namespace supervisor

/// Tells it to whoever started the process and listens on NOTIFY_SOCKET, as systemd does for units of Type=notify.
/// Without such a socket, and when nobody takes it, nothing happens. Does not wait.
void notify_supervisor(std::string_view state) noexcept;

} // namespace verbatim::core::app
