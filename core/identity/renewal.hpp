#pragma once

#include <chrono>

namespace verbatim::core::identity {

/// The wait before a token of this lifetime is renewed: 45 to 50 % of it by `fraction`, a random number from 0 to 1.
/// Several servers therefore do not renew at once. At least 10 s.
std::chrono::milliseconds renewal_wait(std::chrono::seconds lifetime, double fraction);

/// The wait after this number of failures in a row, at least 1. Its upper bound doubles from 1 s to 60 s. `fraction`, a
/// random number from 0 to 1, selects a wait between half of the bound and all of it.
std::chrono::milliseconds retry_wait(unsigned failures, double fraction);

} // namespace verbatim::core::identity
