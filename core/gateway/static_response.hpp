#pragma once

#include "http/message.hpp"
#include "http/static_resource.hpp"

namespace verbatim::core::gateway {

/// The answer to GET or HEAD of a page: in the coding that the client likes best of those there are, or 304 when what
/// it has is still right. A page without a version is always sent as it is.
http::response static_response(const http::static_resource& resource, const http::request_head& head);

} // namespace verbatim::core::gateway
