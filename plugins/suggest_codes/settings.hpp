#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

namespace verbatim::suggest_codes {

struct settings
{
    sdk::path framework_path; ///< empty: every request must have its own
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::suggest_codes
