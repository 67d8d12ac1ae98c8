#include "operation.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <memory>

VERBATIM_ROUTES("POST /v1/assign-codes", "POST /v1/assign-codes-bulk")
VERBATIM_PLUGIN(plugin, CODING_FRAMEWORK_PATH, ANALYZE_MAX_CONCURRENT_CHUNKS, ASSIGN_CODES_SPECULATIVE)
{
    using namespace verbatim::assign_codes;

    const auto      options = plugin.settings<settings>();
    coding_settings coding{.concurrency = options.concurrency.limit, .speculative = options.speculative};
    if (!options.framework_path.empty())
    {
        coding.default_framework =
            std::make_shared<const framework>(verbatim::codebook::load_framework(options.framework_path.text));
        plugin.log().write(verbatim::sdk::severity::info, "coding_framework_loaded",
                           {{"codes", flatten(*coding.default_framework).size()}});
    }
    plugin.add<operation>(coding);
    plugin.add<bulk_operation>(coding);
}
