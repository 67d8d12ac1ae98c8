#pragma once

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

namespace verbatim::assign_codes {

struct settings
{
    sdk::path         framework_path; ///< empty: every request must have its own
    feedback::fan_out concurrency;
    bool              speculative = false; ///< all levels of a code are judged at once
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::assign_codes
