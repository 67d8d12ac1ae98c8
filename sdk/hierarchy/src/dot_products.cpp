#include "dot_products.hpp"

#include <algorithm>
#include <cstring>

namespace verbatim::hierarchy {

namespace {

/// Columns of a panel. 512 coordinates of so many columns fit into a level 1 cache of 32 KiB.
constexpr std::size_t panel_columns = 16;

/// Rows and a panel.
struct block
{
    const float* rows;
    std::size_t  row_count;
    std::size_t  width;
    const float* panel;
    float*       products;      ///< of the first row and the first column of the panel
    std::size_t  product_count; ///< of each row with this panel, at most panel_columns
    std::size_t  stride;        ///< between the products of two rows
};

// Numbers in a register, and in memory with the alignment of a number.
using float_4  = float __attribute__((vector_size(16), aligned(alignof(float)), may_alias));
using float_8  = float __attribute__((vector_size(32), aligned(alignof(float)), may_alias));
using float_16 = float __attribute__((vector_size(64), aligned(alignof(float)), may_alias));

/// Multiplies `Rows` rows from `first` on. The inlined code uses the instructions of its caller.
template <class Vector, std::size_t Rows>
[[gnu::always_inline]] inline void multiply_rows(const block& b, std::size_t first)
{
    constexpr std::size_t vectors = panel_columns * sizeof(float) / sizeof(Vector);

    Vector       sums[Rows][vectors] = {};
    const float* row                 = b.rows + first * b.width;
    for (std::size_t i = 0; i != b.width; ++i)
    {
        const auto* column = reinterpret_cast<const Vector*>(b.panel + i * panel_columns);
#pragma GCC unroll 8
        for (std::size_t r = 0; r != Rows; ++r)
#pragma GCC unroll 8
            for (std::size_t v = 0; v != vectors; ++v) sums[r][v] += row[r * b.width + i] * column[v];
    }
    for (std::size_t r = 0; r != Rows; ++r)
        std::memcpy(b.products + (first + r) * b.stride, sums[r], b.product_count * sizeof(float));
}

template <class Vector, std::size_t Rows>
[[gnu::always_inline]] inline void multiply(const block& b)
{
    std::size_t n = 0;
    for (; n + Rows <= b.row_count; n += Rows) multiply_rows<Vector, Rows>(b, n);
    for (; n != b.row_count; ++n) multiply_rows<Vector, 1>(b, n);
}

// So many rows that their sums fill most of the registers, and that a sum is ready when its next term is.
void multiply_baseline(const block& b) { multiply<float_4, 2>(b); }

#ifdef __x86_64__
[[gnu::target("avx2")]] void    multiply_avx2(const block& b) { multiply<float_8, 4>(b); }
[[gnu::target("avx512f")]] void multiply_avx512(const block& b) { multiply<float_16, 8>(b); }
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
    std::vector found{vector_instructions::baseline};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) found.push_back(vector_instructions::avx2);
    if (__builtin_cpu_supports("avx512f")) found.push_back(vector_instructions::avx512);
#endif
    return found;
}

} // namespace

std::span<const vector_instructions> supported_instructions()
{
    static const auto found = find_instructions();
    return found;
}

dot_products::dot_products(std::span<const float> columns, std::size_t width, vector_instructions instructions)
    : width_{width}
    , column_count_{width == 0 ? 0 : columns.size() / width}
    , instructions_{instructions}
    , panels_((column_count_ + panel_columns - 1) / panel_columns * panel_columns * width)
{
    for (std::size_t n = 0; n != column_count_; ++n)
    {
        float* target = panels_.data() + n / panel_columns * panel_columns * width + n % panel_columns;
        for (std::size_t i = 0; i != width; ++i) target[i * panel_columns] = columns[n * width + i];
    }
}

void dot_products::compute(std::span<const float> rows, std::span<float> products) const noexcept
{
    for (std::size_t column = 0; column < column_count_; column += panel_columns)
        multiply({.rows          = rows.data(),
                  .row_count     = rows.size() / width_,
                  .width         = width_,
                  .panel         = panels_.data() + column * width_,
                  .products      = products.data() + column,
                  .product_count = std::min(panel_columns, column_count_ - column),
                  .stride        = column_count_},
                 instructions_);
}

} // namespace verbatim::hierarchy
