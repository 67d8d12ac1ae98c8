#pragma once

#include "metrics/catalogue.hpp"

namespace verbatim::core::metrics {

/// What the kernel knows of this process, under the names that every Prometheus client gives it: start time, processor
/// time, memory, open files, threads.
void add_process(catalogue& to);

} // namespace verbatim::core::metrics
