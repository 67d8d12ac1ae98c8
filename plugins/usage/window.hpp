#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <optional>

namespace verbatim::usage {

/// The rows of the CSV table. A period, in UTC, also adds a series.
enum class grouping
{
    hour,
    day,
    month,
    model,
};
sdk::enum_values declare(grouping);

/// Query parameters of all three routes: docs/reference/operations/usage.md#time-range.
struct window
{
    /// None: not a date-time. Reading it never fails, so one response can report the problems of both bounds.
    struct bound
    {
        std::optional<sdk::date_time> moment;
    };
    std::optional<bound> from;
    std::optional<bound> to;

    std::optional<grouping> group_by;
};
sdk::text_format declare(const window::bound&);
void             declare(sdk::schema_builder& schema, window& query);

/// Converts the bounds. Throws sdk::error{validation_error} with the problems of both. If both are date-times, the
/// first problem, a missing offset or an empty range, is also the message of the error.
sdk::usage_window bounds(const window& query);

/// The period of the series that is requested, if any.
std::optional<sdk::usage_period> period_of(const window& query);

} // namespace verbatim::usage
