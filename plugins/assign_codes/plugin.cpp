#include "framework_file.hpp"
#include "operation.hpp"
#include "settings.hpp"

#include "verbatim/sdk/plugin.hpp"

#include <optional>
#include <utility>

VERBATIM_PLUGIN(plugin)
{
    using namespace verbatim::assign_codes;

    const auto               chosen = plugin.settings<settings>();
    std::optional<framework> own;
    if (!chosen.framework_path.empty())
    {
        own = load_framework(chosen.framework_path.text);
        plugin.log_line().write(verbatim::sdk::severity::info, "coding framework read",
                                {{"codes", flatten(*own).size()}});
    }
    plugin.add<operation>(std::move(own), chosen.judges.limit);
}
