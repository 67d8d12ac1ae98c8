#include "settings.hpp"

#include "verbatim/codebook/framework_file.hpp"

namespace verbatim::assign_codes {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AssignCodesSettings", "Settings of assign-codes.");

    codebook::framework_setting(schema, settings.framework_path);
    feedback::fan_out_setting(schema, settings.concurrency);
    schema.optional("ASSIGN_CODES_SPECULATIVE", settings.speculative,
                    "Whether all levels of a picked code are judged at once. Faster, with the same answer, but levels "
                    "below one that ends a code are judged in vain.");
}

} // namespace verbatim::assign_codes
