#include "settings.hpp"

namespace verbatim::analyze_bulk {

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("AnalyzeBulkSettings", "How corpora are analysed and what is shown of them.");

    feedback::metadata_settings(wire, chosen.metadata);
    wire.takes("ANALYZE_DEFAULT_CODING_TREND_PERIOD", chosen.default_period,
               "Width of a trend period, where a request names none.");
    wire.takes("ANALYZE_TARGET_CHUNK_TOKENS", chosen.parts.target_chunk_tokens,
               "How much of the records' contents one model call of a hierarchical analysis reads: larger chunks make "
               "fewer calls, smaller ones lose less.")
        .at_least(1);
    wire.takes("ANALYZE_MIN_CLUSTER_SIZE", chosen.parts.min_cluster_size,
               "In a hierarchical analysis, records of one theme are read together; a theme of fewer records joins the "
               "nearest other one.")
        .at_least(2);
    feedback::fan_out_setting(wire, chosen.parts.asked);
}

} // namespace verbatim::analyze_bulk
