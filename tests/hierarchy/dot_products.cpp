#include "dot_products.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace verbatim::hierarchy;

namespace {

std::vector<float> random_numbers(std::size_t count)
{
    std::mt19937                    chance{3};
    std::normal_distribution<float> normal;
    std::vector<float>              numbers(count);
    for (auto& each : numbers) each = normal(chance);
    return numbers;
}

/// Coordinates of rows and of columns.
struct input
{
    std::size_t        width;
    std::vector<float> rows;
    std::vector<float> columns;

    input(std::size_t row_count, std::size_t column_count, std::size_t coordinates)
        : width{coordinates}
        , rows{random_numbers(row_count * width)}
        , columns{random_numbers(column_count * width)}
    {}

    std::size_t product_count() const { return rows.size() / width * (columns.size() / width); }
};

std::vector<float> sums_in_order(const input& in)
{
    std::vector<float> products;
    for (std::size_t row = 0; row != in.rows.size(); row += in.width)
        for (std::size_t column = 0; column != in.columns.size(); column += in.width)
        {
            float sum = 0;
            for (std::size_t i = 0; i != in.width; ++i) sum += in.rows[row + i] * in.columns[column + i];
            products.push_back(sum);
        }
    return products;
}

} // namespace

BOOST_AUTO_TEST_SUITE(products_of_rows_and_columns)

BOOST_AUTO_TEST_CASE(products_are_equal_to_the_bit_with_all_instructions)
{
    for (const auto instructions : supported_instructions())
        for (const std::size_t rows : {0u, 1u, 7u, 8u, 17u})
            for (const std::size_t columns : {0u, 1u, 15u, 16u, 17u, 52u})
                for (const std::size_t width : {1u, 3u, 512u})
                    BOOST_TEST_CONTEXT(rows << " rows, " << columns << " columns, " << width << " coordinates, "
                                            << static_cast<int>(instructions))
                    {
                        const input        in{rows, columns, width};
                        const dot_products products{in.columns, width, instructions};
                        std::vector<float> output(in.product_count());
                        products.compute(in.rows, output);
                        BOOST_TEST(products.column_count() == columns);
                        BOOST_TEST((output == sums_in_order(in)));
                    }
}

BOOST_AUTO_TEST_CASE(nothing_is_written_behind_the_products)
{
    for (const auto instructions : supported_instructions())
    {
        const input        in{9, 17, 5};
        std::vector<float> output(in.product_count() + 16, 7.0f);
        dot_products{in.columns, in.width, instructions}.compute(in.rows, {output.data(), in.product_count()});
        BOOST_TEST(std::ranges::count(output, 7.0f) == 16);
    }
}

BOOST_AUTO_TEST_CASE(without_columns_nothing_is_computed)
{
    const float rows[]{1, 2};
    dot_products{}.compute(rows, {});
    BOOST_TEST(dot_products(std::span<const float>{}, 0).column_count() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
