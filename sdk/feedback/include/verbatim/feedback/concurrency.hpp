#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstddef>

namespace verbatim::feedback {

/// How many questions one request may have with a model at once, where an operation asks several. Chosen by the
/// operator, the same for every operation: part of the settings of those that fan out.
struct fan_out
{
    std::size_t limit = 64;
};

/// Declares it among an operation's settings.
void fan_out_setting(sdk::schema_builder& schema, fan_out& settings);

} // namespace verbatim::feedback
