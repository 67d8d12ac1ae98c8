#pragma once

#include "log/line.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>

namespace verbatim::core::log {

struct settings
{
    sdk::severity         from = sdk::severity::info;
    std::optional<format> as; ///< absent: text on a terminal, else json

    /// The format for a descriptor.
    format chosen(int descriptor = 1) const;
};
sdk::words declare(format);
void       declare(sdk::declaration& wire, settings& one);

} // namespace verbatim::core::log

namespace verbatim::sdk {
/// LOG_LEVEL's words.
words declare(severity);
} // namespace verbatim::sdk
