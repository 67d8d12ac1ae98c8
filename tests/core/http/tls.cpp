#include "serving.hpp"
#include "support/openssl_pointer.hpp"
#include "support/raw_client.hpp"
#include "support/tls_identity.hpp"

#include <boost/test/unit_test.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

using certificate_pointer = support::openssl_pointer<X509, X509_free>;
using context_pointer     = support::openssl_pointer<SSL_CTX, SSL_CTX_free>;
using ssl_pointer         = support::openssl_pointer<SSL, SSL_free>;

/// Settings of a server with this certificate.
settings serving_as(const support::tls_identity& identity)
{
    auto network            = testing::on_any_port();
    network.tls_certificate = identity.certificate();
    network.tls_key         = identity.key();
    return network;
}

/// TLS over a raw client, without verification of the server.
class secure_client
{
public:
    explicit secure_client(std::uint16_t port, int newest = TLS1_3_VERSION)
        : wire_{port}
        , context_{SSL_CTX_new(TLS_client_method())}
    {
        SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
        SSL_CTX_set_max_proto_version(context_.get(), newest);
        SSL_CTX_set_security_level(context_.get(), 0);
        session_.reset(SSL_new(context_.get()));
        SSL_set_fd(session_.get(), wire_.descriptor());
        connected_ = SSL_connect(session_.get()) == 1;
        ERR_clear_error();
    }

    bool        connected() const { return connected_; }
    std::string version() const { return SSL_get_version(session_.get()); }

    long serial() const
    {
        const certificate_pointer certificate{SSL_get1_peer_certificate(session_.get())};
        return ASN1_INTEGER_get(X509_get_serialNumber(certificate.get()));
    }

    void send(std::string_view bytes) { SSL_write(session_.get(), bytes.data(), static_cast<int>(bytes.size())); }

    /// Receives `count` bytes, or all until the end.
    std::string receive(std::size_t count = std::string::npos)
    {
        std::string response;
        char        piece[4096];
        while (response.size() < count)
        {
            const int n = SSL_read(session_.get(), piece, sizeof piece);
            if (n <= 0) break;
            response.append(piece, static_cast<std::size_t>(n));
        }
        ended_well_ = SSL_get_shutdown(session_.get()) == SSL_RECEIVED_SHUTDOWN;
        return response;
    }

    bool        ended_well() const { return ended_well_; }
    void        finish() { SSL_shutdown(session_.get()); }
    raw_client& wire() { return wire_; }

private:
    raw_client      wire_;
    context_pointer context_;
    ssl_pointer     session_;
    bool            connected_  = false;
    bool            ended_well_ = false;
};

std::string closing(std::string_view target)
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
}

} // namespace

BOOST_AUTO_TEST_SUITE(tls)

BOOST_AUTO_TEST_CASE(requests_are_served_over_tls_and_the_connection_ends_with_close_notify)
{
    const support::tls_identity own;
    const running_server        running{testing::long_timeouts(), serving_as(own)};
    secure_client               client{running.port()};
    BOOST_REQUIRE(client.connected());

    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + closing("/fast/big"));
    const auto response = client.receive();

    BOOST_TEST(response.find("\r\n\r\nhelloHTTP/1.1 200 OK\r\n") != response.npos);
    BOOST_TEST(response.size() > 300U * 1024);
    BOOST_TEST(client.ended_well());
}

BOOST_AUTO_TEST_CASE(tls_1_2_is_the_oldest_version_accepted)
{
    const support::tls_identity own;
    const running_server        running{testing::long_timeouts(), serving_as(own)};

    BOOST_TEST(secure_client(running.port(), TLS1_2_VERSION).version() == "TLSv1.2");
    BOOST_TEST(!secure_client(running.port(), TLS1_1_VERSION).connected());
}

BOOST_AUTO_TEST_CASE(input_that_is_not_tls_is_closed_without_a_response)
{
    const support::tls_identity own;
    const running_server        running{testing::long_timeouts(), serving_as(own)};

    for (const auto* garbage :
         {"GET /fast HTTP/1.1\r\nHost: a\r\n\r\n", "\x16\x03\x01\xff\xff garbage", "\x80\x80\x80\x80\x80\x80\x80\x80"})
    {
        raw_client client{running.port()};
        client.send(garbage);
        client.finish_sending();
        const auto answer = client.receive_to_end(true);
        BOOST_TEST(answer.find("HTTP/1.1") == answer.npos);
    }
    while (running.http_server.statistics().open != 0)
    {}
    BOOST_TEST(running.http_server.statistics().tls_failures == 3U);
    BOOST_TEST(running.handler.paths().empty());
    BOOST_TEST(secure_client(running.port()).connected());
}

