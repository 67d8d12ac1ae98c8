#include "llm/make_door.hpp"

#include "core/llm/loop.hpp"
#include "core/llm/witnesses.hpp"
#include "support/provider_stub.hpp"

#include <boost/asio/error.hpp>
#include <boost/json.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim::core::llm;
using namespace verbatim::support;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace sdk   = verbatim::sdk;
namespace usage = verbatim::core::usage;
namespace json  = boost::json;
using manner    = canned::manner;
using usage::failure;

namespace {

constexpr sdk::reply_form form{.name = "record_summary", .schema = R"({"type":"object"})"};

sdk::conversation some_question()
{
    return {.system = sdk::outbound::trusted("system words"), .user = sdk::outbound::trusted("user words")};
}

/// A door to the stub, and one call before it.
struct before_the_door
{
    provider_stub               provider;
    jumping_clock               time;
    std::shared_ptr<kept_rows>  rows   = std::make_shared<kept_rows>();
    std::shared_ptr<price_list> prices = std::make_shared<price_list>(built_in_prices());
    kept_log                    log;
    settings                    how;
    std::chrono::seconds        left{120};
    sdk::conversation           asked = some_question();
    std::unique_ptr<door>       made;

    before_the_door()
    {
        how.main = {
            .model = "azure/gpt-5.4", .api_key = "the-key", .api_base = provider.base(), .api_version = "2025-01-01"};
    }

    std::unique_ptr<sdk::llm> open(connection which = connection::main, std::string tenant = "tenant-1")
    {
        if (!made)
            made = make_door(how, {.prices    = prices,
                                   .built_in  = [](const sdk::conversation&) { return std::string{"Extracted text."}; },
                                   .elsewhere = [](const std::function<void()>& work) -> sdk::task<> {
                                       work();
                                       co_return;
                                   },
                                   .wire = {},
                                   .time = time});
        return made->open({.tenant_id  = std::move(tenant),
                           .operation  = "summarize",
                           .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                           .deadline   = time.now() + left,
                           .rows       = rows,
                           .log        = log},
                          which);
    }

    sdk::result<sdk::completion> ask(connection which = connection::main)
    {
        const auto model = open(which);
        return run(model->try_complete(asked));
    }

    sdk::errc code() { return ask().error().code(); }

