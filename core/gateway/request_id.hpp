#pragma once

#include <string>

namespace verbatim::core::gateway {

/// A fresh random UUID, version 4, in canonical lower case. [any thread]
std::string make_request_id();

} // namespace verbatim::core::gateway