BOOST_AUTO_TEST_CASE(garbage_after_the_handshake_closes_only_its_own_connection)
{
    const support::tls_identity own;
    const running_server        running{testing::long_timeouts(), serving_as(own)};
    secure_client               client{running.port()};
    client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
    running.handler.until_waiting(1);

    client.wire().send("garbage that is no record at all");

    running.handler.until_cancelled(1);
    BOOST_TEST(secure_client(running.port()).connected());
}

BOOST_AUTO_TEST_CASE(a_slow_handshake_is_aborted)
{
    const support::tls_identity own;
    auto                        timeouts = testing::long_timeouts();
    timeouts.head                        = std::chrono::milliseconds{40};
    const running_server running{timeouts, serving_as(own)};
    raw_client           client{running.port()};

    client.send("\x16\x03\x01");

    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(a_malformed_request_gets_400_over_tls)
{
    const support::tls_identity own;
    const running_server        running{testing::long_timeouts(), serving_as(own)};
    secure_client               client{running.port()};

    client.send("GET /fast HTTP/1.1\r\nHost : a\r\n\r\n" + closing("/behind"));
    const auto response = client.receive();

    BOOST_TEST(response.starts_with("HTTP/1.1 400 "));
    BOOST_TEST(response.ends_with("refused"));
    BOOST_TEST(running.handler.paths().empty());
}

BOOST_AUTO_TEST_CASE(an_overloaded_server_sends_503_over_tls)
{
    const support::tls_identity own;
    auto                        network = serving_as(own);
    network.max_connections             = 0;
    const running_server running{testing::long_timeouts(), network};

    BOOST_TEST(secure_client(running.port()).receive().starts_with("HTTP/1.1 503 "));
}

BOOST_AUTO_TEST_CASE(reloading_uses_the_new_certificate_and_a_bad_one_changes_nothing)
{
    const support::tls_identity own;
    running_server              running{testing::long_timeouts(), serving_as(own)};
    BOOST_TEST(secure_client(running.port()).serial() == 1);

    own.write(2);
    BOOST_TEST(secure_client(running.port()).serial() == 1);
    running.http_server.reload_tls();
    while (secure_client(running.port()).serial() != 2)
    {}

    std::ofstream{own.certificate()} << "no certificate";
    BOOST_CHECK_THROW(running.http_server.reload_tls(), core::settings::setting_error);
    BOOST_TEST(secure_client(running.port()).serial() == 2);
}

BOOST_AUTO_TEST_CASE(unusable_tls_files_are_reported_under_their_settings)
{
    const support::tls_identity own;
    const support::tls_identity other;
    auto                        network = serving_as(own);

    network.tls_key     = other.key();
    const auto mismatch = testing::start_problem(network);
    BOOST_TEST(mismatch.setting == "NETWORK_TLS_KEY");
    BOOST_TEST(text_of(mismatch) == "the file is not the PEM key of NETWORK_TLS_CERTIFICATE");

    network.tls_certificate = own.certificate() + ".absent";
    const auto absent       = testing::start_problem(network);
    BOOST_TEST(absent.setting == "NETWORK_TLS_CERTIFICATE");
    BOOST_TEST(text_of(absent) == "the file cannot be read (No such file or directory)");

    network.tls_certificate = own.key();
    const auto no_chain     = testing::start_problem(network);
    BOOST_TEST(no_chain.setting == "NETWORK_TLS_CERTIFICATE");
    BOOST_TEST(text_of(no_chain) == "the file is not a PEM certificate chain");

    network.tls_certificate.clear();
    BOOST_TEST(testing::start_problem(network).setting == "NETWORK_TLS_CERTIFICATE");
}

BOOST_AUTO_TEST_CASE(the_expiry_of_the_certificate_is_known_with_tls_only)
{
    BOOST_TEST(!running_server{}.http_server.certificate_expiry().has_value());
    const support::tls_identity identity;
    const running_server        running{testing::long_timeouts(), serving_as(identity)};
    const auto                  expiry = running.http_server.certificate_expiry();
    BOOST_REQUIRE(expiry.has_value());
    BOOST_TEST((*expiry > std::chrono::system_clock::now()));
    BOOST_TEST((*expiry < std::chrono::system_clock::now() + std::chrono::days{366 * 100}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
