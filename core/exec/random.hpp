#pragma once

#include <string>

namespace verbatim::core::exec {

/// A random number from 0 to 1, from another sequence in each process. [any thread]
double random_fraction();

/// A random UUID, version 4, in lower case. Not for secrets: it may be predictable. [any thread; also in a forked
/// process]
std::string make_random_uuid();

/// A UUID of version 7 in lower case. It begins with the current time, so that new rows go to the end of an index. The
/// rest is random; it may be predictable. [any thread; also in a forked process]
std::string make_time_ordered_uuid();

} // namespace verbatim::core::exec
