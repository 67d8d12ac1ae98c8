// The costs that attempts reserve from the budget of their tenant.
#include "core/llm/scripted_client.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
using exchange_status = testing::scripted_providers::exchange::exchange_status;
using support::stub_response;
using testing::broken;
using testing::completed;
using testing::scripted_client;
using testing::status;

namespace {

/// What happened to a reservation.
struct event
{
    recording::micro_usd                highest = 0;
    bool                                begun   = false;
    std::optional<recording::micro_usd> settled{};
    bool                                ended = false;
};

class recorded_reservation final : public llm::cost_reservation
{
public:
    explicit recorded_reservation(event& record)
        : event_{record}
    {}
    ~recorded_reservation() override { event_.ended = true; }

    void begin() noexcept override { event_.begun = true; }
    void settle(recording::micro_usd cost) noexcept override { event_.settled = cost; }

private:
    event& event_;
};

/// Records reservations, and refuses those after the first `allowed`.
class recorded_account final : public llm::tenant_account
{
public:
    std::vector<std::unique_ptr<event>> events;
    std::size_t                         allowed = 100;
    std::int64_t                        tokens  = 0;

    void add_tokens(std::int64_t count) noexcept override { tokens += count; }

    sdk::task<sdk::result<std::unique_ptr<llm::cost_reservation>>>
    reserve(recording::micro_usd highest_cost, std::chrono::steady_clock::time_point) override
    {
        if (events.size() == allowed) co_return sdk::error{sdk::errc::tenant_limit_exceeded};
        auto& record                                       = *events.emplace_back(std::make_unique<event>());
        record.highest                                     = highest_cost;
        std::unique_ptr<llm::cost_reservation> reservation = std::make_unique<recorded_reservation>(record);
        co_return reservation;
    }

    std::optional<recording::micro_usd> read_left() override { return std::nullopt; }
};

/// Input costs 1 micro-dollar per token, output 10.
struct fixture : scripted_client
{
    std::shared_ptr<recorded_account> recorded = std::make_shared<recorded_account>();

    fixture()
    {
        account                  = recorded;
        config.max_output_tokens = 1'000;
        prices->replace({{"openai/main", price()}, {"openai/second", price()}});
    }

    static llm::price price()
    {
        llm::price result;
        result.standard = {.input = 1'000'000, .output = 10'000'000};
        return result;
    }

    const event& only()
    {
        BOOST_REQUIRE(recorded->events.size() == 1U);
        BOOST_TEST(recorded->events.front()->ended);
        return *recorded->events.front();
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(reserved_costs, fixture)

BOOST_AUTO_TEST_CASE(an_attempt_reserves_its_highest_cost_and_settles_that_of_its_row)
{
    BOOST_TEST(complete().has_value());

    const auto texts = static_cast<recording::micro_usd>(request.system.text().size() + request.user.text().size());
    BOOST_TEST(only().highest == 1'024 + texts + 10 * 1'000);
    BOOST_TEST(only().begun);
    BOOST_TEST(only().settled.value() == 1'000 + 10 * 100);
    BOOST_TEST(only().settled.value() == ledger->attempts().front().cost);
    BOOST_TEST(recorded->tokens == 1'100);
}

BOOST_AUTO_TEST_CASE(the_highest_cost_covers_dear_tiers_caches_and_long_prompts)
{
    auto dear                 = price();
    dear.standard.cache_write = 2'000'000;
    dear.flex                 = llm::token_rates{.input = 500'000, .output = 5'000'000};
    dear.priority             = llm::token_rates{.input = 1'500'000, .output = 20'000'000};

    BOOST_TEST(llm::highest_cost(dear, 100, 0) == 200);
    BOOST_TEST(llm::highest_cost(dear, 0, 100) == 2'000);
    dear.long_prompt_tokens = 99;
    BOOST_TEST(llm::highest_cost(dear, 100, 0) == 400);
    for (const auto tier : {llm::service_tier::standard, llm::service_tier::flex, llm::service_tier::priority})
        for (const int cached : {0, 50, 100})
        {
            const llm::token_count tokens{.input = 100, .output = 100, .cached = cached, .cache_written = 100 - cached};
            BOOST_TEST(llm::cost(dear, tokens, tier) <= llm::highest_cost(dear, 100, 100));
        }
}

BOOST_AUTO_TEST_CASE(each_attempt_reserves_for_itself)
{
    providers.answers["main"] = [this](const auto&) {
        return providers.hosts.size() < 2 ? status(500) : completed(stub_response::chat("x", 10, 1, "main"));
    };

    BOOST_TEST(complete().has_value());

    BOOST_TEST(recorded->events.size() == 2U);
    BOOST_TEST(recorded->events[0]->settled.value() == 0);
    BOOST_TEST(recorded->events[1]->settled.value() == 20);
}

BOOST_AUTO_TEST_CASE(an_attempt_that_a_provider_may_charge_for_is_not_settled)
{
    for (const auto how : {exchange_status::timed_out, exchange_status::disconnected, exchange_status::failed})
    {
        providers.always("main", broken(how));
        recorded->events.clear();
        (void)complete();
        BOOST_REQUIRE(!recorded->events.empty());
        BOOST_TEST(recorded->events.front()->begun);
        BOOST_TEST(!recorded->events.front()->settled.has_value());
        client.reset(); // no connection stays suspended
    }
    providers.always("main", completed({.body = "{}"}));
    recorded->events.clear();
    (void)complete();
    BOOST_TEST(!only().settled.has_value());
}

BOOST_AUTO_TEST_CASE(an_attempt_that_reached_no_provider_is_free)
{
    for (const auto how : {exchange_status::unresolved, exchange_status::not_connected, exchange_status::tls_failed,
                           exchange_status::untrusted})
    {
        providers.always("main", broken(how));
        recorded->events.clear();
        (void)complete();
        BOOST_REQUIRE(!recorded->events.empty());
        BOOST_TEST(recorded->events.front()->settled.value() == 0);
        client.reset();
    }
}

BOOST_AUTO_TEST_CASE(a_refused_reservation_ends_the_call_and_the_request)
{
    spending = std::make_shared<llm::request_spending>(llm::request_limits{.max_calls = 9, .max_tokens = 10'000});
    recorded->allowed = 0;

    BOOST_TEST((complete().error().code() == sdk::errc::tenant_limit_exceeded));

    BOOST_TEST(providers.hosts.empty());
    BOOST_TEST(ledger->attempts().empty());
    BOOST_TEST((spending->refusal()->code() == sdk::errc::tenant_limit_exceeded));
}

BOOST_AUTO_TEST_CASE(models_without_a_cost_reserve_nothing)
{
    prices->replace({});
    BOOST_TEST(complete().has_value());
    BOOST_TEST(recorded->events.empty());

    config.main = {};
    client.reset();
    recorded->tokens = 0;
    BOOST_TEST(complete().has_value());
    BOOST_TEST(recorded->events.empty());
    BOOST_TEST(recorded->tokens == 0); // built in
}

BOOST_AUTO_TEST_SUITE_END()
