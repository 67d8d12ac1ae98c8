#include "http/tls.hpp"

#include "http/settings.hpp"
#include "settings/content.hpp"

// Asio's TLS half is compiled here, once; its other half is in the SDK.
#include <boost/asio/ssl/impl/src.hpp>

#include <openssl/ssl.h>

#include <cstring>
#include <stdexcept>

namespace verbatim::core::http {

namespace asio = boost::asio;
namespace ssl  = boost::asio::ssl;

std::shared_ptr<ssl::context> make_tls(const settings& from)
{
    if (from.tls_certificate.empty() && from.tls_key.empty()) return nullptr;
    if (from.tls_key.empty())
        throw std::runtime_error{"NETWORK_TLS_CERTIFICATE is set without NETWORK_TLS_KEY; set both or neither"};
    if (from.tls_certificate.empty())
        throw std::runtime_error{"NETWORK_TLS_KEY is set without NETWORK_TLS_CERTIFICATE; set both or neither"};

    auto made = std::make_shared<ssl::context>(ssl::context::tls_server);
    made->set_options(ssl::context::default_workarounds | ssl::context::single_dh_use | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_min_proto_version(made->native_handle(), TLS1_2_VERSION);
    // Idle connections outnumber busy ones; without their record buffers each costs 34 KiB less.
    SSL_CTX_set_mode(made->native_handle(), SSL_MODE_RELEASE_BUFFERS);

    // A key with a passphrase is an error, not a question on the terminal.
    made->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string{}; });

    boost::system::error_code failure;
    const auto                certificate = core::settings::content_named_by("NETWORK_TLS_CERTIFICATE", from.tls_certificate);
    made->use_certificate_chain(asio::buffer(certificate), failure);
    if (failure) throw std::runtime_error{"NETWORK_TLS_CERTIFICATE: what it names is no PEM certificate chain"};
    auto key = core::settings::content_named_by("NETWORK_TLS_KEY", from.tls_key);
    made->use_private_key(asio::buffer(key), ssl::context::pem, failure);
    ::explicit_bzero(key.data(), key.size());
    if (failure || SSL_CTX_check_private_key(made->native_handle()) != 1)
        throw std::runtime_error{"NETWORK_TLS_KEY: what it names is no PEM key of NETWORK_TLS_CERTIFICATE"};
    return made;
}

} // namespace verbatim::core::http
