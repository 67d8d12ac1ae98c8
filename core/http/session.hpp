#pragma once

#include "http/io_worker.hpp"

#include <memory>

namespace verbatim::core::http {

/// Serves one connection from its first byte to its last, with TLS when a context is given; then it destroys itself.
/// `turned_away`: says 503 and closes. Gives its place back to the lane. On the lane's thread.
void begin_session(std::shared_ptr<io_worker> worker, socket peer,
                   const std::shared_ptr<boost::asio::ssl::context>& tls, bool over_limit);

} // namespace verbatim::core::http
