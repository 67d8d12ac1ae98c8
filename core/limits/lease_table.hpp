#pragma once

#include "database/session.hpp"
#include "limits/budget.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::limits {

/// The leases of tenants in the table budget_leases, and the costs of their rows in tenant_costs, which the stores of
/// usage rows write. All functions throw database::failure.
class lease_table
{
public:
    /// The leases of a tenant in the month of `day`, and what servers without a lease have recorded.
    static std::vector<lease> read(database::session& db, std::string_view tenant_id, std::chrono::sys_days day);

    /// The same of several tenants, without those that have neither.
    static std::map<std::string, std::vector<lease>, std::less<>>
    read_all(database::session& db, std::span<const std::string> tenant_ids, std::chrono::sys_days day);

    /// A lease of this server for a day. `decide` returns it for the leases of the tenant in the month.
    struct lease_change
    {
        std::string_view                                tenant_id;
        std::chrono::sys_days                           day;
        std::function<lease(const std::vector<lease>&)> decide;
    };

    /// All in one transaction, because each one takes a write to the disk. No other server changes leases of these
    /// tenants meanwhile. `lock_wait` replaces the lock timeout of a PostgreSQL session; SQLite ignores it.
    static void change(database::session& db, std::span<const lease_change> changes,
                       std::optional<std::chrono::milliseconds> lock_wait = {});

    /// Removes the leases before the month that precedes `day`.
    static void remove_old(database::session& db, std::chrono::sys_days day);
};

} // namespace verbatim::core::limits
