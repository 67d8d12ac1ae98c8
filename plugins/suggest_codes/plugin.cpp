#include "operation.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <optional>
#include <utility>

VERBATIM_ROUTES("POST /v1/suggest-codes")
VERBATIM_PLUGIN(plugin, CODING_FRAMEWORK_PATH)
{
    using namespace verbatim;

    const auto                         options = plugin.settings<suggest_codes::settings>();
    std::optional<codebook::framework> default_framework;
    if (!options.framework_path.empty()) default_framework = codebook::load_framework(options.framework_path.text);
    plugin.add<suggest_codes::operation>(std::move(default_framework));
}
