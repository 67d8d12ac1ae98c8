#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

/// The built-in anonymizer does not find the name in it.
constexpr std::string_view content = "the pump of qoyllur broke";

constexpr std::string_view body =
    R"({"feedback_record": {"id": "r-1", "content": "the pump of qoyllur broke", "metadata": {}}})";

struct analyzer_fixture
{
    support::provider_stub provider;
    support::provider_stub analyzer;

    analyzer_fixture()
    {
        provider.respond_to(
            "sensitivity",
            stub_response::chat(R"({"sensitivity_types": ["THEFT"], "explanation": "<PERSON_0> took it."})"));
        analyzer.respond_by_default({.body = R"([{"entity_type": "PERSON", "start": 12, "end": 19, "score": 0.85}])"});
    }

    support::server_process::environment settings(support::server_process::environment extra = {}) const
    {
        extra.emplace("ANONYMIZER_ANALYZER_URL", analyzer.base());
        return provider_settings(provider, std::move(extra));
    }
};

support::raw_response detect(test_server& server) { return server.post("/v1/detect-sensitive", std::string{body}); }

} // namespace

BOOST_FIXTURE_TEST_SUITE(analyzer_of_personal_data, analyzer_fixture)

BOOST_AUTO_TEST_CASE(its_findings_are_redacted_and_restored)
{
    test_server server{settings()};

    const auto response = detect(server);

    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST(text(json::parse(response.body).as_object(), "explanation") == "qoyllur took it.");
    BOOST_REQUIRE(analyzer.requests().size() == 1U);
    const auto request = analyzer.requests().front();
    BOOST_TEST(request.target == "/analyze");
    BOOST_TEST(text(json::parse(request.body).as_object(), "text") == content);
    BOOST_TEST(request.headers.at("x-request-id") == response.field("x-request-id"));
    BOOST_TEST(!request.headers.contains("authorization"));
    BOOST_REQUIRE(provider.requests().size() == 1U);
    BOOST_TEST(!contains(provider.requests().front().body, "qoyllur"));
    BOOST_TEST(contains(provider.requests().front().body, "<PERSON_0>"));
}

BOOST_AUTO_TEST_CASE(a_failure_is_a_503_and_nothing_is_sent_to_a_model)
{
    monitored_server monitored{settings()};
    analyzer.respond_by_default(stub_response::error(500, "the pump of qoyllur"));

    const auto response = detect(*monitored.server);

    BOOST_TEST(response.status == 503);
    BOOST_TEST(code_of(response) == "anonymizer_unavailable");
    BOOST_TEST(response.field("retry-after") == "30");
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(monitored.metrics().value("verbatim_analyzer_requests_total{outcome=\"http_error\"}") == 1);
    BOOST_TEST(monitored.metrics().value("verbatim_analyzer_request_duration_seconds_count") == 1);
    auto& process = monitored.server->process;
    process.stop();
    BOOST_TEST(contains(process.output(), R"("note":"analyzer http_error")"));
    BOOST_TEST(!contains(process.output(), "qoyllur"));
}

BOOST_AUTO_TEST_CASE(a_dry_run_sends_no_text)
{
    test_server server{settings()};
    auto        request = json::parse(body).as_object();
    request["dry_run"]  = true;

    BOOST_TEST(server.post("/v1/detect-sensitive", json::serialize(request)).status == 200);

    BOOST_TEST(analyzer.requests().empty());
    BOOST_TEST(provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(without_the_requirement_a_failure_is_a_warning)
{
    test_server server{settings({{"ANONYMIZER_ANALYZER_REQUIRED", "false"}})};
    analyzer.respond_by_default({.mode = stub_response::delivery::close});

    BOOST_TEST(detect(server).status == 200);

    BOOST_TEST(contains(provider.requests().front().body, "qoyllur"));
    server.process.stop();
    BOOST_TEST(contains(server.process.output(), R"("event":"analyzer_failed")"));
    BOOST_TEST(!contains(server.process.output(), "qoyllur"));
}

BOOST_AUTO_TEST_CASE(texts_that_are_not_redacted_are_not_sent)
{
    test_server server{settings()};
    analyzer.respond_by_default(stub_response::error(500));
    const std::string records = R"("feedback_records": [{"id": "r-1", "content": "the pump of qoyllur broke"}]})";

    BOOST_TEST(server.post("/v1/analyze-bulk", R"({"prompt": "What broke?", "anonymize": false, )" + records).status ==
               200);
    BOOST_TEST(analyzer.requests().empty());
    BOOST_TEST(server.post("/v1/analyze-bulk", R"({"prompt": "What broke?", )" + records).status == 503);
    BOOST_TEST(!analyzer.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_disconnected_client_ends_the_request_to_the_analyzer)
{
    test_server server{settings()};
    analyzer.respond_by_default(stub_response{.body = "[]"}.after_release());
    {
        support::raw_client client{server.process.port()};
        client.send(raw_post("/v1/detect-sensitive", std::string{body}));
        analyzer.wait_for_requests(1);
    }
    analyzer.wait_for_hang_ups(1);
}

BOOST_AUTO_TEST_SUITE_END()
