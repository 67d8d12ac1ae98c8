#include "k_means.hpp"

#include "support/rows.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>
#include <thread>

using namespace verbatim;
using namespace verbatim::analyze_bulk;

namespace {

/// Directions around so many themes, in turn.
sdk::vectors themed(std::size_t count, std::size_t themes, std::size_t width = 24)
{
    std::mt19937                    chance{5};
    std::normal_distribution<float> normal;
    std::vector<float>              middles(themes * width);
    for (auto& each : middles) each = normal(chance);

    sdk::vectors       made{count, width};
    std::vector<float> row(width);
    for (std::size_t n = 0; n != count; ++n)
    {
        for (std::size_t i = 0; i != width; ++i) row[i] = middles[n % themes * width + i] + 0.3f * normal(chance);
        made.set(n, row);
    }
    return made;
}

rows all_of(const sdk::vectors& near)
{
    rows all(near.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

/// Rounds until it is settled, each run as `round` likes.
template <class Round>
std::vector<rows> settled(k_means& means, std::size_t smallest, Round round)
{
    for (; !means.settled(); means.next()) round(means);
    return means.parts(smallest);
}

void in_order(k_means& means)
{
    for (std::size_t n = 0; n != means.slices(); ++n) means.assign(n);
}

void backwards_on_two_threads(k_means& means)
{
    std::thread other{[&] {
        for (std::size_t n = means.slices(); n > 0; --n)
            if (n % 2 == 0) means.assign(n - 1);
    }};
    for (std::size_t n = means.slices(); n > 0; --n)
        if (n % 2 == 1) means.assign(n - 1);
    other.join();
}

} // namespace

BOOST_AUTO_TEST_SUITE(k_means_clustering)

BOOST_AUTO_TEST_CASE(themes_that_lie_apart_are_found)
{
    const auto near = themed(600, 6);
    k_means    means{near, all_of(near), 6};

    const auto parts = settled(means, 5, in_order);

    BOOST_REQUIRE(parts.size() == 6u);
    for (const auto& one : parts)
        for (const auto row : one) BOOST_TEST(row % 6 == one.front() % 6);
}

BOOST_AUTO_TEST_CASE(threads_and_the_order_of_slices_change_nothing)
{
    // More rows than are sampled, so that the last round differs from those before.
    const auto near = themed(6'000, 40);
    k_means    one{near, all_of(near), 12};
    k_means    other{near, all_of(near), 12};

    BOOST_TEST((settled(one, 5, in_order) == settled(other, 5, backwards_on_two_threads)));
}

BOOST_AUTO_TEST_CASE(a_small_part_joins_the_nearest)
{
    std::vector<std::vector<float>> some(10, {1, 0});
    some.insert(some.end(), 10, {0, 1});
    some.insert(some.end(), 2, {0.6f, 0.8f});
    const auto near = support::vectors_of(some);
    k_means    means{near, all_of(near), 3};

    const auto parts = settled(means, 5, in_order);

    BOOST_REQUIRE(parts.size() == 2u);
    BOOST_TEST(parts[0].size() == 10u);
    BOOST_TEST(parts[1].back() == 21u);
}

BOOST_AUTO_TEST_CASE(equal_rows_are_one_part_however_many_clusters_are_asked_for)
{
    const auto near = support::vectors_of(std::vector<std::vector<float>>(3'000, {0.6f, 0.8f}));
    k_means    means{near, all_of(near), 100};
    BOOST_TEST(settled(means, 5, in_order).size() == 1u);
}

BOOST_AUTO_TEST_CASE(some_rows_of_many_are_parted_by_their_numbers)
{
    const auto near = themed(100, 2);
    k_means    means{near, {90, 7, 33, 8, 64, 91}, 2};

    auto parts = settled(means, 2, in_order);

    BOOST_REQUIRE(parts.size() == 2u);
    BOOST_TEST(parts[0] == (rows{7, 33, 91}), boost::test_tools::per_element());
    BOOST_TEST(parts[1] == (rows{8, 64, 90}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_rows_are_no_parts)
{
    const auto near = themed(3, 1);
    k_means    means{near, {}, 4};
    BOOST_TEST(settled(means, 5, in_order).empty());
}

BOOST_AUTO_TEST_SUITE_END()
