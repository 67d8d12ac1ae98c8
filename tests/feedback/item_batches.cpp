#include "verbatim/feedback/item_batches.hpp"

#include "verbatim/testing/event_loop.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace verbatim;

namespace {

using positions = std::vector<std::size_t>;
using answer    = feedback::partial_answer<std::size_t>;

/// A model that answers about `answers(call, size)` of the items of a call.
struct fixture : testing::event_loop
{
    std::vector<positions>                               calls;
    std::function<std::size_t(std::size_t, std::size_t)> answers;

    /// The number of items without an answer. Checks that no item has that of another one.
    std::size_t unanswered(std::size_t count)
    {
        calls.clear();
        positions items(count);
        std::iota(items.begin(), items.end(), std::size_t{0});
        std::vector<std::optional<sdk::result<std::size_t>>> results(count);
        const feedback::item_question<std::size_t>           ask =
            [this](std::span<const std::size_t> asked) -> sdk::task<answer> {
            calls.emplace_back(asked.begin(), asked.end());
            answer reply;
            reply.results.resize(asked.size());
            const auto most = answers(calls.size() - 1, asked.size());
            for (std::size_t n = 0; n != asked.size() && n < most; ++n) reply.results[n] = asked[n];
            co_return reply;
        };
        run(feedback::ask_until_answered(ask, std::move(items), results));
        std::size_t missing = 0;
        for (std::size_t n = 0; n != count; ++n)
        {
            BOOST_REQUIRE(results[n].has_value());
            if (results[n]->has_error()) ++missing;
            else BOOST_TEST(results[n]->value() == n);
        }
        return missing;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(item_batches, fixture)

BOOST_AUTO_TEST_CASE(a_model_that_lists_twenty_answers_at_a_time_answers_all)
{
    answers = [](std::size_t, std::size_t) { return std::size_t{20}; };
    BOOST_TEST(unanswered(100) == 0u);
    BOOST_TEST(calls.size() == 5u);
}

BOOST_AUTO_TEST_CASE(the_calls_for_items_that_are_left_out_are_bounded)
{
    answers = [](std::size_t, std::size_t) { return std::size_t{1}; };
    BOOST_TEST(unanswered(100) == 94u);
    BOOST_TEST(calls.size() == 6u);
    BOOST_TEST(unanswered(1'000) == 991u);
    BOOST_TEST(calls.size() == 9u);
    BOOST_TEST(unanswered(3) == 1u);
    BOOST_TEST(calls.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_few_items_that_are_left_out_are_asked_about_together)
{
    answers = [](std::size_t call, std::size_t size) { return call == 0 ? size - 3 : size; };
    BOOST_TEST(unanswered(10) == 0u);
    BOOST_TEST((calls.at(1) == positions{7, 8, 9}));
    BOOST_TEST(calls.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
