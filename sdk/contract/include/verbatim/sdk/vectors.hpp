#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::sdk {

/// What an embedder makes of texts: a direction for each, row by row in their order. A row has length 1, or is zero
/// where its text has nothing to tell.
///
/// A large corpus has hundreds of millions of coordinates, so each is kept in one byte, in steps of a 127th of the
/// largest of its row: near rows stay near, and equal ones equal, to the bit.
class VERBATIM_SDK_API vectors
{
public:
    vectors() = default;

    /// So many rows of so many coordinates, all zero. Long for a large corpus.
    vectors(std::size_t count, std::size_t width);

    std::size_t size() const noexcept { return scales_.size(); }
    std::size_t width() const noexcept { return width_; }

    /// Keeps the direction of `row`, whatever its length; zeros leave a row of zeros. Throws std::invalid_argument, and
    /// keeps nothing, when `row` has not `width()` numbers or one of them is not finite. Different rows may be set on
    /// different threads at the same time.
    void set(std::size_t n, std::span<const float> row);

    /// Writes the n-th row into the first `width()` places of `output`.
    void read(std::size_t n, std::span<float> output) const noexcept;

    bool is_zero(std::size_t n) const noexcept { return scales_[n] == 0; }

    friend bool operator==(const vectors&, const vectors&) = default;

private:
    std::size_t              width_ = 0;
    std::vector<std::int8_t> steps_;  ///< row by row
    std::vector<float>       scales_; ///< the length of a step of each row; 0: the row is zero
};

} // namespace verbatim::sdk
