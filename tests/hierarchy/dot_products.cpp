#include "dot_products.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <limits>
#include <random>
#include <ranges>
#include <span>
#include <vector>

using namespace verbatim::hierarchy;

namespace {

std::vector<float> random_numbers(std::size_t count, unsigned seed)
{
    std::mt19937                    chance{seed};
    std::normal_distribution<float> normal;
    std::vector<float>              numbers(count);
    for (auto& each : numbers) each = normal(chance);
    return numbers;
}

struct input
{
    std::size_t        width;
    std::vector<float> vectors;
    std::vector<float> references;

    input(std::size_t vector_count, std::size_t reference_count, std::size_t coordinates)
        : width{coordinates}
        , vectors{random_numbers(vector_count * width, 3)}
        , references{random_numbers(reference_count * width, 4)}
    {}

    std::size_t product_count() const { return vectors.size() / width * (references.size() / width); }
};

std::vector<float> computed(const input& in, vector_instructions instructions)
{
    std::vector<float> products(in.product_count());
    dot_products{in.references, in.width, instructions}.compute(in.vectors, products);
    return products;
}

std::vector<float> sums_in_order(const input& in)
{
    std::vector<float> products;
    for (std::size_t vector = 0; vector != in.vectors.size(); vector += in.width)
        for (std::size_t reference = 0; reference != in.references.size(); reference += in.width)
        {
            float sum = 0;
            for (std::size_t i = 0; i != in.width; ++i)
            {
                const volatile float product = in.vectors[vector + i] * in.references[reference + i]; // not fused
                sum += product;
            }
            products.push_back(sum);
        }
    return products;
}

bool have_equal_bits(const std::vector<float>& a, const std::vector<float>& b)
{
    return std::ranges::equal(std::as_bytes(std::span{a}), std::as_bytes(std::span{b}));
}

} // namespace

BOOST_AUTO_TEST_SUITE(products_with_references)

BOOST_AUTO_TEST_CASE(products_are_equal_to_the_bit_with_all_instructions)
{
    for (const auto instructions : supported_instructions())
        for (const std::size_t vectors : {0u, 1u, 7u, 8u, 17u})
            for (const std::size_t references : {0u, 1u, 15u, 16u, 17u, 52u})
                for (const std::size_t width : {1u, 3u, 512u})
                    BOOST_TEST_CONTEXT(vectors << " vectors, " << references << " references, " << width
                                               << " coordinates, " << static_cast<int>(instructions))
                    {
                        const input in{vectors, references, width};
                        BOOST_TEST(dot_products(in.references, width).reference_count() == references);
                        BOOST_TEST(have_equal_bits(computed(in, instructions), sums_in_order(in)));
                    }
}

BOOST_AUTO_TEST_CASE(extreme_numbers_do_not_affect_other_products)
{
    using limits = std::numeric_limits<float>;
    input in{9, 5, 3};
    in.vectors[4]    = limits::infinity();
    in.vectors[12]   = limits::denorm_min();
    in.references[7] = limits::max();
    in.references[9] = -0.0F;
    for (const auto instructions : supported_instructions())
        BOOST_TEST(have_equal_bits(computed(in, instructions), sums_in_order(in)));
}

BOOST_AUTO_TEST_CASE(nothing_is_written_after_the_products)
{
    for (const auto instructions : supported_instructions())
    {
        const input        in{9, 17, 5};
        std::vector<float> output(in.product_count() + 16, 7.0F);
        dot_products{in.references, in.width, instructions}.compute(in.vectors, {output.data(), in.product_count()});
        BOOST_TEST(std::ranges::count(output | std::views::drop(in.product_count()), 7.0F) == 16);
    }
}

BOOST_AUTO_TEST_CASE(without_references_nothing_is_computed)
{
    const float vectors[]{1, 2};
    dot_products{}.compute(vectors, {});
    BOOST_TEST(dot_products(std::span<const float>{}, 0).reference_count() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
