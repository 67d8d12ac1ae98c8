#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstddef>

namespace verbatim::feedback {

/// The maximum of concurrent model calls of a request. Set by the operator, the same for every operation; part of the
/// settings of operations that make several calls.
struct fan_out
{
    std::size_t limit = 64;
};

/// Declares it among an operation's settings.
void fan_out_setting(sdk::schema_builder& schema, fan_out& settings);

} // namespace verbatim::feedback
