#include "llm/server_facts.hpp"

#include "llm/codec.hpp"
#include "llm/token_count_check.hpp"

#include "verbatim/sdk/token_estimate.hpp"

#include "core/llm/scripted_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;
using namespace verbatim::testing;
using verbatim::support::run;
using verbatim::support::stub_response;
namespace http_client = verbatim::core::http_client;
namespace sdk         = verbatim::sdk;
namespace json        = boost::json;

namespace {

http_client::response answer(std::string body, int status = 200)
{
    return {.exchange    = http_client::response::exchange_status::completed,
            .status      = status,
            .retry_after = {},
            .body        = std::move(body)};
}

struct server_fixture : scripted_client
{
    std::string               properties   = R"({"default_generation_settings":{"n_ctx":4096},"total_slots":2})";
    int                       reported     = 330; ///< tokens of the known text
    bool                      lists_models = true;
    std::vector<json::object> chats;

    server_fixture()
    {
        providers.answers["main"] = [this](const http_client::request& request) {
            if (request.method == http_client::request_method::post)
            {
                chats.push_back(json::parse(request.body).as_object());
                return completed(stub_response::chat("OK", reported, 1));
            }
            if (lists_models && request.url.ends_with("/models")) return answer(R"({"data":[]})");
            return request.url == "https://main/props" ? answer(properties) : answer("{}", 404);
        };
    }

