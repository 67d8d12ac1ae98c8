#include "log/settings.hpp"

#include <unistd.h>

namespace verbatim::core::log {

format settings::chosen(int descriptor) const
{
    if (as) return *as;
    return ::isatty(descriptor) == 1 ? format::text : format::json;
}

sdk::words declare(format)
{
    return {{"text", format::text, "name=value, for people."},
            {"json", format::json, "One object a line, for machines."}};
}

void declare(sdk::declaration& wire, settings& one)
{
    wire.is("LogSettings", "What is logged, and how it is written.");

    wire.takes("LOG_LEVEL", one.from, "The least severe lines that are written.");
    wire.takes("LOG_FORMAT", one.as, "How a line is written; when not set, text on a terminal and json elsewhere.")
        .example("json");
}

} // namespace verbatim::core::log

namespace verbatim::sdk {

words declare(severity)
{
    return {{"debug", severity::debug, "Also each model attempt and each chunk."},
            {"info", severity::info, "Each request, and the phases of long ones."},
            {"warning", severity::warning, "What went on in a reduced way."},
            {"error", severity::error, "What was lost or failed unexpectedly."}};
}

} // namespace verbatim::sdk
