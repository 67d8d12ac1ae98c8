#pragma once

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/session.hpp"
#include "limits/budget_account.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace verbatim::core::limits {

/// Writes leases to the database, those of many tenants in one transaction. Uses no account itself, so without the lock
/// of accounts. Without memory it does not write leases, but continues. Used by one thread, except stop().
class lease_writer
{
public:
    using clock      = std::chrono::steady_clock;
    using wall_time  = std::chrono::sys_time<std::chrono::microseconds>;
    using wall_clock = std::function<wall_time()>;

    /// Short, because the leases of all tenants wait for a session that locks one of them: time_to_end.
    static constexpr database::timeouts timeouts{.statement = std::chrono::seconds{5}, .lock = std::chrono::seconds{2}};
    /// The last table that migrations create of those that are used here.
    static constexpr auto table = "tenant_costs";

    /// `log` outlives this object. `server_id`: that of the usage rows of this process. `outage_wait`: how long an
    /// attempt waits for a database that refuses connections.
    lease_writer(database::connection_info connection, sdk::log& log, wall_clock now, std::string server_id,
                 std::chrono::milliseconds outage_wait);

    /// What failed is not written, as far as is known. PostgreSQL waits for the lock of a tenant for `lock_wait`.
    void write(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait) noexcept;

    /// No lease is written before.
    clock::time_point unreachable_until() const noexcept { return unreachable_until_; }

    /// If the leases of all tenants would have failed as the last group did: the waits of attempts that began until
    /// then are over.
    std::optional<clock::time_point> ends_waits_before() const noexcept { return ends_waits_before_; }

    /// Ends the wait for a connection. [any thread]
    void stop() noexcept { stop_.request_stop(); }

private:
    void change_leases(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait);
    bool write_leases(std::span<lease_renewal> group, std::chrono::milliseconds lock_wait) noexcept;
    void end_failure_of_all(clock::time_point begin) noexcept;
    bool fails_all(database::error_kind kind) const noexcept;

    const database::connection_info connection_;
    const wall_clock                now_;
    const std::string               server_id_;
    const std::chrono::milliseconds outage_wait_;
    database::outage_log            outage_;

    std::stop_source                   stop_;
    std::unique_ptr<database::session> session_;
    clock::time_point                  unreachable_until_{};
    int                                quick_failures_ = 0; ///< without a success since
    std::optional<clock::time_point>   ends_waits_before_;
};

} // namespace verbatim::core::limits
