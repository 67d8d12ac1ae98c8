#pragma once

#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace verbatim::core::http {

struct settings;

/// A context for TLS 1.2 or newer with the configured certificate and key; null when neither is set. Throws
/// settings::setting_error, which quotes no file content. [any thread]
std::shared_ptr<boost::asio::ssl::context> make_tls_context(const settings& network);

/// The time in which the first certificate of a context of make_tls_context() is valid.
struct certificate_validity
{
    std::chrono::system_clock::time_point begin;
    std::chrono::system_clock::time_point end;
};
certificate_validity validity_of(const boost::asio::ssl::context& context);

} // namespace verbatim::core::http
