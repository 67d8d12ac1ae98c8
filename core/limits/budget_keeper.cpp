#include "limits/budget_keeper.hpp"

#include "database/migrations.hpp"
#include "exec/preallocated_handler.hpp"
#include "limits/lease_table.hpp"
#include "llm/attempt_id.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

namespace verbatim::core::limits {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

constexpr auto table = "budget_leases";
/// Short, because the leases of all tenants wait for a session that locks one of them: time_to_death.
constexpr database::timeouts timeouts{.statement = 5s, .lock = 2s};

/// How long this server keeps what another one could use, and how old its used amount in the database may be.
constexpr auto renewal_interval = 3s;
/// A tenant that has not used its lease for this time gets no block in advance.
constexpr auto use_interval = 1s;
/// The same while attempts wait for another server.
constexpr auto scarce_interval = 100ms;
/// How old the totals of other servers may be to refuse an attempt without the database.
constexpr auto refusal_interval = 1s;
/// After a failure of the database, attempts that need it fail at once for this time.
constexpr auto outage_interval = 1s;
/// How long the last leases may take at the stop.
constexpr auto stop_interval = 2s;
/// How many later attempts may get a part of the budget that is too small for the first one that waits.
constexpr int max_overtakings = 100;
/// Advised to an attempt that waited for other attempts until its time was over.
constexpr auto wait_for_others = 5s;

/// Small, because a server that dies loses one.
micro_usd block_of(const budget& limits)
{
    constexpr micro_usd blocks = 100;
    return std::min(limits.per_day.value_or(unlimited), limits.per_month.value_or(unlimited)) / blocks;
}

sdk::error outage_error() { return sdk::error{sdk::errc::usage_backend_unavailable, "budget not readable"}; }

} // namespace

/// An attempt that waits for its reservation.
struct budget_keeper::waiter
{
    waiter(const asio::any_io_executor& executor, clock::time_point latest, micro_usd cost_of_attempt)
        : timer{executor, latest}
        , cost{cost_of_attempt}
    {}

    bool is_waiting() const noexcept { return !is_served && !has_outage && !limit; }

    asio::steady_timer         timer;  ///< used on its own thread only
    exec::preallocated_handler wakeup; ///< posted to that thread
    const micro_usd            cost;
    int                        overtakings = 0;     ///< by later attempts with a smaller cost
    bool                       is_served   = false; ///< the cost is reserved
    bool                       has_outage  = false;
    std::optional<limit_kind>  limit; ///< that refuses the attempt
};

/// The lease of a tenant for a day on this server. Used under the lock. An account is not removed before the second day
/// after its own: a caller may have read the clock before midnight, or the clock may go back. The next renewal of a
/// removed account would overwrite the used amount in the database.
struct budget_keeper::account
{
    micro_usd free() const noexcept { return leased - used - reserved; }

    /// Whether the cost can be reserved. What is leased of an earlier budget may exceed a smaller one.
    bool fits(micro_usd cost) const noexcept
    {
        if (cost > free()) return false;
        return cost == 0 || !others || cost <= available(limits, *others) - used - reserved;
    }

    bool may_overtake() const noexcept { return waiters.empty() || waiters.front()->overtakings < max_overtakings; }

    bool is_removable() const noexcept
    {
        return references == 0 && reserved == 0 && !is_changed && free() == 0 && !is_renewing;
    }

    /// None: nothing is to be renewed.
    std::optional<clock::time_point> due() const noexcept
    {
        const bool has_news = is_changed || free() != 0 || reserved != 0;
        if (has_failed && (has_news || !waiters.empty())) return renewed + outage_interval;
        if (!waiters.empty() || is_low) return is_scarce ? renewed + scarce_interval : clock::time_point::min();
        if (!has_news) return std::nullopt;
        return renewed +
               (is_scarce && free() != 0 ? clock::duration{scarce_interval} : clock::duration{renewal_interval});
    }

    budget                              limits;
    micro_usd                           leased   = 0;
    micro_usd                           used     = 0;
    micro_usd                           reserved = 0;
    std::deque<std::shared_ptr<waiter>> waiters;
    int                                 references = 0; ///< of queue entries
    std::optional<lease_totals>         others;         ///< as of the last renewal
    clock::time_point                   renewed{};      ///< the end of the last attempt to renew
    clock::time_point                   last_use{};
    bool                                has_failed  = false; ///< that attempt
    bool                                is_renewing = false; ///< nothing is taken meanwhile
    bool                                is_scarce   = false; ///< others may wait for what this server returns
    bool                                is_changed  = false; ///< `used` is newer than that in the database
    bool                                is_low      = false; ///< the lease is nearly used up
};

