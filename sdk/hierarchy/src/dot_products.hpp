#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace verbatim::hierarchy {

/// Instructions of x86-64 that dot_products can use. Other processors have `baseline` only.
enum class vector_instructions
{
    baseline,
    avx2,
    avx512
};

/// The instructions that this processor has, in ascending order of speed. Never empty.
std::span<const vector_instructions> supported_instructions();

/// Dot products of many rows with the same columns. Each term is rounded and then added, in the order of coordinates,
/// so that results are equal to the bit with all instructions.
///
/// Eigen takes three times as long on a processor with AVX-512: it chooses instructions when it is compiled, and this
/// project is compiled for all x86-64 processors.
class dot_products
{
public:
    dot_products() = default; ///< without columns

    /// `columns` are the coordinates of one column after the other, `width` each. Copies them.
    dot_products(std::span<const float> columns, std::size_t width,
                 vector_instructions instructions = supported_instructions().back());

    std::size_t column_count() const noexcept { return column_count_; }

    /// Writes column_count() products for each row. `rows` are the coordinates of one row after the other; `products`
    /// has room for all. [any thread]
    void compute(std::span<const float> rows, std::span<float> products) const noexcept;

private:
    std::size_t         width_        = 0;
    std::size_t         column_count_ = 0;
    vector_instructions instructions_ = vector_instructions::baseline;
    std::vector<float>  panels_; ///< groups of columns, by coordinate; the last one is filled up with zeros
};

} // namespace verbatim::hierarchy
