#pragma once

#include "http_client/transport.hpp"
#include "identity/token_source.hpp"

#include <memory>

namespace verbatim::core::identity {

/// Sends requests over `plain` with the current token of `tokens`, and reports a token that a status 401 rejects.
/// Without a valid token it sends nothing, and the exchange is `unauthorized`. Both arguments must outlive it.
std::unique_ptr<http_client::transport> make_authorizing_transport(http_client::transport& plain, token_source& tokens);

} // namespace verbatim::core::identity
