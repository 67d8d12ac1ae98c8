#include "gateway/dry_run.hpp"

#include "core/gateway/gateway_fixture.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
namespace json = boost::json;

namespace {

struct own_dry_run
{
    std::string dry_run;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, own_dry_run& value)
{
    schema.name("OwnDryRun", "A member that the server adds to other requests.");
    schema.required("dry_run", value.dry_run, "A text.");
}

/// Embeds texts once, and asks the model until an answer is short.
struct asking_operation final : sdk::typed_operation<testing::topic, testing::topic>
{
    sdk::descriptor describe() const override
    {
        return {.name = "ask", .path = "/v1/ask", .usage_label = "ask", .deadline = std::chrono::seconds{120}};
    }

    sdk::task<testing::topic> run(sdk::call& call, const testing::topic&) const override
    {
        auto* const reusable = call.reusable();
        if (!reusable) co_return testing::topic{"nothing is reusable"};
        if (!reusable->has_value())
        {
            const std::vector<sdk::prompt_text> texts{sdk::literal{"one"}, sdk::literal{"two"}, sdk::literal{"three"}};
            const auto                          vectors = co_await call.embedder()->try_embed(texts, 1);
            *reusable                                   = vectors.has_value();
        }
        const sdk::chat_request request{.system  = sdk::literal{"Answer."},
                                        .user    = sdk::literal{"Is there more?"},
                                        .offline = [] { return std::string{"No."}; }};
        for (bool is_short = false; !is_short;)
        {
            const auto answer = co_await call.model().complete(request);
            is_short          = answer.text == "No.";
        }
        co_return testing::topic{"asked"};
    }
};

struct dry_run_fixture : testing::gateway_fixture
{
    asking_operation                operation;
    gateway::abandonment_statistics statistics;

    dry_run_fixture()
    {
        routes.add(operation.definition(), operation);
        client.config.max_output_tokens = 100;
    }

    json::object plan()
    {
        (void)client.open(); // makes the model client
        const embedding::settings settings{.own = {.model = "openai/e5"}, .query_prefix = {}, .batch_size = 1};
        const auto                run_inline = [](const std::function<void()>& work) -> sdk::task<> {
            work();
            co_return;
        };
        const auto        embedders = embedding::make_engine(settings, client.config, *client.client, run_inline, {});
        gateway::services services{.models     = *client.client,
                                   .anonymizer = anonymizer,
                                   .usage      = usage,
                                   .pool       = pool,
                                   .limits     = limits,
                                   .embedders  = embedders.get()};
        const auto&       target = *routes.find("POST", "/v1/ask").operation;
        const auto run = std::make_shared<gateway::operation_run>(services, logger, statistics, target, "r", nullptr);
        run->set_unknown_members({"max_theme"}, "max_themes");
        const auth::identity caller{.tenant_id = "t", .key_id = "k"};
        return json::parse(support::run(gateway::plan(*run, caller, nullptr, services)).body).as_object();
    }
};

using shared_slot = std::shared_ptr<exec::fair_queue::slot>;

sdk::task<shared_slot> acquire(gateway::dry_run_queue& queue, std::string_view tenant)
{
    auto slot = co_await queue.acquire(tenant);
    co_return std::make_shared<exec::fair_queue::slot>(std::move(slot));
}

sdk::descriptor describe(sdk::type request, std::string_view verb = "POST", std::string_view usage_label = "ask")
{
    return {.name        = "ask",
            .verb        = verb,
            .path        = "/v1/ask",
            .usage_label = usage_label,
            .request     = std::move(request),
            .response    = sdk::type_of<testing::topic>()};
}

} // namespace

BOOST_AUTO_TEST_SUITE(gateway_dry_run)

BOOST_AUTO_TEST_CASE(operations_that_call_models_have_a_dry_run_unless_they_declare_the_member)
{
    const auto topic = sdk::type_of<testing::topic>();
    BOOST_TEST(gateway::has_dry_run(describe(topic)));
    BOOST_TEST(!gateway::has_dry_run(describe(topic, "GET")));
    BOOST_TEST(!gateway::has_dry_run(describe(topic, "POST", "")));
    BOOST_TEST(!gateway::has_dry_run(describe(sdk::type_of<own_dry_run>())));
}

BOOST_AUTO_TEST_CASE(the_log_of_an_operation_in_a_dry_run_has_no_lines)
{
    BOOST_TEST(!gateway::silent_log().enabled(sdk::severity::error));
}

BOOST_FIXTURE_TEST_CASE(embedding_calls_whose_vectors_are_used_again_count_towards_the_limits_of_both_runs,
                        dry_run_fixture)
{
    const auto planned = plan();
    BOOST_TEST(planned.at("unknown_members") == json::parse(R"(["max_theme"])"));

    const auto calls = [](const json::value& counts, const char* bound) {
        return counts.at(bound).at("calls").to_number<std::size_t>();
    };
    BOOST_TEST(calls(planned, "expected") == 4u);
    BOOST_TEST(calls(planned, "highest") == limits.max_calls);
    const auto& models = planned.at("models").as_array();
    BOOST_REQUIRE(models.size() == 2u);
    BOOST_TEST(calls(models[0], "highest") == 3u);
    BOOST_TEST(calls(models[1], "highest") == limits.max_calls - 3);
}

BOOST_FIXTURE_TEST_CASE(only_a_dry_run_has_a_reusable_value, dry_run_fixture)
{
    BOOST_TEST(run("/v1/ask", R"({"text": "?"})").response.body == R"({"text":"nothing is reusable"})");
}

BOOST_AUTO_TEST_CASE(a_tenant_has_one_dry_run_at_a_time)
{
    gateway::dry_run_queue queue{std::chrono::milliseconds{0}};
    auto                   first = support::run(acquire(queue, "a"));
    BOOST_CHECK_EXCEPTION(support::run(acquire(queue, "a")), sdk::error,
                          [](const auto& error) { return error.code() == sdk::errc::overloaded; });
    const auto of_other_tenant = support::run(acquire(queue, "b"));
    first.reset();
    BOOST_CHECK_NO_THROW(support::run(acquire(queue, "a")));
}

BOOST_AUTO_TEST_SUITE_END()
