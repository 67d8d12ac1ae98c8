#include "admin/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::admin {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AdminSettings", "The admin listener: /metrics, /livez and /readyz, without a key and without TLS.");

    schema
        .optional("NETWORK_ADMIN_HOST", s.host,
                  "Address or host name of the admin listener. Never use an address that the public can reach.")
        .at_least(1);
    schema.optional(
        "NETWORK_ADMIN_PORT", s.port,
        "Port of the admin listener with /metrics, /livez and /readyz, without a key and without TLS. 0 disables it.");
    schema
        .optional("NETWORK_ADMIN_NAMES", s.names,
                  "Host names by which clients reach the admin listener, besides NETWORK_ADMIN_HOST and localhost. "
                  "Requests for other names get 421; addresses need no entry.")
        .example(R"(["verbatim.internal"])");
}

} // namespace verbatim::core::admin
