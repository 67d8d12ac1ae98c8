#pragma once

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::recording {

struct settings
{
    bool fail_closed = false; ///< USAGE_FAIL_CLOSED
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::recording
