#pragma once

#include "database/session.hpp"
#include "limits/budget.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::limits {

/// The leases of tenants in the table budget_leases. All functions throw database::failure.
class lease_table
{
public:
    /// The leases of a tenant in the month of `day`.
    static std::vector<lease> read(database::session& db, std::string_view tenant_id, std::chrono::sys_days day);

    /// Replaces the lease of a server by the one that `decide` returns for the leases of the month. No other server
    /// changes leases of the tenant meanwhile.
    static void change(database::session& db, std::string_view tenant_id, std::chrono::sys_days day,
                       const std::function<lease(const std::vector<lease>&)>& decide);

    /// Removes the leases before the month that precedes `day`.
    static void remove_old(database::session& db, std::chrono::sys_days day);
};

} // namespace verbatim::core::limits
