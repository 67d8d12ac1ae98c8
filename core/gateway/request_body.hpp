#pragma once

#include "verbatim/sdk/operation.hpp"

namespace verbatim::core::gateway {

/// Whether requests of the route have a body: a POST, unless it is about one resource, as `/v1/jobs/{job_id}/cancel`.
inline bool takes_body(const sdk::descriptor& descriptor)
{
    return descriptor.verb == "POST" && descriptor.path.find('{') == descriptor.path.npos;
}

} // namespace verbatim::core::gateway
