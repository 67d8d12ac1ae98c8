#pragma once

#include "log/line.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>

namespace verbatim::core::log {

/// LOG_LEVEL and LOG_FORMAT.
struct settings
{
    sdk::severity              level = sdk::severity::info;
    std::optional<line_format> format; ///< default: text on a terminal, else json

    /// The configured format, or the default for this descriptor.
    line_format format_for(int descriptor = 1) const;
};
sdk::enum_values declare(line_format);
void             declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::log

namespace verbatim::sdk {
/// Values of LOG_LEVEL.
enum_values declare(severity);
} // namespace verbatim::sdk
