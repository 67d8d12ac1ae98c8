#pragma once

#include "reporting/rollup.hpp"

#include "verbatim/sdk/usage_reader.hpp"

namespace verbatim::core::reporting {

/// The report over the records of a window. Percentiles have the relative error of sketches; all else is exact.
sdk::usage_report report_of(const period_rollups& records);

} // namespace verbatim::core::reporting
