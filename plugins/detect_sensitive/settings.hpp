#pragma once

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/schema.hpp"

namespace verbatim::detect_sensitive {

struct settings
{
    feedback::metadata_keys metadata;
};
void declare(sdk::schema_builder& schema, settings& settings);

} // namespace verbatim::detect_sensitive
