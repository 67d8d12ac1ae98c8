// A hierarchical analysis with the model client of the server, over a provider that fails for a while.
#include "operation.hpp"
#include "support/recording_model.hpp"
#include "wire.hpp"

#include "core/llm/scripted_client.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace std::chrono_literals;
using testing::scripted_providers;
using exchange_status = scripted_providers::exchange::exchange_status;

namespace {

/// The phase of a request.
enum class purpose
{
    map,
    reduce,
    judge,
};

purpose purpose_of(const core::http_client::request& exchange)
{
    if (exchange.body.find("</analysis_to_score>") != std::string_view::npos) return purpose::judge;
    return exchange.body.find("<partial_analyses>") != std::string_view::npos ? purpose::reduce : purpose::map;
}

struct pause_fixture : testing::event_loop
{
    testing::scripted_client       client;
    testing::fake_call             call;
    testing::first_letter_embedder engine;
    analyze_bulk::request          request;
    analyze_bulk::settings         settings;

    pause_fixture()
    {
        client.time_limit      = 3'600s;
        client.random          = 0.5;
        call.embedder_override = &engine;
        request.prompt         = "What is broken?";
        request.mode           = analyze_bulk::analysis_mode::hierarchical;
        for (int n = 0; n != 300; ++n)
            request.records.push_back({"F" + std::to_string(n),
                                       std::string(1, static_cast<char>('a' + n % 26)) + std::string(300, '.'),
                                       {},
                                       {}});
    }

    /// The analysis of a provider that fails for ten seconds from its first request of this kind.
    std::string analyze(purpose failing, const scripted_providers::exchange& failure)
    {
        std::optional<std::chrono::steady_clock::time_point> end;
        client.providers.answers["main"] = [&, end, failure](const auto& exchange) mutable {
            const auto what = purpose_of(exchange);
            if (what == failing && !end) end = client.time.now() + 10s;
            if (end && client.time.now() < *end) return failure;
            return testing::completed(support::stub_response::chat(
                what == purpose::judge ? R"({"quality_score":0.5,"uncertainty_explanation":"So so."})" : "Analysed."));
        };
        const auto model    = client.open();
        call.model_override = model.get();
        const analyze_bulk::operation operation{settings};
        return sdk::to_json(run(operation.run(call, request)));
    }
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

} // namespace

BOOST_FIXTURE_TEST_SUITE(analyze_bulk_paused_provider, pause_fixture)

BOOST_AUTO_TEST_CASE(a_hierarchical_analysis_survives_a_pause_of_ten_seconds_in_each_phase)
{
    for (const auto phase : {purpose::map, purpose::reduce, purpose::judge})
        for (const auto& failure : {testing::status(503), testing::broken(exchange_status::not_connected)})
        {
            client.client.reset();
            const auto response = analyze(phase, failure);
            BOOST_TEST(contains(response, "Analysed."), response);
            BOOST_TEST(contains(response, " of 8 of 12 chunk(s), a sample (4 not judged);"), response);
        }
    BOOST_TEST(call.logged.count("map_calls_failed") == 0U);
    BOOST_TEST(call.logged.count("judge_calls_failed") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
