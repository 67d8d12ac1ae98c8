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
    json, ///< one object per line
};

/// One log event. The views are borrowed.
struct event
{
    std::chrono::system_clock::time_point time;
    sdk::severity                         level = sdk::severity::info;
    std::string_view                      name;
    std::string_view                      request_id; ///< empty for an event outside a request
    std::span<const sdk::log_field>       fields;
    std::string_view                      trace_id; ///< empty for an event outside a traced request
};

/// The name of a level, as in LOG_LEVEL.
std::string_view to_string(sdk::severity level) noexcept;

/// Appends the event as one line of printable ASCII, so that no value can forge a line or control a terminal. Other
/// characters are escaped as in JSON, and values are cut after 1,024 bytes. A field with a reserved name (time, level,
/// event, request_id, trace_id) gets a trailing underscore.
void append_line(const event& entry, line_format format, std::string& output);

} // namespace verbatim::core::log
