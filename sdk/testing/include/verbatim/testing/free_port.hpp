#pragma once

#include <cstdint>

namespace verbatim::testing {

/// A loopback port that is free now, for settings where 0 means "none". Another process may take it before it is used,
/// so callers must be able to retry.
std::uint16_t free_port();

} // namespace verbatim::testing
