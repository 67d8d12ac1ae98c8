#pragma once

#include "http/message.hpp"
#include "http/static_resource.hpp"

namespace verbatim::core::gateway {

/// The response to GET or HEAD: in the client's preferred encoding, or 304 when its version is current. A resource
/// without a version is always sent unencoded.
http::response static_response(const http::static_resource& resource, const http::request_head& head);

} // namespace verbatim::core::gateway
