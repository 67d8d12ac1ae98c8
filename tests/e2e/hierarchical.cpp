#include "e2e/metrics_page.hpp"
#include "e2e/monitored_server.hpp"
#include "e2e/test_server.hpp"

#include "support/free_port.hpp"
#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

json::object sample_corpus()
{
    std::ifstream in{VERBATIM_SAMPLE_CORPUS, std::ios::binary};
    return json::parse(std::string{std::istreambuf_iterator<char>{in}, {}}).as_object();
}

/// Short records, all different.
std::string corpus(int count, const std::string& every = "Water is far from the camp.")
{
    json::array records;
    for (int n = 0; n != count; ++n)
        records.push_back({{"id", "r-" + std::to_string(n)}, {"content", every + " Word" + std::to_string(n) + "."}});
    return json::serialize(
        json::value{{"prompt", "What is far?"}, {"mode", "hierarchical"}, {"feedback_records", records}});
}

/// The summary line in the log of the only analysis.
json::object closing_line(testing::server_process& server)
{
    server.wait_for_output("\"hierarchical_analysis_finished\""); // written after the response
    std::istringstream lines{server.output()};
    for (std::string line; std::getline(lines, line);)
        if (contains(line, "\"hierarchical_analysis_finished\"")) return json::parse(line).as_object();
    throw std::runtime_error{"no summary line in the log"};
}

struct provider_fixture
{
    provider_fixture()
    {
        provider.respond_to(
            "analysis_judge",
            stub_response::chat(R"({"quality_score": 0.75, "uncertainty_explanation": "Well grounded."})"));
    }

    support::server_process::environment settings(const support::server_process::environment& extra = {}) const
    {
        return provider_settings(provider, extra);
    }

    support::provider_stub provider;
};

/// A run begins with so many batches, until one is answered.
constexpr int first_batches = 3;

} // namespace

BOOST_FIXTURE_TEST_SUITE(hierarchical, provider_fixture)

BOOST_AUTO_TEST_CASE(sample_corpus_is_analysed_in_chunks_by_the_built_in_model)
{
    test_server server{{{"ANALYZE_TARGET_CHUNK_TOKENS", "350"}}};
    auto        request = sample_corpus();
    request["mode"]     = "hierarchical";

    const auto response = server.post("/v1/analyze-bulk", json::serialize(request));

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(body.at("feedback_record_count").as_int64() >= 60);
    BOOST_TEST(body.at("quality_score").is_null());
    BOOST_TEST(body.at("confidence").is_null());
    BOOST_TEST(contains(text(body, "analysis"), "](https://")); // ids pass through map and reduce and are links
    BOOST_TEST(text(body, "uncertainty_explanation") ==
               "Only words were counted; nobody checked the meaning, so there is no quality score.");
    // Every record is counted in exactly one chunk.
    BOOST_TEST(contains(text(body, "analysis"), ": " + std::to_string(body.at("feedback_record_count").as_int64())));

    const auto end = closing_line(server.process);
    BOOST_TEST(end.at("chunks").to_number<int>() >= 4);
    BOOST_TEST(end.at("calls").to_number<int>() == 2 * end.at("chunks").to_number<int>() + 2);
    const auto rows = server.query("select count(*), sum(input_tokens + output_tokens), count(distinct call_id), "
                                   "min(operation) || max(operation) || min(status) || max(status) from llm_calls");
    BOOST_TEST(rows.at(0) == std::to_string(end.at("calls").to_number<int>()) + "|" +
                                 std::to_string(end.at("tokens").to_number<int>()) + "|1|analyzeanalyzeokok");
}

BOOST_AUTO_TEST_CASE(without_an_embedder_the_request_fails_without_a_model_call)
{
    test_server server{settings({{"EMBEDDING_MODEL", "none"}})};
    const auto  response = server.post("/v1/analyze-bulk", corpus(3));
    BOOST_TEST(response.status == 502);
    BOOST_TEST(code_of(response) == "analysis_unavailable");
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(server
                   .post("/v1/analyze-bulk", R"({"prompt": "What?", "mode": "hierarchical",
        "feedback_records": [{"id": "a", "content": ""}]})")
                   .status == 200);
}

