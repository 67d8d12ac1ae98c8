#include "verbatim/feedback/concurrency.hpp"

namespace verbatim::feedback {

void fan_out_setting(sdk::schema_builder& schema, fan_out& settings)
{
    schema
        .optional("ANALYZE_MAX_CONCURRENT_CHUNKS", settings.limit,
                  "Maximum concurrent model calls of a request, for chunks of an analysis and judges of code paths.")
        .at_least(1);
}

} // namespace verbatim::feedback
