#pragma once

#include "verbatim/sdk/schema.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::core::gateway {

inline bool has_field(const sdk::object_schema& schema, std::string_view name)
{
    return std::ranges::count(sdk::document_fields(schema), name, &sdk::field_documentation::name) != 0;
}

} // namespace verbatim::core::gateway
