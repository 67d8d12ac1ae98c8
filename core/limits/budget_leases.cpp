#include "limits/budget_leases.hpp"

#include "database/migrations.hpp"
#include "exec/preallocated_handler.hpp"
#include "limits/lease_table.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <new>
#include <vector>

namespace verbatim::core::limits {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

/// The last one that migrations create of those that are used here.
constexpr auto table = "tenant_costs";
/// Short, because the leases of all tenants wait for a session that locks one of them: time_to_end.
constexpr database::timeouts timeouts{.statement = 5s, .lock = 2s};
/// The lock wait of a lease that failed alone, and of each lease after others of its group used up theirs.
constexpr auto min_lock_wait = 50ms;
/// From the begin of the write of a group that fails. Later, no further lease of it is written alone.
constexpr auto max_retry_time = 7s;
/// The lock wait of the last leases, which have stop_interval together.
constexpr auto last_lock_wait = 200ms;

/// How long this server keeps what another one could use, and how old its used amount in the database may be.
constexpr auto renewal_interval = 3s;
// A lease that is renewed late, by a slow statement, does not seem ended.
static_assert(renewal_interval + max_retry_time + timeouts.statement <= time_to_end);
/// How often all accounts are searched for due renewals, at most: the search holds the lock.
constexpr auto sweep_interval = 50ms;
/// Leases that are changed in one transaction. Attempts of all of them wait meanwhile.
constexpr std::size_t max_group = 64;
/// A tenant that has not used its lease for this time gets no block in advance.
constexpr auto use_interval = 1s;
/// The same while attempts wait for another server.
constexpr auto scarce_interval = 100ms;
/// How old the totals of other servers may be to refuse an attempt without the database.
constexpr auto refusal_interval = 1s;
/// The pause after a failure of the database: doubled from the first to the last one while the failures are quick.
constexpr auto min_outage_interval = 50ms;
constexpr auto outage_interval     = 1s;
/// A session that the database ended, and a connection that it refuses, fail within this time. After a longer one the
/// database itself is slow.
constexpr auto max_quick_failure = 500ms;
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

micro_usd recorded_by(std::string_view server_id, std::chrono::sys_days day, std::span<const lease> leases)
{
    const auto entry = std::ranges::find_if(
        leases, [&](const lease& candidate) { return candidate.day == day && candidate.server_id == server_id; });
    return entry == leases.end() ? 0 : entry->recorded;
}

sdk::error outage_error() { return sdk::error{sdk::errc::usage_backend_unavailable, "budget not readable"}; }

} // namespace

/// An attempt that waits for its reservation.
struct budget_leases::waiter
{
    waiter(const asio::any_io_executor& executor, clock::time_point latest, micro_usd cost_of_attempt)
        : timer{executor, latest}
        , cost{cost_of_attempt}
    {}

    /// The time of the wait is over, at a failure of the database that ends waits from before `begin`.
    void fail(clock::time_point begin) noexcept { has_outage = has_outage || since <= begin; }

    bool is_waiting() const noexcept { return !is_served && !has_outage && !limit; }

    asio::steady_timer         timer;  ///< used on its own thread only
    exec::preallocated_handler wakeup; ///< posted to that thread
    const micro_usd            cost;
    const clock::time_point    since       = clock::now();
    int                        overtakings = 0;     ///< by later attempts with a smaller cost
    bool                       is_served   = false; ///< the cost is reserved
    bool                       has_outage  = false;
    std::optional<limit_kind>  limit; ///< that refuses the attempt
};

/// The lease of a tenant for a day on this server. Used under the lock. An account is not removed before the second day
/// after its own: a caller may have read the clock before midnight, or the clock may go back. The next renewal of a
/// removed account would overwrite the used amount in the database.
struct budget_leases::account
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
        return references == 0 && reserved == 0 && !is_changed && free() == 0 && !is_renewing && !is_queued;
    }

    /// None: nothing is to be renewed.
    std::optional<clock::time_point> due() const noexcept
    {
        const bool has_news = is_changed || free() != 0 || reserved != 0;
        if (has_failed) return retry_at; // the end of an outage is seen without an attempt
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
    clock::time_point                   retry_at{};     ///< if it failed
    clock::time_point                   last_use{};
    bool                                has_failed  = false; ///< that attempt
    bool                                is_renewing = false; ///< nothing is taken meanwhile
    bool                                is_scarce   = false; ///< others may wait for what this server returns
    bool                                is_changed  = false; ///< `used` is newer than that in the database
    bool                                is_low      = false; ///< the lease is nearly used up
    bool                                fails_alone = false; ///< that attempt, without others: it would fail theirs
    bool                                is_queued   = false;
    account_ref                         next        = nullptr; ///< in its account_queue
};

