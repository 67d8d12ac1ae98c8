#include "admin/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::admin {

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("AdminSettings", "The operators' listener: /metrics, /livez and /readyz, without a key and without TLS.");

    wire.takes("NETWORK_ADMIN_HOST", s.host,
               "Address or name for the operators' listener. Never one that the public reaches.")
        .at_least(1);
    wire.takes("NETWORK_ADMIN_PORT", s.port, "Port of the operators' listener; with 0 there is none.");
}

} // namespace verbatim::core::admin
