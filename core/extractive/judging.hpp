#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// Reply `analysis_judge`: how much of the analysis' wording, and which of the ids it cites, its source holds.
std::string judge_analysis(std::string_view message);

/// Reply `summary_judge`: words of the summary found in the source; frequent words of the source found in the summary;
/// form.
std::string judge_summary(std::string_view message);

} // namespace verbatim::core::extractive