void budget_leases::account_queue::push(account_ref entry) noexcept
{
    if (std::exchange(entry->second.is_queued, true)) return;
    entry->second.next = nullptr;
    if (last_) last_->second.next = entry;
    else first_ = entry;
    last_ = entry;
}

budget_leases::account_ref budget_leases::account_queue::pop() noexcept
{
    const auto entry        = first_;
    first_                  = entry->second.next;
    entry->second.is_queued = false;
    if (!first_) last_ = nullptr;
    return entry;
}

/// The change of a lease, as of its begin, and what the database decided.
struct budget_leases::renewal
{
    account_ref                   entry;
    budget                        limits;
    micro_usd                     used;
    micro_usd                     held;        ///< used and reserved
    micro_usd                     earlier = 0; ///< what this server has recorded without a reservation
    micro_usd                     block;
    micro_usd                     lowest; ///< of the leases that the database may have after a failure
    std::vector<micro_usd>        costs;  ///< of the attempts that wait
    lease_totals                  others;
    std::optional<lease_decision> decision;
    bool                          is_alone   = false; ///< the last attempt to write it had no others
    bool                          is_written = false;
};

/// Reserves nothing before hold(). The account exists while something is reserved.
class budget_leases::reservation final : public llm::cost_reservation
{
public:
    reservation(budget_leases& leases, account_ref target, micro_usd cost)
        : leases_{leases}
        , account_{target}
        , cost_{cost}
    {}
    reservation(const reservation&)            = delete;
    reservation& operator=(const reservation&) = delete;
    ~reservation() override
    {
        if (!is_settled_) leases_.release(account_, cost_, has_begun_ ? cost_ : 0);
    }

    /// The cost was reserved.
    void hold() noexcept { is_settled_ = false; }

    void begin() noexcept override { has_begun_ = true; }

    void settle(micro_usd used) noexcept override
    {
        if (!std::exchange(is_settled_, true)) leases_.release(account_, cost_, used);
    }

private:
    budget_leases&    leases_;
    const account_ref account_;
    const micro_usd   cost_;
    bool              has_begun_  = false;
    bool              is_settled_ = true;
};

/// A waiter in its queue. However the wait ends, even by destruction of the coroutine, the waiter is removed, and a
/// cost that was reserved for it is free again.
class budget_leases::queue_entry
{
public:
    /// Under the lock.
    queue_entry(budget_leases& leases, account_ref target, std::shared_ptr<waiter> entry)
        : leases_{leases}
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
        const std::lock_guard lock{leases_.mutex_};
        auto&                 target = account_->second;
        std::erase(target.waiters, waiter_);
        if (waiter_->is_served && !is_taken_) target.reserved -= waiter_->cost;
        --target.references;
        leases_.serve(target);
    }

    asio::steady_timer& timer() noexcept { return waiter_->timer; }

    /// The result of the wait. After its time it is a refusal if others hold the budget, and else an outage.
    outcome take()
    {
        const std::lock_guard lock{leases_.mutex_};
        auto& [key, target] = *account_;
        // During an outage the lease may be spent.
        if (waiter_->has_outage && !waiter_->is_served) return outage_error();
        if (waiter_->limit) return leases_.exhausted_error(*waiter_->limit, key.second);
        if (!waiter_->is_served && !target.is_scarce) return outage_error(); // it waited for the database
        if (!waiter_->is_served)
            return leases_.refuse(shorter_budget(target.limits, target.others.value_or(lease_totals{})),
                                  wait_for_others);
        auto reserved = std::make_unique<reservation>(leases_, account_, waiter_->cost);
        reserved->hold();
        is_taken_ = true;
        return std::unique_ptr<llm::cost_reservation>{std::move(reserved)};
    }

    bool is_waiting()
    {
        const std::lock_guard lock{leases_.mutex_};
        return waiter_->is_waiting();
    }

