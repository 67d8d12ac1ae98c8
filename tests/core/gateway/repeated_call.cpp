// The completion store of call_options on its way to the models of an operation.
#include "core/gateway/gateway_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

using namespace verbatim;
using namespace verbatim::core;
using namespace std::chrono_literals;
using testing::topic;

namespace {

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

struct repeated_call_fixture : testing::gateway_fixture
{
    asking_operation                          operation;
    std::shared_ptr<testing::completion_list> completions = std::make_shared<testing::completion_list>();

    repeated_call_fixture()
    {
        routes.add(operation.definition(), operation);
        limits.max_calls                 = 2;
        client.providers.answers["main"] = [this](const auto&) {
            return testing::completed(
                support::stub_response::chat("Answer " + std::to_string(client.providers.hosts.size())));
        };
    }

    std::string run(std::shared_ptr<llm::completion_store> store)
    {
        auto answer =
            gateway_fixture::run("/v1/ask", R"({"text": "Who is there?"})", {.completions = std::move(store)});
        return answer.response.body;
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
