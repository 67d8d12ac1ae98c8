#include "k_means.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>

using namespace verbatim::hierarchy;

namespace {

using clusters = std::vector<std::uint32_t>;
using sizes    = std::vector<std::size_t>;

} // namespace

BOOST_AUTO_TEST_SUITE(dealing)

BOOST_AUTO_TEST_CASE(with_room_each_row_gets_its_most_similar_cluster)
{
    const std::vector<float> similarities{0.1f, 0.9f, 0.2f, 0.8f, 0.3f, 0.1f, -0.5f, -0.9f, -0.1f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 3) == (clusters{1, 0, 2}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_row_with_the_least_regret_moves)
{
    const std::vector<float> similarities{0.9f, 0.8f,  // regret 0.1
                                          0.9f, 0.2f,  // 0.7
                                          0.9f, 0.5f}; // 0.4
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 2) == (clusters{1, 0, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(larger_rows_have_more_regret)
{
    const std::vector<float> similarities{0.9f, 0.5f, 0.9f, 0.6f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 4}, 4) == (clusters{1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_single_cluster_takes_all_rows)
{
    const std::vector<float> similarities{0.9f, 0.5f, -0.9f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{0, 4, 9}, 4) == (clusters{0, 0, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_regret_is_resolved_by_row_order)
{
    const std::vector<float> similarities{0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{1, 1, 1}, 2) == (clusters{0, 0, 1}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_that_fit_nowhere_share_the_emptiest_cluster)
{
    const std::vector<float> similarities{0.9f, 0.1f, 0.1f, 0.8f, 0.3f, 0.2f, 0.3f, 0.25f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{6, 5, 5, 5}, 8) == (clusters{0, 1, 1, 1}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(overfull_clusters_take_at_most_twice_the_capacity)
{
    const std::vector<float> similarities{0.9f, 0.1f, 0.1f, 0.8f, 0.3f, 0.2f, 0.3f, 0.25f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{7, 6, 5, 6}, 8) == (clusters{0, 1, 1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(oversized_rows_get_their_most_similar_cluster)
{
    const std::vector<float> similarities{0.1f, 0.9f, 0.8f, 0.1f};
    BOOST_TEST(assign_with_capacity(similarities, sizes{100, 1}, 8) == (clusters{1, 0}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_rows_give_no_assignment) { BOOST_TEST(assign_with_capacity({}, {}, 5).empty()); }

BOOST_AUTO_TEST_CASE(no_cluster_exceeds_its_capacity_if_all_rows_fit)
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
