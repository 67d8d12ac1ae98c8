#include "settings.hpp"

#include "verbatim/codebook/framework_file.hpp"

namespace verbatim::suggest_codes {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("SuggestCodesSettings", "Settings of suggest-codes.");
    codebook::framework_setting(schema, settings.framework_path);
}

} // namespace verbatim::suggest_codes
