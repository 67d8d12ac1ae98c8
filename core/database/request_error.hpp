#pragma once

#include "database/failure.hpp"

#include "verbatim/sdk/error.hpp"

#include <string>

namespace verbatim::core::database {

/// The error of a request that a failure of the database ends: `code_of_state` for is_state(), otherwise
/// internal_error. The kind is its note.
inline sdk::error request_error(const failure& failure, sdk::errc code_of_state)
{
    return sdk::error{is_state(failure.kind()) ? code_of_state : sdk::errc::internal_error,
                      "database " + std::string{to_string(failure.kind())}};
}

} // namespace verbatim::core::database
