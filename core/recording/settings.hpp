#pragma once

#include <cstdint>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::recording {

struct settings
{
    bool         fail_closed    = false; ///< USAGE_FAIL_CLOSED
    bool         intentions     = false; ///< USAGE_INTENT
    std::int64_t retention_days = 0;     ///< USAGE_RETENTION_DAYS; 0: for ever
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::recording
