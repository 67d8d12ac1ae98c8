// An attempt whose reservation runs out of memory holds nothing of the budget, and fails no other one.
#include "limits/budget_leases.hpp"

#include "core/database/test_database.hpp"

#include "database/migrations.hpp"

#include "support/allocation_limit.hpp"
#include "support/recording_log.hpp"
#include "support/run_task.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

constexpr budget limits{.per_day = 1'000, .per_month = {}};
constexpr auto   whole = 1'000;

budget_leases::outcome reserve(budget_leases& server, micro_usd cost, std::string_view tenant = "t")
{
    return support::run(server.reserve(tenant, limits, cost, std::chrono::steady_clock::now() + 1min));
}

/// Reserves with this number of allocations. False: they were too few.
bool reserve_with(budget_leases& server, int allocations)
try
{
    auto                            task = server.reserve("t", limits, 10, std::chrono::steady_clock::now() + 1min);
    const support::allocation_limit limit{allocations};
    (void)support::run(std::move(task));
    return true;
}
catch (const std::bad_alloc&)
{
    return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(limits_shortage)

BOOST_AUTO_TEST_CASE(a_failed_allocation_reserves_nothing)
{
    database::testing::test_database storage{database::dialect::sqlite};
    support::recording_log           log;
    database::migrate(*database::open(storage.connection()));
    budget_leases server{storage.connection(), log, [] { return budget_leases::wall_time{}; }, "s"};
    BOOST_TEST(reserve(server, 10).has_value()); // leases a block, so that later attempts need no wait
    int failures = 0;
    while (!reserve_with(server, failures)) ++failures;

    BOOST_TEST(failures > 0);
    BOOST_TEST(reserve(server, whole).has_value());
}

BOOST_AUTO_TEST_CASE(failed_allocations_of_the_thread_do_not_end_it)
{
    database::testing::test_database storage{database::dialect::sqlite};
    support::recording_log           log;
    database::migrate(*database::open(storage.connection()));
    const auto       caller      = std::this_thread::get_id();
    std::atomic<int> allocations = std::numeric_limits<int>::max(); // allowed after a look at the clock
    budget_leases    server{storage.connection(), log,
                         [&] {
                             thread_local std::optional<support::allocation_limit> limit;
                             if (std::this_thread::get_id() != caller) limit.emplace(allocations);
                             return budget_leases::wall_time{};
                         },
                         "s"};
    BOOST_TEST(reserve(server, 10).has_value());
    for (int n = 0; n != 8; ++n)
    {
        const auto number = std::to_string(n);
        allocations       = n;
        BOOST_TEST(reserve(server, 10, "short " + number).has_error());
        allocations = std::numeric_limits<int>::max();
        BOOST_TEST(reserve(server, 10, "other " + number).has_value());
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits
