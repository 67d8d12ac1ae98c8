#include "settings.hpp"

namespace verbatim::analyze_bulk {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AnalyzeBulkSettings", "Settings of analyze-bulk.");

    feedback::metadata_settings(schema, settings.metadata);
    schema.optional("ANALYZE_DEFAULT_CODING_TREND_PERIOD", settings.default_period,
                    "Period of the coding trends if the request has none.");
    schema
        .optional(
            "ANALYZE_TARGET_CHUNK_TOKENS", settings.hierarchical.target_chunk_tokens,
            "Size of a chunk in mode `hierarchical`, in estimated tokens of record contents. Larger chunks need fewer "
            "model calls; smaller ones keep more detail.")
        .at_least(1);
    schema
        .optional("ANALYZE_MIN_CLUSTER_SIZE", settings.hierarchical.min_cluster_size,
                  "Minimum records of a group in mode `hierarchical`. Smaller groups are merged into the nearest one.")
        .at_least(2);
    feedback::fan_out_setting(schema, settings.hierarchical.concurrency);
}

} // namespace verbatim::analyze_bulk
