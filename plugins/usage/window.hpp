#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/spelled.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <optional>

namespace verbatim::usage {

/// What all three routes are asked: the query parameters of contract 11.1.
struct window
{
    std::optional<sdk::date_time> from;
    std::optional<sdk::date_time> to;
};
void declare(sdk::declaration& wire, window& asked);

/// The window as it is read from the database. Throws sdk::error{validation_error} when a bound has no offset or the
/// window is empty: unlike other problems, these are told in the message too.
sdk::usage_window bounds(const window& asked);

} // namespace verbatim::usage
