#pragma once

#include "analysis_input.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

namespace verbatim::analyze_bulk {

/// All records in one model call, and one call of the judge. `asked` is borrowed until the task has ended.
sdk::task<analysis_result> single_pass(sdk::call& call, const analysis_input& input);

} // namespace verbatim::analyze_bulk
