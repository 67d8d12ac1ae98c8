#include "verbatim/feedback/complete.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace verbatim;
namespace asio = boost::asio;

namespace {

struct fixture : testing::event_loop
{
    testing::fake_call call;
    feedback::prompt   prompt;

    fixture()
    {
        call.word_list.add("Amina", "PERSON").add("Juma", "PERSON");
        prompt.system   = sdk::prompt_text{"sys"};
        prompt.redacted = {"Amina came"};
        prompt.user     = [](const feedback::redaction& names) { return names.text(0); };
    }
};

/// Forwards to the script after one turn of the event loop, and records how many calls are open at a time.
class counting_model final : public sdk::llm
{
public:
    explicit counting_model(sdk::llm& script)
        : script_{script}
    {}

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        max_open = std::max(max_open, ++open_);
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        auto result = co_await script_.try_complete(request);
        --open_;
        co_return result;
    }
    sdk::token_limits limits() const noexcept override { return script_.limits(); }

    std::size_t max_open = 0;

private:
    sdk::llm&   script_;
    std::size_t open_ = 0;
};

struct group_fixture : fixture
{
    counting_model         model{call.llm};
    feedback::prompt_group group;

    group_fixture()
    {
        call.model_override = &model;
        group.redacted      = {"Juma asks", "Amina answers Juma"};
        group.unredacted    = {"F-1"};
        add([](const feedback::redaction& names) { return names.text(0); });
        add([](const feedback::redaction& names) { return names.text(1); });
        add([](const feedback::redaction& names) { return names.text(1) + " / " + names.text(0); });
    }

    void add(std::function<sdk::prompt_text(const feedback::redaction& names)> user)
    {
        feedback::prompt_messages messages;
        messages.system = sdk::prompt_text{"sys"};
        messages.user   = std::move(user);
        group.prompts.push_back(std::move(messages));
    }

