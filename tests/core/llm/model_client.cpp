#include "llm/make_model_client.hpp"

#include "core/llm/test_doubles.hpp"
#include "core/tracing/span_list.hpp"
#include "encoding/encoding.hpp"
#include "support/provider_stub.hpp"
#include "support/run_task.hpp"

#include "verbatim/feedback/model_json.hpp"

#include <boost/asio/error.hpp>
#include <boost/json.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <vector>

using namespace verbatim::core::llm;
using namespace verbatim::support;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace sdk   = verbatim::sdk;
namespace usage = verbatim::core::recording;
namespace json  = boost::json;
using manner    = stub_response::delivery;
using usage::error_class;
using cause = sdk::failure_cause;

namespace {

constexpr sdk::output_schema schema{.name = "record_summary", .json_schema = R"({"type":"object"})"};

sdk::chat_request make_request()
{
    return {.system = sdk::prompt_text{"system words"}, .user = sdk::prompt_text{"user words"}};
}

/// A model client connected to the provider stub.
struct model_client_fixture
{
    provider_stub                     provider;
    fake_clock                        time;
    std::shared_ptr<recording_ledger> ledger = std::make_shared<recording_ledger>();
    std::shared_ptr<price_list>       prices = std::make_shared<price_list>(built_in_prices());
    recording_log                     log;
    settings                          config;
    std::chrono::seconds              time_limit{120};
    sdk::chat_request                 request = make_request();
    std::unique_ptr<model_client>     client;
    std::shared_ptr<request_spending> spending;
    span_list                         sink;

    std::shared_ptr<verbatim::core::tracing::request_trace> trace;

    model_client_fixture()
    {
        config.main = {.model       = "azure/gpt-5.4",
                       .api_key     = sdk::secret{"the-key"},
                       .api_base    = provider.base(),
                       .api_version = "2025-01-01"};
    }

    std::unique_ptr<sdk::llm> open(connection_role role = connection_role::main, std::string tenant = "tenant-1")
    {
        if (!client)
            client = make_model_client(
                config, {.prices      = prices,
                         .local_model = [](const sdk::chat_request&) { return std::string{"Extracted text."}; },
                         .run_on_pool = [](const std::function<void()>& work) -> sdk::task<> {
                             work();
                             co_return;
                         },
                         .transport       = {},
                         .time            = time,
                         .random_fraction = [] { return 1.0; }});
        return client->open({.tenant_id  = std::move(tenant),
                             .operation  = "summarize",
                             .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                             .deadline   = time.now() + time_limit,
                             .ledger     = ledger,
                             .log        = log,
                             .spending   = spending,
                             .trace      = trace},
                            role);
    }

    sdk::result<sdk::completion> complete(connection_role role = connection_role::main)
    {
        const auto model = open(role);
        return run(model->try_complete(request));
    }

    sdk::errc error_code() { return complete().error().code(); }

