#pragma once

#include "verbatim/sdk/text_types.hpp"

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::limits {

struct settings
{
    sdk::path file; ///< LIMITS_FILE: docs/reference/limits.md#file. Empty: no tenant has limits
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::limits
