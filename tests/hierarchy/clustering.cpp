#include "verbatim/hierarchy/clustering.hpp"

#include "support/vectors.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

using sizes = std::vector<std::size_t>;

struct corpus
{
    std::vector<std::vector<float>> rows;
    sizes                           characters;
};

void add(corpus& to, std::vector<float> row, std::size_t characters = 300)
{
    to.rows.push_back(std::move(row));
    to.characters.push_back(characters);
}

/// Records of `themes` themes in turn, each near its theme's direction.
corpus themed(std::size_t count, std::size_t themes, std::size_t width = 32)
{
    std::mt19937                    chance{11};
    std::normal_distribution<float> normal;
    std::vector<std::vector<float>> directions(themes, std::vector<float>(width));
    for (auto& direction : directions)
        for (auto& each : direction) each = normal(chance);

    corpus input;
    for (std::size_t n = 0; n != count; ++n)
    {
        auto row = directions[n % themes];
        for (auto& each : row) each += 0.1f * normal(chance);
        add(input, row);
    }
    return input;
}

corpus equal_rows(std::size_t count, std::vector<float> row)
{
    corpus input;
    for (std::size_t n = 0; n != count; ++n) add(input, row);
    return input;
}

struct fixture : testing::event_loop
{
    testing::fake_call call;

    std::vector<group> groups_of(const corpus& input, std::size_t budget_tokens = 2000, std::size_t min_size = 5)
    {
        const group_limits limits{.budget = {budget_tokens, {}}, .min_size = min_size};
        const auto         vectors = support::vectors_of(input.rows);
        return run(cluster(call, vectors, input.characters, limits));
    }
};

void check_partition(const std::vector<group>& groups, std::size_t count, std::size_t min_size = 5)
{
    std::vector<int> seen(count, 0);
    for (const auto& positions : groups)
    {
        BOOST_TEST((positions.size() >= min_size || groups.size() == 1));
        BOOST_TEST(std::ranges::is_sorted(positions));
        for (const auto at : positions) ++seen.at(at);
    }
    BOOST_TEST(std::ranges::all_of(seen, [](int times) { return times == 1; }));
    BOOST_TEST(std::ranges::is_sorted(groups, {}, [](const group& positions) { return positions.front(); }));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(clustering, fixture)

BOOST_AUTO_TEST_CASE(every_position_is_in_exactly_one_group)
{
    for (const std::size_t count : {0u, 1u, 4u, 5u, 6u, 11u, 1'000u, 20'000u})
        for (const std::size_t budget : {1u, 100u, 2'000u, 100'000u})
            BOOST_TEST_CONTEXT(count << " records, budget " << budget)
            {
                const auto groups = groups_of(themed(count, 40), budget);
                check_partition(groups, count);
                if (count == 0) BOOST_TEST(groups.empty());
                if (count != 0 && count < 10) BOOST_TEST(groups.size() == 1u);
            }
}

BOOST_AUTO_TEST_CASE(themes_are_separated)
{
    // 40 themes of 25 records, each slightly under a chunk.
    const auto input  = themed(1'000, 40);
    const auto groups = groups_of(input, 300 * 25 / 4);

    std::size_t with_the_majority = 0;
    for (const auto& positions : groups)
    {
        std::vector<std::size_t> of_theme(40);
        for (const auto at : positions) ++of_theme[at % 40];
        with_the_majority += *std::ranges::max_element(of_theme);
    }
    BOOST_TEST(groups.size() >= 30u);
    BOOST_TEST(groups.size() <= 44u);
    BOOST_TEST(with_the_majority >= 800u);
}

BOOST_AUTO_TEST_CASE(groups_fill_the_budget)
{
    // Equal themes, records of random length.
    auto         input = themed(6'000, 37);
    std::mt19937 chance{2};
    for (auto& each : input.characters) each = 40 + chance() % 600;
    const auto total = std::accumulate(input.characters.begin(), input.characters.end(), std::size_t{0});

    const auto groups = groups_of(input);

    check_partition(groups, 6'000);
    BOOST_TEST(groups.size() * 8'000 <= total * 10 / 9); // nine tenths full
    std::size_t over = 0;
    for (const auto& positions : groups)
    {
        std::size_t sum = 0;
        for (const auto at : positions) sum += input.characters[at];
        over += sum > 8'000;
    }
    BOOST_TEST(over <= groups.size() / 50); // those that small groups were merged into
}

BOOST_AUTO_TEST_CASE(records_over_the_budget_take_no_room_in_groups)
{
    auto input = themed(1'000, 10);
    for (std::size_t n = 0; n < 1'000; n += 10) input.characters[n] = 100'000;

    const auto groups = groups_of(input);

    check_partition(groups, 1'000);
    BOOST_TEST(groups.size() <= 900 * 300 / 8'000 + 5u);
}

BOOST_AUTO_TEST_CASE(equal_input_gives_equal_groups)
{
    const auto input = themed(5'000, 100);
    BOOST_TEST((groups_of(input) == groups_of(input)));
}

BOOST_AUTO_TEST_CASE(equal_rows_are_one_group)
{
    for (const std::size_t count : {6u, 1'000u, 20'000u})
    {
        const auto groups = groups_of(equal_rows(count, {1, 2, 3}), 1);
        BOOST_TEST(groups.size() == 1u);
        check_partition(groups, count);
    }
}

BOOST_AUTO_TEST_CASE(rows_of_zeros_are_a_group_of_their_own)
{
    auto input = equal_rows(10, {1, 0, 0});
    for (int n = 0; n != 10; ++n) add(input, {0, 0, 0}, 0);

    const auto groups = groups_of(input);

    BOOST_REQUIRE(groups.size() == 2u);
    check_partition(groups, 20);
    BOOST_TEST(groups[1].front() == 10u);
}

BOOST_AUTO_TEST_CASE(few_rows_of_zeros_join_the_first_group)
{
    auto input = equal_rows(1, {0, 0, 0});
    for (int n = 0; n != 10; ++n) add(input, {1, 0, 0});
    BOOST_TEST(groups_of(input).size() == 1u);
    BOOST_TEST(groups_of(equal_rows(3, {0, 0, 0})).size() == 1u);
    BOOST_TEST(groups_of(equal_rows(3'000, {0, 0, 0}), 1).size() == 1u);
}

BOOST_AUTO_TEST_CASE(opposite_rows_and_a_dominant_theme_are_grouped)
{
    auto input = equal_rows(3'000, {1, 0, 0});
    for (int n = 0; n != 10; ++n) add(input, {-1, 0, 0});
    for (int n = 0; n != 10; ++n) add(input, {0, 0, -1});

    const auto groups = groups_of(input, 1'000);

    check_partition(groups, 3'020);
    BOOST_TEST(groups.size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
