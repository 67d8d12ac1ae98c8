#pragma once

#include "http/message.hpp"
#include "http/page.hpp"

namespace verbatim::core::gateway {

/// The answer to GET or HEAD of a page: in the coding that the client likes best of those there are, or 304 when what
/// it has is still right. A page without a version is always sent as it is.
http::response page_reply(const http::page& one, const http::request_head& asked);

} // namespace verbatim::core::gateway
