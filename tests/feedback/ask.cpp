#include "verbatim/feedback/ask.hpp"

#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct setting : testing::loop
{
    testing::fake_call call;
    feedback::question question{.system = sdk::outbound::trusted("sys"),
                                .texts  = {"Amina came"},
                                .beside = {},
                                .user   = [](const feedback::redaction& names) { return names.text(0); }};

    setting() { call.words.knows("Amina", "PERSON"); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(ask, setting)

BOOST_AUTO_TEST_CASE(the_model_reads_what_may_leave_and_the_answer_can_be_restored)
{
    call.script.says("<PERSON_0> came");
    const auto answer = run(feedback::ask(call, question));
    BOOST_TEST(call.script.conversations().at(0).system == "sys");
    BOOST_TEST(call.script.conversations().at(0).user == "<PERSON_0> came");
    BOOST_TEST(answer.names.restore(answer.text) == "Amina came");
}

BOOST_AUTO_TEST_CASE(without_anonymization_the_engine_is_not_asked)
{
    question.anonymize = false;
    call.script.says("ok");
    run(feedback::ask(call, question));
    BOOST_TEST(call.script.conversations().at(0).user == "Amina came");
    BOOST_TEST(call.words.times_asked() == 0);
}

BOOST_AUTO_TEST_CASE(the_budget_is_measured_on_the_text_as_it_came_and_before_the_engine)
{
    call.script.limited_to({.max_total_tokens = 12, .chars_per_token = 1}); // the message is 13, redacted 18
    BOOST_CHECK_EXCEPTION(run(feedback::ask(call, question)), sdk::error, [](const sdk::error& one) {
        return one.message == "Estimated tokens (13) exceed limit (12)";
    });
    BOOST_TEST(call.words.times_asked() == 0);

    call.script.limited_to({.max_total_tokens = 13, .chars_per_token = 1}).says("ok");
    BOOST_CHECK_NO_THROW(run(feedback::ask(call, question)));
}

BOOST_AUTO_TEST_CASE(an_unfit_reply_is_a_failed_call)
{
    question.fits = [](std::string_view reply) { return reply == "fit"; };
    call.script.says("unfit");
    BOOST_CHECK_EXCEPTION(run(feedback::ask(call, question)), sdk::error,
                          [](const sdk::error& one) { return one.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_SUITE_END()
