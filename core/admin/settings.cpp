#include "admin/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::admin {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("AdminSettings",
                "The operators' listener: /metrics, /livez and /readyz, without a key and without TLS.");

    schema
        .optional("NETWORK_ADMIN_HOST", s.host,
                  "Address or name for the operators' listener. Never one that the public reaches.")
        .at_least(1);
    schema.optional("NETWORK_ADMIN_PORT", s.port, "Port of the operators' listener; with 0 there is none.");
}

} // namespace verbatim::core::admin
