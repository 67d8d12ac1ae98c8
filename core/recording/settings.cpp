#include "recording/settings.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::recording {

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("UsageRows", "Storage of usage rows.");

    schema.optional("USAGE_FAIL_CLOSED", s.fail_closed,
                    "Whether a response without stored usage rows is replaced by a 503. Set it to true where no result "
                    "may be returned unaccounted.");
}

} // namespace verbatim::core::recording
