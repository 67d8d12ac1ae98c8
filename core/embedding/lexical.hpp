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

/// The built-in engine, contract 19.3.4: what texts hold, hashed into a few hundred numbers; what most of them hold
/// counts for little. It compares words, it does not understand them.
///
/// Taken apart into slices, so that whoever runs it chooses the threads and can stop between any two: first `count` of
/// every slice, then `weigh` of every slice, each in any order and on any threads. The vectors depend on the texts
/// alone.
class lexical
{
public:
    static constexpr std::size_t width = 512;

    /// The texts are borrowed.
    explicit lexical(std::vector<std::string_view> texts);

    std::size_t slices() const noexcept { return begins_.size() - 1; }
    void        count(std::size_t slice);
    void        weigh(std::size_t slice);

    /// When all is weighed.
    sdk::vectors take() && { return std::move(made_); }

private:
    void          write(std::span<const feature> found, std::span<float> into) const;
    void          add(const feature& each, std::span<float> into) const;
    std::uint32_t holders(const feature& of) const noexcept;
    float         rarity(const feature& of) const noexcept;

    std::vector<std::string_view> texts_;
    std::vector<std::size_t>      begins_; ///< of slices; the end behind them
    sdk::vectors                  made_;

    /// In how many texts a feature is. Features that share a place are counted together.
    std::vector<std::atomic<std::uint32_t>> holders_;
    unsigned                                shift_;
};

} // namespace verbatim::core::embedding
