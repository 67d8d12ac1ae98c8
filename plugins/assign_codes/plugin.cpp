#include "operation.hpp"
#include "settings.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <optional>
#include <utility>

VERBATIM_PLUGIN(plugin, CODING_FRAMEWORK_PATH, ANALYZE_MAX_CONCURRENT_CHUNKS)
{
    using namespace verbatim::assign_codes;

    const auto               options = plugin.settings<settings>();
    std::optional<framework> default_framework;
    if (!options.framework_path.empty())
    {
        default_framework = verbatim::codebook::load_framework(options.framework_path.text);
        plugin.log().write(verbatim::sdk::severity::info, "coding_framework_loaded",
                           {{"codes", flatten(*default_framework).size()}});
    }
    plugin.add<operation>(std::move(default_framework), options.concurrency.limit);
}
