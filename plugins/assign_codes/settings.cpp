#include "settings.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AssignCodesSettings", "Which codes are offered, and how many of them are judged at once.");

    schema
        .optional(
            "CODING_FRAMEWORK_PATH", settings.framework_path,
            "A JSON file with the coding framework of requests that bring none; not set: each has to bring its own.")
        .example("/etc/verbatim/framework.json");
    feedback::fan_out_setting(schema, settings.concurrency);
}

} // namespace verbatim::assign_codes