BOOST_AUTO_TEST_CASE(provider_gets_no_personal_data_in_any_phase)
{
    test_server server{settings({{"ANALYZE_TARGET_CHUNK_TOKENS", "100"}})};
    provider.respond_by_default(stub_response::chat("Write to <EMAIL_ADDRESS_0> (r-1)."));

    const auto response = server.post("/v1/analyze-bulk", corpus(40, "Write to maria@example.org about the pump."));

    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(text(body, "analysis") == "Write to maria@example.org (r-1).");
    BOOST_TEST(body.at("confidence").as_double() == 0.75);
    BOOST_TEST(provider.requests().size() > 10u);
    for (const auto& request : provider.requests()) BOOST_TEST(!contains(request.body, "maria@"));
    BOOST_TEST(!contains(server.process.output(), "maria@"));
    BOOST_TEST(!contains(server.process.output(), "pump"));
}

BOOST_AUTO_TEST_CASE(failed_embedding_fails_the_request_with_its_code)
{
    test_server server{settings({{"EMBEDDING_MODEL", "openai/embedder"},
                                 {"EMBEDDING_API_BASE", provider.base() + "/v1"},
                                 {"LLM_TIMEOUT_SECONDS", "0.3"}})};
    provider.respond_by_default(stub_response::error(429));
    const auto response = server.post("/v1/analyze-bulk", corpus(3));
    BOOST_TEST(response.status == 429);
    BOOST_TEST(code_of(response) == "llm_rate_limited");
    for (const auto& request : provider.requests()) BOOST_TEST(request.target == "/v1/embeddings");
}

BOOST_AUTO_TEST_CASE(a_large_analysis_leaves_model_slots_to_another_tenant)
{
    // One analysis may use four of five model slots.
    test_server server{settings(
        {{"LLM_MAX_CONCURRENCY", "5"}, {"ANALYZE_MAX_CONCURRENT_CHUNKS", "4"}, {"ANALYZE_TARGET_CHUNK_TOKENS", "20"}})};
    for (int n = 0; n != first_batches; ++n) provider.enqueue(stub_response::chat("Soon."));
    provider.respond_by_default(stub_response::chat("Too slow.").after_release());
    provider.respond_to("sensitivity", stub_response::chat(R"({"sensitivity_types": [], "explanation": "None."})"));

    auto large = std::async(std::launch::async, [&] { return server.post("/v1/analyze-bulk", corpus(100)); });
    provider.wait_for_requests(first_batches + 4);
    const auto small = server.post(
        "/v1/detect-sensitive", R"({"feedback_record": {"id": "a", "content": "The pump is broken."}})", superuser_key);
    BOOST_TEST(small.status == 200);
    BOOST_TEST(provider.requests().size() == first_batches + 5u); // four deferred requests and that of the small call

    provider.release();
    BOOST_TEST(large.get().status == 200);
}

BOOST_AUTO_TEST_CASE(tenants_take_turns_for_model_slots)
{
    const auto  admin = support::free_port();
    test_server server{settings({{"LLM_MAX_CONCURRENCY", "2"},
                                 {"LLM_MAX_TENANT_SHARE", "1"},
                                 {"ANALYZE_MAX_CONCURRENT_CHUNKS", "64"},
                                 {"ANALYZE_TARGET_CHUNK_TOKENS", "20"},
                                 {"NETWORK_ADMIN_PORT", std::to_string(admin)}})};
    const auto  waiting = [&] {
        return metrics_page{support::send_request(admin, "GET", "/metrics").body}.value("verbatim_llm_waiting");
    };
    for (int n = 0; n != first_batches; ++n) provider.enqueue(stub_response::chat("Soon."));
    provider.respond_by_default(stub_response::chat("Slow.").after_release());
    provider.respond_to("sensitivity", stub_response::chat(R"({"sensitivity_types": [], "explanation": "None."})"));

    auto large = std::async(std::launch::async, [&] { return server.post("/v1/analyze-bulk", corpus(200)); });
    provider.wait_for_requests(first_batches + 2);
    while (waiting() < 62) std::this_thread::yield(); // all concurrent calls of the analysis
    auto small = std::async(std::launch::async, [&] {
        return server.post("/v1/detect-sensitive",
                           R"({"feedback_record": {"id": "a", "content": "The pump is broken."}})", superuser_key);
    });
    while (waiting() < 63) std::this_thread::yield();
    provider.release();

    BOOST_TEST(small.get().status == 200);
    BOOST_TEST(large.get().status == 200);
    const auto requests = provider.requests();
    const auto place = std::ranges::find(requests, "sensitivity", &support::received_request::kind) - requests.begin();
    BOOST_TEST(place >= first_batches + 2);
    // Served before the sixty-two earlier calls. While it connects, calls of the analysis may complete on the
    // other slot.
    BOOST_TEST(place < first_batches + 62);
}

