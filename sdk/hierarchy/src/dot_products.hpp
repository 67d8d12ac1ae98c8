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

/// Dot products of many vectors with the same reference vectors. Each product of coordinates is rounded and then added,
/// in order, so that results are equal to the bit with all instructions. Vectors are stored one after the other.
///
/// Eigen takes three times as long on a processor with AVX-512: it chooses instructions when it is compiled, and this
/// project is compiled for all x86-64 processors.
class dot_products
{
public:
    dot_products() = default; ///< without references

    /// Copies the references, which have `width` coordinates each. `instructions` must be supported.
    dot_products(std::span<const float> references, std::size_t width,
                 vector_instructions instructions = supported_instructions().back());

    std::size_t reference_count() const noexcept { return reference_count_; }

    /// Writes reference_count() products for each vector. `products` has exactly so many numbers. [any thread]
    void compute(std::span<const float> vectors, std::span<float> products) const noexcept;

private:
    std::size_t         width_           = 0;
    std::size_t         reference_count_ = 0;
    vector_instructions instructions_    = vector_instructions::baseline;
    std::vector<float>  panels_; ///< groups of references, by coordinate; the last one is filled up with zeros
};

} // namespace verbatim::hierarchy
