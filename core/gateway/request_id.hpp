#pragma once

#include <string>

namespace verbatim::core::gateway {

/// A version 7 UUID in lower case. It begins with the current time, so that usage rows are appended to the index on it.
/// [any thread]
std::string make_request_id();

} // namespace verbatim::core::gateway
