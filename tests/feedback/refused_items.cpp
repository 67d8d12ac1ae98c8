#include "verbatim/feedback/refused_items.hpp"

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/testing/event_loop.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <vector>

using namespace verbatim;

namespace {

using items = std::vector<std::size_t>;

struct fixture : testing::event_loop
{
    std::size_t           calls = 0;
    std::set<std::size_t> bad;

    std::optional<items> find(std::size_t count)
    {
        calls                             = 0;
        const feedback::refusal_test test = [this](std::span<const std::size_t> part) -> sdk::task<bool> {
            ++calls;
            co_return std::ranges::any_of(part, [this](std::size_t item) { return bad.contains(item); });
        };
        return run(feedback::find_refused_items(count, test));
    }
};

sdk::error failure(sdk::errc code, std::optional<sdk::failure_cause> cause = {})
{
    sdk::error error{code};
    error.cause = cause;
    return error;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(refused_items, fixture)

BOOST_AUTO_TEST_CASE(each_single_item_is_found_in_few_calls)
{
    for (const std::size_t count : {2U, 3U, 7U, 200U})
        for (std::size_t item = 0; item != count; ++item)
        {
            bad = {item};
            BOOST_TEST((find(count) == items{item}));
            BOOST_TEST(calls <= 16U);
        }
}

BOOST_AUTO_TEST_CASE(several_items_are_found_in_order)
{
    bad = {3, 50, 199};
    BOOST_TEST((find(200) == items{3, 50, 199}));
    bad = {0, 1};
    BOOST_TEST((find(200) == items{0, 1}));
    BOOST_TEST((feedback::remaining_items(4, items{1, 2}) == items{0, 3}));
}

BOOST_AUTO_TEST_CASE(a_provider_that_refuses_everything_is_given_up_soon)
{
    for (std::size_t n = 0; n != 200; ++n) bad.insert(n);
    BOOST_TEST(!find(200));
    BOOST_TEST(calls <= 12U);
    bad = {0, 1};
    BOOST_TEST(!find(2));
}

BOOST_AUTO_TEST_CASE(items_that_are_refused_only_together_are_not_blamed)
{
    const feedback::refusal_test test = [](std::span<const std::size_t> part) -> sdk::task<bool> {
        co_return part.size() > 1;
    };
    BOOST_TEST(!run(feedback::find_refused_items(2, test)));
    BOOST_TEST(!run(feedback::find_refused_items(8, test)));
}

BOOST_AUTO_TEST_CASE(many_refused_items_are_given_up_after_forty_calls)
{
    for (std::size_t n = 0; n < 200; n += 10) bad.insert(n);
    BOOST_TEST(!find(200));
    BOOST_TEST(calls <= 40U);
}

BOOST_AUTO_TEST_CASE(a_call_leaves_out_the_records_to_blame)
{
    const std::vector<feedback::record>  all(5);
    std::vector<const feedback::record*> records;
    for (const auto& record : all) records.push_back(&record);
    auto                                            refusal = sdk::errc::content_policy_violation;
    const feedback::call_about_records<std::size_t> try_call =
        [&](feedback::record_span part) -> sdk::task<sdk::result<std::size_t>> {
        const auto is_bad = [&](const auto* record) {
            return bad.contains(static_cast<std::size_t>(record - all.data()));
        };
        if (std::ranges::any_of(part, is_bad)) co_return failure(refusal);
        co_return part.size();
    };
    const auto make_call = [&] { return run(feedback::call_without_refused(records, try_call)); };

    BOOST_TEST(make_call().completed == 5U);
    BOOST_TEST(make_call().refused.empty());
    bad               = {1, 3};
    const auto others = make_call();
    BOOST_TEST(others.completed == 3U);
    BOOST_TEST((others.refused == items{1, 3}));
    BOOST_TEST((others.records == std::vector{records[0], records[2], records[4]}));
    bad = {0, 1, 2, 3, 4};
    BOOST_CHECK_THROW(make_call(), sdk::error);
    bad     = {1};
    refusal = sdk::errc::llm_timeout;
    BOOST_CHECK_THROW(make_call(), sdk::error);
}

BOOST_AUTO_TEST_CASE(a_run_ends_once_its_calls_all_fail_in_the_same_way)
{
    const auto unreadable = failure(sdk::errc::llm_error, sdk::failure_cause::unreadable);
    const auto refused    = failure(sdk::errc::content_policy_violation);

    feedback::call_outcomes outcomes;
    for (int n = 0; n != 2; ++n) outcomes.add(unreadable);
    BOOST_TEST(!outcomes.common_failure());
    outcomes.add(unreadable);
    BOOST_TEST((outcomes.common_failure().value().cause == sdk::failure_cause::unreadable));

    feedback::call_outcomes refusals;
    for (int n = 0; n != 24; ++n)
    {
        BOOST_TEST(!refusals.common_failure());
        refusals.add(refused);
    }
    BOOST_TEST((refusals.common_failure().value().code() == sdk::errc::content_policy_violation));

    for (const auto& other : {std::optional<sdk::error>{}, std::optional{failure(sdk::errc::llm_timeout)}})
    {
        feedback::call_outcomes mixed;
        mixed.add(other);
        for (int n = 0; n != 20; ++n) mixed.add(unreadable);
        BOOST_TEST(!mixed.common_failure());
    }
}

BOOST_AUTO_TEST_SUITE_END()
