#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <span>
#include <string>
#include <string_view>

/// The built-in judges, which work without a provider: they compare words and understand nothing.
namespace verbatim::feedback::offline {

struct analysis_overlap
{
    double      score = 0;
    std::string explanation;
};

/// Scores an analysis from three values: the share of its words that occur in the source, whether it cites any of
/// `ids`, and the share of source texts that contain one of its words.
analysis_overlap compare_analysis(std::string_view analysis, const text_analysis::corpus& source,
                                  std::span<const std::string_view> ids, text_analysis::tokenizer& tokenizer);

struct summary_overlap
{
    double faithfulness = 0; ///< share of the words of the summary that occur in the source
    double coverage     = 0; ///< share of the key phrases of the source in the summary
    double clarity      = 0; ///< share of the sentences with 2 to 35 words
};

summary_overlap compare_summary(std::string_view summary, const text_analysis::corpus& source,
                                text_analysis::tokenizer& tokenizer);

} // namespace verbatim::feedback::offline
