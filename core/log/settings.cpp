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
    return {{"text", line_format::text, "name=value, for people."},
            {"json", line_format::json, "One object a line, for machines."}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("LogSettings", "What is logged, and how it is written.");

    schema.optional("LOG_LEVEL", s.level, "The least severe lines that are written.");
    schema
        .optional("LOG_FORMAT", s.format, "How a line is written; when not set, text on a terminal and json elsewhere.")
        .example("json");
}

} // namespace verbatim::core::log

namespace verbatim::sdk {

enum_values declare(severity)
{
    return {{"debug", severity::debug, "Also each model attempt and each chunk."},
            {"info", severity::info, "Each request, and the phases of long ones."},
            {"warning", severity::warning, "What went on in a reduced way."},
            {"error", severity::error, "What was lost or failed unexpectedly."}};
}

} // namespace verbatim::sdk
