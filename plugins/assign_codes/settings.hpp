#pragma once

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/spelled.hpp"

namespace verbatim::assign_codes {

/// What an operator chooses.
struct settings
{
    sdk::path         framework_path; ///< empty: a request must bring its own
    feedback::fan_out judges;
};
void declare(sdk::declaration& wire, settings& chosen);

} // namespace verbatim::assign_codes
