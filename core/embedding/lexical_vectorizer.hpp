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

/// The built-in engine, docs/reference/built-in-model.md#embedder: features of texts hashed into a few hundred
/// numbers; frequent features weigh little. It compares words, it does not understand them.
///
/// Works in slices, so that the caller chooses the threads and can stop between two: first `count` of every slice, then
/// `weigh` of every slice, each in any order and on any threads. The vectors depend on the texts alone.
class lexical_vectorizer
{
public:
    static constexpr std::size_t width = 512;

    /// Borrows the texts.
    explicit lexical_vectorizer(std::vector<std::string_view> texts);

    std::size_t slices() const noexcept { return slice_begins_.size() - 1; }
    void        count(std::size_t slice);
    void        weigh(std::size_t slice);

    /// After `weigh` of every slice.
    sdk::vectors take() && { return std::move(vectors_); }

private:
    void          write(std::span<const feature> features, std::span<float> row) const;
    void          add(const feature& item, std::span<float> row) const;
    std::uint32_t text_count(const feature& item) const noexcept;
    float         rarity(const feature& item) const noexcept;

    std::vector<std::string_view> texts_;
    std::vector<std::size_t>      slice_begins_; ///< of slices, and the end of the last
    sdk::vectors                  vectors_;

    /// In how many texts a feature occurs. Features with the same leading bits are counted together.
    std::vector<std::atomic<std::uint32_t>> text_counts_;
    unsigned                                shift_;
};

} // namespace verbatim::core::embedding
