#pragma once

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::log {

enum class line_format
{
    text, ///< time=… level=… event=… name=value
    json, ///< one object
};

/// One event as it is written down. All views are borrowed for the time of one call.
struct event
{
    std::chrono::system_clock::time_point time;
    sdk::severity                         level = sdk::severity::info;
    std::string_view                      name;
    std::string_view                      request_id; ///< empty: the event belongs to no call
    std::span<const sdk::log_field>       facts;
};

/// The name of a level, as LOG_LEVEL spells it.
std::string_view to_string(sdk::severity level) noexcept;

/// The event as one line, with its line feed. Whatever a value holds, the line is one line of printable ASCII:
/// everything else is escaped as JSON does, a value longer than 1,024 bytes is cut, and a fact that takes one of the
/// line's own names (time, level, event, request_id) gets a trailing underscore. So nobody who sends a path can forge a
/// line or steer a terminal.
void append_line(const event& entry, line_format format, std::string& output);

} // namespace verbatim::core::log