private:
    budget_leases&          leases_;
    const account_ref       account_;
    std::shared_ptr<waiter> waiter_;
    bool                    is_taken_ = false;
};

budget_leases::budget_leases(database::connection_info connection, sdk::log& log, wall_clock now, std::string server_id,
                             std::chrono::milliseconds outage_wait)
    : connection_{std::move(connection)}
    , now_{std::move(now)}
    , server_id_{std::move(server_id)}
    , outage_wait_{outage_wait}
    , outage_{log, "budgets"}
    , refusals_{std::size(limit_names)}
    , readers_{connection_, timeouts, table}
{
    group_.reserve(max_group);
    renewals_.reserve(max_group);
    thread_ = std::thread{[this] { run(); }};
}

budget_leases::~budget_leases() { stop(); }

sdk::task<budget_leases::outcome> budget_leases::reserve(std::string_view tenant_id, budget limits, micro_usd cost,
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
budget_leases::place budget_leases::begin(const asio::any_io_executor& executor, std::string_view tenant_id,
                                          const budget& limits, micro_usd cost, clock::time_point latest)
{
    const auto            day = today();
    const std::lock_guard lock{mutex_};
    auto&                 entry  = *accounts_.try_emplace({std::string{tenant_id}, day}).first;
    auto&                 target = entry.second;
    target.limits                = limits;
    auto reserved                = std::make_unique<reservation>(*this, &entry, cost);
    if (take(&entry, cost))
    {
        reserved->hold();
        return outcome{std::unique_ptr<llm::cost_reservation>{std::move(reserved)}};
    }

    if (is_stopping_) return outcome{outage_error()};
    if (target.others && target.waiters.empty() && clock::now() - target.renewed < refusal_interval)
        if (const auto limit = exhausted_by(limits, *target.others, target.used, cost))
            return outcome{exhausted_error(*limit, day)};
    auto queued = std::make_unique<queue_entry>(*this, &entry, std::make_shared<waiter>(executor, latest, cost));
    notify(&entry);
    return queued;
}

/// Takes the cost from the lease, unless attempts wait that may not be overtaken.
bool budget_leases::take(account_ref entry, micro_usd cost)
{
    auto& target = entry->second;
    if (target.is_renewing || !target.fits(cost) || !target.may_overtake()) return false;
    if (!target.waiters.empty()) ++target.waiters.front()->overtakings;
    target.reserved += cost;
    target.last_use = clock::now();
    if (!target.is_scarce && !target.is_low && target.free() < block_of(target.limits) / 2)
    {
        target.is_low = true;
        notify(entry);
    }
    return true;
}

void budget_leases::release(account_ref entry, micro_usd cost, micro_usd used) noexcept
{
    const std::lock_guard lock{mutex_};
    auto&                 target = entry->second;
    target.reserved -= cost;
    target.used += used;
    target.is_changed = true;
    serve(target);
    if (target.is_scarce) notify(entry); // others may wait for the rest
}

/// Serves and refuses waiters in their order. Those that fit overtake one that does not.
void budget_leases::serve(account& target) noexcept
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
void budget_leases::decide(account& target, waiter& waiting) noexcept
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
void budget_leases::wake(std::shared_ptr<waiter> entry) noexcept
{
    auto& wakeup   = entry->wakeup;
    auto  executor = entry->timer.get_executor();
    wakeup.post(executor, [next = std::move(entry)] { next->timer.expires_at(clock::time_point::min()); });
}

void budget_leases::notify(account_ref entry) noexcept
{
    urgent_.push(entry);
    changed_.notify_all();
}

sdk::error budget_leases::refuse(limit_kind kind, std::chrono::seconds retry_after)
{
    refusals_.add(static_cast<std::size_t>(kind));
    return limit_error(kind, retry_after);
}

sdk::error budget_leases::exhausted_error(limit_kind kind, std::chrono::sys_days day)
{
    return refuse(kind, std::max(std::chrono::ceil<std::chrono::seconds>(reset_of(kind, day) - now_()), 1s));
}

budget_leases::spent_budget budget_leases::read(std::string_view tenant_id)
{
    const auto now    = now_();
    const auto day    = std::chrono::floor<std::chrono::days>(now);
    const auto leases = readers_.use([&](database::session& db) { return lease_table::read(db, tenant_id, day); });

    const std::lock_guard lock{mutex_};
    spent_budget          spent{.day = day, .totals = totals_of(leases, day, known_server(tenant_id, day), now)};
    add_own(tenant_id, day, spent.totals);
    return spent;
}

budget_leases::spent_budgets budget_leases::read_all()
{
    const auto    now     = now_();
    const auto    day     = std::chrono::floor<std::chrono::days>(now);
    const auto    tenants = readers_.use([&](database::session& db) { return lease_table::read_all(db, day); });
    spent_budgets spent{.day = day, .totals = {}};

    const std::lock_guard lock{mutex_};
    for (const auto& [tenant_id, leases] : tenants)
        spent.totals.emplace(tenant_id, totals_of(leases, day, known_server(tenant_id, day), now));
    for (const auto& [key, target] : accounts_)
        if (key.second == day) add_own(key.first, day, spent.totals[key.first]);
    return spent;
}

/// This server if it knows its own use. Otherwise empty, which no server is: only the database knows it. Under the
/// lock.
std::string_view budget_leases::known_server(std::string_view tenant_id, std::chrono::sys_days day) const
{
    const auto own = accounts_.find({std::string{tenant_id}, day});
    return own != accounts_.end() && own->second.others ? std::string_view{server_id_} : std::string_view{};
}

/// Adds what this server holds, under the lock.
void budget_leases::add_own(std::string_view tenant_id, std::chrono::sys_days day, lease_totals& totals)
{
    const auto own = accounts_.find({std::string{tenant_id}, day});
    if (own == accounts_.end() || !own->second.others) return;
    for (auto* period : {&totals.day, &totals.month})
    {
        period->used += own->second.used;
        period->reserved += std::max<micro_usd>(own->second.leased - own->second.used, 0);
    }
}

std::vector<budget_leases::used_budget> budget_leases::known_use()
{
    const auto               day = today();
    std::vector<used_budget> known;
    const std::lock_guard    lock{mutex_};
    for (const auto& [key, target] : accounts_)
        if (key.second == day && target.others)
            known.push_back({.tenant_id = key.first,
                             .of_day    = target.others->day.used + target.used,
                             .of_month  = target.others->month.used + target.used});
    return known;
}

std::size_t budget_leases::unavailable_budgets()
{
    const std::lock_guard lock{mutex_};
    return static_cast<std::size_t>(
        std::ranges::count_if(accounts_, [](const auto& entry) { return entry.second.has_failed; }));
}

void budget_leases::stop() noexcept
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

void budget_leases::run() noexcept
{
    lock_type lock{mutex_};
    while (!is_stopping_)
    {
        if (clock::now() < unreachable_until_)
        {
            changed_.wait_until(lock, unreachable_until_, [this] { return is_stopping_; });
            continue;
        }
        if (clock::now() >= next_sweep()) sweep();
        choose_group();
        if (!group_.empty()) renew(lock);
        else changed_.wait_until(lock, next_sweep(), [this] { return is_stopping_ || !urgent_.empty(); });
    }
    close_all(lock);
    has_ended_ = true;
    changed_.notify_all();
}

budget_leases::clock::time_point budget_leases::next_sweep() const noexcept
{
    return std::max(next_due_, last_sweep_ + sweep_interval);
}

/// Queues the accounts that are due, and removes those of earlier days.
void budget_leases::sweep() noexcept
{
    const auto now = clock::now();
    const auto day = today();
    last_sweep_    = now;
    next_due_      = now + 1h;
    for (auto entry = accounts_.begin(); entry != accounts_.end();)
    {
        auto&      target = entry->second;
        const auto due    = target.due();
        if (due && *due <= now) routine_.push(&*entry);
        else if (due) next_due_ = std::min(next_due_, *due);
        const bool is_old = entry->first.second + std::chrono::days{1} < day;
        entry             = is_old && target.is_removable() ? accounts_.erase(entry) : std::next(entry);
    }
}

void budget_leases::schedule(account_ref entry) noexcept
{
    const auto due = entry->second.due();
    if (due && *due <= clock::now()) urgent_.push(entry);
    else if (due) next_due_ = std::min(next_due_, *due);
}

/// Half of a group is for accounts that the sweep found, so that none of their leases seems to be that of a dead
/// server. An account that fails alone stays the first of its queue until it is a group of its own.
void budget_leases::choose_group() noexcept
{
    group_.clear();
    bool       is_complete = false;
    const auto fill        = [&](account_queue& queue, std::size_t size) {
        while (!is_complete && group_.size() < size && !queue.empty())
        {
            is_complete = queue.front()->second.fails_alone;
            if (is_complete && !group_.empty()) return;
            const auto entry = queue.pop();
            const auto due   = entry->second.due();
            if (!due || *due > clock::now())
            {
                schedule(entry);
                is_complete = false;
                continue;
            }
            group_.push_back(entry);
        }
    };
    fill(routine_, max_group / 2);
    fill(urgent_, max_group);
    fill(routine_, max_group);
}

/// Renews the leases of the group. Unlocks while the database works. `is_last`: no block is taken, and nobody is
/// served.
void budget_leases::renew(lock_type& lock, bool is_last) noexcept
{
    renewals_.clear();
    ends_waits_before_.reset();
    for (const auto entry : group_) begin_renewal(entry, is_last);
    lock.unlock();
    write_group(is_last ? last_lock_wait : timeouts.lock);
    lock.lock();
    if (ends_waits_before_) fail_waiters(*ends_waits_before_);
    for (const auto& entry : renewals_) end_renewal(entry);
}

/// Those of all tenants, after a failure that all have.
void budget_leases::fail_waiters(clock::time_point begin) noexcept
{
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        for (const auto& waiting : target.waiters) waiting->fail(begin);
        serve(target);
    }
}

