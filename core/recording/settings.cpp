#include "recording/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::recording {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("UsageRows", "Storage of usage rows.");

    schema.optional("USAGE_FAIL_CLOSED", s.fail_closed,
                    "Whether a response without stored usage rows is replaced by a 503. Set it to true where no result "
                    "may be returned unaccounted.");

    schema.optional(
        "USAGE_INTENT", s.intentions,
        "Whether a usage row is stored before each paid model call is sent, so that no call is without a row "
        "if the server is killed. Each call then waits for a commit first.");

    schema
        .optional(
            "USAGE_RETENTION_DAYS", s.retention_days,
            "Days after which usage rows are deleted: whole days with SQLite, whole months with PostgreSQL. Reports "
            "keep their sums. 0: never. Set the same on all servers.")
        .at_least(0)
        .at_most(36'500);
}

} // namespace verbatim::core::recording
