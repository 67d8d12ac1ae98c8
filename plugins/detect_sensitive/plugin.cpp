#include "operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("POST /v1/detect-sensitive", "POST /v1/detect-sensitive-bulk")
VERBATIM_PLUGIN(plugin, ANALYZE_CODING_TREND_DATE_FIELD, ANALYZE_CODING_TREND_CODE_FIELDS, ANALYZE_METADATA_FIELDS,
                ANALYZE_MAX_CONCURRENT_CHUNKS)
{
    using namespace verbatim::detect_sensitive;

    const auto options = plugin.settings<settings>();
    plugin.add<operation>(options);
    plugin.add<bulk_operation>(options);
}
