#include "http/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::http {

namespace {

void large_enough_for_one(const settings& s, sdk::faults& found)
{
    if (s.max_body_memory < s.max_body_bytes)
        found.add("NETWORK_MAX_BODY_MEMORY", "Should be at least NETWORK_MAX_BODY_BYTES");
}

void both_or_neither(const settings& s, sdk::faults& found)
{
    if (!s.tls_certificate.empty() && s.tls_key.empty())
        found.add("NETWORK_TLS_KEY", "Needed, since NETWORK_TLS_CERTIFICATE is set");
    if (s.tls_certificate.empty() && !s.tls_key.empty())
        found.add("NETWORK_TLS_CERTIFICATE", "Needed, since NETWORK_TLS_KEY is set");
}

} // namespace

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("NetworkSettings", "Where the server listens and how much it takes.");

    wire.takes("NETWORK_HOST", s.host, "Address or name to listen on.").at_least(1);
    wire.takes("NETWORK_PORT", s.port, "Port to listen on; with 0 the system chooses and the start-up line tells it.");
    wire.takes("NETWORK_MAX_BODY_BYTES", s.max_body_bytes, "A request with a longer body is refused.").at_least(1);
    wire.takes(
            "NETWORK_MAX_BODY_MEMORY", s.max_body_memory,
            "Bytes of bodies over 1 MiB that are held at a time; the next is read when there is room, or refused after "
            "30 seconds. A held body takes some three times its bytes.")
        .at_least(1);
    wire.takes("NETWORK_MAX_CONNECTIONS", s.max_connections, "Connections over this number are told so and closed.")
        .at_least(1);
    wire.takes("NETWORK_TLS_CERTIFICATE", s.tls_certificate,
               "PEM file, leaf first; with a key the server speaks HTTPS.")
        .example("/etc/verbatim/tls/certificate.pem");
    wire.takes("NETWORK_TLS_KEY", s.tls_key, "PEM file of the certificate's private key, without a passphrase.")
        .example("/etc/verbatim/tls/key.pem");
    wire.skips(s.host_setting);
    wire.skips(s.port_setting);

    wire.also(large_enough_for_one);
    wire.also(both_or_neither);
}

} // namespace verbatim::core::http
