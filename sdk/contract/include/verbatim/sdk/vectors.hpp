#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::sdk {

/// The vectors of texts: one row per text, in their order. A row has length 1, or is zero if the embedder finds nothing
/// to compare in the text.
///
/// A large corpus has hundreds of millions of coordinates, so each is stored in one byte: as a multiple of 1/127 of the
/// largest coordinate of its row. Similar rows stay similar, and equal rows stay equal to the bit.
class VERBATIM_SDK_API vectors
{
public:
    vectors() = default;

    /// `count` rows of `width` coordinates, all zero. Time grows with count times width.
    vectors(std::size_t count, std::size_t width);

    std::size_t size() const noexcept { return scales_.size(); }
    std::size_t width() const noexcept { return width_; }

    /// Stores `row`, scaled to length 1; zeros stay zeros. Throws std::invalid_argument and stores nothing if `row` has
    /// not `width()` numbers or one of them is not finite. Different rows may be set on different threads at the same
    /// time.
    void set(std::size_t n, std::span<const float> row);

    /// Writes the n-th row into the first `width()` elements of `output`, which must have as many.
    void read(std::size_t n, std::span<float> output) const noexcept;

    bool is_zero(std::size_t n) const noexcept { return scales_[n] == 0; }

    friend bool operator==(const vectors&, const vectors&) = default;

private:
    std::size_t              width_ = 0;
    std::vector<std::int8_t> steps_;  ///< row by row
    std::vector<float>       scales_; ///< the length of a step of each row; 0: the row is zero
};

} // namespace verbatim::sdk
