#pragma once

#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <string>

namespace verbatim::core::http {

struct settings;

/// A context of TLS 1.2 or newer with the certificate and key of the settings; null when neither is set. Throws
/// std::runtime_error with one sentence that names the setting and never quotes a file's content. [any thread]
std::shared_ptr<boost::asio::ssl::context> make_tls_context(const settings& network);

} // namespace verbatim::core::http