void budget_leases::begin_renewal(account_ref entry, bool is_last) noexcept
{
    auto& [key, target] = *entry;
    const bool wants    = !is_last && key.second == today();
    const bool is_used  = clock::now() - target.last_use < use_interval || !target.waiters.empty();
    auto&      result   = renewals_.emplace_back(renewal{.entry    = entry,
                                                         .limits   = target.limits,
                                                         .used     = target.used,
                                                         .held     = target.used + target.reserved,
                                                         .block    = wants && is_used ? block_of(target.limits) : 0,
                                                         .lowest   = target.leased,
                                                         .costs    = {},
                                                         .others   = {},
                                                         .decision = {},
                                                         .is_alone = target.fails_alone});
    target.is_renewing  = true;
    target.is_low       = false;
    try
    {
        for (const auto& waiting : target.waiters)
        {
            result.costs.push_back(waiting->cost);
            if (!target.may_overtake()) break; // the others wait for the first
        }
    }
    catch (const std::bad_alloc&)
    {} // the others wait for the next renewal
}

void budget_leases::end_renewal(const renewal& entry) noexcept
{
    auto& target       = entry.entry->second;
    target.is_renewing = false;
    target.renewed     = clock::now();
    target.has_failed  = !entry.is_written;
    target.fails_alone = !entry.is_written && entry.is_alone;
    if (entry.is_written)
    {
        target.used += entry.earlier;
        target.leased     = entry.decision->leased;
        target.is_scarce  = entry.decision->is_scarce;
        target.is_changed = target.used != entry.used + entry.earlier;
        target.others     = entry.others;
    }
    else // the database may have either lease
    {
        target.leased   = std::min(target.leased, entry.lowest);
        target.retry_at = ends_waits_before_ ? unreachable_until_ : target.renewed + outage_interval;
        if (!ends_waits_before_)
            for (const auto& waiting : target.waiters) waiting->has_outage = true;
    }
    serve(target);
    schedule(entry.entry);
}