/// Reserves nothing before hold(). The account exists while something is reserved.
class budget_keeper::reservation final : public llm::cost_reservation
{
public:
    reservation(budget_keeper& keeper, account& target, micro_usd cost)
        : keeper_{keeper}
        , account_{target}
        , cost_{cost}
    {}
    reservation(const reservation&)            = delete;
    reservation& operator=(const reservation&) = delete;
    ~reservation() override
    {
        if (!is_settled_) keeper_.release(account_, cost_, has_begun_ ? cost_ : 0);
    }

    /// The cost was reserved.
    void hold() noexcept { is_settled_ = false; }

    void begin() noexcept override { has_begun_ = true; }

    void settle(micro_usd used) noexcept override
    {
        if (!std::exchange(is_settled_, true)) keeper_.release(account_, cost_, used);
    }

private:
    budget_keeper&  keeper_;
    account&        account_;
    const micro_usd cost_;
    bool            has_begun_  = false;
    bool            is_settled_ = true;
};

/// A waiter in its queue. However the wait ends, even by destruction of the coroutine, the waiter is removed, and a
/// cost that was reserved for it is free again.
class budget_keeper::queue_entry
{
public:
    /// Under the lock.
    queue_entry(budget_keeper& keeper, account_ref target, std::shared_ptr<waiter> entry)
        : keeper_{keeper}
        , account_{target}
        , waiter_{std::move(entry)}
    {
        account_->second.waiters.push_back(waiter_);
        ++account_->second.references;
    }
    queue_entry(const queue_entry&)            = delete;
    queue_entry& operator=(const queue_entry&) = delete;
    ~queue_entry()
    {
        const std::lock_guard lock{keeper_.mutex_};
        auto&                 target = account_->second;
        std::erase(target.waiters, waiter_);
        if (waiter_->is_served && !is_taken_) target.reserved -= waiter_->cost;
        --target.references;
        keeper_.serve(target);
    }

    asio::steady_timer& timer() noexcept { return waiter_->timer; }

    /// The result of the wait. After its time it is a refusal if others hold the budget, and else an outage.
    outcome take()
    {
        const std::lock_guard lock{keeper_.mutex_};
        auto& [key, target] = *account_;
        // During an outage the lease may be spent.
        if (waiter_->has_outage && !waiter_->is_served) return outage_error();
        if (waiter_->limit) return keeper_.exhausted_error(*waiter_->limit, key.second);
        if (!waiter_->is_served && !target.is_scarce) return outage_error(); // it waited for the database
        if (!waiter_->is_served)
            return keeper_.refuse(shorter_budget(target.limits, target.others.value_or(lease_totals{})),
                                  wait_for_others);
        auto reserved = std::make_unique<reservation>(keeper_, target, waiter_->cost);
        reserved->hold();
        is_taken_ = true;
        return std::unique_ptr<llm::cost_reservation>{std::move(reserved)};
    }

    bool is_waiting()
    {
        const std::lock_guard lock{keeper_.mutex_};
        return waiter_->is_waiting();
    }

private:
    budget_keeper&          keeper_;
    const account_ref       account_;
    std::shared_ptr<waiter> waiter_;
    bool                    is_taken_ = false;
};

budget_keeper::budget_keeper(database::connection_info connection, sdk::log& log, wall_clock now)
    : connection_{std::move(connection)}
    , now_{std::move(now)}
    , server_id_{llm::make_attempt_id()}
    , outage_{log, "budgets"}
    , refusals_{std::size(limit_names)}
    , readers_{connection_, timeouts, table}
    , thread_{[this] { run(); }}
{}

budget_keeper::~budget_keeper() { stop(); }

