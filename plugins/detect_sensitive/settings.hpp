#pragma once

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/schema.hpp"

namespace verbatim::detect_sensitive {

struct settings
{
    feedback::metadata_keys metadata;
    feedback::fan_out       concurrency; ///< of calls about several records
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::detect_sensitive
