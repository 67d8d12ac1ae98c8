#include "embedding/engine.hpp"

#include "support/prompt_text.hpp"

#include "core/llm/test_doubles.hpp"
#include "llm/make_model_client.hpp"
#include "support/provider_stub.hpp"
#include "support/run_task.hpp"
#include "support/vectors.hpp"

#include <boost/json.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace verbatim::core;
using namespace verbatim::support;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace sdk  = verbatim::sdk;
namespace json = boost::json;
using recording::error_class;

namespace {

using row = std::vector<double>;

/// A response with these vectors.
stub_response vectors(const std::vector<row>& rows, int prompt_tokens = 11)
{
    json::array data;
    for (std::size_t n = 0; n != rows.size(); ++n)
        data.push_back({{"object", "embedding"}, {"index", n}, {"embedding", json::value_from(rows[n])}});
    return {.body = json::serialize(
                json::value{{"object", "list"},
                            {"data", std::move(data)},
                            {"model", "embedder-1"},
                            {"usage", {{"prompt_tokens", prompt_tokens}, {"total_tokens", prompt_tokens}}}})};
}

/// An engine that uses the provider stub.
struct remote_engine_fixture
{
    provider_stub                      provider;
    fake_clock                         time;
    std::shared_ptr<recording_ledger>  rows = std::make_shared<recording_ledger>();
    recording_log                      log;
    llm::settings                      models;
    embedding::settings                configuration;
    std::unique_ptr<llm::model_client> model_client;
    std::unique_ptr<embedding::engine> engine;

    remote_engine_fixture()
    {
        models.main              = {.model       = "azure/gpt-5.4",
                                    .api_key     = sdk::secret{"the-key"},
                                    .api_base    = provider.base(),
                                    .api_version = "v1"};
        configuration.own.model  = "azure/embedder";
        configuration.batch_size = 2;
        provider.respond_by_default(vectors({{1, 0}, {0, 1}}));
    }

    std::unique_ptr<sdk::embedder> open()
    {
        const exec::pool_runner run_inline = [](const std::function<void()>& work) -> sdk::task<> {
            work();
            co_return;
        };
        model_client =
            llm::make_model_client(models, {.prices      = std::make_shared<llm::price_list>(llm::built_in_prices()),
                                            .local_model = {},
                                            .run_on_pool = run_inline,
                                            .transport   = {},
                                            .time        = time,
                                            .random_fraction = [] { return 1.0; }});
        engine = embedding::make_engine(configuration, models, *model_client, run_inline, {});
        return engine->open({.tenant_id  = "tenant-1",
                             .operation  = "analyze",
                             .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                             .deadline   = time.now() + 600s,
                             .ledger     = rows,
                             .log        = log});
    }

    sdk::result<sdk::vectors> embed(std::initializer_list<std::string_view> texts, std::size_t at_once = 1)
    {
        std::vector<sdk::prompt_text> all;
        for (const auto each : texts) all.push_back(verbatim::support::prompt_text(each));
        const auto embedder = open();
        return run(embedder->try_embed(all, at_once));
    }

