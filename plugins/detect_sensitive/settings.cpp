#include "settings.hpp"

namespace verbatim::detect_sensitive {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("DetectSensitiveSettings", "Settings of detect-sensitive.");

    feedback::metadata_settings(schema, settings.metadata);
    feedback::fan_out_setting(schema, settings.concurrency);
}

} // namespace verbatim::detect_sensitive
