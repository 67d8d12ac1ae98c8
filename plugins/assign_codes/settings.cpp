#include "settings.hpp"

#include "verbatim/codebook/framework_file.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AssignCodesSettings", "Settings of assign-codes.");

    codebook::framework_setting(schema, settings.framework_path);
    feedback::fan_out_setting(schema, settings.concurrency);
}

} // namespace verbatim::assign_codes
