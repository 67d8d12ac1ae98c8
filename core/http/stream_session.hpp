#pragma once

#include "http/io_worker.hpp"

#include <memory>

namespace verbatim::core::http {

/// Serves one connection from its first byte to its last, with TLS if `tls` is set; then it destroys itself and
/// releases its place in the connection limit. Over the limit: responds 503 and closes. On the worker's thread.
void begin_session(std::shared_ptr<io_worker> worker, socket peer,
                   const std::shared_ptr<boost::asio::ssl::context>& tls, connection_limit::place place);

} // namespace verbatim::core::http
