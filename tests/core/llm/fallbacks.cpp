#include "llm/make_model_client.hpp"

#include "core/llm/scripted_client.hpp"

#include <boost/asio/error.hpp>
#include <boost/json/object.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

using namespace verbatim::core::llm;
using namespace verbatim::support;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace sdk         = verbatim::sdk;
using cause           = sdk::failure_cause;
using exchange_status = scripted_providers::exchange::exchange_status;
using texts           = std::vector<std::string>;
using state           = circuit_breaker::state;

namespace {

struct fallback_fixture : scripted_client
{
    fallback_fixture() { add_fallback("second"); }

    /// Requests of a host take their whole time.
    void time_out(const std::string& host)
    {
        providers.answers[host] = [this](const auto& exchange) {
            time.advance(exchange.budget);
            return broken(exchange_status::timed_out);
        };
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_fallbacks, fallback_fixture)

BOOST_AUTO_TEST_CASE(a_failure_continues_with_the_fallback_at_once)
{
    const std::pair<scripted_providers::exchange, cause> failures[]{
        {status(401), cause::unauthorized},
        {status(404), cause::not_found},
        {status(400), cause::invalid_request},
        {status(429), cause::rate_limited},
        {status(402), cause::quota_exhausted},
        {status(413), cause::context_exceeded},
        {status(500), cause::server_error},
        {status(501), cause::server_error},
        {status(408), cause::timeout},
        {broken(exchange_status::timed_out), cause::timeout},
        {broken(exchange_status::unresolved), cause::dns},
        {broken(exchange_status::not_connected), cause::connect},
        {broken(exchange_status::tls_failed), cause::tls},
        {broken(exchange_status::untrusted), cause::certificate},
        {broken(exchange_status::disconnected), cause::disconnected},
        {broken(exchange_status::failed), cause::interrupted},
        {broken(exchange_status::too_large), cause::unreadable},
        {completed({.body = "no JSON"}), cause::unreadable},
        {completed(stub_response::error(429).with_header("Retry-After", "3600")), cause::rate_limited},
    };
    for (const auto& [failure, expected_cause] : failures) BOOST_TEST_CONTEXT(sdk::to_string(expected_cause))
        {
            providers.always("main", failure);
            time.advance(1min); // so that the failures of several samples do not suspend the connection
            const auto rows = ledger->attempts().size();

            const auto completion = complete();

            BOOST_REQUIRE(completion.has_value());
            BOOST_TEST(completion->text == "From second");
            BOOST_TEST(completion->model == "model-of-second");
            BOOST_REQUIRE(ledger->attempts().size() == rows + 2);
            BOOST_TEST(ledger->attempts()[rows].model == "openai/main");
            BOOST_TEST((ledger->attempts()[rows].cause == expected_cause));
            BOOST_TEST(ledger->attempts()[rows + 1].model == "model-of-second");
            BOOST_TEST(!ledger->attempts()[rows + 1].cause.has_value());
        }
    BOOST_TEST(time.sleeps().empty());
    BOOST_TEST(statistics("main_fallback_1").totals.attempts[0] == static_cast<long>(std::size(failures)));
    BOOST_TEST(statistics("main_fallback_1").model == "openai/second");
    BOOST_TEST(statistics("main").totals.attempts[0] == 0);
    BOOST_TEST(log.count("warning llm_attempt_finished model=openai/main outcome=llm_error cause=connect http_status=0 "
                         "latency_ms=0 attempt=1 budget_ms=40000 suppressed=0 connection=main") == 1U);
    BOOST_TEST(log.count("debug llm_attempt_finished model=model-of-second outcome=ok") == std::size(failures));
    BOOST_TEST(log.count("attempt=2 budget_ms=40000 connection=main_fallback_1") == std::size(failures));
}

BOOST_AUTO_TEST_CASE(a_refusal_or_a_truncation_is_not_sent_to_a_fallback)
{
    constexpr sdk::output_schema schema{.name = "record_summary", .json_schema = R"({"type":"object"})"};
    request.output_schema = &schema;
    const std::pair<scripted_providers::exchange, cause> failures[]{
        {completed(stub_response::error(400, "no", "content_filter")), cause::policy},
        {completed_with("length"), cause::truncated},
    };
    for (const auto& [failure, expected_cause] : failures)
    {
        providers.always("main", failure);
        const auto completion = complete();
        BOOST_REQUIRE(!completion.has_value());
        BOOST_TEST((completion.error().cause == expected_cause));
    }
    BOOST_TEST(providers.hosts == (texts{"main", "main"}), boost::test_tools::per_element());

    providers.always("main", status(500));
    providers.always("second", completed(stub_response::error(400, "no", "content_filter")));
    BOOST_TEST((complete().error().code() == sdk::errc::content_policy_violation));
    BOOST_TEST(providers.hosts.size() == 4U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_does_not_continue)
{
    providers.during_exchange = []() -> sdk::task<> {
        throw boost::system::system_error{boost::asio::error::operation_aborted};
        co_return;
    };
    BOOST_CHECK_THROW(complete(), boost::system::system_error);
    BOOST_TEST(providers.hosts == texts{"main"}, boost::test_tools::per_element());
    BOOST_TEST((ledger->attempts().at(0).cause == cause::cancelled));
}

BOOST_AUTO_TEST_CASE(each_round_begins_with_the_first_connection_and_leaves_out_final_failures)
{
    add_fallback("third");
    providers.always("main", status(503));
    providers.always("second", status(404));
    providers.always("third", broken(exchange_status::not_connected));

    const auto error = complete().error();

    BOOST_TEST(providers.hosts == (texts{"main", "second", "third", "main", "third", "main", "third"}),
               boost::test_tools::per_element());
    BOOST_TEST(time.sleeps() == (std::vector<long>{1000, 2000}), boost::test_tools::per_element());
    BOOST_TEST((error.cause == cause::connect)); // of the last attempt
    BOOST_TEST((error.code() == sdk::errc::llm_error));
}

BOOST_AUTO_TEST_CASE(a_connection_waits_for_its_own_retry_after)
{
    providers.always("main", completed(stub_response::error(429).with_header("Retry-After", "20")));
    int failures                = 2;
    providers.answers["second"] = [&](const auto&) {
        return failures-- > 0 ? status(503) : completed(stub_response::chat("From second"));
    };

    BOOST_TEST(complete().value().text == "From second");
    BOOST_TEST(providers.hosts == (texts{"main", "second", "second", "second"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_fallback_has_the_time_of_a_first_attempt)
{
    time_out("main");
    BOOST_TEST(complete().has_value());
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 40'000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(slow_failures_of_all_connections_take_the_time_of_two_attempts)
{
    add_fallback("third");
    for (const auto* host : {"main", "second", "third"}) time_out(host);
    const auto start = time.now();
    BOOST_TEST((complete().error().code() == sdk::errc::llm_timeout));
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 40'000}), boost::test_tools::per_element());
    BOOST_TEST((time.now() - start == 80s));

    // Errors that come late count as well.
    providers.answers["main"] = [this](const auto&) {
        time.advance(30s);
        return status(504);
    };
    client.reset();
    providers.budgets.clear();
    BOOST_TEST((complete().error().code() == sdk::errc::llm_timeout));
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 40'000, 10'000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_time_of_failures_is_a_setting)
{
    time_out("main");
    time_out("second");
    const auto budgets = [&](std::optional<std::chrono::duration<double>> failure_time) {
        config.failure_time = failure_time;
        client.reset();
        providers.budgets.clear();
        BOOST_TEST(!complete().has_value());
        return providers.budgets;
    };
    BOOST_TEST(budgets(60s) == (std::vector<long>{40'000, 20'000}), boost::test_tools::per_element());
    BOOST_TEST(budgets(30s) == (std::vector<long>{40'000}),
               boost::test_tools::per_element()); // not of the first attempt
    BOOST_TEST(budgets(40.5s) == (std::vector<long>{40'000}), boost::test_tools::per_element());
    BOOST_TEST(budgets(300s) == (std::vector<long>{40'000, 40'000, 40'000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unreadable_replies_do_not_use_the_time_of_failures)
{
    config.failure_time       = 10s;
    providers.answers["main"] = [this](const auto&) {
        time.advance(20s);
        return completed({.body = "no JSON"});
    };
    BOOST_TEST(complete().value().text == "From second");
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 10'000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_time_of_failures_follows_the_connection_with_the_longest_limit)
{
    config.timeout                         = 5s;
    config.fallbacks[0].connection.timeout = 100s;
    time_out("main");
    time_out("second");
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(providers.budgets == (std::vector<long>{5'000, 40'000, 5'000, 30'000}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_attempt_needs_the_least_time_of_its_own_connection)
{
    config.failure_time                    = 10.8s;
    config.timeout                         = 10s;
    config.fallbacks[0].connection.timeout = 0.5s;
    time_out("main");
    time_out("second");
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(providers.hosts == (texts{"main", "second"}), boost::test_tools::per_element());
    BOOST_TEST(providers.budgets == (std::vector<long>{10'000, 500}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_timeout_that_earlier_failures_have_shortened_suspends_nothing)
{
    config.timeout                             = 6s;
    config.failure_time                        = 6s;
    config.max_concurrency                     = 8;
    config.main.max_retries                    = 0;
    config.fallbacks[0].connection.max_retries = 0;
    providers.answers["main"]                  = [this](const auto&) {
        time.advance(1s);
        return status(500);
    };
    providers.always("second", broken(exchange_status::timed_out));
    for (int n = 0; n != circuit_breaker::min_attempts; ++n) BOOST_TEST(!complete().has_value());
    BOOST_TEST(providers.budgets[1] == 5'000);
    BOOST_TEST(statistics("main_fallback_1").totals.attempts[1 + static_cast<std::size_t>(cause::timeout)] ==
               circuit_breaker::min_attempts);
    BOOST_TEST((statistics("main").state == state::open));
    BOOST_TEST((statistics("main_fallback_1").state == state::closed));
    BOOST_TEST(client->statistics().limit == 8U);
}

BOOST_AUTO_TEST_CASE(a_call_that_waits_for_a_provider_has_no_time_of_failures)
{
    config.failure_time              = 10s;
    request.time.wait_for_connection = true;
    time_out("main");
    BOOST_TEST(complete().value().text == "From second");
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 40'000}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_connection_has_its_limits)
{
    config.main.max_retries                    = 0;
    config.fallbacks[0].connection.timeout     = 5s;
    config.fallbacks[0].connection.max_retries = 3;
    time_out("main");
    providers.always("second", status(503));
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(providers.hosts == (texts{"main", "second", "second", "second", "second"}),
               boost::test_tools::per_element());
    BOOST_TEST(providers.budgets == (std::vector<long>{40'000, 5'000, 5'000, 5'000, 5'000}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(judge_calls_have_limits_of_their_own)
{
    config.fallbacks.clear();
    config.main.max_retries = 1;
    config.judge.timeout    = 3s;
    time_out("main");
    BOOST_TEST(!complete(connection_role::judge).has_value());
    BOOST_TEST(providers.budgets == (std::vector<long>{3'000, 3'000}), boost::test_tools::per_element());

    config.judge.max_retries = 0;
    client.reset();
    providers.budgets.clear();
    BOOST_TEST(!complete(connection_role::judge).has_value());
    BOOST_TEST(providers.budgets == std::vector<long>{3'000}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_fallback_has_its_own_price)
{
    prices->replace({{"openai/main", {{1'000'000, 1'000'000}}}, {"openai/second", {{2'000'000, 2'000'000}}}});
    config.fallbacks[0].price = boost::json::object{{"input_usd_per_million", 0.25}, {"output_usd_per_million", 2}};
    providers.always("main", status(500));
    BOOST_TEST(complete().has_value());
    BOOST_TEST(ledger->attempts()[1].cost == 250 + 200);
    BOOST_TEST(ledger->attempts()[1].priced);

    client.reset();
    config.fallbacks[0].price.reset();
    BOOST_TEST(complete().has_value());
    BOOST_TEST(ledger->attempts()[3].cost == 2'000 + 200);
}

BOOST_AUTO_TEST_CASE(a_fallback_inherits_no_structure_of_outputs)
{
    constexpr sdk::output_schema schema{.name = "record_summary", .json_schema = R"({"type":"object"})"};
    request.output_schema     = &schema;
    config.structured_outputs = false;
    std::map<std::string, bool> sends_schema;
    for (const std::string host : {"main", "second"})
        providers.answers[host] = [&, host](const auto& exchange) {
            sends_schema[host] = exchange.body.find("json_schema") != exchange.body.npos;
            return host == "main" ? status(500) : completed(stub_response::chat("{}"));
        };
    BOOST_TEST(complete().has_value());
    BOOST_TEST(!sends_schema.at("main"));
    BOOST_TEST(sends_schema.at("second"));
}

BOOST_AUTO_TEST_CASE(the_judge_uses_its_own_fallbacks_or_those_of_the_main_connection)
{
    config.judge = connection("judge");
    providers.always("judge", status(500));
    BOOST_TEST(complete(connection_role::judge).value().text == "From second");
    BOOST_TEST(statistics("judge_fallback_1").totals.attempts[0] == 1);
    BOOST_TEST(statistics("main_fallback_1").totals.attempts[0] == 0);

    client.reset();
    config.judge_fallbacks.emplace().push_back({.connection = connection("third"), .price = {}});
    BOOST_TEST(complete(connection_role::judge).value().text == "From third");

    client.reset();
    config.judge_fallbacks->clear();
    BOOST_TEST(!complete(connection_role::judge).has_value());

    client.reset();
    config.judge_fallbacks.reset();
    config.judge       = {};
    config.judge.model = built_in_model;
    BOOST_TEST(complete(connection_role::judge).value().model == built_in_model);
    BOOST_CHECK_THROW(statistics("judge_fallback_1"), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(attempts_over_all_connections_count_against_the_limit_of_calls)
{
    spending = std::make_shared<request_spending>(request_limits{.max_calls = 3, .max_tokens = 1'000'000});
    providers.always("main", status(503));
    providers.always("second", status(503));
    BOOST_TEST((complete().error().code() == sdk::errc::payload_too_large));
    BOOST_TEST(providers.hosts.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_attempt_counts_no_tokens)
{
    spending                  = std::make_shared<request_spending>(request_limits{.max_calls = 9, .max_tokens = 9});
    providers.during_exchange = []() -> sdk::task<> {
        throw boost::system::system_error{boost::asio::error::operation_aborted};
        co_return;
    };
    for (int n = 0; n != 3; ++n) BOOST_CHECK_THROW(complete(), boost::system::system_error); // estimated 4 tokens each

    providers.during_exchange = {};
    BOOST_TEST(complete().has_value());
}

BOOST_AUTO_TEST_CASE(a_suspended_connection_is_passed_over_until_a_trial_succeeds)
{
    suspend_main();
    BOOST_TEST((statistics("main").state == state::open));
    BOOST_TEST(log.count("warning llm_connection_suspended connection=main model=openai/main cause=unauthorized "
                         "seconds=5") == 1U);
    BOOST_TEST(complete().value().text == "From second");
    BOOST_TEST(providers.hosts == texts{"second"}, boost::test_tools::per_element());

    time.advance(5s);
    BOOST_TEST((statistics("main").state == state::half_open));
    BOOST_TEST(complete().value().text == "From second");
    BOOST_TEST(providers.hosts == (texts{"second", "main", "second"}), boost::test_tools::per_element());
    BOOST_TEST(log.count("cause=unauthorized seconds=10") == 1U);

    providers.answers.clear();
    time.advance(10s);
    BOOST_TEST(complete().value().text == "From main");
    BOOST_TEST((statistics("main").state == state::closed));
    BOOST_TEST(log.count("info llm_connection_resumed connection=main model=openai/main") == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_fails_at_once_while_every_connection_is_suspended)
{
    providers.always("second", broken(exchange_status::not_connected));
    suspend_main();
    const auto rows   = ledger->attempts().size();
    const auto sleeps = time.sleeps().size();
    BOOST_TEST((statistics("main_fallback_1").state == state::open));
    time.advance(1500ms);

    const auto error = complete().error();

    BOOST_TEST((error.code() == sdk::errc::llm_error));
    BOOST_TEST((error.cause == cause::unauthorized));
    BOOST_REQUIRE(error.retry_after.has_value());
    BOOST_TEST(error.retry_after->count() >= 1);
    BOOST_TEST(error.retry_after->count() <= 4);
    BOOST_TEST(error.note() == "connection suspended: main and its fallbacks");
    BOOST_TEST(providers.hosts.empty());
    BOOST_TEST(ledger->attempts().size() == rows);
    BOOST_TEST(time.sleeps().size() == sleeps);
    BOOST_TEST(client->statistics().refused == 1);
    BOOST_TEST(client->statistics().in_flight == 0U);
}

BOOST_AUTO_TEST_CASE(content_of_a_tenant_suspends_nothing)
{
    for (const auto& failure : {status(400), status(429), completed({.body = "no JSON"}),
                                completed(stub_response::error(400, "no", "content_filter"))})
    {
        providers.always("main", failure);
        for (int n = 0; n != 20; ++n) (void)complete();
        BOOST_TEST((statistics("main").state == state::closed));
    }
}

BOOST_AUTO_TEST_CASE(a_timeout_of_a_shortened_attempt_suspends_nothing)
{
    config.fallbacks.clear();
    time_out("main");
    config.timeout = std::chrono::duration<double>{4};
    time_limit     = 10s;
    for (int n = 0; n != 9; ++n) BOOST_TEST(!complete().has_value());
    BOOST_TEST((statistics("main").state == state::closed)); // attempts of 3.3, 3.3 and 1.4 s or less within 30 s
    BOOST_TEST(statistics("main").totals.attempts[1 + static_cast<std::size_t>(cause::timeout)] > 10);

    config.timeout = std::chrono::duration<double>{0.5}; // the operator's choice
    client.reset();
    for (int n = 0; n != 5; ++n) BOOST_TEST(!complete().has_value());
    BOOST_TEST((statistics("main").state == state::open));
}

BOOST_AUTO_TEST_CASE(a_cancelled_trial_leaves_the_next_one_to_another_call)
{
    config.fallbacks.clear();
    suspend_main();
    time.advance(5s);
    providers.during_exchange = []() -> sdk::task<> {
        throw boost::system::system_error{boost::asio::error::operation_aborted};
        co_return;
    };
    BOOST_CHECK_THROW(complete(), boost::system::system_error);
    providers.during_exchange = {};
    providers.answers.clear();
    BOOST_TEST(complete().has_value());
}

BOOST_AUTO_TEST_CASE(one_call_makes_the_trial_while_others_fail_at_once)
{
    config.fallbacks.clear();
    suspend_main();
    time.advance(5s);
    providers.answers.clear();
    std::optional<sdk::error> other;
    providers.during_exchange = [&]() -> sdk::task<> {
        const auto model  = open();
        auto       result = co_await model->try_complete(request);
        if (!result) other = result.error();
    };
    BOOST_TEST(complete().has_value());
    BOOST_REQUIRE(other.has_value());
    BOOST_TEST(other->retry_after->count() == 1);
    BOOST_TEST(other->note() == "connection suspended: main");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(llm_waiting_for_a_connection, scripted_client)

BOOST_AUTO_TEST_CASE(a_call_that_waits_survives_a_pause_of_ten_seconds)
{
    for (const auto& failure : {status(503), broken(exchange_status::not_connected), broken(exchange_status::failed)})
        for (const bool is_suspended : {false, true})
        {
            client.reset();
            request.time = {};
            if (is_suspended) suspend_main();
            const auto end            = time.now() + 10s;
            providers.answers["main"] = [&](const auto&) {
                return time.now() < end ? failure : completed(stub_response::chat("Fine."));
            };
            request.time.wait_for_connection = true;
            BOOST_TEST(complete().has_value());
        }
}

BOOST_AUTO_TEST_CASE(a_call_that_waits_gives_up_after_twenty_retries)
{
    request.time.wait_for_connection = true;
    time_limit                       = 600s;
    providers.always("main", broken(exchange_status::not_connected));

    const auto error = complete().error();

    BOOST_TEST((error.code() == sdk::errc::llm_error));
    BOOST_TEST((error.cause == cause::connect));
    BOOST_TEST(providers.hosts.size() == 21U);
}

BOOST_AUTO_TEST_CASE(a_connection_without_a_success_for_two_minutes_is_not_waited_for)
{
    suspend_main();
    request.time.wait_for_connection = true;
    time_limit                       = 600s;
    providers.always("main", broken(exchange_status::not_connected));
    const auto begin = time.now();
    while (time.now() - begin < 2min) (void)complete();
    BOOST_TEST(providers.hosts.size() <= 5U); // the trials after 5, 15, 35, 75 and 135 s

    const auto sleeps = time.sleeps().size();
    BOOST_TEST(complete().error().retry_after.has_value());
    BOOST_TEST(time.sleeps().size() == sleeps);
}

BOOST_AUTO_TEST_CASE(a_call_does_not_wait_for_a_connection_without_time_for_an_attempt)
{
    suspend_main();
    request.time.wait_for_connection = true;
    const auto sleeps                = time.sleeps().size();
    time_limit                       = 15s; // an attempt after the suspension of 5 s needs 10 s
    BOOST_TEST(complete().error().retry_after.has_value());
    BOOST_TEST(time.sleeps().size() == sleeps);
    BOOST_TEST(providers.hosts.empty());
}

BOOST_AUTO_TEST_CASE(calls_that_wait_hold_no_slot_and_do_not_continue_in_step)
{
    suspend_main();
    providers.answers.clear();
    request.time.wait_for_connection = true;
    random                           = 0.5;
    time.during_sleep                = [this]() -> sdk::task<> {
        BOOST_TEST(client->statistics().in_flight == 0U);
        co_return;
    };
    BOOST_TEST(complete().has_value());
    BOOST_TEST(time.sleeps() == std::vector<long>{5'500}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(llm_connection_checks, fallback_fixture)

BOOST_AUTO_TEST_CASE(a_check_makes_one_attempt_over_each_connection)
{
    providers.always("main", status(503));

    const auto checks = check_connections();

    BOOST_TEST(providers.hosts == (texts{"main", "second", "main", "second"}), boost::test_tools::per_element());
    BOOST_TEST(ledger->attempts().size() == 4U);
    texts lines;
    for (const auto& check : checks)
        lines.push_back(check.name + " " + check.model + " " +
                        (check.cause ? std::string{sdk::to_string(*check.cause)} : "ok") + " " +
                        std::to_string(check.http_status));
    BOOST_TEST(lines == (texts{"main openai/main server_error 503", "main_fallback_1 openai/second ok 200",
                               "judge openai/main server_error 503", "judge_fallback_1 openai/second ok 200"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_check_includes_a_suspended_connection_and_does_not_resume_it)
{
    suspend_main();
    providers.answers.clear();

    BOOST_TEST(!check_connections().at(0).cause.has_value());

    BOOST_TEST(providers.hosts.at(0) == "main");
    BOOST_CHECK(statistics("main").state == state::open);
}

BOOST_AUTO_TEST_CASE(checks_count_for_a_suspension)
{
    providers.always("main", status(401));
    for (int n = 0; n != circuit_breaker::min_attempts; ++n) (void)check_connections();
    BOOST_CHECK(statistics("main").state == state::open);
    BOOST_CHECK(statistics("main_fallback_1").state == state::closed);
}

BOOST_AUTO_TEST_CASE(a_check_ends_at_the_deadline_of_its_caller)
{
    time_limit = 10s;
    (void)check_connections();
    BOOST_TEST(providers.budgets == (std::vector<long>(4, 10'000)), boost::test_tools::per_element());

    time_limit        = 0s;
    const auto checks = check_connections();
    BOOST_TEST(providers.hosts.size() == 4U);
    BOOST_CHECK(checks.at(0).cause == cause::timeout);
}

BOOST_AUTO_TEST_CASE(a_built_in_model_is_not_called_by_a_check)
{
    config            = {};
    const auto checks = check_connections();
    BOOST_REQUIRE(checks.size() == 2U);
    BOOST_TEST(checks.at(0).model == built_in_model);
    BOOST_TEST(!checks.at(0).cause.has_value());
    BOOST_TEST(ledger->attempts().empty());
}

BOOST_AUTO_TEST_SUITE_END()
