#include "log/settings.hpp"

#include <unistd.h>

namespace verbatim::core::log {

line_format settings::format_for(int descriptor) const
{
    if (format) return *format;
    return ::isatty(descriptor) == 1 ? line_format::text : line_format::json;
}

sdk::enum_values declare(line_format)
{
    return {"LogFormat",
            {{"text", line_format::text, "name=value pairs, for reading on a terminal."},
             {"json", line_format::json, "One JSON object per line, for log collectors."}}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("LogSettings", "Logging to standard output.");

    schema.optional("LOG_LEVEL", s.level,
                    "Lowest severity that is logged. Use debug to see every model attempt. SIGHUP reloads it.");
    schema.optional("LOG_FORMAT", s.format, "Format of log lines. Default: text on a terminal, json elsewhere.")
        .example("json");
}

} // namespace verbatim::core::log

namespace verbatim::sdk {

enum_values declare(severity)
{
    return {"LogSeverity",
            {{"debug", severity::debug, "Also each model attempt and each chunk."},
             {"info", severity::info, "Each request, and the phases of hierarchical analyses."},
             {"warning", severity::warning, "Reduced results and temporary outages."},
             {"error", severity::error, "Lost data and unexpected errors."}}};
}

} // namespace verbatim::sdk
