#pragma once

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::gateway {

/// The query of a route without parameters.
struct no_query
{};
inline void declare(sdk::schema_builder& schema, no_query&) { schema.name("NoQuery", "No parameters."); }

} // namespace verbatim::core::gateway
