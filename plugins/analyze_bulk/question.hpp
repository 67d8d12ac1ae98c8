#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/text_analysis/language.hpp"
#include "verbatim/text_analysis/report_labels.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

/// The language of a report without a provider: the requested one, or that of the question, or the main language of the
/// records; one with labels.
text_analysis::language report_language(const analysis_input& input, const feedback::redaction& redaction,
                                        text_analysis::language main_language);

/// The words of a question if no record holds one of them, otherwise none. The first call reads records up to the first
/// that holds a word; copies share its result. [any thread]
using unmatched_words = std::function<const std::vector<std::string>&()>;

/// Borrows the arguments.
unmatched_words unmatched_words_of(const analysis_input& input, const feedback::redaction& redaction);

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

/// Items of a Markdown list: the sentence that themes or codes do not change, then `changes` of the others. Without any
/// change a question about changes is not answered.
std::string with_sentence(const question_gaps& gaps, std::string_view sentence, const std::string& changes);

/// Items of a Markdown list; empty without gaps.
std::string lines_of(const question_gaps& gaps, const text_analysis::report_labels& labels);

} // namespace verbatim::analyze_bulk
