#pragma once

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

namespace verbatim::assign_codes {

/// What an operator chooses.
struct settings
{
    sdk::path         framework_path; ///< empty: a request must bring its own
    feedback::fan_out concurrency;
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::assign_codes
