#pragma once

#include <string>

namespace verbatim::core::exec {

/// A random UUID, version 4, in lower case. It may be predictable. [any thread; also in a forked process]
std::string make_random_uuid();

/// A UUID of version 7 in lower case: begins with the current time, so that rows are appended to an index on it. The
/// rest is random, as above. [any thread; also in a forked process]
std::string make_time_ordered_uuid();

} // namespace verbatim::core::exec
