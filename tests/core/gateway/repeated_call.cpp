// The completion store of call_options on its way to the models of an operation.
#include "gateway/gateway.hpp"

#include "core/llm/scripted_client.hpp"

#include "verbatim/testing/word_list_anonymizer.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

using namespace verbatim;
using namespace verbatim::core;
using namespace std::chrono_literals;

namespace {

struct topic
{
    std::string text;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, topic& value)
{
    schema.name("Topic", "A text.");
    schema.required("text", value.text, "A text.");
}

/// Asks both models about a text.
struct asking_operation final : sdk::typed_operation<topic, topic>
{
    sdk::descriptor describe() const override
    {
        return {.name = "ask", .path = "/v1/ask", .usage_label = "ask", .deadline = 120s};
    }

    sdk::task<topic> run(sdk::call& call, const topic& request) const override
    {
        const sdk::chat_request chat{.system = sdk::literal{"Answer."},
                                     .user   = sdk::prompt_text::unredacted(request.text)};
        const auto              answer = co_await call.model().complete(chat);
        const auto              score  = co_await call.judge().complete(chat);
        co_return topic{answer.text + " " + score.text};
    }
};

struct ledger_source final : recording::recorder
{
    std::shared_ptr<testing::recording_ledger> rows = std::make_shared<testing::recording_ledger>();

    std::shared_ptr<recording::ledger> open() override { return rows; }
};

struct repeated_call_fixture
{
    testing::scripted_client      client;
    testing::word_list_anonymizer anonymizer;
    ledger_source                 usage;
    exec::compute_pool            pool{1};
    auth::keyring                 keys{{}};
    log::logger                   logger{log::line_format::json, sdk::severity::error};
    asking_operation              operation;
    gateway::routes               routes;

    std::shared_ptr<testing::completion_list> completions = std::make_shared<testing::completion_list>();

    repeated_call_fixture()
    {
        routes.add(operation.definition(), operation);
        client.providers.answers["main"] = [this](const auto&) {
            return testing::completed(
                support::stub_response::chat("Answer " + std::to_string(client.providers.hosts.size())));
        };
        client.config.main.model = "openai/gpt-5.4";
        client.prices            = std::make_shared<llm::price_list>(llm::built_in_prices());
        (void)client.open(); // makes the model client
    }

    std::string run(std::shared_ptr<llm::completion_store> store)
    {
        gateway::services services{.models     = *client.client,
                                   .anonymizer = anonymizer,
                                   .usage      = usage,
                                   .pool       = pool,
                                   .limits     = {.max_calls = 2, .max_tokens = 10'000}};
        gateway::gateway  server{{}, routes, keys, services, logger};

        gateway::stored_request request{.target      = routes.find("POST", "/v1/ask").operation,
                                        .caller      = {.tenant_id = "t", .key_id = "k"},
                                        .request_id  = "r",
                                        .traceparent = {},
                                        .tracestate  = {},
                                        .body        = {.text = R"({"text": "Who is there?"})"}};
        return support::run(server.run(std::move(request), {.completions = std::move(store)})).response.body;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(repeated_call, repeated_call_fixture)

BOOST_AUTO_TEST_CASE(a_stored_request_that_runs_again_finds_the_answers_of_both_models)
{
    const auto first = run(completions);
    completions->begin_run();
    const auto second = run(completions);

    BOOST_TEST(first == R"({"text":"Answer 1 Answer 2"})");
    BOOST_TEST(second == first);
    BOOST_TEST(usage.rows->attempts().size() == 2U);
}

BOOST_AUTO_TEST_CASE(without_a_store_it_asks_again)
{
    (void)run(nullptr);
    BOOST_TEST(run(nullptr) == R"({"text":"Answer 3 Answer 4"})");
    BOOST_TEST(usage.rows->attempts().size() == 4U);
}

BOOST_AUTO_TEST_SUITE_END()
