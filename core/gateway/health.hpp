#pragma once

#include "http/static_resource.hpp"

#include <string_view>

namespace verbatim::core::gateway {

/// GET /v1/health: constant bytes, independent of any other state.
http::static_resource health_resource(std::string_view version);

} // namespace verbatim::core::gateway
