#include "verbatim/feedback/concurrency.hpp"

namespace verbatim::feedback {

void fan_out_setting(sdk::schema_builder& schema, fan_out& settings)
{
    schema
        .optional(
            "ANALYZE_MAX_CONCURRENT_CHUNKS", settings.limit,
            "Questions that one request may have with the model at once: chunks of an analysis, judges of code paths.")
        .at_least(1);
}

} // namespace verbatim::feedback