    usage::usage_row only_row() const
    {
        BOOST_REQUIRE(ledger->attempts().size() == 1U);
        return ledger->attempts().front();
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_model_client, model_client_fixture)

BOOST_AUTO_TEST_CASE(a_completion_is_returned_priced_and_recorded)
{
    provider.enqueue(stub_response::chat("Fine.", 1000, 100, "gpt-5.4-2026"));

    const auto completion = complete().value();

    BOOST_TEST(completion.text == "Fine.");
    BOOST_TEST(completion.model == "gpt-5.4-2026");
    BOOST_TEST(completion.prompt_tokens == 1000);
    BOOST_TEST(completion.completion_tokens == 100);
    const auto row = only_row();
    BOOST_TEST(row.attempt_id.size() == 36U);
    BOOST_TEST(row.attempt_id.at(14) == '4');
    BOOST_TEST(row.tenant_id == "tenant-1");
    BOOST_TEST(row.operation == "summarize");
    BOOST_TEST(row.call_id == "6f1c1f0e-0000-4000-8000-000000000001");
    BOOST_TEST((row.started == time.wall()));
    BOOST_TEST(row.model == "gpt-5.4-2026");
    BOOST_TEST(row.input_tokens == 1000);
    BOOST_TEST(row.output_tokens == 100);
    BOOST_TEST(row.cost == 4000);
    BOOST_TEST(!row.error.has_value());
    BOOST_TEST(log.count("debug llm_attempt_finished model=gpt-5.4-2026 outcome=ok latency_ms=0 prompt_tokens=1000 "
                         "completion_tokens=100 cost_usd=0.004") == 1U);
    BOOST_TEST(log.count("cost_usd=0.004 attempt=1 budget_ms=40000") == 1U);
}

BOOST_AUTO_TEST_CASE(the_provider_receives_url_headers_and_body)
{
    request.output_schema = &schema;
    BOOST_TEST(complete().has_value());

    const auto received = provider.requests().front();
    BOOST_TEST(received.target == "/openai/deployments/gpt-5.4/chat/completions?api-version=2025-01-01");
    BOOST_TEST(received.headers.at("api-key") == "the-key");
    BOOST_TEST(!received.headers.contains("authorization"));
    BOOST_TEST(received.headers.at("x-request-id") == "6f1c1f0e-0000-4000-8000-000000000001");
    const json::value expected = {
        {"model", "gpt-5.4"},
        {"temperature", 0},
        {"messages",
         {{{"role", "system"}, {"content", "system words"}}, {{"role", "user"}, {"content", "user words"}}}},
        {"max_completion_tokens", 16'384},
        {"stream", true},
        {"stream_options", {{"include_usage", true}}},
        {"user", "tenant-1"},
        {"response_format",
         {{"type", "json_schema"},
          {"json_schema", {{"name", "record_summary"}, {"strict", true}, {"schema", {{"type", "object"}}}}}}}};
    BOOST_TEST(json::parse(received.body) == expected);
}

BOOST_AUTO_TEST_CASE(the_judge_has_its_own_connection)
{
    config.judge = {
        .model = "azure_ai/mistral-large-2411", .api_key = sdk::secret{"judge-key"}, .api_base = {}, .api_version = {}};
    BOOST_TEST(complete(connection_role::judge).has_value());

    const auto received = provider.requests().front();
    BOOST_TEST(received.target == "/chat/completions");
    BOOST_TEST(received.headers.at("authorization") == "Bearer judge-key");
}

BOOST_AUTO_TEST_CASE(keys_are_replaced_for_later_attempts)
{
    config.judge = {
        .model = "azure_ai/mistral-large-2411", .api_key = sdk::secret{"judge-key"}, .api_base = {}, .api_version = {}};
    BOOST_TEST(complete().has_value());
    config.main.api_key  = sdk::secret{"new-key"};
    config.judge.api_key = sdk::secret{"new-judge-key"};

    BOOST_TEST(client->replace_keys(config));
    BOOST_TEST(complete().has_value());
    BOOST_TEST(complete(connection_role::judge).has_value());

    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 3U);
    BOOST_TEST(requests[0].headers.at("api-key") == "the-key");
    BOOST_TEST(requests[1].headers.at("api-key") == "new-key");
    BOOST_TEST(requests[2].headers.at("authorization") == "Bearer new-judge-key");
}

BOOST_AUTO_TEST_CASE(a_connection_to_another_place_keeps_its_key)
{
    const auto changes = std::to_array<std::function<void(settings&)>>(
        {[](settings& s) { s.main.api_base = "http://127.0.0.1:1"; }, [](settings& s) { s.main.model = "azure/other"; },
         [](settings& s) { s.main.model = "openai/gpt-5.4"; }, [](settings& s) { s.main.model = {}; },
         [](settings& s) { s.main.auth = authentication::managed_identity; },
         [](settings& s) { s.main.api_version = "2026-01-01"; }});
    open();
    for (const auto& change : changes)
    {
        auto changed         = config;
        changed.main.api_key = sdk::secret{"key-of-another-place"};
        change(changed);
        BOOST_TEST(!client->replace_keys(changed));
    }
    BOOST_TEST(complete().has_value());
    BOOST_TEST(provider.requests().at(0).headers.at("api-key") == "the-key");
}

BOOST_AUTO_TEST_CASE(fallbacks_of_another_number_are_not_all_replaced)
{
    open();
    config.main.api_key = sdk::secret{"new-key"};
    config.fallbacks.push_back({.connection = {.model       = "openai/gpt-4.1",
                                               .api_key     = sdk::secret{"fallback-key"},
                                               .api_base    = provider.base(),
                                               .api_version = {}},
                                .price      = {}});
    BOOST_TEST(!client->replace_keys(config));
    BOOST_TEST(complete().has_value());
    BOOST_TEST(provider.requests().at(0).headers.at("api-key") == "new-key");
}

BOOST_AUTO_TEST_CASE(every_failure_has_its_code_and_class_and_no_provider_text)
{
    struct sample
    {
        stub_response response;
        sdk::errc     code;
        error_class   stored;
        cause         why;
    };
    const auto provider_text = "SECRET provider words";
    const auto raw = [](std::string bytes) { return stub_response{.body = std::move(bytes), .mode = manner::raw}; };
    std::vector<sample> samples;
    const auto          add_status = [&](int status, cause why) {
        samples.push_back(
                     {stub_response::error(status, provider_text), sdk::errc::llm_error, error_class::llm_error, why});
    };
    for (const int status : {400, 418}) add_status(status, cause::invalid_request);
    for (const int status : {401, 403}) add_status(status, cause::unauthorized);
    add_status(404, cause::not_found);
    for (const int status : {500, 502, 503, 504}) add_status(status, cause::server_error);
    for (const auto& refusal : {stub_response::error(400, "SECRET was filtered by the content management policy"),
                                stub_response::error(400, provider_text, "content_filter")})
        samples.push_back(
            {refusal, sdk::errc::content_policy_violation, error_class::content_policy_violation, cause::policy});
    const std::string too_large(verbatim::core::http_client::default_max_response_bytes + 1, 'S');
    for (const auto& unusable : {stub_response{.body = "SECRET garbage"}, stub_response{.body = R"({"SECRET":1})"},
                                 stub_response::chat("\u00a0\n"), stub_response{.body = too_large}})
        samples.push_back({unusable, sdk::errc::llm_error, error_class::invalid_response, cause::unreadable});
    samples.push_back(
        {raw("SECRET no http\r\n\r\n"), sdk::errc::llm_error, error_class::llm_error, cause::interrupted});

    for (auto& entry : samples) BOOST_TEST_CONTEXT(entry.response.status << " " << entry.response.body.substr(0, 80))
        {
            const auto before   = ledger->attempts().size();
            const bool is_blank = entry.response.body == stub_response::chat("\u00a0\n").body;
            const auto attempts = entry.why == cause::server_error ? 3U : is_blank ? 2U : 1U;
            for (unsigned n = 0; n != attempts; ++n) provider.enqueue(entry.response);
            time.advance(1min); // so that the failures of several samples do not suspend the connection

            const auto error = complete().error();

            BOOST_TEST((error.code() == entry.code));
            BOOST_TEST((error.cause == entry.why));
            BOOST_TEST((error.note() + error.what() + error.message).find("SECRET") == std::string::npos);
            BOOST_REQUIRE(ledger->attempts().size() == before + attempts);
            BOOST_TEST((ledger->attempts().back().error == entry.stored));
            BOOST_TEST((ledger->attempts().back().cause == entry.why));
            BOOST_TEST(ledger->attempts().back().model == "azure/gpt-5.4");
        }
    BOOST_TEST(log.count("SECRET") == 0U);
    BOOST_TEST(log.count("warning llm_attempt_finished model=azure/gpt-5.4 outcome=llm_error cause=not_found "
                         "http_status=404 latency_ms=0 attempt=1 budget_ms=40000 suppressed=0") == 1U);
}

BOOST_AUTO_TEST_CASE(a_refusal_keeps_its_tokens_and_cost)
{
    auto filtered = json::parse(stub_response::chat("half an", 1000, 100).body);
    filtered.as_object()["choices"].at(0).as_object()["finish_reason"] = "content_filter";
    provider.enqueue({.body = json::serialize(filtered)});

    BOOST_TEST((error_code() == sdk::errc::content_policy_violation));
    BOOST_TEST((only_row().error == error_class::content_policy_violation));
    BOOST_TEST(only_row().model == "azure/gpt-5.4");
    BOOST_TEST(only_row().input_tokens == 1000);
    BOOST_TEST(only_row().cost == 4000);
}

BOOST_AUTO_TEST_CASE(a_rejected_completion_is_an_error_with_its_cost)
{
    std::string offered_text;
    request.output_schema = &schema;
    request.accept        = [&](std::string_view text) { return offered_text = text, false; };
    for (int n = 0; n != 2; ++n) provider.enqueue(stub_response::chat("{}", 1000, 100, "gpt-5.4-2026"));

    BOOST_TEST((error_code() == sdk::errc::llm_error));
    BOOST_TEST(offered_text == "{}");
    BOOST_REQUIRE(ledger->attempts().size() == 2U); // it is asked for once more
    for (const auto& row : ledger->attempts())
    {
        BOOST_TEST((row.error == error_class::invalid_response));
        BOOST_TEST(row.model == "azure/gpt-5.4");
        BOOST_TEST(row.cost == 4000);
    }
    BOOST_TEST(provider.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(an_accept_function_that_throws_rejects_the_completion)
{
    request.accept = [](std::string_view) -> bool { throw std::runtime_error{"SECRET"}; };
    BOOST_TEST((error_code() == sdk::errc::llm_error));
    BOOST_TEST((only_row().error == error_class::invalid_response));
}

BOOST_AUTO_TEST_CASE(a_blank_structured_completion_is_accepted)
{
    request.output_schema = &schema;
    provider.enqueue(stub_response::chat(""));
    BOOST_TEST(complete().value().text.empty());
}

BOOST_AUTO_TEST_CASE(a_rate_limited_attempt_is_retried_after_a_wait)
{
    provider.enqueue(stub_response::error(429));
    provider.enqueue(stub_response::error(429).with_header("Retry-After", "5"));
    provider.enqueue(stub_response::error(408));

    BOOST_TEST(complete().value().text == "An answer.");

    const std::vector<long> expected{1000, 7000, 4000}; // the second is Retry-After and 2 s
    BOOST_TEST(time.sleeps() == expected, boost::test_tools::per_element());
    const auto recorded = ledger->attempts();
    BOOST_REQUIRE(recorded.size() == 4U);
    BOOST_TEST((recorded[0].error == error_class::llm_rate_limited));
    BOOST_TEST((recorded[2].error == error_class::llm_timeout));
    BOOST_TEST(!recorded[3].error.has_value());
    BOOST_TEST(recorded[0].model == "azure/gpt-5.4");
    BOOST_TEST(recorded[0].attempt_id != recorded[1].attempt_id);
    BOOST_TEST((recorded[3].started - recorded[0].started == 12s));
}

BOOST_AUTO_TEST_CASE(the_last_attempt_determines_the_error)
{
    config.timeout = 4s; // three budgets are 12 s: waits of 1, 2, 4 and 8 s
    provider.respond_by_default(stub_response::error(429).with_header("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"));
    const auto error = complete().error();
    BOOST_TEST((error.code() == sdk::errc::llm_rate_limited));
    BOOST_TEST(!error.retry_after.has_value());
    const std::vector<long> expected{1000, 2000, 4000, 8000};
    BOOST_TEST(time.sleeps() == expected, boost::test_tools::per_element());
    BOOST_TEST(ledger->attempts().size() == 5U);

    provider.respond_by_default(stub_response::error(408));
    BOOST_TEST((error_code() == sdk::errc::llm_timeout));
}

BOOST_AUTO_TEST_CASE(a_retry_after_beyond_the_limits_is_passed_on_at_once)
{
    for (const auto& [status, code] : {std::pair{429, sdk::errc::llm_rate_limited}, {503, sdk::errc::llm_error}})
    {
        const auto before = ledger->attempts().size();
        provider.enqueue(stub_response::error(status).with_header("Retry-After", "4000"));
        const auto error = complete().error();
        BOOST_TEST((error.code() == code));
        BOOST_TEST(error.retry_after->count() == 3600);
        BOOST_TEST(ledger->attempts().size() == before + 1);
    }
    BOOST_TEST(time.sleeps().empty());
}

BOOST_AUTO_TEST_CASE(a_silent_provider_times_out_within_the_attempt_budget)
{
    config.timeout = std::chrono::duration<double>{0.05};
    time_limit     = 10s;
    provider.respond_by_default(stub_response::chat("x").after_release());
    BOOST_TEST((error_code() == sdk::errc::llm_timeout));
    BOOST_TEST((ledger->attempts().front().error == error_class::llm_timeout));
}

BOOST_AUTO_TEST_CASE(a_disconnected_attempt_is_retried_twice)
{
    provider.enqueue({.mode = manner::reset});
    provider.enqueue({.mode = manner::close});
    BOOST_TEST(complete().has_value());
    BOOST_TEST(ledger->attempts().size() == 3U);

    for (int n = 0; n != 3; ++n) provider.enqueue({.mode = manner::reset});
    const auto error = complete().error();
    BOOST_TEST((error.code() == sdk::errc::llm_error));
    BOOST_TEST((error.cause == cause::disconnected));
    BOOST_TEST(ledger->attempts().size() == 6U);
    const std::vector<long> expected{1000, 2000, 1000, 2000};
    BOOST_TEST(time.sleeps() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(failed_attempts_are_counted_by_cause)
{
    provider.respond_by_default(stub_response::error(503));
    BOOST_TEST(!complete().has_value());
    const auto attempts = client->statistics().connections.front().totals.attempts;
    BOOST_TEST(attempts[0] == 0);
    BOOST_TEST(attempts[1 + static_cast<std::size_t>(cause::server_error)] == 3);
}

BOOST_AUTO_TEST_CASE(lines_about_a_provider_that_is_down_are_bounded)
{
    provider.respond_by_default(stub_response::error(400));
    for (int n = 0; n != 25; ++n) BOOST_TEST(!complete().has_value());
    BOOST_TEST(log.count("warning llm_attempt_finished") == 10U);

    time.advance(1min);
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(
        log.count("cause=invalid_request http_status=400 latency_ms=0 attempt=1 budget_ms=40000 suppressed=15") == 1U);
}

BOOST_AUTO_TEST_CASE(a_request_may_end_before_its_call_and_have_longer_attempts)
{
    request.time = {.deadline = time.now() + 30s, .min_attempt = 1h};
    BOOST_TEST(complete().has_value());
    BOOST_TEST(log.count("budget_ms=30000") == 1U);

    request.time.deadline = time.now() + 9s;
    BOOST_TEST((error_code() == sdk::errc::analysis_timeout));
}

BOOST_AUTO_TEST_CASE(a_truncated_completion_is_never_passed_off_as_whole)
{
    auto truncated = json::parse(stub_response::chat("half an", 1000, 100).body);
    truncated.as_object()["choices"].at(0).as_object()["finish_reason"] = "length";
    provider.respond_by_default({.body = json::serialize(truncated)});

    BOOST_TEST(complete().value().truncated);
    BOOST_TEST(complete().value().text == "half an");

    request.output_schema = &schema;
    const auto error      = complete().error();
    BOOST_TEST((error.code() == sdk::errc::llm_error));
    BOOST_TEST((error.cause == cause::truncated));
    BOOST_TEST((ledger->attempts().back().error == error_class::invalid_response));
    BOOST_TEST((ledger->attempts().back().cause == cause::truncated));
    BOOST_TEST(ledger->attempts().back().cost == 4000);
}

BOOST_AUTO_TEST_CASE(what_a_model_adds_to_a_whole_value_may_be_truncated)
{
    const verbatim::sdk::output_schema readable{
        .name        = "s",
        .json_schema = R"({"type":"object","properties":{"score":{"type":"number"}},"required":["score"]})",
        .read        = &verbatim::feedback::read_reply};
    request.output_schema = &readable;
    const auto ended_with = [&](std::string_view output) {
        auto truncated = json::parse(stub_response::chat(std::string{output}, 1000, 100).body);
        truncated.as_object()["choices"].at(0).as_object()["finish_reason"] = "length";
        provider.respond_by_default({.body = json::serialize(truncated)});
        return complete();
    };
    const auto whole = ended_with("{\"score\": 0.5}\n\nThe score is due to the words of the reco");
    BOOST_TEST(json::parse(whole.value().text).at("score").as_double() == 0.5);
    BOOST_TEST(!whole.value().truncated);
    for (const auto* output : {"{\"score\": 0.5", "The score is", "{\"draft\": 1} and the {\"score\": 0."})
        BOOST_TEST((ended_with(output).error().cause == cause::truncated), output);
}

BOOST_AUTO_TEST_CASE(a_provider_that_reads_a_part_of_the_prompt_only_fails)
{
    std::string words;
    for (int n = 0; n != 9'000; ++n) words += "eau ";
    request.user = sdk::prompt_text::unredacted(words);
    provider.enqueue(stub_response::chat("An answer to a part.", 4096));
    provider.enqueue(stub_response::chat("An answer.", 9100));

    const auto error = complete().error();
    BOOST_TEST((error.cause == cause::prompt_cut));
    BOOST_TEST((error.code() == sdk::errc::payload_too_large));
    BOOST_TEST((ledger->attempts().back().error == error_class::invalid_response));
    BOOST_TEST(complete().has_value());
}

BOOST_AUTO_TEST_CASE(a_prompt_that_the_provider_refuses_as_too_long_is_413_with_advice)
{
    provider.respond_by_default(stub_response::error(400, "SECRET prompt is too long", "context_length_exceeded"));
    const auto error = complete().error();
    BOOST_TEST((error.code() == sdk::errc::payload_too_large));
    BOOST_TEST((error.cause == cause::context_exceeded));
    BOOST_TEST(error.message == "The model cannot read so much text at once: send fewer or shorter records");
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_account_without_quota_fails_the_call_at_once)
{
    provider.respond_by_default(stub_response::error(429, "SECRET", "insufficient_quota"));
    const auto error = complete().error();
    BOOST_TEST((error.code() == sdk::errc::llm_error));
    BOOST_TEST((error.cause == cause::quota_exhausted));
    BOOST_TEST(!error.retry_after.has_value());
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_streamed_answer_is_a_completion_and_a_cut_one_is_kept_where_a_prefix_is_of_use)
{
    const std::string first = "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"[1,2,3,4,\"}}]}\n\n";
    const std::string last =
        "data: {\"choices\":[{\"delta\":{\"content\":\"5]\"},\"finish_reason\":\"stop\"}]}\n\n"
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":5}}\n\ndata: [DONE]\n\n";
    provider.enqueue({.body = first + last});
    const auto whole = complete().value();
    BOOST_TEST(whole.text == "[1,2,3,4,5]");
    BOOST_TEST(whole.completion_tokens == 5);
    const auto sent = json::parse(provider.requests().front().body).as_object();
    BOOST_TEST(sent.at("stream").as_bool());
    BOOST_TEST(sent.at("stream_options").at("include_usage").as_bool());

    provider.respond_by_default({.body = first});
    BOOST_TEST((complete().error().cause == cause::server_error));
    BOOST_TEST(ledger->attempts().back().output_tokens > 0); // estimated: the provider has written it

    time.advance(1min);
    auto list          = schema;
    list.allows_prefix = true;
    std::string kept;
    request.output_schema = &list;
    request.accept        = [&](std::string_view reply) {
        kept = reply;
        return true;
    };
    BOOST_TEST(complete().has_value());
    BOOST_TEST(kept == "[1,2,3,4,");
}

BOOST_AUTO_TEST_CASE(no_attempt_starts_with_too_little_time)
{
    time_limit = 9s;
    BOOST_TEST((error_code() == sdk::errc::analysis_timeout));
    time_limit = -1s;
    BOOST_TEST((error_code() == sdk::errc::analysis_timeout));
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(ledger->attempts().empty());
}

BOOST_AUTO_TEST_CASE(missing_usage_is_estimated_and_logged_once)
{
    const stub_response without_usage{.body = R"({"model":"m","choices":[{"message":{"content":"Eight ch"}}]})"};
    provider.respond_by_default(without_usage);

    const auto completion = complete().value();
    BOOST_TEST(complete().has_value());

    BOOST_TEST(completion.prompt_tokens == 4); // two words each
    BOOST_TEST(completion.completion_tokens == 1);
    BOOST_TEST(ledger->attempts().front().input_tokens == 4);
    BOOST_TEST(log.count("warning model_usage_missing") == 1U);
}

BOOST_AUTO_TEST_CASE(reported_tokens_are_stored_and_only_missing_ones_estimated)
{
    const stub_response partial_usage{
        .body = R"({"model":"m","choices":[{"message":{"content":"Eight ch"}}],"usage":{"prompt_tokens":50}})"};
    provider.respond_by_default(partial_usage);
    BOOST_TEST(complete().value().prompt_tokens == 50);
    BOOST_TEST(ledger->attempts().back().input_tokens == 50);
    BOOST_TEST(ledger->attempts().back().output_tokens == 1);

    const stub_response unusable{.body = R"({"model":"m","choices":[{"message":{}}],"usage":{"prompt_tokens":50}})"};
    provider.respond_by_default(unusable);
    BOOST_TEST(!complete().has_value());
    BOOST_TEST((ledger->attempts().back().error == error_class::invalid_response));
    BOOST_TEST(ledger->attempts().back().input_tokens == 50);
    BOOST_TEST(ledger->attempts().back().output_tokens == 0);
}

BOOST_AUTO_TEST_CASE(a_model_without_a_price_costs_nothing_and_is_logged_once)
{
    config.main.model = "azure/unheard-of";
    provider.respond_by_default(stub_response::chat("x", 10, 10, "gpt-unheard-of"));
    BOOST_TEST(complete().has_value());
    BOOST_TEST(complete().has_value());
    BOOST_TEST(ledger->attempts().front().cost == 0);
    BOOST_TEST(!ledger->attempts().front().priced);
    BOOST_TEST(client->statistics().connections[0].totals.unpriced == 2);
    BOOST_TEST(log.count("error model_price_missing tenant=") == 1U);

    prices->replace({{"azure/gpt-unheard-of", {{1'000'000, 1'000'000}}}});
    BOOST_TEST(complete().has_value());
    BOOST_TEST(ledger->attempts().back().cost == 20);
    BOOST_TEST(ledger->attempts().back().priced);
}

BOOST_AUTO_TEST_CASE(cached_tokens_are_recorded_and_priced_at_their_rate)
{
    provider.respond_by_default({.body = R"({"model":"m","choices":[{"message":{"content":"x"}}],"usage":)"
                                         R"({"prompt_tokens":1000,"completion_tokens":100,)"
                                         R"("prompt_tokens_details":{"cached_tokens":600}}})"});
    BOOST_TEST(complete().has_value());
    BOOST_TEST(only_row().cached_tokens == 600);
    BOOST_TEST(only_row().cost == 400 * 25 / 10 + 600 * 25 / 100 + 1500);
}

BOOST_AUTO_TEST_CASE(the_reported_tier_sets_the_rates)
{
    provider.respond_by_default({.body = R"({"model":"m","service_tier":"priority","choices":)"
                                         R"([{"message":{"content":"x"}}],)"
                                         R"("usage":{"prompt_tokens":1000,"completion_tokens":100}})"});
    BOOST_TEST(complete().has_value());
    BOOST_TEST(only_row().cost == 1000 * 5 + 100 * 30);
}

BOOST_AUTO_TEST_CASE(the_built_in_model_is_metered_and_free)
{
    config.main           = {};
    const auto completion = complete().value();
    BOOST_TEST(completion.text == "Extracted text.");
    BOOST_TEST(only_row().model == "local/extractive");
    BOOST_TEST(only_row().input_tokens == 4);
    BOOST_TEST(only_row().output_tokens == 3);
    BOOST_TEST(only_row().cost == 0);
    BOOST_TEST(log.count("model_price_missing") + log.count("model_usage_missing") == 0U);
    BOOST_TEST(provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(the_built_in_model_calls_the_offline_function_once)
{
    config.main     = {};
    int calls       = 0;
    request.offline = [&] {
        ++calls;
        return std::string{"Its own text."};
    };
    BOOST_TEST(complete().value().text == "Its own text.");
    BOOST_TEST(calls == 1);
    BOOST_TEST(only_row().model == "local/extractive");
    BOOST_TEST(only_row().output_tokens == 3);

    request.accept = [](std::string_view) { return false; };
    BOOST_TEST((complete().error().code() == sdk::errc::llm_error));
    BOOST_TEST((ledger->attempts().back().error == error_class::invalid_response));
}

BOOST_AUTO_TEST_CASE(a_provider_is_called_despite_an_offline_function)
{
    provider.respond_by_default(stub_response::chat("From the provider."));
    request.offline = [] { return std::string{"Its own text."}; };
    BOOST_TEST(complete().value().text == "From the provider.");
}

BOOST_AUTO_TEST_CASE(a_cancelled_attempt_is_recorded_and_not_retried)
{
    provider.respond_by_default(stub_response::chat("x").after_release());
    const auto                                 model = open();
    running_task<sdk::result<sdk::completion>> call{model->try_complete(request)};
    provider.wait_for_requests(1);

    call.cancel();

    BOOST_CHECK_EXCEPTION(call.get(), boost::system::system_error,
                          [](const auto& error) { return error.code() == boost::asio::error::operation_aborted; });
    BOOST_TEST((only_row().error == error_class::cancelled));
    BOOST_TEST(log.count("llm_attempt_finished model=azure/gpt-5.4 outcome=cancelled") == 1U);
    BOOST_TEST(only_row().model == "azure/gpt-5.4");
    provider.wait_for_hang_ups(1);
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_closes_the_stream_that_the_model_writes)
{
    provider.respond_by_default(
        {.body = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                 "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"Once upon\"}}]}\n\n",
         .mode = stub_response::delivery::held});
    const auto                                 model = open();
    running_task<sdk::result<sdk::completion>> call{model->try_complete(request)};
    provider.wait_for_requests(1);

    call.cancel();

    BOOST_CHECK_THROW(call.get(), boost::system::system_error);
    provider.wait_for_hang_ups(1);
    BOOST_TEST((only_row().error == error_class::cancelled));
}

BOOST_AUTO_TEST_CASE(concurrent_attempts_never_exceed_the_limit)
{
    config.max_concurrency  = 2;
    config.max_tenant_share = 1;
    provider.respond_by_default(stub_response::chat("x").after_release());
    const auto model = open();

    int                                           completed = 0;
    const std::function<sdk::task<>(std::size_t)> step      = [&](std::size_t) -> sdk::task<> {
        const auto completion = co_await model->try_complete(request);
        completed += completion ? 1 : 0;
    };
    const auto complete_all = [&]() -> sdk::task<int> {
        co_await sdk::for_each_bounded(6, 6, step);
        co_return completed;
    };
    running_task<int> calls{complete_all()};
    provider.wait_for_requests(2);
    const auto first_requests = provider.requests().size();
    provider.release();

    BOOST_TEST(calls.get() == 6);
    BOOST_TEST(first_requests == 2U);
    BOOST_TEST(provider.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_that_waits_for_a_retry_holds_no_slot)
{
    config.max_concurrency = 1;
    time_limit             = 11s; // a second call without a slot gives up after 1 s
    provider.enqueue(stub_response::error(429));
    const auto                   first             = open(connection_role::main, "a");
    const auto                   second            = open(connection_role::main, "b");
    sdk::result<sdk::completion> second_completion = sdk::error{};
    time.during_sleep = [&]() -> sdk::task<> { second_completion = co_await second->try_complete(request); };

    const auto completion = run(first->try_complete(request));

    BOOST_TEST(completion.has_value());
    BOOST_TEST(second_completion.has_value());
    BOOST_REQUIRE(ledger->attempts().size() == 3U);
    BOOST_TEST(ledger->attempts()[1].tenant_id == "b");
}

BOOST_AUTO_TEST_CASE(complete_throws_the_error_of_try_complete)
{
    provider.enqueue(stub_response::error(400));
    const auto model = open();
    BOOST_CHECK_EXCEPTION(run(model->complete(request)), sdk::error,
                          [](const auto& error) { return error.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_CASE(attempts_beyond_the_limits_of_a_request_are_refused)
{
    struct row
    {
        request_limits   limits;
        std::size_t      admitted;
        std::string_view message;
    };
    const auto unlimited = std::size_t{1} << 40;
    for (const auto& [limits, admitted, message] :
         {row{{2, unlimited}, 2, "Request needs more model calls than the limit (2)"},
          row{{unlimited, 2'200}, 2, "Request needs more model tokens than the limit (2200)"}})
    {
        const auto first = ledger->attempts().size();
        spending         = std::make_shared<request_spending>(limits);
        provider.respond_by_default(stub_response::chat("Fine.", 1000, 100, "gpt-5.4-2026"));

        std::vector<std::string> outcomes;
        for (int n = 0; n != 4; ++n)
        {
            const auto result = complete(n % 2 == 0 ? connection_role::main : connection_role::judge);
            outcomes.push_back(result ? "completed" : result.error().message);
        }
        BOOST_TEST(ledger->attempts().size() - first == admitted);
        BOOST_TEST(std::ranges::count(outcomes, "completed") == static_cast<std::ptrdiff_t>(admitted));
        BOOST_TEST(outcomes.back() == message);
        BOOST_REQUIRE(spending->refusal());
        BOOST_TEST((spending->refusal()->code() == sdk::errc::payload_too_large));
    }
}

BOOST_AUTO_TEST_CASE(retries_count_against_the_limit_of_calls)
{
    spending = std::make_shared<request_spending>(request_limits{.max_calls = 2, .max_tokens = 1'000'000});
    provider.respond_by_default(stub_response::error(429));

    BOOST_TEST((error_code() == sdk::errc::payload_too_large));
    BOOST_TEST(ledger->attempts().size() == 2u);
}

BOOST_AUTO_TEST_CASE(each_attempt_of_a_traced_request_has_a_span)
{
    namespace tracing = verbatim::core::tracing;
    const tracing::request_trace::position where{
        .id = tracing::make_trace_id(), .caller = {}, .state = "a=1", .sends_to_providers = true};
    trace = std::make_shared<tracing::request_trace>(sink, "POST /v1/summarize", where);
    provider.enqueue(stub_response::error(429));
    provider.enqueue(stub_response::chat("Fine.", 1000, 100, "gpt-5.4-2026"));

    BOOST_TEST(complete().has_value());

    BOOST_REQUIRE(sink.spans.size() == 2U);
    const auto& failed    = sink.spans[0];
    const auto& completed = sink.spans[1];
    BOOST_TEST(failed.failed);
    BOOST_TEST(number(failed, "http.response.status_code") == 429);
    BOOST_TEST(!text(failed, "error.type").empty());
    BOOST_TEST(text(failed, "gen_ai.response.model").empty());
    BOOST_TEST(!completed.failed);
    BOOST_TEST(completed.name == "chat gpt-5.4");
    BOOST_TEST(text(completed, "gen_ai.provider.name") == "azure.ai.openai");
    BOOST_TEST(text(completed, "gen_ai.response.model") == "gpt-5.4-2026");
    BOOST_TEST(number(completed, "gen_ai.usage.input_tokens") == 1000);
    const auto requests = provider.requests();
    for (std::size_t n = 0; n != 2; ++n)
    {
        const auto& headers = requests[n].headers;
        BOOST_TEST(headers.at("traceparent") ==
                   "00-" + trace->id() + "-" + verbatim::core::encoding::to_hexadecimal(sink.spans[n].id) + "-01");
        BOOST_TEST(headers.at("tracestate") == "a=1");
    }
}

BOOST_AUTO_TEST_SUITE_END()
