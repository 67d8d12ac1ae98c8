#pragma once

#include "database/connection_info.hpp"
#include "database/session_pool.hpp"
#include "limits/budget.hpp"
#include "limits/budget_account.hpp"
#include "limits/lease_writer.hpp"
#include "llm/tenant_account.hpp"
#include "metrics/counters.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::core::limits {

/// Leases parts of the budgets of tenants from the database, and reserves the costs of attempts from them. All servers
/// of a database together never reserve more than a budget. A thread of its own changes leases, those of many tenants
/// in one transaction; attempts wait while it changes their lease, and when that lease is used up. [any thread]
class budget_leases
{
public:
    using wall_time  = lease_writer::wall_time;
    using wall_clock = lease_writer::wall_clock;
    using outcome    = sdk::result<std::unique_ptr<llm::cost_reservation>>;

    /// `log` outlives this object, and this object all reservations. `server_id`: that of the usage rows of this
    /// process. `outage_wait`: how long an attempt waits for a database that refuses connections.
    budget_leases(database::connection_info connection, sdk::log& log, wall_clock now, std::string server_id,
                  std::chrono::milliseconds outage_wait = std::chrono::seconds{3});
    ~budget_leases(); ///< calls stop()
    budget_leases(const budget_leases&)            = delete;
    budget_leases& operator=(const budget_leases&) = delete;

    /// As llm::tenant_account::reserve(), for a tenant with this budget. The text is borrowed until the task ends.
    sdk::task<outcome> reserve(std::string_view tenant_id, budget limits, micro_usd cost,
                               std::chrono::steady_clock::time_point latest);

    /// What all servers have used and reserved on the day and in its month.
    struct spent_budget
    {
        std::chrono::sys_days day;
        lease_totals          totals;
    };
    /// Today's. Throws database::failure. Blocks.
    spent_budget read(std::string_view tenant_id);

    /// The same of several tenants, each once. Throws database::failure. Blocks.
    struct spent_budgets
    {
        std::chrono::sys_days                            day;
        std::map<std::string, lease_totals, std::less<>> totals;
    };
    spent_budgets read_all(std::span<const std::string> tenant_ids);

    /// What all servers have used, of tenants with attempts on this server today. The use by other servers is as of the
    /// last change of the lease. Does not block.
    struct used_budget
    {
        std::string tenant_id;
        micro_usd   of_day   = 0;
        micro_usd   of_month = 0;
    };
    std::vector<used_budget> known_use();

    /// Leases, each of a tenant on a day, that could not be changed at the last attempt.
    std::size_t unavailable_budgets();

    std::chrono::sys_days today() const { return std::chrono::floor<std::chrono::days>(now_()); }

    /// Attempts refused because of this budget.
    std::int64_t refusals(limit_kind kind) const noexcept { return refusals_.read(static_cast<std::size_t>(kind)); }

    /// Returns what is leased and not reserved, and joins the thread. Later attempts that need the database fail.
    void stop() noexcept;

private:
    class reservation;
    class queue_entry;

    using clock = std::chrono::steady_clock;
    using place = std::variant<outcome, std::unique_ptr<queue_entry>>;

    std::string_view known_server(std::string_view tenant_id, std::chrono::sys_days day) const;
    void             add_own(std::string_view tenant_id, std::chrono::sys_days day, lease_totals& totals);
    place      begin(const boost::asio::any_io_executor& executor, std::string_view tenant_id, const budget& limits,
                     micro_usd cost, clock::time_point latest);
    bool       take(account_ref entry, micro_usd cost);
    void       release(account_ref entry, micro_usd cost, micro_usd used) noexcept;
    void       notify(account_ref entry) noexcept;
    sdk::error refuse(limit_kind kind, std::chrono::seconds retry_after);
    sdk::error exhausted_error(limit_kind kind, std::chrono::sys_days day);

    using lock_type = std::unique_lock<std::mutex>;

    // Called by the thread.
    void              run() noexcept;
    clock::time_point next_sweep() const noexcept;
    void              sweep() noexcept;
    void              schedule(account_ref entry) noexcept;
    void              choose_group() noexcept;
    void              renew(lock_type& lock, bool is_last = false) noexcept;
    void              fail_waiters(clock::time_point begin) noexcept;
    void              close_all(lock_type& lock) noexcept;

    const wall_clock           now_;
    const std::string          server_id_;
    metrics::counters          refusals_;
    database::session_pool     readers_;
    lease_writer               writer_;   ///< used by the thread only, except stop()
    std::vector<account_ref>   group_;    ///< used by the thread only
    std::vector<lease_renewal> renewals_; ///< of the group; used by the thread only

    std::mutex              mutex_;
    std::condition_variable changed_;
    account_map             accounts_;
    account_queue           urgent_;     ///< attempts wait for these, or will soon
    account_queue           routine_;    ///< accounts that the last sweep found
    clock::time_point       next_due_{}; ///< no other account is due before
    clock::time_point       last_sweep_{};
    bool                    is_stopping_ = false;
    bool                    has_ended_   = false;
    std::thread             thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::limits
