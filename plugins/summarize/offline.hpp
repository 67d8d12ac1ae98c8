#pragma once

#include "verbatim/text_analysis/corpus.hpp"

#include <string>

/// The output without a provider: counts phrases, selects sentences and understands nothing.
namespace verbatim::summarize::offline {

struct summary_text
{
    std::string title;
    std::string text;
};

/// A title of key phrases, and the three to five most central sentences.
summary_text summarize_record(const text_analysis::corpus& record, text_analysis::tokenizer& tokenizer);

/// A title of the two leading themes, and a line for each theme with its count, ids and one sentence. Fixed words are
/// in `lang`.
summary_text summarize_bulk(const text_analysis::corpus& records, text_analysis::language lang,
                            text_analysis::tokenizer& tokenizer);

} // namespace verbatim::summarize::offline
