#pragma once

#include <string>

namespace verbatim::core::llm {

/// A new UUID v4, lower case. [any thread]
std::string make_attempt_id();

} // namespace verbatim::core::llm
