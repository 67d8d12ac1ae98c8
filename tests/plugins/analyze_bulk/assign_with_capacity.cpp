#include "assign_with_capacity.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>

using namespace verbatim::analyze_bulk;

namespace {

using clusters = std::vector<std::uint32_t>;
using sizes    = std::vector<std::size_t>;

} // namespace

BOOST_AUTO_TEST_SUITE(dealing)

BOOST_AUTO_TEST_CASE(with_room_for_all_each_row_gets_what_it_is_most_like)
{
    const std::vector<float> similarities{0.1f, 0.9f, 0.2f, 0.8f, 0.3f, 0.1f, -0.5f, -0.9f, -0.1f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 3) == (clusters{1, 0, 2}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_loses_least_goes_elsewhere)
{
    const std::vector<float> similarities{0.9f, 0.8f,  // loses a tenth
                                          0.9f, 0.2f,  // seven
                                          0.9f, 0.5f}; // four
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 2) == (clusters{1, 0, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_heavy_row_loses_more_by_the_same_difference)
{
    const std::vector<float> similarities{0.9f, 0.5f, 0.9f, 0.6f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 4}, 4) == (clusters{1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_single_cluster_takes_all)
{
    const std::vector<float> similarities{0.9f, 0.5f, -0.9f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{0, 4, 9}, 4) == (clusters{0, 0, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_rows_with_the_same_at_stake_the_first_chooses_first)
{
    const std::vector<float> similarities{0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 2) == (clusters{0, 0, 1}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_that_fit_nowhere_share_the_cluster_that_held_least)
{
    const std::vector<float> similarities{0.9f, 0.1f, 0.1f, 0.8f, 0.3f, 0.2f, 0.3f, 0.25f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{6, 5, 5, 5}, 8) == (clusters{0, 1, 1, 1}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_cluster_over_its_load_takes_no_more_than_twice_of_it)
{
    const std::vector<float> similarities{0.9f, 0.1f, 0.1f, 0.8f, 0.3f, 0.2f, 0.3f, 0.25f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{7, 6, 5, 6}, 8) == (clusters{0, 1, 1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_row_that_is_too_large_for_any_goes_where_it_likes_best)
{
    const std::vector<float> similarities{0.1f, 0.9f, 0.8f, 0.1f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{100, 1}, 8) == (clusters{1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_rows_are_dealt_to_nobody) { BOOST_TEST(assign_with_capacity({}, {}, 5).empty()); }

BOOST_AUTO_TEST_CASE(nothing_is_over_its_load_while_every_row_finds_room)
{
    std::mt19937 chance{4};
    for (int n = 0; n != 100; ++n)
    {
        const std::size_t  rows = 1 + chance() % 200, count = 1 + chance() % 10;
        std::vector<float> similarities(rows * count);
        for (auto& each : similarities) each = static_cast<float>(chance() % 1'000) / 1'000;
        sizes loads(count), size(rows);
        for (auto& each : size) each = chance() % 20;
        const auto most = std::accumulate(size.begin(), size.end(), std::size_t{0}) / count + 20; // so that all fit

        const auto cluster_of = assign_with_capacity(similarities, size, most);

        for (std::size_t row = 0; row != rows; ++row) loads.at(cluster_of[row]) += size[row];
        for (const auto each : loads) BOOST_TEST(each <= most);
        BOOST_TEST((assign_with_capacity(similarities, size, most) == cluster_of));
    }
}

BOOST_AUTO_TEST_SUITE_END()