/// docs/reference/prompts.md#shared-prefix
BOOST_AUTO_TEST_CASE(the_judge_of_a_chunk_begins_with_the_bytes_of_its_map_call)
{
    test_server server{settings({{"ANALYZE_TARGET_CHUNK_TOKENS", "2000"}, {"LLM_PROMPT_CACHE", "true"}})};
    provider.respond_by_default(stub_response::chat("Some records mention it."));
    BOOST_REQUIRE(server.post("/v1/analyze-bulk", corpus(5)).status == 200);

    std::string map;
    std::string judge;
    for (const auto& request : provider.requests())
        if (contains(request.body, "<task>\\nwrite")) map = request.body;
        else if (contains(request.body, "<task>\\nscore")) judge = request.body;
    const auto shared = map.find("<task>\\nwrite");
    BOOST_REQUIRE(shared != std::string::npos);
    BOOST_TEST(judge.substr(0, shared) == map.substr(0, shared));
    BOOST_TEST(json::parse(judge).at("prompt_cache_key") == json::parse(map).at("prompt_cache_key"));
    BOOST_TEST(!json::parse(judge).as_object().contains("response_format"));
}

BOOST_AUTO_TEST_CASE(a_corpus_over_the_limit_of_a_call_is_summarized_in_chunks)
{
    test_server server{settings({{"LLM_MAX_TOTAL_TOKENS", "2000"}, {"ANALYZE_TARGET_CHUNK_TOKENS", "300"}})};
    provider.respond_to(
        "bulk_summary",
        stub_response::chat(R"json({"title": "Water", "summary": "- Far, says <EMAIL_ADDRESS_0> (r-1)"})json"));
    provider.respond_to("summary_judge",
                        stub_response::chat(R"({"faithfulness": 1, "coverage": 0.5, "clarity": 0.5})"));
    auto request = json::parse(corpus(200, "Write to maria@example.org about the pump.")).as_object();

    request["mode"]      = "single_pass";
    const auto too_large = server.post("/v1/summarize-bulk", json::serialize(request));
    BOOST_TEST(too_large.status == 413);
    BOOST_TEST(contains(too_large.body, "send mode `hierarchical`"));
    BOOST_TEST(provider.requests().empty());

    request["mode"]     = "hierarchical";
    const auto response = server.post("/v1/summarize-bulk", json::serialize(request));
    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(text(body, "summary") == "- Far, says maria@example.org (r-1)");
    BOOST_TEST(body.at("quality_score").as_double() == 0.8);
    BOOST_TEST(body.at("confidence").as_double() == 0.75);
    BOOST_TEST(contains(text(body, "uncertainty_explanation"), "Confidence is the record-weighted average of "));
    BOOST_TEST(body.at("ids").as_array().size() == 200u);
    for (const auto& sent : provider.requests()) BOOST_TEST(!contains(sent.body, "maria@"));

    const auto end = closing_line(server.process);
    BOOST_TEST(end.at("chunks").to_number<int>() > 5);
    BOOST_TEST(end.at("calls").to_number<std::size_t>() == provider.requests().size());
    BOOST_TEST(server.query("select distinct operation from llm_calls").at(0) == "summarize_aggregate");
}

BOOST_AUTO_TEST_CASE(the_built_in_model_summarizes_the_sample_corpus_in_chunks)
{
    test_server server{{{"ANALYZE_TARGET_CHUNK_TOKENS", "350"}}};
    auto        request = sample_corpus();
    request["mode"]     = "hierarchical";
    const auto response = server.post("/v1/summarize-bulk", json::serialize(request));
    BOOST_REQUIRE(response.status == 200);
    const auto body = json::parse(response.body).as_object();
    BOOST_TEST(!text(body, "title").empty());
    BOOST_TEST(body.at("quality_score").is_null());
    BOOST_TEST(!body.contains("confidence"));
    BOOST_TEST(closing_line(server.process).at("chunks").to_number<int>() >= 4);
}

