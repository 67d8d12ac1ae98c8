#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Random values. Not for secrets: they may be predictable. [any thread; also in a forked process]
namespace verbatim::core::exec {

/// From 0 to 1.
double random_fraction();

void fill_random(std::span<std::uint8_t> bytes);

/// A UUID of version 4 in lower case.
std::string make_random_uuid();

/// A UUID of version 7 in lower case. It begins with the current time, so that new rows go to the end of an index. The
/// rest is random.
std::string make_time_ordered_uuid();

} // namespace verbatim::core::exec
