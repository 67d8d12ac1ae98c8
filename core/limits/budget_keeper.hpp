#pragma once

#include "database/connection_info.hpp"
#include "database/outage_log.hpp"
#include "database/session.hpp"
#include "database/session_pool.hpp"
#include "limits/budget.hpp"
#include "llm/tenant_account.hpp"
#include "metrics/counters.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::core::limits {

/// Leases parts of the budgets of tenants from the database, and reserves the costs of attempts from them. All servers
/// of a database together never reserve more than a budget. A thread of its own changes leases; attempts wait while it
/// changes their lease, and when that lease is used up. [any thread]
class budget_keeper
{
public:
    using wall_time  = std::chrono::sys_time<std::chrono::microseconds>;
    using wall_clock = std::function<wall_time()>;
    using outcome    = sdk::result<std::unique_ptr<llm::cost_reservation>>;

    /// `log` outlives this object, and this object all reservations.
    budget_keeper(database::connection_info connection, sdk::log& log, wall_clock now);
    ~budget_keeper(); ///< calls stop()
    budget_keeper(const budget_keeper&)            = delete;
    budget_keeper& operator=(const budget_keeper&) = delete;

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

    std::chrono::sys_days today() const { return std::chrono::floor<std::chrono::days>(now_()); }

    /// Attempts refused because of this budget.
    std::int64_t refusals(limit_kind kind) const noexcept { return refusals_.read(static_cast<std::size_t>(kind)); }

    /// Returns what is leased and not reserved, and joins the thread. Later attempts that need the database fail.
    void stop() noexcept;

private:
    struct waiter;
    struct account;
    class reservation;
    class queue_entry;

    using clock       = std::chrono::steady_clock;
    using account_key = std::pair<std::string, std::chrono::sys_days>;
    using account_map = std::map<account_key, account>;
    using account_ref = account_map::pointer;
    using place       = std::variant<outcome, std::unique_ptr<queue_entry>>;

    place       begin(const boost::asio::any_io_executor& executor, std::string_view tenant_id, const budget& limits,
                      micro_usd cost, clock::time_point latest);
    bool        take(account& target, micro_usd cost);
    void        release(account& target, micro_usd cost, micro_usd used) noexcept;
    void        serve(account& target) noexcept;
    void        decide(account& target, waiter& waiting) noexcept;
    static void wake(std::shared_ptr<waiter> entry) noexcept;
    void        notify() noexcept;
    sdk::error  refuse(limit_kind kind, std::chrono::seconds retry_after);
    sdk::error  exhausted_error(limit_kind kind, std::chrono::sys_days day);

    using lock_type = std::unique_lock<std::mutex>;

    void              run();
    clock::time_point renew_due(lock_type& lock);
    void              renew(account_ref entry, lock_type& lock, bool is_last = false);
    bool write_lease(const account_key& key, const std::function<lease(const std::vector<lease>&)>& decide);
    void close_all(lock_type& lock);

    const database::connection_info connection_;
    const wall_clock                now_;
    const std::string               server_id_;
    database::outage_log            outage_;
    metrics::counters               refusals_;
    database::session_pool          readers_;

    std::stop_source                   stop_;
    std::unique_ptr<database::session> session_;             ///< used by the thread only
    clock::time_point                  unreachable_until_{}; ///< no lease is changed before; used by the thread only

    std::mutex              mutex_;
    std::condition_variable changed_;
    account_map             accounts_;
    bool                    is_woken_    = false;
    bool                    is_stopping_ = false;
    bool                    has_ended_   = false;
    std::thread             thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::limits
