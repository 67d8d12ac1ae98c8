#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

constexpr auto traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr auto trace_id    = "0af7651916cd43dd8448eb211c80319c";

/// An exported span. Values of attributes are JSON text.
struct exported_span
{
    std::string                        id;
    std::string                        parent;
    std::string                        trace;
    std::string                        name;
    std::int64_t                       kind = 0;
    std::map<std::string, std::string> attributes;
};

exported_span read_span(const json::object& span)
{
    exported_span result{.id         = text(span, "spanId"),
                         .parent     = span.contains("parentSpanId") ? text(span, "parentSpanId") : "",
                         .trace      = text(span, "traceId"),
                         .name       = text(span, "name"),
                         .kind       = span.at("kind").as_int64(),
                         .attributes = {}};
    for (const auto& attribute : span.at("attributes").as_array())
        result.attributes[text(attribute.as_object(), "key")] =
            json::serialize(attribute.at("value").as_object().begin()->value());
    return result;
}

/// All spans that a collector has received.
std::vector<exported_span> spans_of(const support::provider_stub& collector)
{
    std::vector<exported_span> spans;
    for (const auto& request : collector.requests())
    {
        const auto body = json::parse(request.body);
        for (const auto& resource : body.at("resourceSpans").as_array())
            for (const auto& scope : resource.at("scopeSpans").as_array())
                for (const auto& span : scope.at("spans").as_array()) spans.push_back(read_span(span.as_object()));
    }
    return spans;
}

const exported_span& named(const std::vector<exported_span>& spans, const std::string& name)
{
    const auto entry = std::ranges::find(spans, name, &exported_span::name);
    BOOST_REQUIRE_MESSAGE(entry != spans.end(), name);
    return *entry;
}

/// A hierarchical analysis of marked records.
std::string canary_analysis()
{
    json::array records;
    for (int n = 0; n != 8; ++n)
        records.push_back({{"id", "canary-id-" + std::to_string(n)},
                           {"url_id", "canary-url"},
                           {"content", "canary-content of Maria Canary-Name, canary@canary-mail.org"},
                           {"metadata", {{"created", "2026-01-01"}, {"other", "canary-other"}}}});
    return json::serialize(json::value{{"prompt", "canary-prompt?"},
                                       {"mode", "hierarchical"},
                                       {"crm_feedback_base_url", "https://canary-base.example"},
                                       {"feedback_records", std::move(records)}});
}

struct tracing_fixture
{
    tracing_fixture()
    {
        collector.respond_by_default({.status = 200, .body = "{}"});
        provider.respond_to(
            "analysis_judge",
            stub_response::chat(R"({"quality_score": 0.5, "uncertainty_explanation": "canary-judgement"})"));
        provider.respond_by_default(stub_response::chat("canary-answer"));
    }

    support::server_process::environment settings(support::server_process::environment extra = {}) const
    {
        extra.insert({"OTEL_EXPORTER_OTLP_ENDPOINT", collector.base()});
        extra.insert({"OTEL_EXPORTER_OTLP_HEADERS", "api-key=canary-collector-key"});
        return provider_settings(provider, std::move(extra));
    }

    support::raw_response analyze(test_server& server, std::map<std::string, std::string> headers = {})
    {
        headers.insert({"Authorization", std::string{"Bearer "} + key});
        return support::send_request(server.process.port(), "POST", "/v1/analyze-bulk?canary-query=1",
                                     canary_analysis(), headers);
    }

