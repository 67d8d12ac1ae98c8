#pragma once

#include "verbatim/sdk/word_vectors.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace verbatim::text_analysis {

/// What the documents of a corpus are about, compared with the rest of it: the sum of the vectors of their words, of
/// which rare ones count more, without the mean of all documents. Borrows nothing. Time grows with the words. [any
/// thread]
class document_directions
{
public:
    /// Of a corpus of this tokenizer.
    document_directions(const corpus& corpus, const sdk::word_vectors& table, const tokenizer& tokenizer);

    /// Of length 1, or zero if the table knows no word of the document.
    std::span<const float> operator[](std::uint32_t document) const
    {
        return std::span{coordinates_}.subspan(document * dimensions_, dimensions_);
    }

    /// The mean cosine of two of these documents, near 0 for random ones. 1 if fewer than two have a direction: nothing
    /// tells them apart.
    double cohesion(std::span<const std::uint32_t> documents) const;

    /// The direction of these documents together, of length 1; zero without any.
    std::vector<float> centre(std::span<const std::uint32_t> documents) const;

    /// What these words are about, compared with the documents, of length 1; zero if the table knows none of them.
    std::vector<float> direction_of(std::span<const std::string> words, const sdk::word_vectors& table,
                                    const tokenizer& tokenizer) const;

private:
    std::size_t        dimensions_;
    std::vector<float> coordinates_; ///< of all documents, one after another
    std::vector<float> mean_;        ///< of the documents before it was subtracted
};

/// The cosine of two directions of the same table, each of length 1 or zero.
float cosine(std::span<const float> left, std::span<const float> right);

} // namespace verbatim::text_analysis
