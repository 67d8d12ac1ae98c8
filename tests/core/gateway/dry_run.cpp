#include "gateway/dry_run.hpp"

#include "core/gateway/gateway_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

using namespace verbatim;
using namespace verbatim::core;

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
