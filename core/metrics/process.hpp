#pragma once

#include "metrics/metric_registry.hpp"

namespace verbatim::core::metrics {

/// Adds the standard process metrics of Prometheus clients: start time, CPU time, memory, open files and threads.
void add_process_metrics(metric_registry& registry);

} // namespace verbatim::core::metrics
