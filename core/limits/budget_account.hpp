#pragma once

#include "exec/preallocated_handler.hpp"
#include "limits/budget.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a server knows of the lease of a tenant for a day, and who waits for it. Everything is used under the lock of
/// budget_leases, which owns it. Without database and thread.
namespace verbatim::core::limits {

/// How long this server keeps what another one could use, and how old its used amount in the database may be.
inline constexpr std::chrono::seconds renewal_interval{3};

/// The pause after a lease could not be written.
inline constexpr std::chrono::seconds lease_retry_interval{1};

/// An attempt that waits for its reservation.
struct budget_waiter
{
    using clock = std::chrono::steady_clock;

    budget_waiter(const boost::asio::any_io_executor& executor, clock::time_point latest, micro_usd cost_of_attempt)
        : timer{executor, latest}
        , cost{cost_of_attempt}
    {}

    /// The time of the wait is over, at a failure of the database that ends waits from before `begin`.
    void fail(clock::time_point begin) noexcept { has_outage = has_outage || since <= begin; }

    bool is_waiting() const noexcept { return !is_served && !has_outage && !limit; }

    boost::asio::steady_timer  timer;  ///< used on its own thread only
    exec::preallocated_handler wakeup; ///< posted to that thread
    const micro_usd            cost;
    const clock::time_point    since       = clock::now();
    int                        overtakings = 0;     ///< by later attempts with a smaller cost
    bool                       is_served   = false; ///< the cost is reserved
    bool                       has_outage  = false;
    std::optional<limit_kind>  limit; ///< that refuses the attempt
};

/// The lease of a tenant for a day on this server. An account is not removed before the second day after its own: a
/// caller may have read the clock before midnight, or the clock may go back. The next renewal of a removed account
/// would overwrite the used amount in the database.
struct budget_account
{
    using clock = std::chrono::steady_clock;
    using key   = std::pair<std::string, std::chrono::sys_days>; ///< tenant and day
    using entry = std::pair<const key, budget_account>;

    micro_usd free() const noexcept { return leased - used - reserved; }

    /// What is leased in advance: small, because a server that dies loses it.
    micro_usd block() const noexcept;

    bool may_overtake() const noexcept;

    /// Whether nothing is lost without it.
    bool is_removable() const noexcept
    {
        return references == 0 && reserved == 0 && !is_changed && free() == 0 && !is_renewing && !is_queued;
    }

    /// When its lease is to be renewed. None: nothing is to be renewed.
    std::optional<clock::time_point> due() const noexcept;

    /// Takes the cost from the lease, unless attempts wait that may not be overtaken.
    bool take(micro_usd cost);

    /// Serves and refuses waiters in their order. Those that fit overtake one that does not.
    void serve() noexcept;

    budget                                     limits;
    micro_usd                                  leased   = 0;
    micro_usd                                  used     = 0;
    micro_usd                                  reserved = 0;
    std::deque<std::shared_ptr<budget_waiter>> waiters;
    int                                        references = 0; ///< of queue entries
    std::optional<lease_totals>                others;         ///< as of the last renewal
    clock::time_point                          renewed{};      ///< the end of the last attempt to renew
    clock::time_point                          retry_at{};     ///< if it failed
    clock::time_point                          last_use{};
    bool                                       has_failed  = false; ///< that attempt
    bool                                       is_renewing = false; ///< nothing is taken meanwhile
    bool                                       is_scarce   = false; ///< others may wait for what this server returns
    bool                                       is_changed  = false; ///< `used` is newer than that in the database
    bool                                       is_low      = false; ///< the lease is nearly used up
    bool   fails_alone = false; ///< that attempt, without others: it would fail theirs
    bool   is_queued   = false;
    entry* next        = nullptr; ///< in its account_queue

private:
    bool fits(micro_usd cost) const noexcept;
    void reserve(micro_usd cost) noexcept;
    void decide(budget_waiter& waiting) noexcept;
};

using account_map = std::map<budget_account::key, budget_account>;
using account_ref = account_map::pointer; ///< valid until the account is removed

/// Accounts in the order in which they were added, each in one queue at most. Needs no memory of its own.
class account_queue
{
public:
    bool        empty() const noexcept { return first_ == nullptr; }
    account_ref front() const noexcept { return first_; } ///< null if it is empty
    void        push(account_ref entry) noexcept;         ///< unless it is in a queue
    account_ref pop() noexcept;

private:
    account_ref first_ = nullptr;
    account_ref last_  = nullptr;
};

/// The change of a lease, as of its begin, and what the database decided.
struct lease_renewal
{
    /// `wants_block`: for attempts that follow.
    lease_renewal(account_ref renewed_entry, bool wants_block) noexcept;

    account_ref                   entry;
    budget                        limits;
    micro_usd                     used;
    micro_usd                     held;        ///< used and reserved
    micro_usd                     earlier = 0; ///< what this server has recorded without a reservation
    micro_usd                     block   = 0;
    micro_usd                     lowest; ///< of the leases that the database may have after a failure
    std::vector<micro_usd>        costs;  ///< of the attempts that wait
    lease_totals                  others;
    std::optional<lease_decision> decision;
    bool                          is_alone; ///< the last attempt to write it had no others
    bool                          is_written = false;

    /// `retry_at`: none if the lease failed alone, which ends the waits for it.
    void end(std::optional<std::chrono::steady_clock::time_point> retry_at) noexcept;
};

} // namespace verbatim::core::limits
