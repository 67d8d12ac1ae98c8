#pragma once

#include "analysis_run.hpp"
#include "trends.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// What the partial analyses say together.
struct synthesis
{
    std::string      text;   ///< as the model gave it
    sdk::prompt_text source; ///< the user message it was made from
};

/// Combines partial analyses, in as many levels as the token cap demands; the trend counts are shown in the last call.
/// No message is over the cap. Throws what a call fails with. `partials` holds at least one. [may wait]
sdk::task<synthesis> reduce(analysis_run& run, std::vector<std::string> partials,
                            const std::optional<coding_trends>& trends);

} // namespace verbatim::analyze_bulk
