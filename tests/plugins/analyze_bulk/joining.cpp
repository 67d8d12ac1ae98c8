#include "joining.hpp"

#include "support/rows.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace verbatim;
using namespace verbatim::analyze_bulk;

namespace {

std::vector<rows> joined(const sdk::vectors& near, const std::vector<rows>& groups, std::size_t smallest,
                         bool backwards = false)
{
    joining all{near, groups, smallest};
    for (std::size_t n = 0; n != all.slices(); ++n) all.look(backwards ? all.slices() - 1 - n : n);
    return all.joined();
}

} // namespace

BOOST_AUTO_TEST_SUITE(joining_small_groups)

BOOST_AUTO_TEST_CASE(a_small_group_joins_the_large_one_with_the_nearest_centroid)
{
    const auto near = support::vectors_of({{1, 0}, {1, 0}, {0, 1}, {0, 1}, {-1, 0}, {-1, 0}, {0.6f, 0.8f}, {-1, 0.2f}});

    const auto left = joined(near, {{0, 1}, {6}, {2, 3}, {7}, {4, 5}}, 2);

    const std::vector<rows> expected{{0, 1}, {2, 3, 6}, {4, 5, 7}};
    BOOST_TEST((left == expected));
}

BOOST_AUTO_TEST_CASE(groups_stay_as_they_are_when_none_is_small_or_none_is_large)
{
    const auto              near = support::vectors_of({{1, 0}, {1, 0}, {0, 1}, {0, 1}});
    const std::vector<rows> groups{{2, 3}, {0, 1}};
    BOOST_TEST((joined(near, groups, 2) == groups));
    BOOST_TEST((joined(near, groups, 3) == groups));
    BOOST_TEST(joined(near, {}, 3).empty());
}

BOOST_AUTO_TEST_CASE(a_large_group_whose_rows_cancel_out_is_still_one_that_can_be_joined)
{
    const auto              near = support::vectors_of({{1, 0}, {-1, 0}, {0, 1}});
    const std::vector<rows> expected{{0, 1, 2}};
    BOOST_TEST((joined(near, {{0, 1}, {2}}, 2) == expected));
}

BOOST_AUTO_TEST_CASE(of_many_groups_the_nearest_is_found_in_whichever_slice_it_is)
{
    std::mt19937                    chance{8};
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> some;
    std::vector<rows>               groups;
    for (std::uint32_t n = 0; n != 200; ++n)
    {
        std::vector<float> row(16);
        for (auto& each : row) each = normal(chance);
        some.insert(some.end(), 3, row);
        groups.push_back({3 * n, 3 * n + 1});
        groups.push_back({3 * n + 2});
    }
    const auto near = support::vectors_of(some);

    const auto left = joined(near, groups, 2);

    BOOST_REQUIRE(left.size() == 200u);
    for (std::uint32_t n = 0; n != 200; ++n) BOOST_TEST((left[n] == rows{3 * n, 3 * n + 1, 3 * n + 2}));
    BOOST_TEST((joined(near, groups, 2, true) == left));
}

BOOST_AUTO_TEST_SUITE_END()
