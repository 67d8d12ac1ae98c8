#include "operations.hpp"

#include "verbatim/sdk/plugin.hpp"

VERBATIM_ROUTES("POST /v1/summarize", "POST /v1/summarize-bulk")
VERBATIM_PLUGIN(plugin, ANALYZE_TARGET_CHUNK_TOKENS, ANALYZE_MIN_CLUSTER_SIZE, ANALYZE_JUDGE_SAMPLE,
                ANALYZE_MAX_CONCURRENT_CHUNKS)
{
    plugin.add<verbatim::summarize::summarize_record>();
    plugin.add<verbatim::summarize::summarize_bulk>(plugin.settings<verbatim::hierarchy::settings>());
}
