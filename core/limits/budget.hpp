#pragma once

#include "limits/rules.hpp"
#include "recording/usage_row.hpp"

#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The arithmetic of budgets that several servers share: docs/reference/limits.md#budgets. Without clock and database.
namespace verbatim::core::limits {

using recording::micro_usd;

inline constexpr auto unlimited = std::numeric_limits<micro_usd>::max();

/// The part of a budget that a server has taken for a day.
struct lease
{
    std::string                                      server_id;
    std::chrono::sys_days                            day;
    micro_usd                                        leased = 0;
    micro_usd                                        used   = 0;
    std::chrono::sys_time<std::chrono::microseconds> renewed;      ///< 1970 if the server never had a lease for the day
    micro_usd                                        recorded = 0; ///< cost of the server's usage rows of the day
};

/// The sums of the leases of a tenant, without one server's lease of the day.
struct period_totals
{
    micro_usd used     = 0; ///< spent for good
    micro_usd reserved = 0; ///< taken by servers that may return it
};
struct lease_totals
{
    period_totals day;
    period_totals month;
};

/// A lease that was not renewed for this time has ended: the server died, or it has nothing left to use. What it had
/// taken and neither used nor recorded is free again.
inline constexpr std::chrono::seconds time_to_end{15};

/// `leases` are those of the month of `day`. A server's use is what it has reported or its rows cost, if that is more:
/// rows of a dead server may be newer, or arrive later.
lease_totals totals_of(std::span<const lease> leases, std::chrono::sys_days day, std::string_view own_server,
                       std::chrono::sys_time<std::chrono::microseconds> now);

/// The highest lease that a server may have for the day beside those of the others; `unlimited` without a budget.
micro_usd available(const budget& limits, const lease_totals& others);

/// The budget that can never hold the cost, even if all others return what they have not used. `used` is this
/// server's. None: it may hold it.
std::optional<limit_kind> exhausted_by(const budget& limits, const lease_totals& others, micro_usd used,
                                       micro_usd cost);

/// The budget with less left.
limit_kind shorter_budget(const budget& limits, const lease_totals& others);

/// The lease that a server should have.
struct lease_decision
{
    micro_usd leased    = 0;
    bool      is_scarce = false; ///< others may wait for what this server returns
};

/// `held` is what the server has used and reserved. `waiting` are the costs of the attempts that wait, in their order;
/// those that do not fit are left out. `block` is taken beyond that, so that few attempts wait for the database.
lease_decision decide_lease(micro_usd held, std::span<const micro_usd> waiting, micro_usd block, micro_usd available);

std::chrono::sys_days first_of_month(std::chrono::sys_days day);
std::chrono::sys_days next_month(std::chrono::sys_days day);

/// When the budget that refused begins again.
std::chrono::sys_days reset_of(limit_kind kind, std::chrono::sys_days day);

} // namespace verbatim::core::limits
