// Requests of a plugin to other servers: docs/writing-an-operation.md#call-another-server.
#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

struct fixture
{
    support::provider_stub other;

    support::server_process::environment settings(const std::string& origins)
    {
        return {
            {"PLUGINS_DIR", PLUGIN_FOLDER}, {"PLUGINS_ENABLED", R"(["outgoing"])"}, {"PLUGINS_HTTP_ORIGINS", origins}};
    }

    std::string body(const std::string& segment) const
    {
        return json::serialize(
            json::object{{"content", "Amina Diallo waits."}, {"origin", other.base()}, {"segment", segment}});
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(plugin_http, fixture)

BOOST_AUTO_TEST_CASE(only_listed_servers_get_requests_and_none_gets_text_of_a_record)
{
    other.respond_by_default({.status = 404, .body = "nothing here"});
    monitored_server listed{settings("[\"" + other.base() + "\"]")};
    BOOST_TEST(listed.server->post("/v1/send", body("F-7")).body == R"({"status":404,"body":"nothing here"})");
    BOOST_TEST(other.requests().size() == 1u);
    BOOST_TEST(other.requests().front().target == "/v1/places/F-7");

    const auto refused = listed.server->post("/v1/send", body("amina.diallo"));
    BOOST_TEST(refused.status == 502);
    BOOST_TEST(code_of(refused) == "http_refused");
    BOOST_TEST(other.requests().size() == 1u);
    const auto metrics = listed.metrics();
    for (const auto* outcome : {"response", "refused"})
        BOOST_TEST(metrics.value(R"(verbatim_plugin_http_requests_total{plugin="outgoing",outcome=")" +
                                 std::string{outcome} + "\"}") == 1);
    listed.server->process.stop();
    BOOST_TEST(contains(listed.server->process.output(), "record_text"));
    BOOST_TEST(!contains(listed.server->process.output(), "Diallo"));

    test_server other_server{settings("[]")};
    BOOST_TEST(code_of(other_server.post("/v1/send", body("F-7"))) == "http_refused");
    BOOST_TEST(other.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_request_ends_when_its_client_disconnects)
{
    other.respond_by_default(stub_response{.body = "{}"}.after_release());
    test_server server{settings("[\"" + other.base() + "\"]")};
    {
        support::raw_client client{server.process.port()};
        BOOST_TEST(client.send(raw_post("/v1/send", body("F-7"))));
        other.wait_for_requests(1);
    }
    other.wait_for_hang_ups(1);
    other.release();
}

BOOST_AUTO_TEST_CASE(a_wrong_entry_stops_the_start)
{
    const support::temporary_directory folder;
    auto                               wrong = testing::default_settings(folder);
    for (const auto& [name, value] : settings(R"(["https://a.example/path"])")) wrong[name] = value;
    const auto [status, output] = support::run_server(wrong, {"--check"});
    BOOST_TEST(status != 0);
    BOOST_TEST(contains(output, "PLUGINS_HTTP_ORIGINS[0]: is neither an origin"), output);
}

BOOST_AUTO_TEST_SUITE_END()