    usage::attempt only_row() const
    {
        BOOST_REQUIRE(rows->all().size() == 1U);
        return rows->all().front();
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_door, before_the_door)

BOOST_AUTO_TEST_CASE(an_answer_is_returned_priced_and_recorded)
{
    provider.then(canned::chat("Fine.", 1000, 100, "gpt-5.4-2026"));

    const auto answer = ask().value();

    BOOST_TEST(answer.text == "Fine.");
    BOOST_TEST(answer.model == "gpt-5.4-2026");
    BOOST_TEST(answer.prompt_tokens == 1000);
    BOOST_TEST(answer.completion_tokens == 100);
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
    BOOST_TEST(!row.failed.has_value());
    BOOST_TEST(log.count("0 llm attempt model=gpt-5.4-2026 outcome=ok latency_ms=0 prompt_tokens=1000 "
                         "completion_tokens=100 cost_usd=0.004") == 1U);
    BOOST_TEST(log.count("cost_usd=0.004 attempt=1 budget_ms=40000") == 1U);
}

BOOST_AUTO_TEST_CASE(the_request_is_addressed_and_made_as_the_contract_says)
{
    asked.form = &form;
    BOOST_TEST(ask().has_value());

    const auto seen = provider.requests().front();
    BOOST_TEST(seen.target == "/openai/deployments/gpt-5.4/chat/completions?api-version=2025-01-01");
    BOOST_TEST(seen.headers.at("api-key") == "the-key");
    BOOST_TEST(!seen.headers.contains("authorization"));
    BOOST_TEST(seen.headers.at("x-request-id") == "6f1c1f0e-0000-4000-8000-000000000001");
    const json::value expected = {
        {"model", "gpt-5.4"},
        {"messages",
         {{{"role", "system"}, {"content", "system words"}}, {{"role", "user"}, {"content", "user words"}}}},
        {"user", "tenant-1"},
        {"response_format",
         {{"type", "json_schema"},
          {"json_schema", {{"name", "record_summary"}, {"strict", true}, {"schema", {{"type", "object"}}}}}}}};
    BOOST_TEST(json::parse(seen.body) == expected);
}

BOOST_AUTO_TEST_CASE(the_judge_has_its_own_connection)
{
    how.judge = {.model = "azure_ai/mistral-large-2411", .api_key = "judge-key", .api_base = {}, .api_version = {}};
    BOOST_TEST(ask(connection::judge).has_value());

    const auto seen = provider.requests().front();
    BOOST_TEST(seen.target == "/chat/completions");
    BOOST_TEST(seen.headers.at("authorization") == "Bearer judge-key");
}

BOOST_AUTO_TEST_CASE(every_failure_has_its_code_and_its_class_and_says_nothing_of_the_provider)
{
    struct sample
    {
        canned    reply;
        sdk::errc code;
        failure   stored;
    };
    const auto          words = "SECRET provider words";
    const auto          raw   = [](std::string bytes) { return canned{.body = std::move(bytes), .how = manner::raw}; };
    std::vector<sample> samples;
    for (const int status : {400, 401, 403, 404, 418, 500, 502, 503, 504})
        samples.push_back({canned::error(status, words), sdk::errc::llm_error, failure::llm_error});
    samples.push_back({canned::error(400, "SECRET was filtered by the content management policy"),
                       sdk::errc::content_policy_violation, failure::content_policy_violation});
    samples.push_back({canned::error(400, words, "content_filter"), sdk::errc::content_policy_violation,
                       failure::content_policy_violation});
    samples.push_back({{.body = "SECRET garbage"}, sdk::errc::llm_error, failure::invalid_response});
    samples.push_back({{.body = R"({"SECRET":1})"}, sdk::errc::llm_error, failure::invalid_response});
    samples.push_back({canned::chat("\u00a0\n"), sdk::errc::llm_error, failure::invalid_response});
    samples.push_back(
        {{.body = std::string(longest_answer + 1, 'S')}, sdk::errc::llm_error, failure::invalid_response});
    samples.push_back({raw("SECRET no http\r\n\r\n"), sdk::errc::llm_error, failure::llm_error});

    for (auto& one : samples) BOOST_TEST_CONTEXT(one.reply.status << " " << one.reply.body.substr(0, 80))
        {
            const auto before = rows->all().size();
            provider.then(one.reply);

            const auto failed = ask().error();

            BOOST_TEST((failed.code() == one.code));
            BOOST_TEST((failed.note() + failed.what() + failed.message).find("SECRET") == std::string::npos);
            BOOST_REQUIRE(rows->all().size() == before + 1);
            BOOST_TEST((rows->all().back().failed == one.stored));
            BOOST_TEST(rows->all().back().model == "azure/gpt-5.4");
            const auto told = "outcome=" + std::string{usage::to_string(one.stored)};
            BOOST_TEST(log.count(told) == static_cast<std::size_t>(std::ranges::count_if(
                                              rows->all(), [&](const auto& row) { return row.failed == one.stored; })));
        }
    BOOST_TEST(log.count("SECRET") == 0U);
    BOOST_TEST(time.naps().empty());
}

BOOST_AUTO_TEST_CASE(a_refusal_in_an_answer_keeps_its_tokens_and_cost)
{
    auto filtered = json::parse(canned::chat("half an", 1000, 100).body);
    filtered.as_object()["choices"].at(0).as_object()["finish_reason"] = "content_filter";
    provider.then({.body = json::serialize(filtered)});

    BOOST_TEST((code() == sdk::errc::content_policy_violation));
    BOOST_TEST((only_row().failed == failure::content_policy_violation));
    BOOST_TEST(only_row().model == "azure/gpt-5.4");
    BOOST_TEST(only_row().input_tokens == 1000);
    BOOST_TEST(only_row().cost == 4000);
}

BOOST_AUTO_TEST_CASE(an_answer_that_does_not_fit_is_an_error_that_was_paid_for)
{
    std::string offered;
    asked.form = &form;
    asked.fits = [&](std::string_view text) { return offered = text, false; };
    provider.then(canned::chat("{}", 1000, 100, "gpt-5.4-2026"));

    BOOST_TEST((code() == sdk::errc::llm_error));
    BOOST_TEST(offered == "{}");
    BOOST_TEST((only_row().failed == failure::invalid_response));
    BOOST_TEST(only_row().model == "azure/gpt-5.4");
    BOOST_TEST(only_row().cost == 4000);
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_reader_that_throws_has_not_read)
{
    asked.fits = [](std::string_view) -> bool { throw std::runtime_error{"SECRET"}; };
    BOOST_TEST((code() == sdk::errc::llm_error));
    BOOST_TEST((only_row().failed == failure::invalid_response));
}

BOOST_AUTO_TEST_CASE(a_blank_structured_answer_is_the_operations_to_judge)
{
    asked.form = &form;
    provider.then(canned::chat(""));
    BOOST_TEST(ask().value().text.empty());
}

BOOST_AUTO_TEST_CASE(a_rate_limit_is_waited_out_attempt_by_attempt)
{
    provider.then(canned::error(429));
    provider.then(canned::error(429).with("Retry-After", "5"));
    provider.then(canned::error(408));

    BOOST_TEST(ask().value().text == "An answer.");

    const std::vector<long> expected{1000, 5000, 4000};
    BOOST_TEST(time.naps() == expected, boost::test_tools::per_element());
    const auto all = rows->all();
    BOOST_REQUIRE(all.size() == 4U);
    BOOST_TEST((all[0].failed == failure::llm_rate_limited));
    BOOST_TEST((all[2].failed == failure::llm_timeout));
    BOOST_TEST(!all[3].failed.has_value());
    BOOST_TEST(all[0].model == "azure/gpt-5.4");
    BOOST_TEST(all[0].attempt_id != all[1].attempt_id);
    BOOST_TEST((all[3].started - all[0].started == 10s));
}

BOOST_AUTO_TEST_CASE(the_last_attempt_names_the_error_and_the_wait)
{
    how.timeout = 4s; // three budgets are 12 s: waits of 1, 2, 4 and 8 s
    provider.otherwise(canned::error(429).with("Retry-After", "4000"));
    const auto limited = ask().error();
    BOOST_TEST((limited.code() == sdk::errc::llm_rate_limited));
    BOOST_TEST(limited.retry_after.count() == 3600);
    const std::vector<long> expected{1000, 2000, 4000, 8000};
    BOOST_TEST(time.naps() == expected, boost::test_tools::per_element());
    BOOST_TEST(rows->all().size() == 5U);

    provider.otherwise(canned::error(429).with("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"));
    BOOST_TEST(ask().error().retry_after.count() == 30);
    provider.otherwise(canned::error(408));
    BOOST_TEST((code() == sdk::errc::llm_timeout));
}

BOOST_AUTO_TEST_CASE(a_silent_provider_times_out_within_its_budget)
{
    how.timeout = std::chrono::duration<double>{0.05};
    left        = 10s;
    provider.otherwise(canned::chat("x").after_release());
    BOOST_TEST((code() == sdk::errc::llm_timeout));
    BOOST_TEST((rows->all().front().failed == failure::llm_timeout));
}

BOOST_AUTO_TEST_CASE(a_cut_connection_is_tried_once_more)
{
    provider.then({.how = manner::reset});
    BOOST_TEST(ask().has_value());
    BOOST_TEST(rows->all().size() == 2U);

    provider.then({.how = manner::reset});
    provider.then({.how = manner::close});
    BOOST_TEST((code() == sdk::errc::llm_error));
    BOOST_TEST(rows->all().size() == 4U);
    BOOST_TEST(time.naps().empty());
}

BOOST_AUTO_TEST_CASE(too_little_time_is_no_call)
{
    left = 9s;
    BOOST_TEST((code() == sdk::errc::analysis_timeout));
    left = -1s;
    BOOST_TEST((code() == sdk::errc::analysis_timeout));
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(rows->all().empty());
}

BOOST_AUTO_TEST_CASE(a_reply_without_usage_is_estimated_and_said_once)
{
    const canned silent{.body = R"({"model":"m","choices":[{"message":{"content":"Eight ch"}}]})"};
    provider.otherwise(silent);

    const auto answer = ask().value();
    BOOST_TEST(ask().has_value());

    BOOST_TEST(answer.prompt_tokens == 5); // 12 + 10 code points
    BOOST_TEST(answer.completion_tokens == 2);
    BOOST_TEST(rows->all().front().input_tokens == 5);
    BOOST_TEST(log.count("2 model reports no usage") == 1U);
}

BOOST_AUTO_TEST_CASE(what_a_reply_says_of_its_usage_is_stored_and_only_the_rest_is_estimated)
{
    const canned half{
        .body = R"({"model":"m","choices":[{"message":{"content":"Eight ch"}}],"usage":{"prompt_tokens":50}})"};
    provider.otherwise(half);
    BOOST_TEST(ask().value().prompt_tokens == 50);
    BOOST_TEST(rows->all().back().input_tokens == 50);
    BOOST_TEST(rows->all().back().output_tokens == 2);

    const canned unusable{.body = R"({"model":"m","choices":[{"message":{}}],"usage":{"prompt_tokens":50}})"};
    provider.otherwise(unusable);
    BOOST_TEST(!ask().has_value());
    BOOST_TEST((rows->all().back().failed == failure::invalid_response));
    BOOST_TEST(rows->all().back().input_tokens == 50);
    BOOST_TEST(rows->all().back().output_tokens == 0);
}

BOOST_AUTO_TEST_CASE(a_model_without_a_price_costs_nothing_and_is_said_once)
{
    how.main.model = "azure/unheard-of";
    provider.otherwise(canned::chat("x", 10, 10, "gpt-unheard-of"));
    BOOST_TEST(ask().has_value());
    BOOST_TEST(ask().has_value());
    BOOST_TEST(rows->all().front().cost == 0);
    BOOST_TEST(log.count("3 model without a price, its cost is stored as 0 tenant=") == 1U);

    prices->replace({{"azure/gpt-unheard-of", {1'000'000, 1'000'000}}});
    BOOST_TEST(ask().has_value());
    BOOST_TEST(rows->all().back().cost == 20);
}

BOOST_AUTO_TEST_CASE(the_built_in_model_is_metered_and_free)
{
    how.main          = {};
    const auto answer = ask().value();
    BOOST_TEST(answer.text == "Extracted text.");
    BOOST_TEST(only_row().model == "local/extractive");
    BOOST_TEST(only_row().input_tokens == 5);
    BOOST_TEST(only_row().output_tokens == 3);
    BOOST_TEST(only_row().cost == 0);
    BOOST_TEST(log.count("without a price") + log.count("no usage") == 0U);
    BOOST_TEST(provider.requests().empty());
}

BOOST_AUTO_TEST_CASE(a_cancelled_attempt_is_a_row_and_no_other_call_is_made)
{
    provider.otherwise(canned::chat("x").after_release());
    const auto                            model = open();
    running<sdk::result<sdk::completion>> call{model->try_complete(asked)};
    provider.wait_for_requests(1);

    call.cancel();

    BOOST_CHECK_EXCEPTION(call.get(), boost::system::system_error,
                          [](const auto& thrown) { return thrown.code() == boost::asio::error::operation_aborted; });
    BOOST_TEST((only_row().failed == failure::cancelled));
    BOOST_TEST(log.count("llm attempt model=azure/gpt-5.4 outcome=cancelled") == 1U);
    BOOST_TEST(only_row().model == "azure/gpt-5.4");
    provider.wait_for_hang_ups(1);
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(no_more_calls_are_in_flight_than_allowed)
{
    how.max_concurrency = 2;
    provider.otherwise(canned::chat("x").after_release());
    const auto model = open();

    int                                           answered = 0;
    const std::function<sdk::task<>(std::size_t)> step     = [&](std::size_t) -> sdk::task<> {
        const auto answer = co_await model->try_complete(asked);
        answered += answer ? 1 : 0;
    };
    const auto all = [&]() -> sdk::task<int> {
        co_await sdk::for_each_bounded(6, 6, step);
        co_return answered;
    };
    running<int> calls{all()};
    provider.wait_for_requests(2);
    const auto at_first = provider.requests().size();
    provider.release();

    BOOST_TEST(calls.get() == 6);
    BOOST_TEST(at_first == 2U);
    BOOST_TEST(provider.connections() == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_that_waits_for_its_provider_holds_back_nobody)
{
    how.max_concurrency = 1;
    left                = 11s; // a second call that finds no slot gives up after one
    provider.then(canned::error(429));
    const auto                   first  = open(connection::main, "a");
    const auto                   second = open(connection::main, "b");
    sdk::result<sdk::completion> other  = sdk::error{};
    time.meanwhile                      = [&]() -> sdk::task<> { other = co_await second->try_complete(asked); };

    const auto answer = run(first->try_complete(asked));

    BOOST_TEST(answer.has_value());
    BOOST_TEST(other.has_value());
    BOOST_REQUIRE(rows->all().size() == 3U);
    BOOST_TEST(rows->all()[1].tenant_id == "b");
}

BOOST_AUTO_TEST_CASE(the_throwing_twin_throws_the_same)
{
    provider.then(canned::error(500));
    const auto model = open();
    BOOST_CHECK_EXCEPTION(run(model->complete(asked)), sdk::error,
                          [](const auto& thrown) { return thrown.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_SUITE_END()
