#pragma once

#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <string>

namespace verbatim::core::http {

struct settings;

/// A context for TLS 1.2 or newer with the configured certificate and key; null when neither is set. Throws
/// settings::setting_error, which quotes no file content. [any thread]
std::shared_ptr<boost::asio::ssl::context> make_tls_context(const settings& network);

} // namespace verbatim::core::http
