#include "settings.hpp"

namespace verbatim::analyze_bulk {

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AnalyzeBulkSettings", "How corpora are analysed and what is shown of them.");

    feedback::metadata_settings(schema, settings.metadata);
    schema.optional("ANALYZE_DEFAULT_CODING_TREND_PERIOD", settings.default_period,
                    "Width of a trend period, where a request names none.");
    schema
        .optional(
            "ANALYZE_TARGET_CHUNK_TOKENS", settings.hierarchical.target_chunk_tokens,
            "How much of the records' contents one model call of a hierarchical analysis reads: larger chunks make "
            "fewer calls, smaller ones lose less.")
        .at_least(1);
    schema
        .optional(
            "ANALYZE_MIN_CLUSTER_SIZE", settings.hierarchical.min_cluster_size,
            "In a hierarchical analysis, records of one theme are read together; a theme of fewer records joins the "
            "nearest other one.")
        .at_least(2);
    feedback::fan_out_setting(schema, settings.hierarchical.concurrency);
}

} // namespace verbatim::analyze_bulk
