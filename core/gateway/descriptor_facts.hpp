#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::core::gateway {

/// Whether requests of the route have a body: a POST, unless it is about one resource, as `/v1/jobs/{job_id}/cancel`.
inline bool takes_body(const sdk::descriptor& descriptor)
{
    return descriptor.verb == "POST" && descriptor.path.find('{') == descriptor.path.npos;
}

/// Whether the limits of tenants apply to the operation: those that take a body, except the ones of superusers.
inline bool has_tenant_limits(const sdk::descriptor& descriptor)
{
    return takes_body(descriptor) && descriptor.access == sdk::access_level::tenant;
}

inline bool has_field(const sdk::object_schema& schema, std::string_view name)
{
    return std::ranges::count(sdk::document_fields(schema), name, &sdk::field_documentation::name) != 0;
}

} // namespace verbatim::core::gateway
