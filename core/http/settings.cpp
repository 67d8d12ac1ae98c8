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
        problems.add("NETWORK_TLS_KEY", "Needed, since NETWORK_TLS_CERTIFICATE is set");
    if (s.tls_certificate.empty() && !s.tls_key.empty())
        problems.add("NETWORK_TLS_CERTIFICATE", "Needed, since NETWORK_TLS_KEY is set");
}

} // namespace

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("NetworkSettings", "Where the server listens and how much it takes.");

    schema.optional("NETWORK_HOST", s.host, "Address or name to listen on.").at_least(1);
    schema.optional("NETWORK_PORT", s.port,
                    "Port to listen on; with 0 the system chooses and the start-up line tells it.");
    schema.optional("NETWORK_MAX_BODY_BYTES", s.max_body_bytes, "A request with a longer body is refused.").at_least(1);
    schema
        .optional(
            "NETWORK_MAX_BODY_MEMORY", s.max_body_memory,
            "Bytes of bodies over 1 MiB that are held at a time; the next is read when there is room, or refused after "
            "30 seconds. A held body takes some three times its bytes.")
        .at_least(1);
    schema
        .optional("NETWORK_MAX_CONNECTIONS", s.max_connections, "Connections over this number are told so and closed.")
        .at_least(1);
    schema
        .optional("NETWORK_TLS_CERTIFICATE", s.tls_certificate,
                  "PEM file, leaf first; with a key the server speaks HTTPS.")
        .example("/etc/verbatim/tls/certificate.pem");
    schema.optional("NETWORK_TLS_KEY", s.tls_key, "PEM file of the certificate's private key, without a passphrase.")
        .example("/etc/verbatim/tls/key.pem");
    schema.skip(s.host_setting);
    schema.skip(s.port_setting);

    schema.rule(require_memory_for_largest_body);
    schema.rule(require_both_tls_files);
}

} // namespace verbatim::core::http
