#pragma once

#include "http/lane.hpp"

#include <memory>

namespace verbatim::core::http {

/// Serves one connection from its first byte to its last, with TLS when a context is given; then it destroys itself.
/// `turned_away`: says 503 and closes. Gives its place back to the lane. On the lane's thread.
void begin_session(std::shared_ptr<lane> where, socket peer, const std::shared_ptr<boost::asio::ssl::context>& tls,
                   bool turned_away);

} // namespace verbatim::core::http
