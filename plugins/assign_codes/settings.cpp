#include "settings.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AssignCodesSettings", "Settings of assign-codes.");

    schema
        .optional("CODING_FRAMEWORK_PATH", settings.framework_path,
                  "JSON file with the coding framework for requests without `coding_levels`. Empty: every request must "
                  "have one.")
        .example("/etc/verbatim/framework.json");
    feedback::fan_out_setting(schema, settings.concurrency);
}

} // namespace verbatim::assign_codes
