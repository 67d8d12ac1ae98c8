#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <span>
#include <string>
#include <string_view>

/// What a judge answers without a provider: wording is compared, nothing is understood.
namespace verbatim::feedback::offline {

struct analysis_overlap
{
    double      score = 0;
    std::string explanation;
};

/// How much of the wording of an analysis occurs in its source, whether it cites any of `ids`, and how many texts of
/// the source it shares words with.
analysis_overlap compare_analysis(std::string_view analysis, const text_analysis::corpus& source,
                                  std::span<const std::string_view> ids, text_analysis::tokenizer& tokenizer);

struct summary_overlap
{
    double faithfulness = 0; ///< share of its words that occur in the source
    double coverage     = 0; ///< share of the key phrases of the source that it holds
    double clarity      = 0; ///< share of its sentences of 2 to 35 words
};

summary_overlap compare_summary(std::string_view summary, const text_analysis::corpus& source,
                                text_analysis::tokenizer& tokenizer);

} // namespace verbatim::feedback::offline
