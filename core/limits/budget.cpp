#include "limits/budget.hpp"

#include "verbatim/sdk/calendar.hpp"

#include <algorithm>
#include <numeric>

namespace verbatim::core::limits {

namespace {

using std::chrono::sys_days;

/// Blocks that must be left for other servers before one is taken in advance.
constexpr micro_usd reserve_blocks = 4;

void add(const lease& entry, bool has_ended, period_totals& totals)
{
    const auto used = std::max(entry.used, entry.recorded);
    totals.used += used;
    if (!has_ended) totals.reserved += std::max<micro_usd>(entry.leased - used, 0);
}

micro_usd left(const std::optional<micro_usd>& limit, micro_usd taken)
{
    return limit ? std::max<micro_usd>(*limit - taken, 0) : unlimited;
}

} // namespace

lease_totals totals_of(std::span<const lease> leases, sys_days day, std::string_view own_server,
                       std::chrono::sys_time<std::chrono::microseconds> now)
{
    lease_totals totals;
    for (const auto& entry : leases)
    {
        if (entry.day == day && entry.server_id == own_server) continue;
        const bool has_ended = entry.server_id != own_server && entry.renewed + time_to_end < now;
        if (entry.day == day) add(entry, has_ended, totals.day);
        add(entry, has_ended, totals.month);
    }
    return totals;
}

micro_usd available(const budget& limits, const lease_totals& others)
{
    return std::min(left(limits.per_day, others.day.used + others.day.reserved),
                    left(limits.per_month, others.month.used + others.month.reserved));
}

std::optional<limit_kind> exhausted_by(const budget& limits, const lease_totals& others, micro_usd used, micro_usd cost)
{
    if (cost > left(limits.per_month, others.month.used + used)) return limit_kind::budget_usd_per_month;
    if (cost > left(limits.per_day, others.day.used + used)) return limit_kind::budget_usd_per_day;
    return std::nullopt;
}

limit_kind shorter_budget(const budget& limits, const lease_totals& others)
{
    const auto of_day   = left(limits.per_day, others.day.used + others.day.reserved);
    const auto of_month = left(limits.per_month, others.month.used + others.month.reserved);
    return of_month < of_day ? limit_kind::budget_usd_per_month : limit_kind::budget_usd_per_day;
}

lease_decision decide_lease(micro_usd held, std::span<const micro_usd> waiting, micro_usd block, micro_usd available)
{
    lease_decision decision{.leased = held};
    for (const auto cost : waiting)
    {
        const bool fits = cost <= available - decision.leased;
        if (fits) decision.leased += cost;
        decision.is_scarce = decision.is_scarce || !fits;
    }
    decision.is_scarce = decision.is_scarce || available - decision.leased < reserve_blocks * block;
    if (!decision.is_scarce) decision.leased += block;
    return decision;
}

sys_days first_of_month(sys_days day) { return sdk::calendar::month_of(day) / 1; }

sys_days next_month(sys_days day) { return (sdk::calendar::month_of(day) + std::chrono::months{1}) / 1; }

sys_days reset_of(limit_kind kind, sys_days day)
{
    return kind == limit_kind::budget_usd_per_month ? next_month(day) : day + std::chrono::days{1};
}

} // namespace verbatim::core::limits
