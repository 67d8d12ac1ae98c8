#include "reduce_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <random>

using namespace verbatim::hierarchy;

namespace {

using sizes = std::vector<std::size_t>;

constexpr reduce_capacity capacity{.without_statistics = 100, .with_statistics = 80};

/// Number of calls of a reduce of `count` texts. `make_length` returns the length of each text and of each result.
template <class Length>
std::size_t calls_of(std::size_t count, reduce_capacity available, Length make_length)
{
    std::size_t calls = 0;
    for (;;)
    {
        sizes blocks(count);
        std::ranges::generate(blocks, make_length);
        count = next_step(blocks, available).ends.size();
        calls += count;
        if (count == 1) return calls;
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(reduce_plan)

BOOST_AUTO_TEST_CASE(texts_that_fit_with_the_statistics_are_the_final_call)
{
    const reduce_step last{.ends = {3}, .show_statistics = true};
    BOOST_TEST((next_step(sizes{26, 26, 26}, capacity) == last)); // 78 and two separators: exactly full
}

BOOST_AUTO_TEST_CASE(texts_that_fit_only_without_the_statistics_are_halved)
{
    const reduce_step halves{.ends = {2, 3}, .max_length = 100};
    BOOST_TEST((next_step(sizes{26, 26, 27}, capacity) == halves));
}

BOOST_AUTO_TEST_CASE(neighbours_are_packed_and_oversized_texts_are_groups_of_their_own)
{
    const reduce_step groups{.ends = {2, 3, 5}, .max_length = 100};
    BOOST_TEST((next_step(sizes{50, 49, 900, 1, 1}, capacity) == groups));
}

BOOST_AUTO_TEST_CASE(texts_of_which_too_few_fit_are_cut_in_pairs)
{
    const reduce_step pairs{.ends = {2, 4, 5}, .max_length = 49};
    BOOST_TEST((next_step(sizes{90, 90, 90, 90, 90}, capacity) == pairs));
    BOOST_TEST((next_step(sizes{90, 90, 90, 40, 40}, capacity) == pairs)); // four groups
}

BOOST_AUTO_TEST_CASE(the_last_two_get_an_equal_share)
{
    const reduce_step shares{.ends = {2}, .show_statistics = true, .max_length = 39};
    BOOST_TEST((next_step(sizes{90, 90}, capacity) == shares));
    BOOST_TEST((next_step(sizes{45, 45}, capacity) == shares));
}

BOOST_AUTO_TEST_CASE(no_texts_need_more_calls_than_the_longest)
{
    std::mt19937 chance{5};
    for (int round = 0; round != 2'000; ++round)
    {
        const auto            without = chance() % 400;
        const reduce_capacity available{.without_statistics = without, .with_statistics = chance() % (without + 1)};
        const auto            count   = 1 + chance() % 40;
        const std::size_t     longest = 1 + chance() % 500;
        const auto            most    = calls_of(count, available, [&] { return longest; });
        BOOST_REQUIRE(calls_of(count, available, [&] { return chance() % (longest + 1); }) <= most);
    }
}

BOOST_AUTO_TEST_CASE(statistics_without_room_are_left_out)
{
    const reduce_step without{.ends = {2}, .show_statistics = false, .max_length = 49};
    BOOST_TEST((next_step(sizes{90, 90}, {.without_statistics = 100, .with_statistics = 49}) == without));
    const reduce_step only_one{.ends = {1}, .show_statistics = false, .max_length = 100};
    BOOST_TEST((next_step(sizes{90}, {.without_statistics = 100, .with_statistics = 0}) == only_one));
}

BOOST_AUTO_TEST_CASE(zero_capacity_terminates)
{
    BOOST_TEST(next_step(sizes{10}, {}).last());
    BOOST_TEST(next_step(sizes{10, 10, 10}, {}).max_length == 0u);
}

BOOST_AUTO_TEST_CASE(every_level_is_shorter_and_no_message_exceeds_the_limit)
{
    std::mt19937 chance{3};
    for (int round = 0; round != 2'000; ++round)
    {
        const reduce_capacity full_capacity{.without_statistics = chance() % 400, .with_statistics = 0};
        const reduce_capacity split_capacity{
            .without_statistics = full_capacity.without_statistics,
            .with_statistics = full_capacity.without_statistics == 0 ? 0 : chance() % full_capacity.without_statistics};
        sizes blocks(1 + chance() % 40);
        for (auto& length_of_block : blocks) length_of_block = chance() % 300;

        for (;;)
        {
            const auto  step  = next_step(blocks, split_capacity);
            std::size_t begin = 0;
            BOOST_REQUIRE(!step.ends.empty());
            for (const auto end : step.ends)
            {
                BOOST_REQUIRE(end > begin);
                std::size_t length = end - begin - 1;
                for (auto n = begin; n != end; ++n) length += std::min(blocks[n], step.max_length);
                const bool no_room = step.max_length == 0 || split_capacity.without_statistics < end - begin;
                BOOST_REQUIRE((no_room || length <= (step.show_statistics ? split_capacity.with_statistics
                                                                          : split_capacity.without_statistics)));
                begin = end;
            }
            BOOST_REQUIRE(begin == blocks.size());
            if (step.last()) break;
            BOOST_REQUIRE(!step.show_statistics);
            BOOST_REQUIRE(step.ends.size() <= (blocks.size() + 1) / 2);
            blocks.resize(step.ends.size());
            for (auto& length_of_block : blocks) length_of_block = chance() % 300;
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
