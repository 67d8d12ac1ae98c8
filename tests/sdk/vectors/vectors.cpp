#include "verbatim/sdk/vectors.hpp"

#include "support/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <thread>

using namespace verbatim;
using support::cosine_similarity;
using support::row_of;
using support::vectors_of;

namespace {

std::vector<std::vector<float>> random_rows(std::size_t count, std::size_t width)
{
    std::mt19937                    random{3};
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> rows(count, std::vector<float>(width));
    for (auto& row : rows)
        for (auto& coordinate : row) coordinate = normal(random);
    return rows;
}

double cosine(const std::vector<float>& left, const std::vector<float>& right)
{
    const auto product = [](const auto& a, const auto& b) {
        return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    };
    return product(left, right) / std::sqrt(product(left, left) * product(right, right));
}

} // namespace

BOOST_AUTO_TEST_SUITE(sdk_vectors)

BOOST_AUTO_TEST_CASE(rows_are_zero_until_they_are_set)
{
    const sdk::vectors none;
    BOOST_TEST(none.size() == 0u);
    BOOST_TEST(none.width() == 0u);

    const sdk::vectors all{3, 4};
    BOOST_TEST(all.size() == 3u);
    BOOST_TEST(all.width() == 4u);
    for (std::size_t n = 0; n != 3; ++n)
    {
        BOOST_TEST(all.is_zero(n));
        BOOST_TEST(row_of(all, n) == std::vector<float>(4), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_row_keeps_its_direction_and_gets_length_one)
{
    for (const std::size_t width : {1u, 2u, 384u, 512u, 3'072u})
    {
        const auto rows = random_rows(50, width);
        const auto all  = vectors_of(rows);
        for (std::size_t n = 0; n != rows.size(); ++n)
        {
            BOOST_TEST(!all.is_zero(n));
            BOOST_TEST(std::abs(cosine_similarity(all, n, n) - 1) < 1e-5);
            BOOST_TEST(cosine(row_of(all, n), rows[n]) > 0.999);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_near_stays_as_near)
{
    const auto rows = random_rows(60, 512);
    const auto all  = vectors_of(rows);
    double     most = 0;
    for (std::size_t one = 0; one != rows.size(); ++one)
        for (std::size_t other = 0; other != one; ++other)
            most = std::max(most, std::abs(cosine_similarity(all, one, other) - cosine(rows[one], rows[other])));
    BOOST_TEST(most < 0.005);
}

BOOST_AUTO_TEST_CASE(the_length_of_what_is_set_does_not_matter_be_it_tiny_or_huge)
{
    const float tiny = std::numeric_limits<float>::denorm_min();
    const float huge = std::numeric_limits<float>::max();
    const auto  all  = vectors_of({{3, -4}, {3 * tiny, -4 * tiny}, {huge / 4 * 3, -huge}, {-0.0f, 0}});

    BOOST_TEST(std::abs(row_of(all, 0)[0] - 0.6f) < 0.005f);
    BOOST_TEST(std::abs(row_of(all, 0)[1] + 0.8f) < 0.005f);
    for (const std::size_t n : {1u, 2u}) BOOST_TEST(row_of(all, n) == row_of(all, 0), boost::test_tools::per_element());
    BOOST_TEST(all.is_zero(3));
}

BOOST_AUTO_TEST_CASE(a_row_can_be_set_again)
{
    sdk::vectors             all{2, 2};
    const std::vector<float> east{5, 0};
    const std::vector<float> nowhere{0, 0};
    all.set(1, east);
    all.set(1, nowhere);
    BOOST_TEST(all.is_zero(1));
    BOOST_TEST((all == sdk::vectors{2, 2}));
}

BOOST_AUTO_TEST_CASE(what_is_no_number_or_has_another_width_is_refused_and_nothing_is_kept)
{
    const std::vector<std::vector<float>> rows{{1, 2, 3}, {3, 2, 1}};

    auto all = vectors_of(rows);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()})
    {
        const std::vector<float> row{1, bad, 0};
        BOOST_CHECK_THROW(all.set(0, row), std::invalid_argument);
    }
    const std::vector<float> narrow{1, 2};
    const std::vector<float> wide{1, 2, 3, 4};
    BOOST_CHECK_THROW(all.set(1, narrow), std::invalid_argument);
    BOOST_CHECK_THROW(all.set(1, wide), std::invalid_argument);
    BOOST_TEST((all == vectors_of(rows)));
}

BOOST_AUTO_TEST_CASE(a_row_reads_equal_whether_its_zeros_are_stored_or_not)
{
    // A third of the coordinates is the limit; indices of more than 65,536 coordinates have no room.
    for (const std::size_t width : {3u, 512u, 65'536u, 65'537u})
        for (const std::size_t nonzero :
             {std::size_t{0}, std::size_t{1}, width / 3 - 1, width / 3, width / 3 + 1, width})
        {
            std::vector<float> row(width);
            for (std::size_t i = 0; i != nonzero; ++i) row[width - 1 - i] = i % 2 == 0 ? 2.0f : -2.0f;
            sdk::vectors all{2, width};
            all.set(1, row);

            const float length = nonzero == 0 ? 0 : 1 / std::sqrt(static_cast<float>(nonzero));
            for (auto& coordinate : row) coordinate *= length / 2;
            const auto stored = row_of(all, 1);
            BOOST_TEST(std::ranges::equal(stored, row, [](float a, float b) { return std::abs(a - b) < 1e-6f; }));
            BOOST_TEST(row_of(all, 0) == std::vector<float>(width), boost::test_tools::per_element());
            BOOST_TEST(all.is_zero(1) == (nonzero == 0));
        }
}

BOOST_AUTO_TEST_CASE(rows_that_differ_in_a_coordinate_are_not_equal)
{
    std::vector<float> row(512);
    row[7]    = 1;
    row[9]    = 1;
    auto left = vectors_of({row, row});
    std::swap(row[9], row[10]);
    BOOST_TEST(!(left == vectors_of({row, row})));
    left.set(0, row);
    left.set(1, row);
    BOOST_TEST((left == vectors_of({row, row})));
}

BOOST_AUTO_TEST_CASE(rows_are_set_on_several_threads_at_once)
{
    auto rows = random_rows(2'000, 33);
    for (std::size_t n = 0; n < rows.size(); n += 3) std::fill(rows[n].begin() + 5, rows[n].end(), 0.0f);
    sdk::vectors all{rows.size(), 33};
    const auto   every_other = [&](std::size_t first) {
        for (auto n = first; n < rows.size(); n += 2) all.set(n, rows[n]);
    };
    std::thread other{every_other, 1};
    every_other(0);
    other.join();
    BOOST_TEST((all == vectors_of(rows)));
}

BOOST_AUTO_TEST_SUITE_END()
