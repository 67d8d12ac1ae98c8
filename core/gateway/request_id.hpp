#pragma once

#include <string>

namespace verbatim::core::gateway {

/// A random version 4 UUID in lower case. [any thread]
std::string make_request_id();

} // namespace verbatim::core::gateway
