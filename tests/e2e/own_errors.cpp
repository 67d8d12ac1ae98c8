// An operation can return only the errors that its descriptor declares.
#include "e2e/monitored_server.hpp"
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
    test_server server{{{"PLUGINS_DIR", PLUGIN_FOLDER}, {"PLUGINS_ENABLED", R"(["errors"])"}}};

    support::raw_response call(const std::string& way)
    {
        return server.post("/v1/fail", R"({"way":")" + way + R"("})");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(own_errors, fixture)

BOOST_AUTO_TEST_CASE(a_success_has_the_status_and_headers_of_the_descriptor)
{
    const auto response = call("none");
    BOOST_TEST(response.status == 202);
    BOOST_TEST(response.field("cache-control") == "no-store");
    BOOST_TEST(response.body == R"({"number":1.0})");
}

BOOST_AUTO_TEST_CASE(a_declared_error_has_its_code_status_and_message)
{
    const auto response = call("own");
    const auto error    = error_of(response);
    BOOST_TEST(response.status == 409);
    BOOST_TEST(json::value_to<std::string>(error.at("code")) == "too_few");
    BOOST_TEST(json::value_to<std::string>(error.at("message")) == "Send more records.");
    BOOST_TEST(call("host").status == 502);
    server.process.stop();
    BOOST_TEST(server.process.output().find("unexpected_error") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_undeclared_error_becomes_internal_error_and_is_logged)
{
    for (const auto* way : {"undeclared_own", "undeclared_host"})
    {
        const auto response = call(way);
        BOOST_TEST(response.status == 500);
        BOOST_TEST(code_of(response) == "internal_error");
    }
    server.process.stop();
    const auto log = server.process.output();
    for (const auto* code : {"too_many", "not_found"})
        BOOST_TEST(log.find("undeclared error " + std::string{code} + ": add it to descriptor::errors") !=
                       std::string::npos,
                   log);
}

BOOST_AUTO_TEST_CASE(the_counter_of_a_plugin_is_on_the_page_of_metrics)
{
    monitored_server monitored{{{"PLUGINS_DIR", PLUGIN_FOLDER}, {"PLUGINS_ENABLED", R"(["errors"])"}}};
    for (const auto* way : {"none", "own", "host"})
        monitored.server->post("/v1/fail", R"({"way":")" + std::string{way} + R"("})");
    const auto metrics = monitored.metrics();
    BOOST_TEST(metrics.value(R"(verbatim_plugin_errors_calls_total{end="response"})") == 1);
    BOOST_TEST(metrics.value(R"(verbatim_plugin_errors_calls_total{end="error"})") == 2);
}

BOOST_AUTO_TEST_CASE(a_response_without_json_is_internal_and_the_log_names_the_field)
{
    const auto response = call("no_json");
    BOOST_TEST(response.status == 500);
    BOOST_TEST(code_of(response) == "internal_error");
    server.process.stop();
    const auto log = server.process.output();
    BOOST_TEST(contains(log, "FailResponse: 'number': NaN and infinity have no JSON"), log);
}

BOOST_AUTO_TEST_CASE(the_log_names_a_programming_error_and_only_the_type_of_another_exception)
{
    for (const auto* way : {"programming_error", "other_exception"})
    {
        const auto response = call(way);
        BOOST_TEST(response.status == 500);
        BOOST_TEST(!contains(response.body, "mistake"));
    }
    server.process.stop();
    const auto log = server.process.output();
    BOOST_TEST(contains(log, "a constant mistake"), log);
    BOOST_TEST(contains(log, "std::runtime_error"), log);
    BOOST_TEST(!contains(log, "text of a record"), log);
}

BOOST_AUTO_TEST_SUITE_END()
