#include "http/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::http {

namespace {

void require_memory_for_largest_body(const settings& s, sdk::validation_issues& problems)
{
    if (s.max_body_memory < s.max_body_bytes)
        problems.add("NETWORK_MAX_BODY_MEMORY", "Should be at least NETWORK_MAX_BODY_BYTES");
}

void require_both_tls_files(const settings& s, sdk::validation_issues& problems)
{
    if (!s.tls_certificate.empty() && s.tls_key.empty())
        problems.add("NETWORK_TLS_KEY", "Required together with NETWORK_TLS_CERTIFICATE");
    if (s.tls_certificate.empty() && !s.tls_key.empty())
        problems.add("NETWORK_TLS_CERTIFICATE", "Required together with NETWORK_TLS_KEY");
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("NetworkSettings", "Listening address, limits and TLS.");

    schema.optional("NETWORK_HOST", s.host, "Address or name to listen on.").at_least(1);
    schema.optional("NETWORK_PORT", s.port, "Port to listen on. 0: the system chooses; the start-up line shows it.");
    schema.optional("NETWORK_MAX_BODY_BYTES", s.max_body_bytes, "Maximum size of a request body; larger ones get 413.")
        .at_least(1);
    schema
        .optional(
            "NETWORK_MAX_BODY_MEMORY", s.max_body_memory,
            "Maximum memory of all request bodies together, in bytes. A body counts eight times its size until its "
            "response is made. A further one waits up to 30 s and then gets 503.")
        .at_least(1);
    schema
        .optional("NETWORK_MAX_TENANT_SHARE", s.max_owner_share,
                  "Maximum share of NETWORK_MAX_BODY_MEMORY that the bodies of one tenant use. A body that needs more "
                  "is read when the tenant has no other.")
        .at_least(0.01)
        .at_most(1);
    schema.optional("NETWORK_MAX_CONNECTIONS", s.max_connections, "Maximum open connections; further ones get 503.")
        .at_least(1);
    schema
        .optional("NETWORK_MAX_CONNECTIONS_PER_ADDRESS", s.max_connections_per_address,
                  "Maximum open connections of one client address, or of one IPv6 network of 64 bits; further ones get "
                  "503. Behind a proxy, all connections come from its address.")
        .at_least(1);
    schema
        .optional("NETWORK_TLS_CERTIFICATE", s.tls_certificate,
                  "PEM file with the certificate chain, leaf first. Set it with NETWORK_TLS_KEY for HTTPS.")
        .example("/etc/verbatim/tls/certificate.pem");
    schema.optional("NETWORK_TLS_KEY", s.tls_key, "PEM file with the private key, without a passphrase.")
        .example("/etc/verbatim/tls/key.pem");
    schema.skip(s.replaces_connections);
    schema.skip(s.host_setting);
    schema.skip(s.port_setting);

    schema.rule(require_memory_for_largest_body);
    schema.rule(require_both_tls_files);
}

} // namespace verbatim::core::http
