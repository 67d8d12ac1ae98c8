#include "http/tls.hpp"

#include "http/settings.hpp"
#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

// The TLS part of Asio is compiled here, once; the rest is compiled in the SDK.
#include <boost/asio/ssl/impl/src.hpp>

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstring>
#include <ctime>

namespace verbatim::core::http {

namespace asio = boost::asio;
namespace ssl  = boost::asio::ssl;

std::shared_ptr<ssl::context> make_tls_context(const settings& network)
{
    using core::settings::read_setting_file;
    using core::settings::setting_error;
    if (network.tls_certificate.empty() && network.tls_key.empty()) return nullptr;

    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    context->set_options(ssl::context::default_workarounds | ssl::context::single_dh_use | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    // Most connections are idle; without record buffers each needs 34 KiB less.
    SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);

    // A key with a passphrase is an error; OpenSSL would ask on the terminal.
    context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string{}; });

    boost::system::error_code failure;
    const auto                certificate = read_setting_file("NETWORK_TLS_CERTIFICATE", network.tls_certificate);
    context->use_certificate_chain(asio::buffer(certificate), failure);
    if (failure) throw setting_error{{"NETWORK_TLS_CERTIFICATE", "the file is not a PEM certificate chain"}};
    auto key = read_setting_file("NETWORK_TLS_KEY", network.tls_key);
    context->use_private_key(asio::buffer(key), ssl::context::pem, failure);
    ::explicit_bzero(key.data(), key.size());
    if (failure || SSL_CTX_check_private_key(context->native_handle()) != 1)
        throw setting_error{{"NETWORK_TLS_KEY", "the file is not the PEM key of NETWORK_TLS_CERTIFICATE"}};
    return context;
}

certificate_validity validity_of(const ssl::context& context)
{
    const auto time_of = [](const ASN1_TIME* time) {
        std::tm parts{};
        ASN1_TIME_to_tm(time, &parts);
        return std::chrono::system_clock::from_time_t(::timegm(&parts));
    };
    // OpenSSL declares the argument without const, and does not change it.
    const X509* certificate = SSL_CTX_get0_certificate(const_cast<ssl::context&>(context).native_handle());
    return {time_of(X509_get0_notBefore(certificate)), time_of(X509_get0_notAfter(certificate))};
}

} // namespace verbatim::core::http
