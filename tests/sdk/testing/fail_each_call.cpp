#include "verbatim/testing/fail_each_call.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <stdexcept>

using namespace verbatim;

namespace {

/// Asks twice and can do without the second answer.
class careful final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override { return {.name = "careful"}; }
    sdk::task<sdk::reply> run(sdk::call& call) override
    {
        const sdk::conversation needed{.system = {}, .user = {}};
        const sdk::conversation welcome{.system = {}, .user = {}};
        const auto              first  = co_await call.model().complete(needed);
        const auto              second = co_await call.model().try_complete(welcome);
        co_return sdk::reply{.body = first.text + (second ? second->text : "")};
    }
};

/// Answers whatever happens, a caller who has gone away included.
class careless final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override { return {.name = "careless"}; }
    sdk::task<sdk::reply> run(sdk::call& call) override
    {
        try
        {
            const sdk::conversation asked{.system = {}, .user = {}};
            co_await call.model().complete(asked);
        }
        catch (const std::exception&)
        {}
        co_return sdk::reply{};
    }
};

class clumsy final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override { return {.name = "clumsy"}; }
    sdk::task<sdk::reply> run(sdk::call& call) override
    {
        const sdk::conversation asked{.system = {}, .user = {}};
        const auto              said = co_await call.model().try_complete(asked);
        if (!said) throw std::runtime_error{"of another kind"};
        co_return sdk::reply{};
    }
};

class insatiable final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override { return {.name = "insatiable"}; }
    sdk::task<sdk::reply> run(sdk::call& call) override
    {
        const sdk::conversation asked{.system = {}, .user = {}};
        for (int n = 0; n != 2'000; ++n) co_await call.model().try_complete(asked);
        co_return sdk::reply{};
    }
};

void improvise(testing::fake_call& call) { call.script.improvises(); }

} // namespace

BOOST_AUTO_TEST_SUITE(fail_each_call)

BOOST_AUTO_TEST_CASE(each_call_fails_in_each_way_and_what_became_of_it_is_told)
{
    careful    one;
    const auto found = testing::fail_each_call(one, improvise);

    BOOST_TEST(found.size() == 2 * testing::every_failure().size());
    for (const auto& each : found) BOOST_TEST_CONTEXT(each.what.name << " " << each.failed_call)
        {
            const bool unreadable = each.what.name == "unreadable"; // free text cannot be
            const bool cancelled  = each.what.name == "cancelled";
            BOOST_TEST(each.cancelled == cancelled);
            BOOST_TEST(each.error.has_value() == (each.failed_call == 0 && !unreadable && !cancelled));
            BOOST_TEST(each.reply.has_value() == ((each.failed_call == 1 || unreadable) && !cancelled));
            BOOST_TEST(each.calls == (each.failed_call == 1 || unreadable ? 2u : 1u));
            if (each.error) BOOST_TEST((each.error->code() == each.what.how.value_or(sdk::errc::llm_error)));
        }
}

BOOST_AUTO_TEST_CASE(a_cancellation_that_was_swallowed_shows)
{
    careless   one;
    const auto found = testing::fail_each_call(one, improvise);

    const auto gone = std::ranges::find(found, "cancelled", [](const auto& each) { return each.what.name; });
    BOOST_REQUIRE((gone != found.end()));
    BOOST_TEST(!gone->cancelled);
    BOOST_TEST(gone->reply.has_value());
}

BOOST_AUTO_TEST_CASE(an_exception_of_another_kind_and_an_operation_without_an_end_go_to_the_test)
{
    clumsy of_another_kind;
    BOOST_CHECK_THROW(testing::fail_each_call(of_another_kind, improvise), std::runtime_error);

    insatiable endless;
    BOOST_CHECK_THROW(testing::fail_each_call(endless, improvise), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
