// The rows that are stored before attempts are sent.
#include "core/llm/scripted_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using core::recording::error_class;
using testing::scripted_client;
using testing::status;

namespace {

struct intention_client : scripted_client
{
    intention_client()
    {
        intentions = true;
        spending   = std::make_shared<core::llm::request_spending>(
            core::llm::request_limits{.max_calls = 100, .max_tokens = 100'000});
    }

    auto rows() const { return ledger->attempts(); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_intentions, intention_client)

BOOST_AUTO_TEST_CASE(the_intention_of_each_attempt_is_durable_before_it_is_sent)
{
    add_fallback("second");
    providers.always("main", status(500));
    std::vector<std::size_t> flushed; // rows at the time
    ledger->during_flush      = [&](auto) { flushed.push_back(rows().size()); };
    providers.during_exchange = [&]() -> sdk::task<> {
        BOOST_TEST(flushed.size() == providers.hosts.size());
        BOOST_TEST(flushed.back() == rows().size());
        BOOST_TEST((rows().back().error == error_class::unfinished));
        co_return;
    };

    BOOST_TEST(complete().has_value());

    BOOST_REQUIRE(rows().size() == 2 * providers.hosts.size());
    for (std::size_t n = 0; n != providers.hosts.size(); ++n)
    {
        const auto intention = rows()[2 * n], end = rows()[2 * n + 1];
        BOOST_TEST((intention.error == error_class::unfinished));
        BOOST_TEST(!intention.cause.has_value());
        BOOST_TEST(!intention.priced);
        BOOST_TEST(intention.cost == 0);
        BOOST_TEST(intention.tenant_id == "tenant-1");
        BOOST_TEST((end.error != error_class::unfinished));
        BOOST_TEST(intention.attempt_id == end.attempt_id);
        BOOST_TEST((intention.started == end.started));
    }
    BOOST_TEST(!rows().back().error.has_value());
}

BOOST_AUTO_TEST_CASE(an_attempt_without_a_durable_intention_is_not_sent)
{
    add_fallback("second");
    ledger->loses_rows = true;

    BOOST_TEST((complete().error().code() == sdk::errc::usage_backend_unavailable));

    BOOST_TEST(providers.hosts.empty());
    BOOST_REQUIRE(rows().size() == 2U); // the second one replaces the intention if it becomes durable yet
    BOOST_TEST((rows()[1].error == error_class::cancelled));
    BOOST_TEST(rows()[0].attempt_id == rows()[1].attempt_id);
    ledger->loses_rows = false;
    BOOST_TEST((complete().error().code() == sdk::errc::usage_backend_unavailable)); // the request fails as a whole
    BOOST_TEST(providers.hosts.empty());
}

BOOST_AUTO_TEST_CASE(a_check_without_a_durable_intention_is_not_sent)
{
    ledger->loses_rows = true;

    BOOST_TEST(check_connections().at(0).cause.has_value());

    BOOST_TEST(providers.hosts.empty());
}

BOOST_AUTO_TEST_CASE(an_attempt_has_the_time_that_its_intention_leaves)
{
    time_limit           = std::chrono::seconds{20};
    ledger->during_flush = [&](auto deadline) {
        BOOST_TEST((deadline == time.now() + time_limit));
        time.advance(std::chrono::seconds{15});
    };

    BOOST_TEST(complete().has_value());

    BOOST_TEST(providers.budgets.at(0) == 5'000);
    BOOST_TEST(rows().back().duration.count() == 0);
}

BOOST_AUTO_TEST_CASE(the_built_in_model_has_no_intentions)
{
    config.main = {.model = "local/extractive", .api_key = {}, .api_base = {}, .api_version = {}};

    BOOST_TEST(complete().has_value());

    BOOST_TEST(rows().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
