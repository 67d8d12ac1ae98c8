#pragma once

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/schema.hpp"

namespace verbatim::detect_sensitive {

/// What an operator chooses.
struct settings
{
    feedback::metadata_keys metadata;
};
void declare(sdk::declaration& wire, settings& chosen);

} // namespace verbatim::detect_sensitive
