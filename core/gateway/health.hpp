#pragma once

#include "http/static_resource.hpp"

#include <string_view>

namespace verbatim::core::gateway {

/// GET /v1/health: the same bytes every time, so that it answers whatever else is going on.
http::static_resource health_resource(std::string_view version);

} // namespace verbatim::core::gateway
