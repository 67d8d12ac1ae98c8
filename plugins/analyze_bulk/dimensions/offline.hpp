#pragma once

#include "dimensions/dimension.hpp"

#include "verbatim/sdk/word_vectors.hpp"
#include "verbatim/text_analysis/nearest_descriptions.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

/// The values of records without a provider: docs/reference/built-in-model.md#dimensions.
namespace verbatim::analyze_bulk::dimensions::offline {

/// Reads values by words: of the type of feedback by its cues, of lists of the caller by the nearest description.
/// Stances and the urgency are always `unclear`. Borrows its arguments. Used by one thread at a time.
class value_reader
{
public:
    /// `vectors` may be null.
    value_reader(std::span<const dimension> dimensions, const sdk::word_vectors* vectors,
                 text_analysis::tokenizer& tokenizer);

    /// For each dimension the label of the text's value.
    std::vector<std::string> labels(const text_analysis::tokenized_text& text);

private:
    std::span<const dimension>                                        dimensions_;
    text_analysis::tokenizer*                                         tokenizer_;
    std::vector<std::unique_ptr<text_analysis::nearest_descriptions>> nearest_; ///< by dimension; null: other ways
};

} // namespace verbatim::analyze_bulk::dimensions::offline
