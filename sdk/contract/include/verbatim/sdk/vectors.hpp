#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace verbatim::sdk {

/// The vectors of texts: one row per text, in their order. A row has length 1, or is zero if the embedder finds nothing
/// to compare in the text.
///
/// A large corpus has hundreds of millions of coordinates, so each is stored in one byte: as a multiple of 1/127 of the
/// largest coordinate of its row. A row that is mostly zero takes three bytes for each other coordinate. Similar rows
/// stay similar, and equal rows stay equal to the bit.
class VERBATIM_SDK_API vectors
{
public:
    vectors();

    /// `count` rows of `width` coordinates, all zero.
    vectors(std::size_t count, std::size_t width);

    ~vectors();
    vectors(vectors&&) noexcept;
    vectors& operator=(vectors&&) noexcept;

    std::size_t size() const noexcept { return rows_.size(); }
    std::size_t width() const noexcept { return width_; }

    /// Stores `row`, scaled to length 1; zeros stay zeros. Throws std::invalid_argument and stores nothing if `row` has
    /// not `width()` numbers or one of them is not finite. Different rows may be set on different threads at the same
    /// time. The memory of a row that is set again is released with the object.
    void set(std::size_t n, std::span<const float> row);

    /// Writes the n-th row into the first `width()` elements of `output`, which must have as many.
    void read(std::size_t n, std::span<float> output) const noexcept;

    bool is_zero(std::size_t n) const noexcept { return rows_[n].scale == 0; }

    /// Whether all rows are equal to the bit.
    friend VERBATIM_SDK_API bool operator==(const vectors& left, const vectors& right) noexcept;

private:
    friend struct layouts;
    class arena;

    /// The steps of all coordinates, or else of those that are not zero, in memory of the arena.
    struct row
    {
        const std::int8_t* steps   = nullptr;
        std::uint32_t      nonzero = 0; ///< coordinates; their indices follow the steps unless all are stored
        float              scale   = 0; ///< the length of a step; 0: the row is zero
    };

    bool is_sparse(const row& stored) const noexcept;

    std::size_t            width_ = 0;
    std::vector<row>       rows_;
    std::unique_ptr<arena> arena_; ///< null without rows
};

} // namespace verbatim::sdk
