#pragma once

#include "embedding/features.hpp"

#include "verbatim/sdk/embedder.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

/// The built-in engine, docs/reference/built-in-model.md#embedder: hashes features of texts into vectors; frequent
/// features weigh little. Compares words, not their meaning.
///
/// Works in slices, so that the caller can choose threads and stop between slices. Call count() for every slice, then
/// weigh() for every slice, each in any order and on any thread. The vectors depend only on the texts.
class lexical_vectorizer
{
public:
    static constexpr std::size_t width = 512;

    /// Borrows the texts.
    explicit lexical_vectorizer(std::vector<std::string_view> texts);

    std::size_t slices() const noexcept { return slice_begins_.size() - 1; }
    void        count(std::size_t slice); ///< counts the texts with each feature
    void        weigh(std::size_t slice); ///< makes the vectors

    /// Call after weigh() of every slice.
    sdk::vectors take() && { return std::move(vectors_); }

private:
    void          write(std::span<const feature> features, std::span<float> row) const;
    void          add(const feature& item, std::span<float> row) const;
    std::uint32_t text_count(const feature& item) const noexcept;
    float         rarity(const feature& item) const noexcept;

    std::vector<std::string_view> texts_;
    std::vector<std::size_t>      slice_begins_; ///< starts of the slices, and the end of the last slice
    sdk::vectors                  vectors_;

    /// Number of texts with a feature, by the leading bits of its hash.
    std::vector<std::atomic<std::uint32_t>> text_counts_;
    unsigned                                shift_;
};

} // namespace verbatim::core::embedding