    json::value request_body(std::size_t n) const { return json::parse(provider.requests().at(n).body); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(embedding_remote, remote_engine_fixture)

BOOST_AUTO_TEST_CASE(its_key_is_replaced_only_for_the_same_place)
{
    open();
    models.main.api_key = sdk::secret{"new-key"}; // inherited
    BOOST_TEST(engine->replace_key(configuration, models));
    auto elsewhere         = configuration;
    elsewhere.own.api_key  = sdk::secret{"key-of-another-place"};
    elsewhere.own.api_base = "http://127.0.0.1:1";
    BOOST_TEST(!engine->replace_key(elsewhere, models));

    const auto embedder = engine->open({.tenant_id  = "tenant-1",
                                        .operation  = "analyze",
                                        .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                                        .deadline   = time.now() + 600s,
                                        .ledger     = rows,
                                        .log        = log});
    const auto text     = verbatim::support::prompt_text("one");
    run(embedder->try_embed({&text, 1}, 1));
    BOOST_TEST(provider.requests().at(0).headers.at("api-key") == "new-key");
}

BOOST_AUTO_TEST_CASE(its_version_is_the_model_as_configured)
{
    open();
    BOOST_TEST(engine->version() == "azure/embedder");
}

BOOST_AUTO_TEST_CASE(texts_are_sent_in_batches_and_vectors_are_in_order)
{
    provider.enqueue(vectors({{3, 4}, {0, 2}}));
    provider.enqueue(vectors({{-1, 0}}));

    const auto embedded = embed({"one", "two", "three"}).value();

    BOOST_TEST((embedded == vectors_of({{3, 4}, {0, 2}, {-1, 0}})));
    BOOST_TEST(provider.requests().size() == 2u);
    const auto first = provider.requests().front();
    BOOST_TEST(first.target == "/openai/deployments/embedder/embeddings?api-version=v1");
    BOOST_TEST(first.headers.at("api-key") == "the-key");
    BOOST_TEST(first.headers.at("x-request-id") == "6f1c1f0e-0000-4000-8000-000000000001");
    BOOST_TEST(request_body(0) ==
               (json::value{{"model", "embedder"}, {"input", {"one", "two"}}, {"user", "tenant-1"}}));
    BOOST_TEST(request_body(1).at("input") == json::array{"three"});
}

BOOST_AUTO_TEST_CASE(every_attempt_is_recorded_with_the_operation_of_the_call)
{
    BOOST_TEST(embed({"one", "two", "three", "four"}).has_value());

    BOOST_REQUIRE(rows->attempts().size() == 2u);
    for (const auto& attempt : rows->attempts())
    {
        BOOST_TEST(attempt.operation == "analyze");
        BOOST_TEST(attempt.tenant_id == "tenant-1");
        BOOST_TEST(attempt.model == "embedder-1");
        BOOST_TEST(attempt.input_tokens == 11);
        BOOST_TEST(attempt.output_tokens == 0);
        BOOST_TEST(!attempt.error.has_value());
    }
    BOOST_TEST(log.count("error model_price_missing tenant=") == 1u);

    const auto counters = model_client->statistics();
    BOOST_REQUIRE(counters.connections.size() == 3u);
    BOOST_TEST(counters.connections[2].name == "embedding");
    BOOST_TEST(counters.connections[2].model == "azure/embedder");
    BOOST_TEST(counters.connections[2].totals.input_tokens == 22);
}

BOOST_AUTO_TEST_CASE(each_provider_has_its_url)
{
    configuration.own.model = "openai/e5";
    embed({"one", "two"}).value();
    configuration.own = {.model = "azure_ai/e5", .api_key = sdk::secret{"own-key"}, .api_base = {}, .api_version = {}};
    embed({"one", "two"}).value();

    const auto requests = provider.requests();
    BOOST_TEST(requests[0].target == "/embeddings");
    BOOST_TEST(requests[0].headers.at("authorization") == "Bearer the-key");
    BOOST_TEST(requests[1].target == "/embeddings");
    BOOST_TEST(requests[1].headers.at("authorization") == "Bearer own-key");
}

BOOST_AUTO_TEST_CASE(each_text_has_the_prefix_and_long_texts_are_cut)
{
    configuration.query_prefix   = "query: ";
    configuration.max_characters = 4;
    BOOST_TEST(embed({"äöüä", "äöüäö"}).has_value());

    BOOST_TEST(request_body(0).at("input") == (json::array{"query: äöüä", "query: äöüä"}));
    BOOST_TEST(log.count("warning embedding_texts_truncated count=1 limit=4") == 1u);
}

BOOST_AUTO_TEST_CASE(blank_texts_are_not_sent_and_have_zero_vectors)
{
    const auto embedded = embed({"", "one", " \n", "two"}).value();

    BOOST_TEST((embedded == vectors_of({{0, 0}, {1, 0}, {0, 0}, {0, 1}})));
    BOOST_TEST(provider.requests().size() == 1u);

    BOOST_TEST(embed({"", " "}).value().size() == 2u);
    BOOST_TEST(embed({}).value().size() == 0u);
    BOOST_TEST(provider.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_rate_limited_batch_is_retried_after_the_requested_wait)
{
    provider.enqueue(stub_response::error(429).with_header("Retry-After", "7"));
    provider.enqueue(stub_response::error(408));

    BOOST_TEST(embed({"one", "two"}).has_value());

    const std::vector<long> expected{8000, 2000}; // the first is Retry-After and 1 s
    BOOST_TEST(time.sleeps() == expected, boost::test_tools::per_element());
    const auto all = rows->attempts();
    BOOST_REQUIRE(all.size() == 3u);
    BOOST_TEST((all[0].error == error_class::llm_rate_limited));
    BOOST_TEST(all[0].model == "azure/embedder");
    BOOST_TEST((all[1].error == error_class::llm_timeout));
}

BOOST_AUTO_TEST_CASE(a_failed_batch_fails_the_call_and_no_further_batch_is_sent)
{
    for (std::size_t failing = 0; failing != 4; ++failing) BOOST_TEST_CONTEXT("batch " << failing)
        {
            const auto before = provider.requests().size();
            for (std::size_t n = 0; n != failing; ++n) provider.enqueue(vectors({{1, 0}, {0, 1}}));
            provider.enqueue(stub_response::error(400, "SECRET"));

            const auto error = embed({"a", "b", "c", "d", "e", "f", "g", "h"}).error();

            BOOST_TEST((error.code() == sdk::errc::llm_error));
            BOOST_TEST((error.note() + error.what() + error.message).find("SECRET") == std::string::npos);
            BOOST_TEST(provider.requests().size() == before + failing + 1);
            BOOST_TEST((rows->attempts().back().error == error_class::llm_error));
        }
    BOOST_TEST(log.count("SECRET") == 0u);
}

BOOST_AUTO_TEST_CASE(an_invalid_response_is_an_error_and_its_tokens_are_recorded)
{
    for (const auto& response : {vectors({{1, 0}}, 5), vectors({{1, 0}, {0, 1}, {1, 1}}, 5),
                                 vectors({{1, 0}, {0, 1, 0}}, 5), vectors({{1, 0}, {1e300, 1}}, 5)})
    {
        provider.enqueue(response);
        BOOST_TEST((embed({"one", "two"}).error().code() == sdk::errc::llm_error));
        BOOST_TEST((rows->attempts().back().error == error_class::invalid_response));
        BOOST_TEST(rows->attempts().back().input_tokens == 5);
    }
    provider.enqueue(stub_response::chat("I am no vector."));
    BOOST_TEST((embed({"one", "two"}).error().code() == sdk::errc::llm_error));
    BOOST_TEST(time.sleeps().empty());
}

BOOST_AUTO_TEST_CASE(batches_of_different_width_are_an_error)
{
    provider.enqueue(vectors({{1, 0}, {0, 1}}));
    provider.enqueue(vectors({{1, 0, 0}, {0, 1, 0}}));
    BOOST_TEST((embed({"a", "b", "c", "d"}).error().code() == sdk::errc::llm_error));
    BOOST_TEST((rows->attempts().back().error == error_class::invalid_response));
}

BOOST_AUTO_TEST_CASE(tokens_are_estimated_for_a_response_without_usage)
{
    auto without_usage = json::parse(vectors({{1, 0}, {0, 1}}).body);
    without_usage.as_object().erase("usage");
    provider.enqueue({.body = json::serialize(without_usage)});
    configuration.query_prefix = "q: ";

    BOOST_TEST(embed({"Eight ch", "seven c"}).has_value());

    BOOST_TEST(rows->attempts().front().input_tokens == 6); // "q: " twice, three words and a letter
    BOOST_TEST(rows->attempts().front().output_tokens == 0);
}

BOOST_AUTO_TEST_CASE(concurrent_batches_never_exceed_the_limit)
{
    configuration.batch_size = 1;
    provider.respond_by_default(vectors({{1, 0}}).after_release());
    const std::vector<sdk::prompt_text>     texts(6, sdk::prompt_text{"x"});
    const auto                              embedder = open();
    running_task<sdk::result<sdk::vectors>> embedding{embedder->try_embed(texts, 2)};
    provider.wait_for_requests(2);
    const auto first_requests = provider.requests().size();
    provider.release();

    BOOST_TEST(embedding.get().value().size() == 6u);
    BOOST_TEST(first_requests == 2u);
    BOOST_TEST(provider.connections() == 2u);
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_disconnects_and_sends_no_further_batch)
{
    configuration.batch_size = 1;
    provider.respond_by_default(vectors({{1, 0}}).after_release());
    const std::vector<sdk::prompt_text>     texts(6, sdk::prompt_text{"x"});
    const auto                              embedder = open();
    running_task<sdk::result<sdk::vectors>> embedding{embedder->try_embed(texts, 2)};
    provider.wait_for_requests(2);

    embedding.cancel();

    BOOST_CHECK_THROW(embedding.get(), boost::system::system_error);
    provider.wait_for_hang_ups(2);
    BOOST_TEST(provider.requests().size() == 2u);
    BOOST_REQUIRE(rows->attempts().size() == 2u);
    for (const auto& attempt : rows->attempts()) BOOST_TEST((attempt.error == error_class::cancelled));
}

BOOST_AUTO_TEST_CASE(there_is_no_engine_when_embedding_is_disabled)
{
    configuration.own.model = "none";
    const exec::pool_runner no_pool;
    model_client = llm::make_model_client(
        models, {.prices = {}, .local_model = {}, .run_on_pool = {}, .transport = {}, .time = time});
    BOOST_TEST(!embedding::make_engine(configuration, models, *model_client, no_pool, {}));
}

BOOST_AUTO_TEST_SUITE_END()
