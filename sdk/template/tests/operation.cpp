#define BOOST_TEST_MODULE hello
#include "operation.hpp"

#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/loop.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace sdk = verbatim::sdk;
using verbatim::testing::fake_call;
using verbatim::testing::loop;

namespace {

/// What the host does with a body before an operation sees it.
std::vector<sdk::field_issue> problems(std::string_view body)
{
    hello::request asked;
    return sdk::read(sdk::declared<hello::request>(), boost::json::parse(body), &asked);
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(operation, loop)

BOOST_AUTO_TEST_CASE(a_person_is_greeted_by_name)
{
    fake_call        call;
    hello::operation operation{{.salutation = "Welcome"}};
    call.asks(hello::request{.name = "Ada"});

    auto reply = run(operation.run(call));

    BOOST_TEST(reply.status == 200);
    BOOST_TEST(reply.body == R"({"greeting":"Welcome, Ada!"})");
}

BOOST_AUTO_TEST_CASE(a_greeting_can_be_formal)
{
    fake_call        call;
    hello::operation operation{hello::settings{}};
    call.asks(hello::request{.name = "Ada", .formal = true});

    BOOST_TEST(run(operation.run(call)).body == R"({"greeting":"Good day, Ada."})");
}

BOOST_AUTO_TEST_CASE(a_request_without_a_name_is_refused)
{
    const std::vector<sdk::field_issue> missing{{"name", "Field required"}};

    BOOST_TEST((problems("{}") == missing));
    BOOST_TEST(problems(R"({"name": ""})").size() == 1u);
    BOOST_TEST(problems(R"({"name": "Ada"})").empty());
}

BOOST_AUTO_TEST_CASE(the_descriptor_holds_what_the_server_asks_for)
{
    const auto about = hello::operation{hello::settings{}}.describe();

    BOOST_TEST(about.path == "/v1/hello");
    BOOST_CHECK_NO_THROW(about.asks.declared());
    BOOST_CHECK_NO_THROW(about.answers.declared());
}

BOOST_AUTO_TEST_SUITE_END()