sdk::task<budget_keeper::outcome> budget_keeper::reserve(std::string_view tenant_id, budget limits, micro_usd cost,
                                                         clock::time_point latest)
{
    const auto executor = co_await asio::this_coro::executor;
    auto       begun    = begin(executor, tenant_id, limits, cost, latest);
    if (auto* at_once = std::get_if<outcome>(&begun)) co_return std::move(*at_once);

    const auto entry = std::move(std::get<std::unique_ptr<queue_entry>>(begun));
    co_await entry->timer().async_wait(asio::as_tuple(asio::use_awaitable));
    const auto state = co_await asio::this_coro::cancellation_state;
    if (entry->is_waiting() && state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    co_return entry->take();
}

/// The outcome, or a place in the queue.
budget_keeper::place budget_keeper::begin(const asio::any_io_executor& executor, std::string_view tenant_id,
                                          const budget& limits, micro_usd cost, clock::time_point latest)
{
    const auto            day = today();
    const std::lock_guard lock{mutex_};
    auto&                 entry  = *accounts_.try_emplace({std::string{tenant_id}, day}).first;
    auto&                 target = entry.second;
    target.limits                = limits;
    auto reserved                = std::make_unique<reservation>(*this, target, cost);
    if (take(target, cost))
    {
        reserved->hold();
        return outcome{std::unique_ptr<llm::cost_reservation>{std::move(reserved)}};
    }

    const auto age = clock::now() - target.renewed;
    if (is_stopping_ || (target.has_failed && age < outage_interval)) return outcome{outage_error()};
    if (target.others && target.waiters.empty() && age < refusal_interval)
        if (const auto limit = exhausted_by(limits, *target.others, target.used, cost))
            return outcome{exhausted_error(*limit, day)};
    auto queued = std::make_unique<queue_entry>(*this, &entry, std::make_shared<waiter>(executor, latest, cost));
    notify();
    return queued;
}

/// Takes the cost from the lease, unless attempts wait that may not be overtaken.
bool budget_keeper::take(account& target, micro_usd cost)
{
    if (target.is_renewing || !target.fits(cost) || !target.may_overtake()) return false;
    if (!target.waiters.empty()) ++target.waiters.front()->overtakings;
    target.reserved += cost;
    target.last_use = clock::now();
    if (!target.is_scarce && !target.is_low && target.free() < block_of(target.limits) / 2)
    {
        target.is_low = true;
        notify();
    }
    return true;
}

void budget_keeper::release(account& target, micro_usd cost, micro_usd used) noexcept
{
    const std::lock_guard lock{mutex_};
    target.reserved -= cost;
    target.used += used;
    target.is_changed = true;
    serve(target);
    if (target.is_scarce) notify(); // others may wait for the rest
}

/// Serves and refuses waiters in their order. Those that fit overtake one that does not.
void budget_keeper::serve(account& target) noexcept
{
    auto& waiters = target.waiters;
    for (std::size_t n = 0; !target.is_renewing && n < waiters.size() && (n == 0 || target.may_overtake());)
    {
        decide(target, *waiters[n]);
        if (waiters[n]->is_waiting()) ++n;
        else
        {
            if (n != 0 && waiters[n]->is_served) ++waiters.front()->overtakings;
            wake(std::move(waiters[n]));
            waiters.erase(waiters.begin() + static_cast<std::ptrdiff_t>(n));
        }
    }
}

/// Reserves the cost of a waiter or refuses it, if possible now.
void budget_keeper::decide(account& target, waiter& waiting) noexcept
{
    if (target.fits(waiting.cost))
    {
        target.reserved += waiting.cost;
        target.last_use   = clock::now();
        waiting.is_served = true;
    }
    else if (target.others) waiting.limit = exhausted_by(target.limits, *target.others, target.used, waiting.cost);
}

/// Under the lock, so that the waiter is not destroyed before. An expiry in the past ends any wait.
void budget_keeper::wake(std::shared_ptr<waiter> entry) noexcept
{
    auto& wakeup   = entry->wakeup;
    auto  executor = entry->timer.get_executor();
    wakeup.post(executor, [next = std::move(entry)] { next->timer.expires_at(clock::time_point::min()); });
}

void budget_keeper::notify() noexcept
{
    is_woken_ = true;
    changed_.notify_all();
}

sdk::error budget_keeper::refuse(limit_kind kind, std::chrono::seconds retry_after)
{
    refusals_.add(static_cast<std::size_t>(kind));
    return limit_error(kind, retry_after);
}

sdk::error budget_keeper::exhausted_error(limit_kind kind, std::chrono::sys_days day)
{
    return refuse(kind, std::max(std::chrono::ceil<std::chrono::seconds>(reset_of(kind, day) - now_()), 1s));
}

budget_keeper::spent_budget budget_keeper::read(std::string_view tenant_id)
{
    const auto   now    = now_();
    const auto   day    = std::chrono::floor<std::chrono::days>(now);
    const auto   leases = readers_.use([&](database::session& db) { return lease_table::read(db, tenant_id, day); });
    spent_budget spent{.day = day, .totals = totals_of(leases, day, server_id_, now)};

    const std::lock_guard lock{mutex_};
    const auto            own = accounts_.find({std::string{tenant_id}, day});
    if (own == accounts_.end()) return spent;
    for (auto* period : {&spent.totals.day, &spent.totals.month})
    {
        period->used += own->second.used;
        period->reserved += std::max<micro_usd>(own->second.leased - own->second.used, 0);
    }
    return spent;
}

void budget_keeper::stop() noexcept
{
    {
        lock_type lock{mutex_};
        is_stopping_ = true;
        changed_.notify_all();
        changed_.wait_for(lock, stop_interval, [this] { return has_ended_; });
    }
    stop_.request_stop();
    readers_.stop();
    if (thread_.joinable()) thread_.join();
}

void budget_keeper::run()
{
    lock_type lock{mutex_};
    while (!is_stopping_)
    {
        is_woken_       = false;
        const auto next = renew_due(lock);
        changed_.wait_until(lock, next, [this] { return is_stopping_ || is_woken_; });
    }
    close_all(lock);
    has_ended_ = true;
    changed_.notify_all();
}

/// Returns when the next renewal is due.
budget_keeper::clock::time_point budget_keeper::renew_due(lock_type& lock)
{
    auto       next = clock::now() + 1h;
    const auto day  = today();
    for (auto entry = accounts_.begin(); entry != accounts_.end();)
    {
        auto& target = entry->second;
        if (const auto due = target.due(); due && *due <= clock::now()) renew(&*entry, lock);
        if (const auto due = target.due()) next = std::min(next, std::max(*due, clock::now() + 1ms));
        const bool is_old = entry->first.second + std::chrono::days{1} < day;
        entry             = is_old && target.is_removable() ? accounts_.erase(entry) : std::next(entry);
    }
    return next;
}

/// Unlocks while the database works. `is_last`: no block is taken, and nobody is served.
void budget_keeper::renew(account_ref entry, lock_type& lock, bool is_last)
{
    auto& [key, target] = *entry;
    const auto limits   = target.limits;
    const auto used     = target.used;
    const auto held     = used + target.reserved;
    const bool wants    = !is_last && key.second == today();
    const auto block =
        wants && (clock::now() - target.last_use < use_interval || !target.waiters.empty()) ? block_of(limits) : 0;
    std::vector<micro_usd> costs;
    for (const auto& waiting : target.waiters)
    {
        costs.push_back(waiting->cost);
        if (!target.may_overtake()) break; // the others wait for the first
    }
    target.is_renewing = true;
    target.is_low      = false;
    lock.unlock();

    lease_totals                  others;
    std::optional<lease_decision> decision;
    const bool                    is_written = write_lease(key, [&](const std::vector<lease>& leases) {
        const auto now = now_();
        others         = totals_of(leases, key.second, server_id_, now);
        decision       = decide_lease(held, costs, block, available(limits, others));
        return lease{
                               .server_id = server_id_, .day = key.second, .leased = decision->leased, .used = used, .renewed = now};
    });

    lock.lock();
    target.is_renewing = false;
    target.renewed     = clock::now();
    target.has_failed  = !is_written;
    if (is_written)
    {
        target.leased     = decision->leased;
        target.is_scarce  = decision->is_scarce;
        target.is_changed = target.used != used;
        target.others     = others;
    }
    else // the database may have either lease
    {
        if (decision) target.leased = std::min(target.leased, decision->leased);
        for (const auto& waiting : target.waiters) waiting->has_outage = true;
    }
    serve(target);
}

bool budget_keeper::write_lease(const account_key& key, const std::function<lease(const std::vector<lease>&)>& decide)
{
    if (clock::now() < unreachable_until_) return false; // it would fail for each tenant, after seconds
    try
    {
        if (!session_)
        {
            session_ = database::open_migrated(connection_, timeouts, stop_.get_token(), table);
            lease_table::remove_old(*session_, key.second);
        }
        session_->ensure_not_replaced();
        lease_table::change(*session_, key.first, key.second, decide);
        outage_.report_recovery();
        return true;
    }
    catch (const database::failure& error)
    {
        session_.reset();
        if (database::is_unreachable(error.kind())) unreachable_until_ = clock::now() + outage_interval;
        if (!stop_.stop_requested()) outage_.report_outage(database::to_string(error.kind()));
    }
    catch (const std::exception&)
    {
        session_.reset();
        outage_.report_outage("no_memory");
    }
    return false;
}

/// Returns what is not reserved, unless the database is unavailable.
void budget_keeper::close_all(lock_type& lock)
{
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        for (const auto& waiting : target.waiters) waiting->has_outage = true;
        serve(target);
    }
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        if (target.has_failed || !target.due()) continue;
        renew(&entry, lock, true);
        if (target.has_failed) return;
    }
}

} // namespace verbatim::core::limits
