#pragma once

#include <cstdint>

namespace verbatim::support {

/// A loopback port that nobody listens on at this moment, for settings in which 0 means "none". Somebody else may take
/// it before it is used: whoever starts a server on it tries again with another.
std::uint16_t free_port();

} // namespace verbatim::support
