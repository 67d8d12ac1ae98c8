#include "operation.hpp"
#include "settings.hpp"
#include "translation/operation.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("POST /v1/analyze-bulk", "POST /v1/translate-themes")
VERBATIM_PLUGIN(plugin, ANALYZE_CODING_TREND_DATE_FIELD, ANALYZE_CODING_TREND_CODE_FIELDS,
                ANALYZE_CODING_TREND_SEPARATOR, MIN_CELL, ANALYZE_METADATA_FIELDS, ANALYZE_DEFAULT_CODING_TREND_PERIOD,
                ANALYZE_TARGET_CHUNK_TOKENS, ANALYZE_MIN_CLUSTER_SIZE, ANALYZE_JUDGE_SAMPLE,
                ANALYZE_MAX_CONCURRENT_CHUNKS)
{
    plugin.add<verbatim::analyze_bulk::operation>(plugin.settings<verbatim::analyze_bulk::settings>());
    plugin.add<verbatim::analyze_bulk::translation::operation>();
}
