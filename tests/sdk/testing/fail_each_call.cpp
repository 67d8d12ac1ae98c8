#include "verbatim/testing/fail_each_call.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <stdexcept>

using namespace verbatim;

namespace {

struct empty
{};
[[maybe_unused]] void declare(sdk::schema_builder& schema, empty&) { schema.name("Empty", "No members."); }

struct text
{
    std::string value;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, text& text)
{
    schema.name("Text", "A text.");
    schema.field("value", text.value, "The text.");
}

/// Asks twice and can do without the second answer.
class two_calls final : public sdk::typed_operation<empty, text>
{
public:
    sdk::descriptor describe() const override { return {.name = "careful"}; }
    sdk::task<text> run(sdk::call& call, const empty&) const override
    {
        const sdk::chat_request first_request{.system = {}, .user = {}};
        const sdk::chat_request second_request{.system = {}, .user = {}};
        const auto              first  = co_await call.model().complete(first_request);
        const auto              second = co_await call.model().try_complete(second_request);
        co_return text{first.text + (second ? second->text : "")};
    }
};

/// Answers whatever happens, a caller who has gone away included.
class swallows_errors final : public sdk::typed_operation<empty, text>
{
public:
    sdk::descriptor describe() const override { return {.name = "careless"}; }
    sdk::task<text> run(sdk::call& call, const empty&) const override
    {
        try
        {
            const sdk::chat_request request{.system = {}, .user = {}};
            co_await call.model().complete(request);
        }
        catch (const std::exception&)
        {}
        co_return text{};
    }
};

class throws_runtime_error final : public sdk::typed_operation<empty, text>
{
public:
    sdk::descriptor describe() const override { return {.name = "clumsy"}; }
    sdk::task<text> run(sdk::call& call, const empty&) const override
    {
        const sdk::chat_request request{.system = {}, .user = {}};
        const auto              completion = co_await call.model().try_complete(request);
        if (!completion) throw std::runtime_error{"of another kind"};
        co_return text{};
    }
};

class endless final : public sdk::typed_operation<empty, text>
{
public:
    sdk::descriptor describe() const override { return {.name = "insatiable"}; }
    sdk::task<text> run(sdk::call& call, const empty&) const override
    {
        const sdk::chat_request request{.system = {}, .user = {}};
        for (int n = 0; n != 2'000; ++n) co_await call.model().try_complete(request);
        co_return text{};
    }
};

void auto_reply(testing::fake_call& call) { call.llm.auto_reply(); }

} // namespace

BOOST_AUTO_TEST_SUITE(fail_each_call)

BOOST_AUTO_TEST_CASE(each_call_fails_in_each_way_and_what_became_of_it_is_told)
{
    two_calls  operation;
    const auto outcomes = testing::fail_each_call(operation, empty{}, auto_reply);

    BOOST_TEST(outcomes.size() == 2 * testing::all_model_failures().size());
    for (const auto& outcome : outcomes) BOOST_TEST_CONTEXT(outcome.failure.name << " " << outcome.failed_call)
        {
            const bool unreadable = outcome.failure.name == "unreadable"; // free text cannot be
            const bool cancelled  = outcome.failure.name == "cancelled";
            BOOST_TEST(outcome.cancelled == cancelled);
            BOOST_TEST(outcome.error.has_value() == (outcome.failed_call == 0 && !unreadable && !cancelled));
            BOOST_TEST(outcome.response.has_value() == ((outcome.failed_call == 1 || unreadable) && !cancelled));
            BOOST_TEST(outcome.calls == (outcome.failed_call == 1 || unreadable ? 2u : 1u));
            if (outcome.error)
                BOOST_TEST((outcome.error->code() == outcome.failure.error.value_or(sdk::errc::llm_error)));
        }
}

BOOST_AUTO_TEST_CASE(a_cancellation_that_was_swallowed_shows)
{
    swallows_errors operation;
    const auto      outcomes = testing::fail_each_call(operation, empty{}, auto_reply);

    const auto cancelled =
        std::ranges::find(outcomes, "cancelled", [](const auto& outcome) { return outcome.failure.name; });
    BOOST_REQUIRE((cancelled != outcomes.end()));
    BOOST_TEST(!cancelled->cancelled);
    BOOST_TEST(cancelled->response.has_value());
}

BOOST_AUTO_TEST_CASE(an_exception_of_another_kind_and_an_operation_without_an_end_go_to_the_test)
{
    throws_runtime_error operation;
    BOOST_CHECK_THROW(testing::fail_each_call(operation, empty{}, auto_reply), std::runtime_error);

    endless never_ends;
    BOOST_CHECK_THROW(testing::fail_each_call(never_ends, empty{}, auto_reply), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
