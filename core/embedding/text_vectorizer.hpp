#pragma once

#include "embedding/features.hpp"
#include "embedding/word_vectors.hpp"

#include "verbatim/sdk/embedder.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

/// The built-in engines, docs/reference/built-in-model.md#embedder: hashes features of texts into vectors; frequent
/// features weigh little. With a table, part of each vector is the sum of the vectors of the words of its text.
///
/// Works in slices, so that the caller can choose threads and stop between slices. Call count() for every slice, then
/// weigh() for every slice, each in any order and on any thread. The vectors depend only on the texts.
class text_vectorizer
{
public:
    static constexpr std::size_t width = 512;

    /// Borrows the texts, and the table unless it is null.
    text_vectorizer(std::vector<std::string_view> texts, const word_vectors* table);

    std::size_t slices() const noexcept { return slice_begins_.size() - 1; }
    void        count(std::size_t slice); ///< counts the texts with each feature
    void        weigh(std::size_t slice); ///< makes the vectors

    /// Call after weigh() of every slice.
    sdk::vectors take() && { return std::move(vectors_); }

private:
    void  write_spelling(std::span<const feature> features, std::span<float> part) const;
    void  write_meaning(const feature_reader& reader, std::span<const feature> features, std::span<float> part) const;
    float weight_of(const feature& item) const;
    float rarity(const feature& item) const noexcept;

    /// The number of texts with the feature. Others that are counted with it may add to it, up to the number of all
    /// texts, so that rarities stay positive.
    std::size_t text_count(const feature& item) const noexcept;

    std::vector<std::string_view> texts_;
    const word_vectors*           table_;
    std::vector<std::size_t>      slice_begins_; ///< starts of the slices, and the end of the last slice
    sdk::vectors                  vectors_;

    /// Number of texts with a feature, by the leading bits of its hash. Features with the same bits, also of the same
    /// text, are counted together.
    std::vector<std::atomic<std::uint32_t>> text_counts_;
    unsigned                                shift_; ///< of a hash, to these bits
};

} // namespace verbatim::core::embedding