/// docs/reference/provider.md#concurrency
BOOST_AUTO_TEST_CASE(concurrent_calls_follow_what_the_provider_bears)
{
    constexpr std::size_t           borne = 4;
    std::atomic<std::size_t>        bound{borne};
    std::atomic<int>                refused{0}, answered{0}, refused_late{0};
    std::atomic<std::size_t>        most{0};
    support::provider_stub          busy;
    constexpr int                   calls_to_learn = 60;
    const std::chrono::milliseconds work{20};
    busy.respond_by_default([&](const support::received_request& request) {
        most = std::max(most.load(), request.unanswered);
        if (request.unanswered > bound)
        {
            ++refused;
            if (answered >= calls_to_learn) ++refused_late;
            return stub_response::error(429);
        }
        ++answered;
        auto response = stub_response::chat("Some records mention it.");
        response.work = work;
        return response;
    });
    monitored_server monitored{provider_settings(busy, {{"LLM_MAX_CONCURRENCY", "32"},
                                                        {"LLM_MAX_TENANT_SHARE", "1"},
                                                        {"ANALYZE_TARGET_CHUNK_TOKENS", "20"},
                                                        {"ANALYZE_JUDGE_SAMPLE", "1"}})};
    auto&            server = *monitored.server;
    const auto       usable = [&] { return monitored.metrics().value("verbatim_llm_slots_usable"); };
    BOOST_TEST(usable() == 32);

    BOOST_TEST(server.post("/v1/analyze-bulk", corpus(150)).status == 200);
    // A limit that stayed at 32 would refuse most calls. One that follows finds the bound anew after each round of
    // successes.
    BOOST_TEST(most.load() > borne);
    BOOST_TEST(answered > 200);
    BOOST_TEST(refused_late * 4 < answered - calls_to_learn);
    BOOST_TEST(usable() <= 2 * borne);
    BOOST_TEST(server.query("select count(*) from llm_calls where cause = 'rate_limited'").at(0) ==
               std::to_string(refused.load()));

    bound                   = 1'000;
    most                    = 0;
    const int refused_first = refused;
    BOOST_TEST(server.post("/v1/analyze-bulk", corpus(150)).status == 200);
    BOOST_TEST(refused == refused_first);
    BOOST_TEST(usable() > 2 * borne); // grown by steps
    BOOST_TEST(usable() < 32);
    BOOST_TEST(most.load() <= 32U);
}

BOOST_AUTO_TEST_CASE(chunks_are_smaller_for_a_small_context)
{
    provider.respond_by_default([](const support::received_request& request) {
        if (request.target == "/props")
            return stub_response{.body = R"({"default_generation_settings":{"n_ctx":4096},"total_slots":2})"};
        return request.method == "GET" ? stub_response::error(404) : stub_response::chat("Water is far.");
    });
    const auto request =
        corpus(150, "Water is far from the camp, and the path to it is steep, stony and dark at night.");
    const auto chunks = [&](const support::server_process::environment& extra, bool asks) {
        test_server server{settings(extra)};
        if (asks) server.process.wait_for_output("\"llm_server_asked\"");
        BOOST_TEST(server.post("/v1/analyze-bulk", request).status == 200);
        return closing_line(server.process).at("chunks").to_number<int>();
    };

    const auto of_default = chunks({}, false);
    const auto before     = provider.requests().size();
    const auto of_setting = chunks({{"LLM_CONTEXT_TOKENS", "4096"}}, false);
    const auto of_server  = chunks({{"LLM_ASK_SERVER", "true"}}, true);
    BOOST_TEST(of_setting > of_default);
    BOOST_TEST(of_server == of_setting);

    const auto requests = provider.requests();
    for (std::size_t n = before; n != requests.size(); ++n)
    {
        if (requests[n].method == "GET") continue;
        const auto  body  = json::parse(requests[n].body).as_object();
        std::size_t bytes = 0;
        for (const auto& message : body.at("messages").as_array()) bytes += message.at("content").as_string().size();
        BOOST_TEST(bytes / 4 + body.at("max_tokens").to_number<std::size_t>() <= 4'096U);
    }
}

BOOST_AUTO_TEST_CASE(an_analysis_that_needs_too_many_calls_is_413_and_not_a_partial_result)
{
    test_server server{settings({{"LLM_MAX_CALLS_PER_REQUEST", "5"}, {"ANALYZE_TARGET_CHUNK_TOKENS", "20"}})};
    provider.respond_by_default(stub_response::chat("Some records mention it."));

    const auto response = server.post("/v1/analyze-bulk", corpus(100));

    BOOST_TEST(response.status == 413);
    BOOST_TEST(code_of(response) == "payload_too_large");
    BOOST_TEST(response.body.find("Request needs more model calls than the limit (5)") != std::string::npos);
    BOOST_TEST(provider.requests().size() == 5u);
    BOOST_TEST(server.query("select count(*) from llm_calls").at(0) == "5");
}

BOOST_AUTO_TEST_SUITE_END()
