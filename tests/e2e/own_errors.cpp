// What an operation can end with is what its descriptor names.
#include "e2e/test_server.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

struct fixture
{
    test_server server{{{"PLUGINS_DIR", ERROR_MODULES}, {"PLUGINS_ENABLED", R"(["errors"])"}}};

    support::raw_response answer(const std::string& way)
    {
        return server.post("/v1/fail", R"({"way":")" + way + R"("})");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(own_errors, fixture)

BOOST_AUTO_TEST_CASE(status_and_headers_of_a_success_are_those_of_the_descriptor)
{
    const auto reply = answer("none");
    BOOST_TEST(reply.status == 202);
    BOOST_TEST(reply.field("cache-control") == "no-store");
    BOOST_TEST(reply.body == R"({"number":1.0})");
}

BOOST_AUTO_TEST_CASE(a_declared_error_has_its_own_code_status_and_text)
{
    const auto reply = answer("own");
    const auto error = error_of(reply);
    BOOST_TEST(reply.status == 409);
    BOOST_TEST(json::value_to<std::string>(error.at("code")) == "too_few");
    BOOST_TEST(json::value_to<std::string>(error.at("message")) == "Send more records.");
    BOOST_TEST(answer("host").status == 502);
    server.process.stop();
    BOOST_TEST(server.process.output().find("unexpected_error") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_undeclared_error_is_internal_and_the_log_names_the_mistake)
{
    for (const auto* way : {"undeclared_own", "undeclared_host"})
    {
        const auto reply = answer(way);
        BOOST_TEST(reply.status == 500);
        BOOST_TEST(code_of(reply) == "internal_error");
    }
    server.process.stop();
    const auto log = server.process.output();
    for (const auto* code : {"too_many", "not_found"})
        BOOST_TEST(log.find("undeclared error " + std::string{code} + ": add it to descriptor::errors") !=
                       std::string::npos,
                   log);
}

BOOST_AUTO_TEST_CASE(a_response_that_has_no_json_is_internal)
{
    const auto reply = answer("no_json");
    BOOST_TEST(reply.status == 500);
    BOOST_TEST(code_of(reply) == "internal_error");
}

BOOST_AUTO_TEST_SUITE_END()