    std::vector<std::string> user_messages() const
    {
        std::vector<std::string> result;
        for (const auto& request : call.llm.requests()) result.push_back(request.user);
        return result;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(complete, fixture)

BOOST_AUTO_TEST_CASE(the_model_gets_redacted_texts_and_its_output_can_be_restored)
{
    call.llm.reply("<PERSON_0> came");
    const auto completion = run(feedback::complete(call, prompt));
    BOOST_TEST(call.llm.requests().at(0).system == "sys");
    BOOST_TEST(call.llm.requests().at(0).user == "<PERSON_0> came");
    BOOST_TEST(completion.names.restore(completion.text) == "Amina came");
}

BOOST_AUTO_TEST_CASE(without_anonymization_no_text_is_searched)
{
    prompt.anonymize = false;
    call.llm.reply("ok");
    run(feedback::complete(call, prompt));
    BOOST_TEST(call.llm.requests().at(0).user == "Amina came");
    BOOST_TEST(call.word_list.call_count() == 0);
}

BOOST_AUTO_TEST_CASE(numbers_in_unredacted_texts_are_not_used)
{
    prompt.unredacted = {"<PERSON_6>"};
    call.llm.reply("ok");
    run(feedback::complete(call, prompt));
    BOOST_TEST(call.llm.requests().at(0).user == "<PERSON_7> came");
}

BOOST_AUTO_TEST_CASE(an_offline_output_is_made_from_redacted_texts)
{
    prompt.offline = [](const feedback::redaction& names) { return names.unescaped_text(0).text() + " & left"; };
    call.llm.reply_offline();
    const auto completion = run(feedback::complete(call, prompt));
    BOOST_TEST(completion.text == "<PERSON_0> came & left");
    BOOST_TEST(completion.names.restore(completion.text) == "Amina came & left");
}

BOOST_AUTO_TEST_CASE(the_token_limit_is_checked_on_original_texts_before_the_search)
{
    call.llm.set_limits({.max_total_tokens = 12, .chars_per_token = 1}); // the message has 13, redacted 18
    BOOST_CHECK_EXCEPTION(run(feedback::complete(call, prompt)), sdk::error, [](const sdk::error& error) {
        return error.message == "Estimated tokens (13) exceed limit (12)";
    });
    BOOST_TEST(call.word_list.call_count() == 0);

    call.llm.set_limits({.max_total_tokens = 13, .chars_per_token = 1}).reply("ok");
    BOOST_CHECK_NO_THROW(run(feedback::complete(call, prompt)));
}

BOOST_AUTO_TEST_CASE(an_unusable_output_is_an_error)
{
    prompt.parse = [](std::string_view output) { return output == "usable"; };
    call.llm.reply("unusable");
    BOOST_CHECK_EXCEPTION(run(feedback::complete(call, prompt)), sdk::error,
                          [](const sdk::error& error) { return error.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(complete_all, group_fixture)

BOOST_AUTO_TEST_CASE(all_messages_share_one_search_and_one_numbering)
{
    call.llm.reply("a <PERSON_0>").reply("b <PERSON_1>").reply("c");
    const auto completions = run(feedback::complete_all(call, group, 1));

    const std::vector<std::string> messages{"<PERSON_0> asks", "<PERSON_1> answers <PERSON_0>",
                                            "<PERSON_1> answers <PERSON_0> / <PERSON_0> asks"};
    BOOST_TEST(user_messages() == messages, boost::test_tools::per_element());
    BOOST_TEST(call.word_list.call_count() == 1);

    const std::vector<std::string> outputs{"a <PERSON_0>", "b <PERSON_1>", "c"};
    BOOST_TEST(completions.texts == outputs, boost::test_tools::per_element());
    BOOST_TEST(completions.names.restore(completions.texts[1]) == "b Amina");
}

BOOST_AUTO_TEST_CASE(one_message_over_the_limit_prevents_all_calls)
{
    call.llm.set_limits({.max_total_tokens = 32, .chars_per_token = 1}); // the last message has 33
    BOOST_CHECK_EXCEPTION(run(feedback::complete_all(call, group, 3)), sdk::error, [](const sdk::error& error) {
        return error.code() == sdk::errc::payload_too_large &&
               error.message == "Estimated tokens (33) exceed limit (32)";
    });
    BOOST_TEST(call.llm.requests().empty());
    BOOST_TEST(call.word_list.call_count() == 0);
}

BOOST_AUTO_TEST_CASE(at_most_limit_calls_are_open_at_a_time)
{
    for (const auto& [limit, expected] : {std::pair{1u, 1u}, {2u, 2u}, {9u, 3u}, {0u, 1u}})
    {
        model.max_open = 0;
        call.llm.reply("a").reply("b").reply("c");
        run(feedback::complete_all(call, group, limit));
        BOOST_TEST(model.max_open == expected);
    }
}

BOOST_AUTO_TEST_CASE(each_prompt_has_its_own_output_functions)
{
    group.prompts[0].parse   = [](std::string_view output) { return output == "first"; };
    group.prompts[0].offline = [](const feedback::redaction&) { return "first"; };
    group.prompts[1].offline = [](const feedback::redaction& names) { return names.unescaped_text(1).text(); };
    group.prompts[2].offline = [](const feedback::redaction&) { return "third"; };
    call.llm.reply_offline();
    const std::vector<std::string> outputs{"first", "<PERSON_1> answers <PERSON_0>", "third"};
    BOOST_TEST(run(feedback::complete_all(call, group, 2)).texts == outputs, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_error_of_any_call_ends_all)
{
    for (std::size_t failing = 0; failing != group.prompts.size(); ++failing)
    {
        group_fixture other;
        other.call.llm.auto_reply().fail_call(failing, sdk::errc::llm_rate_limited);
        BOOST_CHECK_EXCEPTION(other.run(feedback::complete_all(other.call, other.group, 1)), sdk::error,
                              [](const sdk::error& error) { return error.code() == sdk::errc::llm_rate_limited; });
        BOOST_TEST(other.call.llm.requests().size() == failing + 1);
    }
}

BOOST_AUTO_TEST_CASE(calls_under_way_are_awaited_when_another_fails)
{
    call.llm.auto_reply().fail_call(0, sdk::errc::llm_timeout);
    BOOST_CHECK_EXCEPTION(run(feedback::complete_all(call, group, 2)), sdk::error,
                          [](const sdk::error& error) { return error.code() == sdk::errc::llm_timeout; });
    BOOST_TEST(call.llm.requests().size() == 2);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_ends_the_group)
{
    call.llm.auto_reply().cancel_call(1);
    BOOST_CHECK_THROW(run(feedback::complete_all(call, group, 1)), boost::system::system_error);
    BOOST_TEST(call.llm.requests().size() == 2);
}

BOOST_AUTO_TEST_CASE(a_group_without_prompts_makes_no_call)
{
    group.prompts.clear();
    const auto completions = run(feedback::complete_all(call, group, 1));
    BOOST_TEST(completions.texts.empty());
    BOOST_TEST(completions.names.text(0).text() == "<PERSON_0> asks");
}

BOOST_AUTO_TEST_CASE(large_texts_are_written_on_the_pool)
{
    const std::string large(feedback::max_inline_bytes + 1, 'x');
    group.redacted.push_back(large);
    call.llm.reply("a").reply("b").reply("c");
    run(feedback::complete_all(call, group, 1));
    BOOST_TEST(call.compute_count == 5); // measuring, numbering, and each message
}

BOOST_AUTO_TEST_CASE(a_failed_call_costs_its_own_prompt_alone)
{
    call.llm.auto_reply().fail_call(1, sdk::errc::llm_rate_limited).reply_to_call(2, "<PERSON_1> answers");
    const auto results = run(feedback::try_complete_all(call, group, 1));
    BOOST_REQUIRE(results.texts.size() == 3u);
    BOOST_TEST(results.texts[0].has_value());
    BOOST_TEST((results.texts[1].error().code() == sdk::errc::llm_rate_limited));
    BOOST_TEST(results.names.restore(results.texts[2].value()) == "Amina answers");
    BOOST_TEST(user_messages()[2] == "<PERSON_1> answers <PERSON_0> / <PERSON_0> asks");
}

BOOST_AUTO_TEST_CASE(an_unusable_output_costs_its_own_prompt_alone)
{
    for (auto& messages : group.prompts) messages.parse = [](std::string_view output) { return output == "usable"; };
    call.llm.reply("usable").reply("useless").reply("usable");
    const auto results = run(feedback::try_complete_all(call, group, 1));
    BOOST_TEST(results.texts[0].value() == "usable");
    BOOST_TEST((results.texts[1].error().cause == sdk::failure_cause::unreadable));
    BOOST_TEST(results.texts[2].value() == "usable");
}

BOOST_AUTO_TEST_CASE(a_message_over_the_token_limit_costs_its_own_prompt_alone)
{
    group.advice_if_too_large = sdk::literal{"send less"};
    call.llm.set_limits({.max_total_tokens = 21, .chars_per_token = 1}); // the messages have 12, 21 and 33
    call.llm.reply("a").reply("b");
    const auto results = run(feedback::try_complete_all(call, group, 1));
    BOOST_TEST(results.texts[0].value() == "a");
    BOOST_TEST(results.texts[1].value() == "b");
    BOOST_TEST(results.texts[2].error().message == "Estimated tokens (33) exceed limit (21): send less");
    BOOST_TEST(call.llm.requests().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_model_that_never_answers_usably_is_not_called_for_every_prompt)
{
    group.prompts.resize(1);
    group.prompts[0].parse = [](std::string_view) { return false; };
    for (int n = 0; n != 20; ++n) group.prompts.push_back(group.prompts.front());
    call.llm.auto_reply();
    const auto results = run(feedback::try_complete_all(call, group, 64));
    BOOST_TEST(call.llm.requests().size() == 3u);
    for (const auto& result : results.texts)
    {
        BOOST_REQUIRE(!result.has_value());
        BOOST_TEST((result.error().cause == sdk::failure_cause::unreadable));
    }
}

BOOST_AUTO_TEST_CASE(cancellation_is_no_result)
{
    call.llm.auto_reply().cancel_call(1);
    BOOST_CHECK_THROW(run(feedback::try_complete_all(call, group, 1)), boost::system::system_error);
    BOOST_TEST(call.llm.requests().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_further_call_checks_the_limit_and_searches_nothing)
{
    call.llm.auto_reply();
    const auto completions = run(feedback::complete_all(call, group, 1));
    const auto again       = [&] {
        return run(feedback::try_complete_again(call, group, completions.names, group.prompts[1]));
    };
    const auto first = again();
    BOOST_TEST(first.has_value());
    BOOST_TEST(user_messages().back() == "<PERSON_1> answers <PERSON_0>");
    BOOST_TEST(call.word_list.call_count() == 1);

    call.llm.set_limits({.max_total_tokens = 20, .chars_per_token = 1});
    const auto refused = again();
    BOOST_TEST((refused.error().code() == sdk::errc::payload_too_large));
    BOOST_TEST(call.llm.requests().size() == 4u);
}

BOOST_AUTO_TEST_SUITE_END()
