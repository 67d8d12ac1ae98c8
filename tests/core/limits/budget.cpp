#include "limits/budget.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;

constexpr sys_days day = 2026y / 11 / 22;

std::chrono::sys_time<std::chrono::microseconds> now() { return day + 12h; }

lease lease_of(std::string server, sys_days of_day, micro_usd leased, micro_usd used, std::chrono::seconds age = 0s)
{
    return {.server_id = std::move(server), .day = of_day, .leased = leased, .used = used, .renewed = now() - age};
}

constexpr budget per_day(micro_usd limit) { return {.per_day = limit, .per_month = {}}; }

} // namespace

BOOST_AUTO_TEST_SUITE(budget_)

BOOST_AUTO_TEST_CASE(totals_leave_out_the_own_lease_of_the_day_only)
{
    const lease leases[]{lease_of("own", day, 50, 20), lease_of("own", day - 1 * std::chrono::days{1}, 7, 7),
                         lease_of("other", day, 30, 10), lease_of("other", day - std::chrono::days{2}, 5, 5)};

    const auto totals = totals_of(leases, day, "own", now());

    BOOST_TEST(totals.day.used == 10);
    BOOST_TEST(totals.day.reserved == 20);
    BOOST_TEST(totals.month.used == 22);
    BOOST_TEST(totals.month.reserved == 20);
}

BOOST_AUTO_TEST_CASE(what_a_server_has_taken_is_free_when_its_lease_has_ended)
{
    const lease leases[]{lease_of("alive", day, 30, 10, time_to_end), lease_of("dead", day, 40, 10, time_to_end + 1s)};

    const auto totals = totals_of(leases, day, "own", now());

    BOOST_TEST(totals.day.used == 20);
    BOOST_TEST(totals.day.reserved == 20);
}

BOOST_AUTO_TEST_CASE(rows_count_where_a_server_has_reported_less)
{
    std::vector<lease> leases{lease_of("alive", day, 30, 10), lease_of("dead", day, 40, 10, time_to_end + 1s),
                              lease_of("careful", day, 9, 9, time_to_end + 1s), lease_of("none", day, 0, 0)};
    for (auto& entry : leases) entry.recorded = 12;
    leases[2].recorded = 5; // its timeouts count in full
    leases[3].renewed  = {};

    const auto totals = totals_of(leases, day, "own", now());

    BOOST_TEST(totals.day.used == 12 + 12 + 9 + 12);
    BOOST_TEST(totals.day.reserved == 18);
    BOOST_TEST(totals.month.used == totals.day.used);
}

BOOST_AUTO_TEST_CASE(more_than_the_lease_may_be_used)
{
    const lease leases[]{lease_of("other", day, 10, 12)};

    BOOST_TEST(totals_of(leases, day, "own", now()).day.used == 12);
    BOOST_TEST(totals_of(leases, day, "own", now()).day.reserved == 0);
}

BOOST_AUTO_TEST_CASE(the_smaller_of_both_budgets_is_available)
{
    const lease_totals others{.day = {.used = 10, .reserved = 5}, .month = {.used = 100, .reserved = 5}};

    BOOST_TEST(available({.per_day = 50, .per_month = 200}, others) == 35);
    BOOST_TEST(available({.per_day = 50, .per_month = 110}, others) == 5);
    BOOST_TEST(available({.per_day = 12, .per_month = {}}, others) == 0);
    BOOST_TEST(available({}, others) == unlimited);
}

BOOST_AUTO_TEST_CASE(a_budget_is_exhausted_only_if_no_return_can_help)
{
    const lease_totals others{.day = {.used = 10, .reserved = 35}, .month = {.used = 60, .reserved = 35}};

    BOOST_TEST(!exhausted_by(per_day(50), others, 0, 40));
    BOOST_TEST((exhausted_by(per_day(50), others, 0, 41) == limit_kind::budget_usd_per_day));
    BOOST_TEST((exhausted_by(per_day(50), others, 1, 40) == limit_kind::budget_usd_per_day));
    BOOST_TEST((exhausted_by({.per_day = 50, .per_month = 99}, others, 0, 40) == limit_kind::budget_usd_per_month));
    BOOST_TEST(!exhausted_by({}, others, 1'000, unlimited));
}

BOOST_AUTO_TEST_CASE(a_lease_covers_what_is_held_and_waits_and_a_block)
{
    const micro_usd waiting[]{20, 30};

    const auto decision = decide_lease(100, waiting, 10, 1'000);

    BOOST_TEST(decision.leased == 160);
    BOOST_TEST(!decision.is_scarce);
}

BOOST_AUTO_TEST_CASE(a_lease_takes_nothing_in_advance_where_little_is_left)
{
    const micro_usd waiting[]{20};

    const auto decision = decide_lease(100, waiting, 10, 159);

    BOOST_TEST(decision.leased == 120);
    BOOST_TEST(decision.is_scarce);
}

/// Otherwise it would hold a part that no attempt can use and other servers need.
BOOST_AUTO_TEST_CASE(a_lease_takes_nothing_for_an_attempt_that_it_cannot_cover)
{
    const micro_usd waiting[]{20, 30, 1};

    const auto decision = decide_lease(100, waiting, 10, 140);

    BOOST_TEST(decision.leased == 121); // of those that wait behind it, what fits
    BOOST_TEST(decision.is_scarce);
}

BOOST_AUTO_TEST_CASE(the_shorter_budget_is_the_one_with_less_left)
{
    const lease_totals others{.day = {.used = 10, .reserved = 5}, .month = {.used = 100, .reserved = 5}};

    BOOST_TEST((shorter_budget({.per_day = 50, .per_month = 139}, others) == limit_kind::budget_usd_per_month));
    BOOST_TEST((shorter_budget({.per_day = 50, .per_month = 140}, others) == limit_kind::budget_usd_per_day));
    BOOST_TEST((shorter_budget(per_day(50), others) == limit_kind::budget_usd_per_day));
    BOOST_TEST((shorter_budget({.per_day = {}, .per_month = 200}, others) == limit_kind::budget_usd_per_month));
}

BOOST_AUTO_TEST_CASE(a_lease_is_never_less_than_what_is_held)
{
    const micro_usd waiting[]{1};

    BOOST_TEST(decide_lease(100, waiting, 10, 50).leased == 100);
    BOOST_TEST(decide_lease(100, {}, 10, 0).leased == 100);
    BOOST_TEST(decide_lease(100, {}, 0, 100).leased == 100);
}

BOOST_AUTO_TEST_CASE(budgets_begin_again_with_the_day_and_the_month)
{
    const sys_days last_of_year = 2026y / 12 / 31;
    const sys_days leap_day     = 2028y / 2 / 29;

    BOOST_TEST((reset_of(limit_kind::budget_usd_per_day, day) == sys_days{2026y / 11 / 23}));
    BOOST_TEST((reset_of(limit_kind::budget_usd_per_month, day) == sys_days{2026y / 12 / 1}));
    BOOST_TEST((reset_of(limit_kind::budget_usd_per_day, last_of_year) == sys_days{2027y / 1 / 1}));
    BOOST_TEST((reset_of(limit_kind::budget_usd_per_month, last_of_year) == sys_days{2027y / 1 / 1}));
    BOOST_TEST((reset_of(limit_kind::budget_usd_per_day, leap_day) == sys_days{2028y / 3 / 1}));
    BOOST_TEST((first_of_month(leap_day) == sys_days{2028y / 2 / 1}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits
