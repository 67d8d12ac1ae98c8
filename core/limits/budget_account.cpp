#include "limits/budget_account.hpp"

#include <algorithm>
#include <new>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;

/// A tenant that has not used its lease for this time gets no block in advance.
constexpr auto use_interval = 1s;
/// As renewal_interval, while attempts wait for another server.
constexpr auto scarce_interval = 100ms;
/// How many later attempts may get a part of the budget that is too small for the first one that waits.
constexpr int max_overtakings = 100;

/// So that the waiter is not destroyed before. An expiry in the past ends any wait.
void wake(std::shared_ptr<budget_waiter> entry) noexcept
{
    auto& wakeup   = entry->wakeup;
    auto  executor = entry->timer.get_executor();
    wakeup.post(executor,
                [next = std::move(entry)] { next->timer.expires_at(budget_waiter::clock::time_point::min()); });
}

} // namespace

micro_usd budget_account::block() const noexcept
{
    constexpr micro_usd blocks = 100;
    return std::min(limits.per_day.value_or(unlimited), limits.per_month.value_or(unlimited)) / blocks;
}

bool budget_account::may_overtake() const noexcept
{
    return waiters.empty() || waiters.front()->overtakings < max_overtakings;
}

std::optional<budget_account::clock::time_point> budget_account::due() const noexcept
{
    const bool has_news = is_changed || free() != 0 || reserved != 0;
    if (has_failed) return retry_at; // the end of an outage is seen without an attempt
    if (!waiters.empty() || is_low) return is_scarce ? renewed + scarce_interval : clock::time_point::min();
    if (!has_news) return std::nullopt;
    return renewed + (is_scarce && free() != 0 ? clock::duration{scarce_interval} : clock::duration{renewal_interval});
}

/// Whether the cost can be reserved. What is leased of an earlier budget may exceed a smaller one.
bool budget_account::fits(micro_usd cost) const noexcept
{
    if (cost > free()) return false;
    return cost == 0 || !others || cost <= available(limits, *others) - used - reserved;
}

void budget_account::reserve(micro_usd cost) noexcept
{
    reserved += cost;
    last_use = clock::now();
}

bool budget_account::take(micro_usd cost)
{
    if (is_renewing || !fits(cost) || !may_overtake()) return false;
    if (!waiters.empty()) ++waiters.front()->overtakings;
    reserve(cost);
    return true;
}

void budget_account::serve() noexcept
{
    for (std::size_t n = 0; !is_renewing && n < waiters.size() && (n == 0 || may_overtake());)
    {
        decide(*waiters[n]);
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
void budget_account::decide(budget_waiter& waiting) noexcept
{
    if (fits(waiting.cost))
    {
        reserve(waiting.cost);
        waiting.is_served = true;
    }
    else if (others) waiting.limit = exhausted_by(limits, *others, used, waiting.cost);
}

void account_queue::push(account_ref entry) noexcept
{
    if (std::exchange(entry->second.is_queued, true)) return;
    entry->second.next = nullptr;
    if (last_) last_->second.next = entry;
    else first_ = entry;
    last_ = entry;
}

account_ref account_queue::pop() noexcept
{
    const auto entry        = first_;
    first_                  = entry->second.next;
    entry->second.is_queued = false;
    if (!first_) last_ = nullptr;
    return entry;
}

lease_renewal::lease_renewal(account_ref renewed_entry, bool wants_block) noexcept
    : entry{renewed_entry}
    , limits{entry->second.limits}
    , used{entry->second.used}
    , held{entry->second.used + entry->second.reserved}
    , lowest{entry->second.leased}
    , is_alone{entry->second.fails_alone}
{
    auto&      target  = entry->second;
    const bool is_used = budget_account::clock::now() - target.last_use < use_interval || !target.waiters.empty();
    if (wants_block && is_used) block = target.block();
    target.is_renewing = true;
    target.is_low      = false;
    try
    {
        for (const auto& waiting : target.waiters)
        {
            costs.push_back(waiting->cost);
            if (!target.may_overtake()) break; // the others wait for the first
        }
    }
    catch (const std::bad_alloc&)
    {} // the others wait for the next renewal
}

void lease_renewal::end(std::optional<std::chrono::steady_clock::time_point> retry_at) noexcept
{
    auto& target       = entry->second;
    target.is_renewing = false;
    target.renewed     = budget_account::clock::now();
    target.has_failed  = !is_written;
    target.fails_alone = !is_written && is_alone;
    if (is_written)
    {
        target.used += earlier;
        target.leased     = decision->leased;
        target.is_scarce  = decision->is_scarce;
        target.is_changed = target.used != used + earlier;
        target.others     = others;
    }
    else // the database may have either lease
    {
        target.leased   = std::min(target.leased, lowest);
        target.retry_at = retry_at.value_or(target.renewed + lease_retry_interval);
        if (!retry_at)
            for (const auto& waiting : target.waiters) waiting->has_outage = true;
    }
    target.serve();
}

} // namespace verbatim::core::limits
