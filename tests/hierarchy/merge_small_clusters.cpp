#include "merge_small_clusters.hpp"

#include "support/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

std::vector<row_numbers> merged(const sdk::vectors& vectors, const std::vector<row_numbers>& groups,
                                std::size_t min_size, bool backwards = false)
{
    small_cluster_merge merge{vectors, groups, min_size};
    for (std::size_t n = 0; n != merge.slices(); ++n) merge.compare(backwards ? merge.slices() - 1 - n : n);
    return merge.merged();
}

} // namespace

BOOST_AUTO_TEST_SUITE(joining_small_groups)

BOOST_AUTO_TEST_CASE(small_groups_merge_into_the_nearest_large_group)
{
    const auto vectors =
        support::vectors_of({{1, 0}, {1, 0}, {0, 1}, {0, 1}, {-1, 0}, {-1, 0}, {0.6f, 0.8f}, {-1, 0.2f}});

    const auto left = merged(vectors, {{0, 1}, {6}, {2, 3}, {7}, {4, 5}}, 2);

    const std::vector<row_numbers> expected{{0, 1}, {2, 3, 6}, {4, 5, 7}};
    BOOST_TEST((left == expected));
}

BOOST_AUTO_TEST_CASE(groups_are_unchanged_if_none_is_small_or_none_is_large)
{
    const auto                     vectors = support::vectors_of({{1, 0}, {1, 0}, {0, 1}, {0, 1}});
    const std::vector<row_numbers> groups{{2, 3}, {0, 1}};
    BOOST_TEST((merged(vectors, groups, 2) == groups));
    BOOST_TEST((merged(vectors, groups, 3) == groups));
    BOOST_TEST(merged(vectors, {}, 3).empty());
}

BOOST_AUTO_TEST_CASE(groups_with_a_zero_centroid_can_be_merged_into)
{
    const auto                     vectors = support::vectors_of({{1, 0}, {-1, 0}, {0, 1}});
    const std::vector<row_numbers> expected{{0, 1, 2}};
    BOOST_TEST((merged(vectors, {{0, 1}, {2}}, 2) == expected));
}

BOOST_AUTO_TEST_CASE(the_nearest_group_is_found_in_any_slice)
{
    std::mt19937                    chance{8};
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> some;
    std::vector<row_numbers>        groups;
    for (std::uint32_t n = 0; n != 200; ++n)
    {
        std::vector<float> row(16);
        for (auto& each : row) each = normal(chance);
        some.insert(some.end(), 3, row);
        groups.push_back({3 * n, 3 * n + 1});
        groups.push_back({3 * n + 2});
    }
    const auto vectors = support::vectors_of(some);

    const auto left = merged(vectors, groups, 2);

    BOOST_REQUIRE(left.size() == 200u);
    for (std::uint32_t n = 0; n != 200; ++n) BOOST_TEST((left[n] == row_numbers{3 * n, 3 * n + 1, 3 * n + 2}));
    BOOST_TEST((merged(vectors, groups, 2, true) == left));
}

BOOST_AUTO_TEST_SUITE_END()