    support::provider_stub provider;
    support::provider_stub collector;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(tracing, tracing_fixture)

BOOST_AUTO_TEST_CASE(an_analysis_has_a_span_per_request_phase_and_attempt)
{
    test_server server{settings()};
    const auto  response = analyze(server, {{"traceparent", traceparent}, {"X-Request-ID", "caller-7"}});
    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST(server.process.stop() == 0); // exports all spans

    const auto spans = spans_of(collector);
    for (const auto& span : spans) BOOST_TEST(span.trace == trace_id, span.name);
    const auto& request = named(spans, "POST /v1/analyze-bulk");
    BOOST_TEST(request.parent == "b7ad6b7169203331");
    BOOST_TEST(request.kind == 2);
    BOOST_TEST(request.attributes.at("http.request.method") == R"("POST")");
    BOOST_TEST(request.attributes.at("http.route") == R"("/v1/analyze-bulk")");
    BOOST_TEST(request.attributes.at("url.scheme") == R"("http")");
    BOOST_TEST(request.attributes.at("http.response.status_code") == R"("200")");
    BOOST_TEST(request.attributes.at("http.request.header.x-request-id") ==
               R"({"values":[{"stringValue":"caller-7"}]})");
    BOOST_TEST(request.attributes.at("verbatim.request_id") == '"' + response.field("x-request-id") + '"');
    BOOST_TEST(request.attributes.contains("verbatim.tenant_id"));
    for (const auto* name : {"anonymise", "embed", "cluster", "map", "reduce", "judge"})
    {
        BOOST_TEST(named(spans, name).parent == request.id, name);
        BOOST_TEST(named(spans, name).kind == 1);
    }

    // The attempts are those that the provider received.
    std::size_t attempts = 0;
    for (const auto& span : spans)
    {
        if (span.name != "chat stub-model") continue;
        ++attempts;
        BOOST_TEST(span.kind == 3);
        BOOST_TEST(span.attributes.at("gen_ai.operation.name") == R"("chat")");
        BOOST_TEST(span.attributes.at("gen_ai.provider.name") == R"("openai")");
        BOOST_TEST(span.attributes.at("gen_ai.request.model") == R"("stub-model")");
        BOOST_TEST(span.attributes.at("gen_ai.response.model") == R"("stub-model-1")");
        BOOST_TEST(span.attributes.at("gen_ai.usage.input_tokens") == R"("11")");
        BOOST_TEST(span.attributes.at("gen_ai.usage.output_tokens") == R"("7")");
        BOOST_TEST(span.attributes.at("server.address") == R"("127.0.0.1")");
        BOOST_TEST(span.attributes.at("http.response.status_code") == R"("200")");
    }
    BOOST_TEST(attempts == provider.requests().size());
    const std::set<std::string> parents{named(spans, "map").id, named(spans, "reduce").id, named(spans, "judge").id};
    for (const auto& span : spans)
        if (span.kind == 3) BOOST_TEST(parents.contains(span.parent));

    // Third parties get no trace by default.
    for (const auto& received : provider.requests()) BOOST_TEST(!received.headers.contains("traceparent"));
    BOOST_TEST(collector.requests().front().headers.at("api-key") == "canary-collector-key");

    // Every line of the request has the id of its trace; the log has no header of the collector.
    const auto log = server.process.output();
    BOOST_TEST(contains(log, std::string{R"("trace_id":")"} + trace_id));
    BOOST_TEST(!contains(log, "canary-collector-key"));
}

BOOST_AUTO_TEST_CASE(spans_contain_no_content)
{
    test_server server{settings()};
    BOOST_REQUIRE(analyze(server, {{"X-Request-ID", "canary\xc3\xa9"}, {"X-Other", "canary"}}).status == 200);
    provider.respond_by_default(stub_response::error(400, "canary filtered by our content management policy"));
    BOOST_TEST(server.post("/v1/analyze-bulk", analysis_request("canary-content")).status == 422);
    provider.respond_by_default({.status = 200, .body = "canary-garbage"});
    BOOST_TEST(server.post("/v1/summarize", R"({"feedback_record": {"id": "canary", "content": "canary"}})").status ==
               502);
    BOOST_TEST(server.post("/v1/summarize", R"({"canary": "canary)").status == 422);
    BOOST_TEST(server.post("/v1/summarize", "{}", "canary-wrong-key").status == 401);
    BOOST_TEST(server.process.stop() == 0);

    BOOST_TEST(named(spans_of(collector), "anonymise").name == "anonymise"); // there are spans
    for (const auto& request : collector.requests())
        for (const auto* secret : {"anary", "Maria", key})
        {
            const auto at = request.body.find(secret);
            BOOST_TEST(at == std::string::npos,
                       request.body.substr(at == std::string::npos ? 0 : at - std::min<std::size_t>(at, 200), 400));
        }
}

BOOST_AUTO_TEST_CASE(failed_attempts_and_requests_name_their_error)
{
    provider.respond_by_default(stub_response::error(400, "no"));
    test_server server{settings()};
    BOOST_TEST(server.post("/v1/summarize", R"({"feedback_record": {"id": "1", "content": "Water."}})").status == 502);
    BOOST_TEST(server.post("/v1/summarize", "{}").status == 422);
    BOOST_TEST(server.process.stop() == 0);

    const auto  spans   = spans_of(collector);
    const auto& attempt = named(spans, "chat stub-model");
    BOOST_TEST(attempt.attributes.at("http.response.status_code") == R"("400")");
    BOOST_TEST(attempt.attributes.contains("error.type"));
    std::map<std::string, std::string> errors;
    for (const auto& span : spans)
        if (span.kind == 2) errors[span.attributes.at("http.response.status_code")] = span.attributes.at("error.type");
    BOOST_TEST(errors.at(R"("502")") == R"("llm_error")");
    BOOST_TEST(errors.at(R"("422")") == R"("validation_error")");
}

BOOST_AUTO_TEST_CASE(unsampled_requests_have_no_span_and_no_trace_id)
{
    test_server       server{settings()};
    const std::string unsampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    BOOST_TEST(analyze(server, {{"traceparent", unsampled}}).status == 200);
    BOOST_TEST(server.get("/v1/health", {{"traceparent", traceparent}}).status == 200);
    BOOST_TEST(server.process.stop() == 0);

    BOOST_TEST(collector.requests().empty());
    BOOST_TEST(!contains(server.process.output(), "trace_id"));
}

BOOST_AUTO_TEST_CASE(providers_get_the_trace_if_the_operator_wants_it)
{
    test_server server{settings({{"LLM_SEND_TRACEPARENT", "true"}})};
    BOOST_REQUIRE(analyze(server, {{"traceparent", traceparent}, {"tracestate", "vendor=1"}}).status == 200);
    BOOST_TEST(server.process.stop() == 0);

    std::set<std::string> attempts;
    for (const auto& span : spans_of(collector))
        if (span.kind == 3) attempts.insert("00-" + span.trace + "-" + span.id + "-01");
    std::set<std::string> received;
    for (const auto& request : provider.requests())
    {
        received.insert(request.headers.at("traceparent"));
        BOOST_TEST(request.headers.at("tracestate") == "vendor=1");
    }
    BOOST_TEST(received == attempts, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(requests_do_not_notice_a_collector_that_fails)
{
    collector.respond_by_default(stub_response::error(500, "canary"));
    auto             changes = settings({{"OTEL_BSP_SCHEDULE_DELAY", "1"}});
    monitored_server monitored{changes};
    BOOST_TEST(analyze(*monitored.server).status == 200);

    collector.wait_for_requests(1);
    monitored.server->process.wait_for_output("\"trace_export_failed\"");
    BOOST_TEST(monitored.metrics().value("verbatim_spans_dropped_total") > 0);
    BOOST_TEST(monitored.metrics().value("verbatim_spans_exported_total") == 0);
    BOOST_TEST(analyze(*monitored.server).status == 200);
    BOOST_TEST(monitored.server->process.stop() == 0);
    BOOST_TEST(!contains(monitored.server->process.output(), "canary"));
}

BOOST_AUTO_TEST_CASE(requests_do_not_notice_a_collector_that_is_silent_or_away)
{
    collector.respond_by_default(stub_response{.status = 200, .body = "{}"}.after_release());
    for (const auto& endpoint : {collector.base(), std::string{"http://127.0.0.1:1"}})
    {
        test_server server{settings({{"OTEL_BSP_SCHEDULE_DELAY", "1"}, {"OTEL_EXPORTER_OTLP_ENDPOINT", endpoint}})};
        for (int n = 0; n != 3; ++n) BOOST_TEST(analyze(server).status == 200, endpoint);
        BOOST_TEST(server.process.stop() == 0);
    }
}

BOOST_AUTO_TEST_CASE(wrong_settings_stop_the_start)
{
    const std::vector<std::pair<const char*, const char*>> wrong{{"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"},
                                                                 {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
                                                                 {"OTEL_TRACES_SAMPLER", "sometimes"},
                                                                 {"OTEL_TRACES_SAMPLER_ARG", "1.5"},
                                                                 {"OTEL_EXPORTER_OTLP_HEADERS", "canary-header"}};
    for (const auto& [name, value] : wrong)
    {
        support::temporary_directory folder;
        auto                         changes   = default_settings(folder);
        changes["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.base();
        changes[name]                          = value;
        const auto [code, output]              = support::run_server(changes, {"--check"});
        BOOST_TEST(code == 1, output);
        BOOST_TEST(contains(output, name), output);
        BOOST_TEST(!contains(output, "canary"), output);
    }
}

BOOST_AUTO_TEST_SUITE_END()
