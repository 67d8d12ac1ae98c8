#define BOOST_TEST_MODULE hello
#include "operation.hpp"

#include "prompts.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fail_each_call.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace sdk     = verbatim::sdk;
namespace testing = verbatim::testing;

namespace {

/// An operation and a call with a scripted model.
struct fixture : testing::event_loop
{
    testing::fake_call call;
    hello::operation   operation{hello::settings{}};

    fixture() { call.word_list.add("Amina", "PERSON"); }

    std::string body(std::string content)
    {
        const hello::request request{{.id = "F-1", .content = std::move(content), .metadata = {}, .url_id = {}}};
        return sdk::to_json(run(operation.run(call, request)));
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(operation, fixture)

BOOST_AUTO_TEST_CASE(the_operation_keeps_the_rules_of_every_operation)
{
    for (const auto& problem : testing::check_operation(operation)) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(the_model_sees_placeholders_and_the_response_has_the_names)
{
    call.llm.reply_for("hello", R"({"urgency": "HOURS", "reason": "<PERSON_0> has no \"insulin\"."})");

    BOOST_TEST(body("Amina has no insulin.") ==
               R"({"id":"F-1","urgency":"HOURS","reason":"Amina has no \"insulin\"."})");

    BOOST_REQUIRE(call.llm.requests().size() == 1u);
    const auto& request = call.llm.requests()[0];
    BOOST_TEST(request.user ==
               "<feedback_record id=\"F-1\">\n<text><PERSON_0> has no insulin.</text>\n</feedback_record>");
    BOOST_TEST(request.system.find("a field officer") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_without_content_needs_no_model_call)
{
    BOOST_TEST(body("") == R"({"id":"F-1","urgency":"NONE","reason":"No feedback content was provided."})");
    BOOST_TEST(call.llm.requests().empty());
}

BOOST_AUTO_TEST_CASE(without_a_provider_the_offline_output_is_the_completion)
{
    call.llm.reply_offline();
    BOOST_TEST(body("Amina is in danger.") ==
               R"({"id":"F-1","urgency":"HOURS","reason":"The text holds the word danger."})");
}

BOOST_AUTO_TEST_CASE(a_failed_model_call_ends_the_request_with_its_error)
{
    const hello::request request{{.id = "F-1", .content = "No insulin.", .metadata = {}, .url_id = {}}};
    const auto           prepare = [](testing::fake_call& failing_call) { failing_call.llm.auto_reply(); };
    for (const auto& outcome : testing::fail_each_call(operation, request, prepare))
        BOOST_TEST_CONTEXT(outcome.failure.name)
        {
            BOOST_TEST(outcome.calls == 1u);
            BOOST_TEST(!outcome.response.has_value());
            if (outcome.error)
                BOOST_TEST((outcome.error->code() == outcome.failure.error.value_or(sdk::errc::llm_error)));
        }
}

BOOST_AUTO_TEST_CASE(an_invalid_request_is_refused)
{
    const auto read = &testing::read_request<hello::request>;

    BOOST_CHECK_THROW(read("{}"), std::invalid_argument);
    BOOST_CHECK_THROW(read(R"({"feedback_record": {"id": 7, "content": "x"}})"), std::invalid_argument);
    BOOST_CHECK_NO_THROW(read(R"({"feedback_record": {"id": "a", "content": "x"}, "more": 1})"));
}

BOOST_AUTO_TEST_SUITE_END()