/// After a failure each lease is written alone: a session may hold the lock of one tenant only. All other tenants wait
/// meanwhile, so the leases share one lock wait; after it, each waits for min_lock_wait.
void budget_leases::write_group(std::chrono::milliseconds lock_wait) noexcept
{
    const std::span group{renewals_};
    const bool      failed_alone = group.size() == 1 && group.front().is_alone;
    const auto      start        = clock::now();
    if (write_leases(group, failed_alone ? min_lock_wait : lock_wait) || group.size() == 1) return;
    const auto begin = clock::now();
    for (auto& entry : group)
    {
        const auto now = clock::now();
        if (now - start > max_retry_time) return;
        const auto elapsed = std::chrono::floor<std::chrono::milliseconds>(now - begin);
        write_leases({&entry, 1}, std::max<std::chrono::milliseconds>(lock_wait - elapsed, min_lock_wait));
    }
}

/// Throws what write_leases() catches.
void budget_leases::change_leases(std::span<renewal> group, std::chrono::milliseconds lock_wait)
{
    if (!session_)
    {
        session_ = database::open_migrated(connection_, timeouts, stop_.get_token(), table);
        lease_table::remove_old(*session_, group.front().entry->first.second);
    }
    session_->ensure_not_replaced();
    std::vector<lease_table::lease_change> changes;
    for (auto& entry : group)
    {
        const auto& [tenant, day] = entry.entry->first;
        changes.push_back({tenant, day, [&, day = day](const std::vector<lease>& leases) {
                               const auto now = now_();
                               entry.others   = totals_of(leases, day, server_id_, now);
                               entry.earlier =
                                   std::max<micro_usd>(recorded_by(server_id_, day, leases) - entry.held, 0);
                               entry.decision = decide_lease(entry.held + entry.earlier, entry.costs, entry.block,
                                                             available(entry.limits, entry.others));
                               entry.lowest   = std::min(entry.lowest, entry.decision->leased);
                               return lease{.server_id = server_id_,
                                            .day       = day,
                                            .leased    = entry.decision->leased,
                                            .used      = entry.used + entry.earlier,
                                            .renewed   = now};
                           }});
    }
    if (lock_wait < timeouts.lock) lease_table::change(*session_, changes, lock_wait);
    else lease_table::change(*session_, changes);
}

