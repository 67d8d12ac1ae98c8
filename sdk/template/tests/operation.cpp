#define BOOST_TEST_MODULE hello
#include "operation.hpp"

#include "prompts.hpp"

#include "verbatim/testing/fail_each_call.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace sdk     = verbatim::sdk;
namespace testing = verbatim::testing;

namespace {

/// A call whose model, privacy engine and log are in the test's hands.
struct setting : testing::loop
{
    testing::fake_call call;
    hello::operation   operation{hello::settings{}};

    setting() { call.words.knows("Amina", "PERSON"); }

    std::string body(std::string content)
    {
        call.asks(hello::request{{.id = "F-1", .content = std::move(content), .metadata = {}, .url_id = {}}});
        auto reply = run(operation.run(call));
        BOOST_TEST(reply.status == 200);
        return std::move(reply.body);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(operation, setting)

BOOST_AUTO_TEST_CASE(a_record_is_asked_about_without_its_names_and_answered_with_them)
{
    call.script.says("hello", R"({"urgency": "HOURS", "reason": "<PERSON_0> has no \"insulin\"."})");

    BOOST_TEST(body("Amina has no insulin.") ==
               R"({"id":"F-1","urgency":"HOURS","reason":"Amina has no \"insulin\"."})");

    BOOST_REQUIRE(call.script.conversations().size() == 1u);
    const auto& asked = call.script.conversations()[0];
    BOOST_TEST(asked.user ==
               "<feedback_record id=\"F-1\">\n<text><PERSON_0> has no insulin.</text>\n</feedback_record>");
    BOOST_TEST(asked.system.find("a field officer") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_without_content_costs_no_call)
{
    BOOST_TEST(body("") == R"({"id":"F-1","urgency":"NONE","reason":"No feedback content was provided."})");
    BOOST_TEST(call.script.conversations().empty());
}

BOOST_AUTO_TEST_CASE(whichever_call_fails_the_request_ends_with_its_error)
{
    const auto prepare = [](testing::fake_call& fresh) {
        fresh.script.improvises();
        fresh.asks(hello::request{{.id = "F-1", .content = "No insulin.", .metadata = {}, .url_id = {}}});
    };
    for (const auto& found : testing::fail_each_call(operation, prepare)) BOOST_TEST_CONTEXT(found.what.name)
        {
            BOOST_TEST(found.calls == 1u);
            BOOST_TEST(!found.reply.has_value());
            if (found.error) BOOST_TEST((found.error->code() == found.what.how.value_or(sdk::errc::llm_error)));
        }
}

BOOST_AUTO_TEST_CASE(a_request_that_breaks_its_declaration_is_refused)
{
    const auto asks = sdk::type_of<hello::request>();

    BOOST_CHECK_THROW(call.asks(asks, "{}"), std::invalid_argument);
    BOOST_CHECK_THROW(call.asks(asks, R"({"feedback_record": {"id": 7, "content": "x"}})"), std::invalid_argument);
    BOOST_CHECK_NO_THROW(call.asks(asks, R"({"feedback_record": {"id": "a", "content": "x"}, "more": 1})"));
}

BOOST_AUTO_TEST_CASE(the_descriptor_holds_what_the_server_asks_for)
{
    const auto about = operation.describe();

    BOOST_TEST(about.path == "/v1/hello");
    BOOST_TEST(!about.usage_label.empty());
    BOOST_CHECK_NO_THROW(about.asks.declared());
    BOOST_CHECK_NO_THROW(about.answers.declared());
}

BOOST_AUTO_TEST_SUITE_END()
