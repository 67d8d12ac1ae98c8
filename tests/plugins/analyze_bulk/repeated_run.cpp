// A hierarchical analysis that is cut off and runs again, with the model client of the server and a store of accepted
// answers: docs/reference/provider.md#accepted-answers.
#include "operation.hpp"
#include "support/recording_model.hpp"
#include "wire.hpp"

#include "core/llm/scripted_client.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>

using namespace verbatim;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// One run of the analysis.
struct outcome
{
    std::optional<std::string> response; ///< none: it failed
    std::multiset<std::string> sent;     ///< bodies of the requests to the provider
};

/// Cuts a run off at a request to the provider, counted from 0. Later requests are cut off as well.
enum class cut
{
    by_failure,
    by_cancellation,
};

struct repeated_fixture : testing::event_loop
{
    static constexpr std::size_t never = static_cast<std::size_t>(-1);

    testing::scripted_client       client;
    testing::first_letter_embedder engine;
    analyze_bulk::request          request;
    analyze_bulk::settings         settings;
    std::mt19937                   turns{1}; ///< differs from run to run: answers arrive in another order

    repeated_fixture()
    {
        client.time_limit                         = 3'600s;
        client.completions                        = std::make_shared<testing::completion_list>();
        settings.hierarchical.concurrency.limit   = 5;
        settings.hierarchical.target_chunk_tokens = 200;
        request.prompt                            = "What does Amina need?";
        request.mode                              = analyze_bulk::analysis_mode::hierarchical;
        for (int n = 0; n != 40; ++n)
            request.records.push_back({.id      = "F" + std::to_string(n),
                                       .content = std::string(1, static_cast<char>('a' + n % 7)) + " Amina and Kofi" +
                                                  std::to_string(n % 5) + " in Goma" + std::string(150, '.')});
    }

    /// An answer that depends on the whole request, so that a change of any prompt changes those that follow.
    static testing::scripted_providers::exchange answer_to(const core::http_client::request& exchange)
    {
        const auto number = std::hash<std::string_view>{}(exchange.body);
        if (exchange.body.find("</analysis_to_score>") == std::string_view::npos)
            return testing::completed(
                support::stub_response::chat("Report " + std::to_string(number) + " of <PERSON_0>"));
        return testing::completed(support::stub_response::chat(R"({"quality_score":0.)" +
                                                               std::to_string(1 + number % 9) +
                                                               R"(,"uncertainty_explanation":"So <PERSON_1>."})"));
    }

    outcome run_analysis(std::size_t cut_at = never, cut how = cut::by_failure)
    {
        testing::fake_call call;
        call.word_list.add("Amina", "PERSON").add("Goma", "LOCATION");
        for (int n = 0; n != 5; ++n) call.word_list.add("Kofi" + std::to_string(n), "PERSON");
        call.embedder_override = &engine;

        outcome                   result;
        asio::cancellation_signal signal;
        std::size_t               exchanges = 0;
        client.providers.answers["main"]    = [&](const auto& exchange) {
            if (how == cut::by_failure && exchanges > cut_at) return testing::status(400);
            result.sent.emplace(exchange.body);
            return answer_to(exchange);
        };
        client.providers.during_exchange = [&]() -> sdk::task<> {
            if (exchanges++ == cut_at && how == cut::by_cancellation) signal.emit(asio::cancellation_type::terminal);
            for (auto left = turns() % 9 + 1; left != 0; --left)
                co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        };
        client.completions->begin_run();
        const auto model    = client.open();
        call.model_override = model.get();

        const analyze_bulk::operation operation{settings};
        const auto                    finish = [&](std::exception_ptr failure, const analyze_bulk::response& response) {
            if (!failure) result.response = sdk::to_json(response);
        };
        asio::co_spawn(context(), operation.run(call, request), asio::bind_cancellation_slot(signal.slot(), finish));
        context().restart();
        context().run();
        return result;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(analyze_bulk_repeated_run, repeated_fixture)

BOOST_AUTO_TEST_CASE(prompts_do_not_depend_on_the_order_of_answers)
{
    const auto first   = run_analysis();
    client.completions = std::make_shared<testing::completion_list>();
    const auto second  = run_analysis();

    BOOST_TEST(first.sent.size() > 20U);
    BOOST_TEST((first.sent == second.sent));
    BOOST_TEST(first.response.value() == second.response.value());
}

BOOST_AUTO_TEST_CASE(a_run_that_was_cut_off_anywhere_continues_with_the_requests_that_were_not_answered)
{
    const auto whole = run_analysis();
    for (const auto how : {cut::by_failure, cut::by_cancellation})
        for (std::size_t n = 0; n != whole.sent.size(); ++n)
            BOOST_TEST_CONTEXT((how == cut::by_failure ? "failure" : "cancellation") << " of request " << n)
            {
                client.client.reset();
                client.completions = std::make_shared<testing::completion_list>();
                (void)run_analysis(n, how);
                const auto accepted = client.completions->size();
                BOOST_TEST(accepted <= n);
                BOOST_TEST(accepted + settings.hierarchical.concurrency.limit >= n);

                const auto again = run_analysis();
                BOOST_TEST(again.response.value() == whole.response.value());
                BOOST_TEST(again.sent.size() == whole.sent.size() - accepted);
                BOOST_TEST(std::ranges::includes(whole.sent, again.sent));
                BOOST_TEST(client.completions->size() == whole.sent.size());
            }
}

BOOST_AUTO_TEST_CASE(a_finished_run_is_repeated_without_a_request)
{
    const auto whole = run_analysis();
    const auto again = run_analysis();
    BOOST_TEST(again.response.value() == whole.response.value());
    BOOST_TEST(again.sent.empty());
}

BOOST_AUTO_TEST_SUITE_END()
