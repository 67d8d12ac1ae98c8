#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <optional>

namespace verbatim::usage {

/// What all three routes are asked: the query parameters of contract 11.1.
struct window
{
    /// None: it is no date-time. It is read all the same, so that one answer tells what is wrong with both bounds.
    struct bound
    {
        std::optional<sdk::date_time> moment;
    };
    std::optional<bound> from;
    std::optional<bound> to;
};
sdk::text_format declare(const window::bound&);
void             declare(sdk::schema_builder& schema, window& query);

/// The window as it is read from the database. Throws sdk::error{validation_error} with every problem of both bounds.
/// That a bound has no offset, or the window is empty, is told in the message too when nothing else is wrong.
sdk::usage_window bounds(const window& query);

} // namespace verbatim::usage
