#pragma once

#include "wire.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

#include <optional>
#include <span>
#include <string>

namespace verbatim::analyze_bulk {

/// What either mode makes of the records: the answer with its personal data put back (but for names), not yet linked.
struct findings
{
    std::string           analysis;
    std::optional<double> quality_score;
    std::string           uncertainty_explanation;
    std::optional<double> confidence;
};

/// All records in one model call, and one call of the judge. The arguments are borrowed until the task has ended.
sdk::task<findings> single_pass(sdk::call& call, const request& asked, std::span<const feedback::record* const> kept,
                                std::span<const std::string>      shown_metadata,
                                const std::optional<std::string>& language);

} // namespace verbatim::analyze_bulk
