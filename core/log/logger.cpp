#include "log/logger.hpp"

#include <string>

namespace verbatim::core::log {

logger::logger(line_format format, sdk::severity level, int descriptor)
    : format_{format}
    , level_{level}
    , sink_{descriptor}
{}

void logger::write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> fields)
{
    write(level, event, {fields.begin(), fields.size()}, {});
}

void logger::write(sdk::severity level, std::string_view event, std::span<const sdk::log_field> fields,
                   std::string_view request_id, std::string_view trace_id)
{
    if (!enabled(level)) return;

    const auto now = std::chrono::system_clock::now();
    if (const auto dropped_lines = sink_.take_dropped(); dropped_lines > 0)
    {
        const sdk::log_field count{"lines", dropped_lines};
        const auto&          report = format({now, sdk::severity::warning, "log_lines_dropped", {}, {&count, 1}, {}});
        if (!sink_.write_report(report)) sink_.put_back_dropped(dropped_lines);
    }
    sink_.write(format({now, level, event, request_id, fields, trace_id}), level >= sdk::severity::warning);
}

bool logger::enabled(sdk::severity level) const noexcept { return level >= level_.load(std::memory_order_relaxed); }

const std::string& logger::format(const event& entry) const
{
    thread_local std::string line;
    line.clear();
    append_line(entry, format_, line);
    return line;
}

} // namespace verbatim::core::log
