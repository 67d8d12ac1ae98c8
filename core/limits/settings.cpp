#include "limits/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::limits {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("TenantLimits", "Limits of tenants.");

    schema
        .optional(
            "LIMITS_FILE", s.file,
            "TOML file with the limits of tenants, a table for each tenant and \"*\" for all others. SIGHUP reloads "
            "it. Default: no limits.")
        .example("/etc/verbatim/limits.toml");
}

} // namespace verbatim::core::limits
