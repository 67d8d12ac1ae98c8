#include "verbatim/hierarchy/record_map.hpp"

#include "support/vectors.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <set>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

using rows   = std::vector<std::vector<float>>;
using groups = std::vector<std::vector<std::size_t>>;

/// Rows around `topics` directions, in turn.
rows around(std::size_t count, std::size_t topics, float noise = 0.1f, std::size_t width = 48)
{
    std::mt19937                    chance{3};
    std::normal_distribution<float> normal;
    rows                            middles(topics, std::vector<float>(width));
    for (auto& middle : middles)
        for (auto& each : middle) each = normal(chance);
    rows result;
    for (std::size_t n = 0; n != count; ++n)
    {
        auto row = middles[n % topics];
        for (auto& each : row) each += noise * normal(chance);
        result.push_back(row);
    }
    return result;
}

groups in_turn(std::size_t count, std::size_t topics)
{
    groups result(topics);
    for (std::size_t n = 0; n != count; ++n) result[n % topics].push_back(n);
    return result;
}

struct fixture : testing::event_loop
{
    testing::fake_call call;

    std::vector<map_place> map(const rows& input, const groups& groups = {})
    {
        const auto vectors = support::vectors_of(input);
        const auto reduced = run(reduce_dimensions(call, vectors));
        BOOST_TEST(reduced.size() == vectors.size());
        return run(place_on_map(call, reduced, groups));
    }
};

int squared_distance(map_place a, map_place b)
{
    const int x = a.x - b.x;
    const int y = a.y - b.y;
    return x * x + y * y;
}

/// The share of places whose nearest other place has the same number modulo `topics`.
double same_topic(const std::vector<map_place>& places, std::size_t topics)
{
    std::size_t same = 0;
    for (std::size_t n = 0; n != places.size(); ++n)
    {
        std::size_t nearest = n == 0 ? 1 : 0;
        for (std::size_t m = 0; m != places.size(); ++m)
            if (m != n && squared_distance(places[n], places[m]) < squared_distance(places[n], places[nearest]))
                nearest = m;
        same += nearest % topics == n % topics;
    }
    return static_cast<double>(same) / static_cast<double>(places.size());
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(record_map, fixture)

BOOST_AUTO_TEST_CASE(similar_rows_are_near_each_other)
{
    for (const std::size_t count : {60u, 1'500u, 6'000u}) BOOST_TEST_CONTEXT(count)
        {
            const auto places = map(around(count, 12));
            BOOST_TEST(same_topic({places.begin(), places.begin() + std::min<std::ptrdiff_t>(600, std::ssize(places))},
                                  12) > 0.98);
            const auto [left, right] = std::ranges::minmax(places, {}, &map_place::x);
            BOOST_TEST(left.x == 0);
            BOOST_TEST(right.x == map_size);
        }
}

BOOST_AUTO_TEST_CASE(rows_of_a_group_are_nearer_than_their_words_alone)
{
    // So much noise that rows tell little about their topic.
    const auto input   = around(1'200, 4, 6.0f);
    const auto without = same_topic(map(input), 4);
    const auto with    = same_topic(map(input, in_turn(1'200, 4)), 4);
    BOOST_TEST(without < 0.6);
    BOOST_TEST(with > 0.9);
}

BOOST_AUTO_TEST_CASE(equal_input_gives_equal_places)
{
    const auto input  = around(700, 5);
    const auto groups = in_turn(700, 5);
    BOOST_TEST((map(input, groups) == map(input, groups)));
}

BOOST_AUTO_TEST_CASE(equal_rows_of_equal_groups_have_one_place)
{
    auto input = around(100, 3);
    for (std::size_t n = 0; n != 100; n += 2) input[n] = input[0];
    groups one{{}};
    for (std::size_t n = 0; n != 100; n += 2) one[0].push_back(n);
    const auto places = map(input, one);
    for (std::size_t n = 0; n != 100; n += 2) BOOST_TEST((places[n] == places[0]));
}

BOOST_AUTO_TEST_CASE(rows_without_differences_are_in_the_middle)
{
    const map_place middle{500, 500};
    BOOST_TEST((map({{1, 0, 0}}) == std::vector{middle}));
    BOOST_TEST((map({{1, 0, 0}}, {{0}}) == std::vector{middle}));
    BOOST_TEST((map(rows(300, {0.6f, 0.8f, 0})) == std::vector(300, middle)));
    BOOST_TEST((map(rows(300, {0, 0, 0})) == std::vector(300, middle)));
    BOOST_TEST(map({}).empty());
}

BOOST_AUTO_TEST_CASE(a_text_without_words_is_in_the_middle_and_moves_no_other)
{
    auto       input  = around(400, 4);
    const auto before = map(input);
    input.push_back(std::vector<float>(48, 0.0f));
    auto after = map(input);
    BOOST_TEST((after.back() == map_place{500, 500}));
    after.pop_back();
    BOOST_TEST((after == before));
}

BOOST_AUTO_TEST_CASE(few_rows_have_different_places)
{
    for (const std::size_t count : {2u, 3u, 4u, 5u, 9u}) BOOST_TEST_CONTEXT(count)
        {
            std::set<std::pair<int, int>> places;
            for (const auto [x, y] : map(around(count, count))) places.emplace(x, y);
            BOOST_TEST(places.size() == count);
        }
}

BOOST_AUTO_TEST_CASE(rows_at_equal_distances_have_different_places)
{
    for (std::size_t count = 4; count != 9; ++count) BOOST_TEST_CONTEXT(count)
        {
            rows input(count, std::vector<float>(count, 0.0f));
            for (std::size_t n = 0; n != count; ++n) input[n][n] = 1;
            std::set<std::pair<int, int>> places;
            for (const auto [x, y] : map(input)) places.emplace(x, y);
            BOOST_TEST(places.size() == count);
        }
}

BOOST_AUTO_TEST_CASE(a_row_may_be_in_many_groups_and_a_group_empty)
{
    groups many(140);
    for (auto& group : many) group = {0, 7, 8};
    many.emplace_back();
    const auto places = map(around(40, 4), many);
    BOOST_TEST(places.size() == 40u);
    for (const auto& place : places) BOOST_TEST((place.x <= map_size && place.y <= map_size));
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_ends_the_work)
{
    const auto vectors = support::vectors_of(around(3'000, 6));
    const auto reduced = run(reduce_dimensions(call, vectors));
    const auto whole   = [&] {
        call.compute_count = 0;
        run(place_on_map(call, reduced, {}));
        return call.compute_count;
    }();
    BOOST_TEST(whole > 80);

    for (const int last : {0, whole / 2, whole - 1})
    {
        int steps         = 0;
        call.compute_hook = [&](const std::function<void()>& work) -> sdk::task<> {
            if (steps++ == last) throw boost::system::system_error{boost::asio::error::operation_aborted};
            work();
            co_return;
        };
        BOOST_CHECK_THROW(run(place_on_map(call, reduced, {})), boost::system::system_error);
    }
}

BOOST_AUTO_TEST_SUITE_END()
