#include "verbatim/feedback/complete.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct fixture : testing::event_loop
{
    testing::fake_call call;
    feedback::prompt   prompt{.system     = sdk::prompt_text{"sys"},
                              .redacted   = {"Amina came"},
                              .unredacted = {},
                              .user       = [](const feedback::redaction& names) { return names.text(0); }};

    fixture() { call.word_list.add("Amina", "PERSON"); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(ask, fixture)

BOOST_AUTO_TEST_CASE(the_model_reads_what_may_leave_and_the_answer_can_be_restored)
{
    call.llm.reply("<PERSON_0> came");
    const auto completion = run(feedback::complete(call, prompt));
    BOOST_TEST(call.llm.requests().at(0).system == "sys");
    BOOST_TEST(call.llm.requests().at(0).user == "<PERSON_0> came");
    BOOST_TEST(completion.names.restore(completion.text) == "Amina came");
}

BOOST_AUTO_TEST_CASE(without_anonymization_the_engine_is_not_asked)
{
    prompt.anonymize = false;
    call.llm.reply("ok");
    run(feedback::complete(call, prompt));
    BOOST_TEST(call.llm.requests().at(0).user == "Amina came");
    BOOST_TEST(call.word_list.call_count() == 0);
}

BOOST_AUTO_TEST_CASE(an_offline_completion_is_made_from_redacted_texts)
{
    prompt.offline = [](const feedback::redaction& names) { return names.unescaped_text(0).text() + " & left"; };
    call.llm.reply_offline();
    const auto completion = run(feedback::complete(call, prompt));
    BOOST_TEST(completion.text == "<PERSON_0> came & left");
    BOOST_TEST(completion.names.restore(completion.text) == "Amina came & left");
}

BOOST_AUTO_TEST_CASE(the_budget_is_measured_on_the_text_as_it_came_and_before_the_engine)
{
    call.llm.set_limits({.max_total_tokens = 12, .chars_per_token = 1}); // the message is 13, redacted 18
    BOOST_CHECK_EXCEPTION(run(feedback::complete(call, prompt)), sdk::error, [](const sdk::error& error) {
        return error.message == "Estimated tokens (13) exceed limit (12)";
    });
    BOOST_TEST(call.word_list.call_count() == 0);

    call.llm.set_limits({.max_total_tokens = 13, .chars_per_token = 1}).reply("ok");
    BOOST_CHECK_NO_THROW(run(feedback::complete(call, prompt)));
}

BOOST_AUTO_TEST_CASE(an_unfit_reply_is_a_failed_call)
{
    prompt.parse = [](std::string_view completion) { return completion == "fit"; };
    call.llm.reply("unfit");
    BOOST_CHECK_EXCEPTION(run(feedback::complete(call, prompt)), sdk::error,
                          [](const sdk::error& error) { return error.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_SUITE_END()