    bool ask()
    {
        if (!client) open();
        const auto context = caller();
        return run(client->ask_servers(context));
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_server_facts, server_fixture)

BOOST_AUTO_TEST_CASE(facts_are_read_and_hostile_values_are_none)
{
    BOOST_TEST((read_properties(properties) == server_facts{4096, 2}));
    for (const auto* body :
         {"", "[]", "{}", "no json", R"({"total_slots":-1})", R"({"total_slots":"2"})",
          R"({"default_generation_settings":[],"total_slots":null})",
          R"({"default_generation_settings":{"n_ctx":1e300}})", R"({"default_generation_settings":{"n_ctx":511}})"})
        BOOST_TEST((read_properties(body) == server_facts{}), body);

    constexpr std::string_view members[]{"max_model_len", "context_length"};
    BOOST_TEST(read_context(R"({"data":[{"id":"a","max_model_len":1000},{"id":"b","context_length":2000}]})", "b",
                            members) == 2000U);
    BOOST_TEST(read_context(R"({"models":[{"name":"m:latest","context_length":8192}]})", "m", members) == 8192U);
    for (const auto* body : {"", "{}", R"({"data":{}})", R"({"data":[1,null,[]]})", R"({"data":[{"id":"other"}]})"})
        BOOST_TEST(read_context(body, "b", members) == 0U, body);
}

BOOST_AUTO_TEST_CASE(context_and_slots_apply_from_the_answer_on)
{
    const auto model = open();
    BOOST_TEST(model->limits().max_total_tokens == 100'000U);
    BOOST_TEST(ask());
    const auto limit = open()->limits().max_total_tokens;
    BOOST_TEST(limit < 4096U * 3 / 5); // the server counts more tokens than we estimate
    BOOST_TEST(client->statistics().limit == 2U);
    BOOST_TEST(chats.size() == 1U); // judge and main are the same server
    BOOST_TEST(chats.front().at("max_tokens").as_int64() == 64);
    BOOST_REQUIRE(ledger->attempts().size() == 1U);
    BOOST_TEST(ledger->attempts().front().input_tokens == 330);
    BOOST_TEST(complete().has_value());
    BOOST_TEST(chats.back().at("max_tokens").as_int64() == 1024);
    BOOST_TEST(ask());
    BOOST_TEST(chats.size() == 2U); // an answered question is not repeated
}

BOOST_AUTO_TEST_CASE(a_server_with_slots_may_read_a_prompt_as_long_as_the_setting_says)
{
    const auto budget = [&] {
        providers.budgets.clear();
        BOOST_TEST(complete().has_value());
        return providers.budgets.back();
    };
    BOOST_TEST(budget() == 40'000);
    BOOST_TEST(ask());
    BOOST_TEST(budget() == 115'000);

    client.reset();
    add_fallback("second"); // which is tried sooner
    BOOST_TEST(ask());
    BOOST_TEST(budget() == 40'000);
}

BOOST_AUTO_TEST_CASE(prompts_take_three_fifths_of_a_context_by_the_count_of_the_server)
{
    BOOST_TEST(ask());
    std::size_t characters = 0;
    for (const auto& message : chats.at(0).at("messages").as_array())
        characters += sdk::expected_length(message.at("content").as_string());
    token_count_check counts;
    counts.learn(reported, estimate_tokens(characters, config.chars_per_token));

    const auto tokens = counts.corrected(open()->limits().max_total_tokens);

    BOOST_TEST(tokens <= 4096U * 3 / 5);
    BOOST_TEST(tokens >= 4096U * 3 / 5 - 5);
}

BOOST_AUTO_TEST_CASE(a_server_without_a_list_of_models_gets_no_call)
{
    lists_models = false;
    BOOST_TEST(ask());
    BOOST_TEST(chats.empty());
    BOOST_TEST(client->statistics().limit == 2U);
}

BOOST_AUTO_TEST_CASE(the_setting_replaces_the_reported_context)
{
    config.context_tokens = 10'000;
    BOOST_TEST(open()->limits().max_total_tokens == 6'000U);
    BOOST_TEST(ask());
    BOOST_TEST(open()->limits().max_total_tokens <= 6'000U);
    BOOST_TEST(open()->limits().max_total_tokens > 4'096U);
}

BOOST_AUTO_TEST_CASE(a_server_that_is_away_or_loads_its_model_is_asked_again)
{
    auto ready = std::exchange(providers.answers["main"], [](const auto&) { return answer("{}", 503); });
    BOOST_TEST(!ask());
    providers.always("main", broken(http_client::response::exchange_status::not_connected));
    BOOST_TEST(!ask());
    BOOST_TEST(ledger->attempts().empty());
    BOOST_TEST(client->statistics().limit == config.max_concurrency);
    providers.answers["main"] = std::move(ready);
    BOOST_TEST(ask());
    BOOST_TEST(client->statistics().limit == 2U);
}

BOOST_AUTO_TEST_CASE(slots_bound_nothing_if_another_provider_reports_none)
{
    add_fallback("second");
    providers.answers["second"] = [](const http_client::request& request) {
        return request.method == http_client::request_method::post ? completed(stub_response::chat("OK", 330, 1))
                                                                   : answer("{}", 404);
    };
    BOOST_TEST(ask());
    BOOST_TEST(client->statistics().limit == config.max_concurrency);
}

BOOST_AUTO_TEST_CASE(a_count_is_plausible_beside_the_estimate_or_useless)
{
    using enum token_count_check::finding;
    struct row
    {
        std::optional<int>         reported;
        token_count_check::finding found;
        std::size_t                corrected; ///< of 1000
    };
    for (const auto& [reported, found, corrected] :
         {row{300, plausible, 1000}, row{450, plausible, 1500}, row{150, plausible, 500}, row{149, useless, 1000},
          row{751, useless, 1000}, row{1, useless, 1000}, row{std::nullopt, useless, 1000}})
    {
        token_count_check counts;
        counts.learn(reported, 300);
        BOOST_TEST((counts.found() == found));
        BOOST_TEST(counts.corrected(1000) == corrected);
    }
}

BOOST_AUTO_TEST_CASE(a_server_that_counts_shows_cut_prompts_and_another_one_does_not)
{
    token_count_check counts;
    BOOST_TEST(!counts.is_prompt_cut(900, 2'000, "s", "u"));
    counts.learn(300, 300);
    BOOST_TEST(counts.is_prompt_cut(900, 2'000, "s", "u"));
    BOOST_TEST(!counts.is_prompt_cut(1'000, 2'000, "s", "u"));
    BOOST_TEST(!counts.is_prompt_cut(400, 2'000, "s", "u")); // no server has such a context
    counts.learn(3, 300);
    std::string words;
    for (int n = 0; n != 10'000; ++n) words += "word ";
    BOOST_TEST(!counts.is_prompt_cut(600, 10'000, "s", words));
}

BOOST_AUTO_TEST_CASE(overload_lowers_the_limit_unless_a_fallback_takes_the_call)
{
    config.max_concurrency = 8;
    providers.always("main", status(429));
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(client->statistics().limit == 1U);

    client.reset();
    add_fallback("second");
    BOOST_TEST(complete().has_value());
    BOOST_TEST(client->statistics().limit == 8U);
}

BOOST_AUTO_TEST_SUITE_END()
