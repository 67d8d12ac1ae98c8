#pragma once

#include "http/page.hpp"

#include <string_view>

namespace verbatim::core::gateway {

/// GET /v1/health: the same bytes every time, so that it answers whatever else is going on.
http::page health_page(std::string_view version);

} // namespace verbatim::core::gateway
