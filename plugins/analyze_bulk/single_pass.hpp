#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

namespace verbatim::analyze_bulk {

/// One model call with all records, and one call of the judge. Arguments must outlive the task. [may wait]
sdk::task<analysis_result> single_pass(sdk::call& call, const analysis_input& input, const trend_counts& codes);

} // namespace verbatim::analyze_bulk
