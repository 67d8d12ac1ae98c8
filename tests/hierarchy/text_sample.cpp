#include "text_sample.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <set>

using namespace verbatim::hierarchy;

namespace {

/// The texts of calls are their numbers.
struct numbered_texts
{
    std::size_t           calls;
    text_sample           sample{calls};
    std::set<std::size_t> made = {};

    std::size_t at(std::size_t call)
    {
        return std::stoul(sample.at(call, [&](std::size_t n) {
            BOOST_TEST(made.insert(n).second);
            return std::to_string(n);
        }));
    }
};

std::vector<std::size_t> first_positions(std::size_t count)
{
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(hierarchy_text_sample)

BOOST_AUTO_TEST_CASE(each_of_few_calls_has_its_own_text)
{
    numbered_texts texts{.calls = max_sample - 1};
    for (std::size_t n = 0; n != texts.calls; ++n) BOOST_TEST(texts.at(n) == n);
}

BOOST_AUTO_TEST_CASE(few_evenly_spread_texts_of_many_calls_are_made_once)
{
    for (const std::size_t calls : {max_sample, max_sample + 1, std::size_t{100'000}}) BOOST_TEST_CONTEXT(calls)
        {
            numbered_texts texts{.calls = calls};
            for (auto n = calls; n-- != 0;) // in any order
            {
                const auto text = texts.at(n);
                BOOST_TEST(text <= n);
                BOOST_TEST(n - text <= calls / max_sample);
            }
            BOOST_TEST(texts.made.size() <= max_sample);
            BOOST_TEST(texts.made.size() >= max_sample / 2);
        }
}

BOOST_AUTO_TEST_CASE(a_failure_to_make_a_text_leaves_it_to_the_next_call)
{
    text_sample sample{100'000};
    const auto  fail = [](std::size_t) -> std::string { throw std::bad_alloc{}; };
    BOOST_CHECK_THROW(sample.at(0, fail), std::bad_alloc);
    BOOST_TEST(sample.at(1, [](std::size_t) { return std::string{"made"}; }) == "made");
}

BOOST_AUTO_TEST_CASE(all_of_few_positions_are_sampled_and_evenly_spread_ones_of_many)
{
    BOOST_TEST(sampled(first_positions(max_sample)) == first_positions(max_sample), boost::test_tools::per_element());

    const auto sample = sampled(first_positions(100 * max_sample));

    BOOST_TEST(sample.size() == max_sample);
    for (std::size_t n = 0; n != sample.size(); ++n) BOOST_TEST(sample[n] == 100 * n);
}

BOOST_AUTO_TEST_SUITE_END()
