#include "limits/budget_leases.hpp"

#include "limits/lease_table.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <iterator>

namespace verbatim::core::limits {

namespace asio = boost::asio;

namespace {

using namespace std::chrono_literals;

/// The lock wait of the last leases, which have stop_interval together.
constexpr auto last_lock_wait = 200ms;
/// How long the last leases may take at the stop.
constexpr auto stop_interval = 2s;
/// How often all accounts are searched for due renewals, at most: the search holds the lock.
constexpr auto sweep_interval = 50ms;
/// Leases that are changed in one transaction. Attempts of all of them wait meanwhile.
constexpr std::size_t max_group = 64;
/// How old the totals of other servers may be to refuse an attempt without the database.
constexpr auto refusal_interval = 1s;
/// Advised to an attempt that waited for other attempts until its time was over.
constexpr auto wait_for_others = 5s;

sdk::error outage_error() { return sdk::error{sdk::errc::usage_backend_unavailable, "budget not readable"}; }

} // namespace

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
    queue_entry(budget_leases& leases, account_ref target, std::shared_ptr<budget_waiter> entry)
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
        target.serve();
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
    budget_leases&                 leases_;
    const account_ref              account_;
    std::shared_ptr<budget_waiter> waiter_;
    bool                           is_taken_ = false;
};

budget_leases::budget_leases(database::connection_info connection, sdk::log& log, wall_clock now, std::string server_id,
                             std::chrono::milliseconds outage_wait)
    : now_{now}
    , server_id_{server_id}
    , refusals_{std::size(limit_names)}
    , readers_{connection, lease_writer::timeouts, lease_writer::table}
    , writer_{std::move(connection), log, std::move(now), std::move(server_id), outage_wait}
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
    auto queued = std::make_unique<queue_entry>(*this, &entry, std::make_shared<budget_waiter>(executor, latest, cost));
    notify(&entry);
    return queued;
}

/// As budget_account::take(). Also renews a lease that is nearly used up.
bool budget_leases::take(account_ref entry, micro_usd cost)
{
    auto& target = entry->second;
    if (!target.take(cost)) return false;
    if (!target.is_scarce && !target.is_low && target.free() < target.block() / 2)
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
    target.serve();
    if (target.is_scarce) notify(entry); // others may wait for the rest
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

budget_leases::spent_budgets budget_leases::read_all(std::span<const std::string> tenant_ids)
{
    const auto now    = now_();
    const auto day    = std::chrono::floor<std::chrono::days>(now);
    auto       leases = readers_.use([&](database::session& db) { return lease_table::read_all(db, tenant_ids, day); });
    spent_budgets spent{.day = day, .totals = {}};

    const std::lock_guard lock{mutex_};
    for (const auto& tenant_id : tenant_ids)
    {
        auto totals = totals_of(leases[tenant_id], day, known_server(tenant_id, day), now);
        add_own(tenant_id, day, totals);
        spent.totals.emplace(tenant_id, totals);
    }
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
    writer_.stop();
    readers_.stop();
    if (thread_.joinable()) thread_.join();
}

void budget_leases::run() noexcept
{
    lock_type lock{mutex_};
    while (!is_stopping_)
    {
        if (clock::now() < writer_.unreachable_until())
        {
            changed_.wait_until(lock, writer_.unreachable_until(), [this] { return is_stopping_; });
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
    for (const auto entry : group_) renewals_.emplace_back(entry, !is_last && entry->first.second == today());
    lock.unlock();
    writer_.write(renewals_, is_last ? last_lock_wait : lease_writer::timeouts.lock);
    lock.lock();
    std::optional<clock::time_point> retry_at;
    if (const auto end_of_waits = writer_.ends_waits_before())
    {
        fail_waiters(*end_of_waits);
        retry_at = writer_.unreachable_until();
    }
    for (auto& entry : renewals_)
    {
        entry.end(retry_at);
        schedule(entry.entry);
    }
}

/// Those of all tenants, after a failure that all have.
void budget_leases::fail_waiters(clock::time_point begin) noexcept
{
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        for (const auto& waiting : target.waiters) waiting->fail(begin);
        target.serve();
    }
}

/// Returns what is not reserved, unless the database is unavailable.
void budget_leases::close_all(lock_type& lock) noexcept
{
    for (auto& entry : accounts_)
    {
        auto& target = entry.second;
        for (const auto& waiting : target.waiters) waiting->has_outage = true;
        target.serve();
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
