#include "settings.hpp"

namespace verbatim::analyze_bulk {

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("AnalyzeBulkSettings", "How many records are analysed at once.");

    feedback::metadata_settings(wire, chosen.metadata);
    wire.takes("ANALYZE_DEFAULT_CODING_TREND_PERIOD", chosen.default_period,
               "Width of a trend period, where a request names none.");
}

} // namespace verbatim::analyze_bulk
