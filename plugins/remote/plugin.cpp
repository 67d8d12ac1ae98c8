#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_PLUGIN(plugin, REMOTE_OPERATIONS, ANALYZE_MAX_CONCURRENT_CHUNKS, ANALYZE_CODING_TREND_DATE_FIELD,
                ANALYZE_CODING_TREND_CODE_FIELDS, ANALYZE_METADATA_FIELDS)
{
    using namespace verbatim::remote;

    add_operations(plugin, plugin.settings<settings>());
}