/// False if none was written, as far as is known.
bool budget_leases::write_leases(std::span<renewal> group, std::chrono::milliseconds lock_wait) noexcept
{
    if (clock::now() < unreachable_until_) return false; // it would fail for each tenant, after seconds
    for (auto& entry : group) entry.is_alone = group.size() == 1;
    const auto begin = clock::now();
    try
    {
        const bool is_kept = session_ != nullptr;
        try
        {
            change_leases(group, lock_wait);
        }
        catch (const database::failure& error)
        {
            // It was closed earlier, and the database may have restarted since: only a new one tells.
            const bool ended_before = is_kept && clock::now() - begin < max_quick_failure;
            if (!ended_before || !database::is_unreachable(error.kind())) throw;
            session_.reset();
            change_leases(group, lock_wait);
        }
        outage_.report_recovery();
        quick_failures_ = 0;
        for (auto& entry : group) entry.is_written = true;
        return true;
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::error_kind::busy) session_.reset();
        if (fails_all(error.kind())) end_failure_of_all(begin);
        if (!stop_.stop_requested()) outage_.report_outage(database::to_string(error.kind()));
    }
    catch (const std::exception&)
    {
        session_.reset();
        outage_.report_outage("no_memory");
    }
    return false;
}

/// A database that restarts refuses connections at once, and may be back soon: attempts wait for it for their time. One
/// that does not respond ends the waits from before its failure. Those that began later see the next one.
void budget_leases::end_failure_of_all(clock::time_point begin) noexcept
{
    const auto now      = clock::now();
    const bool is_quick = now - begin < max_quick_failure;
    quick_failures_     = is_quick ? quick_failures_ + 1 : 0;
    ends_waits_before_  = is_quick ? begin - outage_wait_ : begin;
    unreachable_until_ =
        now + (is_quick ? std::min<clock::duration>(min_outage_interval * (1 << std::min(quick_failures_ - 1, 10)),
                                                    outage_interval)
                        : outage_interval);
}

/// Whether the leases of all tenants would fail with this error. A SQLite database has one lock for all.
bool budget_leases::fails_all(database::error_kind kind) const noexcept
{
    const bool locks_all = connection_.sql_dialect() == database::dialect::sqlite;
    return database::is_unreachable(kind) || (locks_all && kind == database::error_kind::busy);
}

/// Returns what is not reserved, unless the database is unavailable.
void budget_leases::close_all(lock_type& lock) noexcept
{
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        for (const auto& waiting : target.waiters) waiting->has_outage = true;
        serve(target);
    }
    group_.clear();
    for (auto& entry : accounts_)
    {
        if (!entry.second.has_failed && entry.second.due()) group_.push_back(&entry);
        if (group_.size() < max_group) continue;
        renew(lock, true);
        group_.clear();
    }
    if (!group_.empty()) renew(lock, true);
}

} // namespace verbatim::core::limits
