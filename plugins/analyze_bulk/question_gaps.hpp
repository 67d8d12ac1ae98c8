#pragma once

#include "verbatim/text_analysis/report_labels.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// The parts of a question that a report without a provider does not answer.
struct question_gaps
{
    std::vector<std::string> missing;                 ///< words of the question that no record holds
    bool                     is_unmatched    = false; ///< no record holds any word of it
    bool                     asks_comparison = false;
    bool                     has_comparison  = false; ///< the response has differences between groups
    bool                     has_periods     = false; ///< the records have dates in at least two
    bool                     asks_change     = false;
};

/// An item of a Markdown list: the question is not answered, which comes first.
std::string unanswered_line(std::string_view sentence);

/// Items of a Markdown list; empty without gaps.
std::string lines_of(const question_gaps& gaps, const text_analysis::report_labels& labels);

} // namespace verbatim::analyze_bulk
