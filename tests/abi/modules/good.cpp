// A valid plugin with a setting.
#include "operation.hpp"

namespace {

struct settings
{
    int limit = 3;
};
[[maybe_unused]] void declare(verbatim::sdk::schema_builder& schema, settings& settings)
{
    schema.name("GoodSettings", "Of a sample plugin.");
    schema.optional("GOOD_PLUGIN_LIMIT", settings.limit, "A bound.").at_least(1);
}

} // namespace

#if defined(WITH_ROUTES)
VERBATIM_ROUTES("POST /v1/hello", "GET /v1/later")
#elif defined(OTHER_ROUTES)
VERBATIM_ROUTES("GET /v1/hello")
#endif

#ifdef UNLISTED_SETTING
VERBATIM_PLUGIN(plugin)
#else
VERBATIM_PLUGIN(plugin, GOOD_PLUGIN_LIMIT)
#endif
{
    plugin.settings<settings>();
    plugin.log().write(verbatim::sdk::severity::info, "good loaded");
    plugin.add<sample::operation>();
}
