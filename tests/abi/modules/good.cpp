// A plugin with nothing wrong, and a setting.
#include "operation.hpp"

namespace {

struct settings
{
    int limit = 3;
};
[[maybe_unused]] void declare(verbatim::sdk::declaration& wire, settings& one)
{
    wire.is("GoodSettings", "Of a sample plugin.");
    wire.takes("GOOD_PLUGIN_LIMIT", one.limit, "A bound.").at_least(1);
}

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.settings<settings>();
    plugin.log_line().write(verbatim::sdk::severity::info, "good loaded");
    plugin.add<sample::operation>();
}
