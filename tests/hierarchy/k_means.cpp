#include "k_means.hpp"

#include "support/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>
#include <thread>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

/// Vectors around `themes` directions, in turn.
sdk::vectors themed(std::size_t count, std::size_t themes, std::size_t width = 24)
{
    std::mt19937                    chance{5};
    std::normal_distribution<float> normal;
    std::vector<float>              middles(themes * width);
    for (auto& each : middles) each = normal(chance);

    sdk::vectors       vectors{count, width};
    std::vector<float> row(width);
    for (std::size_t n = 0; n != count; ++n)
    {
        for (std::size_t i = 0; i != width; ++i) row[i] = middles[n % themes * width + i] + 0.3f * normal(chance);
        vectors.set(n, row);
    }
    return vectors;
}

row_numbers all_rows(const sdk::vectors& vectors)
{
    row_numbers rows(vectors.size());
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

/// Runs rounds with `run_round` until finished.
template <class Round>
std::vector<row_numbers> clusters_of(k_means& means, Round run_round)
{
    for (; !means.finished(); means.next()) run_round(means);
    return means.clusters();
}

void in_order(k_means& means)
{
    for (std::size_t n = 0; n != means.slices(); ++n) means.assign(n);
}

void backwards_on_two_threads(k_means& means)
{
    std::thread thread{[&] {
        for (std::size_t n = means.slices(); n > 0; --n)
            if (n % 2 == 0) means.assign(n - 1);
    }};
    for (std::size_t n = means.slices(); n > 0; --n)
        if (n % 2 == 1) means.assign(n - 1);
    thread.join();
}

} // namespace

BOOST_AUTO_TEST_SUITE(k_means_clustering)

BOOST_AUTO_TEST_CASE(separate_themes_are_found)
{
    const auto vectors = themed(600, 6);
    k_means    means{vectors, all_rows(vectors), 6};

    const auto parts = clusters_of(means, in_order);

    BOOST_REQUIRE(parts.size() == 6u);
    for (const auto& cluster : parts)
        for (const auto row : cluster) BOOST_TEST(row % 6 == cluster.front() % 6);
}

BOOST_AUTO_TEST_CASE(threads_and_slice_order_do_not_change_the_result)
{
    // More rows than the sample, so that the last round differs.
    const auto vectors = themed(6'000, 40);
    k_means    first{vectors, all_rows(vectors), 12};
    k_means    second{vectors, all_rows(vectors), 12};

    BOOST_TEST((clusters_of(first, in_order) == clusters_of(second, backwards_on_two_threads)));
}

BOOST_AUTO_TEST_CASE(clusters_stay_within_capacity_and_border_rows_move)
{
    // Thirty rows from due east to slightly north of it, and ten due north.
    std::vector<std::vector<float>> some;
    for (int n = 0; n != 30; ++n) some.push_back({1, 0.02f * static_cast<float>(n)});
    for (int n = 0; n != 10; ++n) some.push_back({0, 1});
    const auto                     vectors = support::vectors_of(some);
    const std::vector<std::size_t> sizes(some.size(), 100);
    k_means means{vectors, all_rows(vectors), 2, cluster_capacity{.sizes = sizes, .max_size = 2'200}};

    const auto parts = clusters_of(means, in_order);

    BOOST_REQUIRE(parts.size() == 2u);
    row_numbers east(22);
    std::iota(east.begin(), east.end(), 0u);
    BOOST_TEST(parts[0] == east, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(threads_and_slice_order_do_not_change_balanced_results)
{
    const auto               vectors = themed(6'000, 40);
    std::mt19937             chance{9};
    std::vector<std::size_t> sizes(vectors.size());
    for (auto& each : sizes) each = 50 + chance() % 500;
    const auto             total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    const cluster_capacity each{.sizes = sizes, .max_size = total / 19};
    k_means                first{vectors, all_rows(vectors), 20, each};
    k_means                second{vectors, all_rows(vectors), 20, each};

    const auto parts = clusters_of(first, in_order);

    BOOST_TEST((parts == clusters_of(second, backwards_on_two_threads)));
    std::size_t rows_held = 0;
    for (const auto& part : parts)
    {
        std::size_t held = 0;
        for (const auto row : part) held += sizes[row];
        BOOST_TEST(held <= each.max_size);
        rows_held += part.size();
    }
    BOOST_TEST(rows_held == vectors.size());
}

BOOST_AUTO_TEST_CASE(equal_rows_stay_together_despite_capacity)
{
    const auto                     vectors = support::vectors_of(std::vector<std::vector<float>>(3'000, {0.6f, 0.8f}));
    const std::vector<std::size_t> sizes(vectors.size(), 300);
    k_means means{vectors, all_rows(vectors), 100, cluster_capacity{.sizes = sizes, .max_size = 8'000}};
    BOOST_TEST(clusters_of(means, in_order).size() == 1u);
}

BOOST_AUTO_TEST_CASE(equal_rows_are_one_cluster)
{
    const auto vectors = support::vectors_of(std::vector<std::vector<float>>(3'000, {0.6f, 0.8f}));
    k_means    means{vectors, all_rows(vectors), 100};
    BOOST_TEST(clusters_of(means, in_order).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_selection_of_rows_is_clustered_by_index)
{
    const auto vectors = themed(100, 2);
    k_means    means{vectors, {90, 7, 33, 8, 64, 91}, 2};

    auto parts = clusters_of(means, in_order);

    BOOST_REQUIRE(parts.size() == 2u);
    BOOST_TEST(parts[0] == (row_numbers{7, 33, 91}), boost::test_tools::per_element());
    BOOST_TEST(parts[1] == (row_numbers{8, 64, 90}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_rows_give_no_clusters)
{
    const auto vectors = themed(3, 1);
    k_means    means{vectors, {}, 4};
    BOOST_TEST(clusters_of(means, in_order).empty());
}

BOOST_AUTO_TEST_SUITE_END()
