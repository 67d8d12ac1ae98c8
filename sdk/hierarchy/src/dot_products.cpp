#include "dot_products.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <cstring>

namespace verbatim::hierarchy {

namespace {

/// References of a panel.
constexpr std::size_t panel_size = 16;

/// Operands and output of one kernel call.
struct block
{
    const float* vectors;
    std::size_t  vector_count;
    std::size_t  width;
    const float* panel;
    float*       products;      ///< of the first vector with the first reference of the panel
    std::size_t  product_count; ///< of each vector with this panel, at most panel_size
    std::size_t  stride;        ///< between the products of two vectors
};

// The contents of a register.
using floats_4  = float __attribute__((vector_size(16)));
using floats_8  = float __attribute__((vector_size(32)));
using floats_16 = float __attribute__((vector_size(64)));

/// Multiplies `Count` vectors from `first` on. The inlined code uses the instructions of its caller.
template <class Register, std::size_t Count>
[[gnu::always_inline]] inline void multiply_some(const block& b, std::size_t first)
{
    constexpr std::size_t floats    = sizeof(Register) / sizeof(float);
    constexpr std::size_t registers = panel_size / floats;

    Register     sums[Count][registers] = {};
    const float* vector                 = b.vectors + first * b.width;
    for (std::size_t i = 0; i != b.width; ++i)
#pragma GCC unroll 8
        for (std::size_t r = 0; r != registers; ++r)
        {
            Register coordinates; // of the references
            std::memcpy(&coordinates, b.panel + i * panel_size + r * floats, sizeof coordinates);
#pragma GCC unroll 8
            for (std::size_t v = 0; v != Count; ++v) sums[v][r] += vector[v * b.width + i] * coordinates;
        }
    for (std::size_t v = 0; v != Count; ++v)
        std::memcpy(b.products + (first + v) * b.stride, sums[v], b.product_count * sizeof(float));
}

template <class Register, std::size_t Count>
[[gnu::always_inline]] inline void multiply(const block& b)
{
    std::size_t n = 0;
    for (; n + Count <= b.vector_count; n += Count) multiply_some<Register, Count>(b, n);
    for (; n != b.vector_count; ++n) multiply_some<Register, 1>(b, n);
}

// Each of them keeps eight sums, so that none waits for the end of its last addition. This file is compiled with
// -ffp-contract=off: fused operations do not round the product.
void multiply_baseline(const block& b) { multiply<floats_4, 2>(b); }

#ifdef __x86_64__
[[gnu::target("avx2")]] void    multiply_avx2(const block& b) { multiply<floats_8, 4>(b); }
[[gnu::target("avx512f")]] void multiply_avx512(const block& b) { multiply<floats_16, 8>(b); }
#endif

void multiply(const block& b, vector_instructions instructions)
{
#ifdef __x86_64__
    if (instructions == vector_instructions::avx512) return multiply_avx512(b);
    if (instructions == vector_instructions::avx2) return multiply_avx2(b);
#endif
    static_cast<void>(instructions);
    multiply_baseline(b);
}

std::vector<vector_instructions> find_instructions()
{
    std::vector instructions{vector_instructions::baseline};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) instructions.push_back(vector_instructions::avx2);
    if (__builtin_cpu_supports("avx512f")) instructions.push_back(vector_instructions::avx512);
#endif
    return instructions;
}

} // namespace

std::span<const vector_instructions> supported_instructions()
{
    static const auto instructions = find_instructions();
    return instructions;
}

dot_products::dot_products(std::span<const float> references, std::size_t width, vector_instructions instructions)
    : width_{width}
    , reference_count_{width == 0 ? 0 : references.size() / width}
    , instructions_{instructions}
    , panels_((reference_count_ + panel_size - 1) / panel_size * panel_size * width)
{
    BOOST_ASSERT(references.size() == reference_count_ * width);
    for (std::size_t n = 0; n != reference_count_; ++n)
    {
        float* target = panels_.data() + n / panel_size * panel_size * width + n % panel_size;
        for (std::size_t i = 0; i != width; ++i) target[i * panel_size] = references[n * width + i];
    }
}

void dot_products::compute(std::span<const float> vectors, std::span<float> products) const noexcept
{
    if (reference_count_ == 0) return;
    const auto vector_count = vectors.size() / width_;
    BOOST_ASSERT(vectors.size() == vector_count * width_ && products.size() == vector_count * reference_count_);
    for (std::size_t first = 0; first < reference_count_; first += panel_size)
        multiply({.vectors       = vectors.data(),
                  .vector_count  = vector_count,
                  .width         = width_,
                  .panel         = panels_.data() + first * width_,
                  .products      = products.data() + first,
                  .product_count = std::min(panel_size, reference_count_ - first),
                  .stride        = reference_count_},
                 instructions_);
}

} // namespace verbatim::hierarchy
