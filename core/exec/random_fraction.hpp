#pragma once

namespace verbatim::core::exec {

/// A random number from 0 to 1, from another sequence in each process. [any thread]
double random_fraction();

} // namespace verbatim::core::exec
