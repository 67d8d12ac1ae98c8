#pragma once

#include "metrics/metric_registry.hpp"

namespace verbatim::core::metrics {

/// What the kernel knows of this process, under the names that every Prometheus client gives it: start time, processor
/// time, memory, open files, threads.
void add_process_metrics(metric_registry& registry);

} // namespace verbatim::core::metrics
