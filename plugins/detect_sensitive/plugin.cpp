#include "operation.hpp"
#include "settings.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin, ANALYZE_CODING_TREND_DATE_FIELD, ANALYZE_CODING_TREND_CODE_FIELDS, ANALYZE_METADATA_FIELDS)
{
    plugin.add<verbatim::detect_sensitive::operation>(plugin.settings<verbatim::detect_sensitive::settings>());
}
