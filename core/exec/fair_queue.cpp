#include "exec/fair_queue.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cmath>

namespace verbatim::core::exec {

namespace asio = boost::asio;

namespace {

constexpr std::size_t index(call_urgency urgency) { return static_cast<std::size_t>(urgency); }

} // namespace

/// A waiter in its queue. However the wait ends, even by destruction of the coroutine, the waiter is removed and a slot
/// assigned to it passes to the next.
class fair_queue::queue_entry
{
public:
    queue_entry(fair_queue& queue, std::string_view tenant, std::shared_ptr<waiter> entry)
        : queue_{queue}
        , waiter_{std::move(entry)}
        , tenant_{queue_.add(tenant, waiter_)}
    {}
    queue_entry(const queue_entry&)            = delete;
    queue_entry& operator=(const queue_entry&) = delete;
    ~queue_entry()
    {
        if (!taken_) queue_.remove(tenant_, waiter_);
    }

    std::optional<slot> take()
    {
        const std::lock_guard lock{queue_.mutex_};
        if (!waiter_->served) return std::nullopt;
        taken_ = true;
        return slot{queue_, tenant_};
    }

private:
    fair_queue&             queue_;
    std::shared_ptr<waiter> waiter_;
    const tenant_position   tenant_;
    bool                    taken_ = false;
};

fair_queue::fair_queue(std::size_t capacity, std::size_t tenant_limit, double background_share)
    : capacity_{std::max<std::size_t>(capacity, 1)}
    , tenant_limit_{std::max<std::size_t>(tenant_limit, 1)}
    , background_share_{background_share}
{}

sdk::task<std::optional<fair_queue::slot>>
fair_queue::acquire(std::string_view tenant, std::chrono::steady_clock::time_point deadline, call_urgency urgency)
{
    if (auto free_slot = take_free_slot(tenant)) co_return free_slot;

    const auto  executor = co_await asio::this_coro::executor;
    const auto  entry    = std::make_shared<waiter>(executor, deadline, urgency);
    queue_entry position{*this, tenant, entry};
    co_await entry->timer.async_wait(asio::as_tuple(asio::use_awaitable));

    if (auto acquired = position.take()) co_return acquired;
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    co_return std::nullopt;
}

void fair_queue::set_limits(std::size_t capacity, std::size_t tenant_limit) noexcept
{
    const std::lock_guard lock{mutex_};
    capacity_     = std::max<std::size_t>(capacity, 1);
    tenant_limit_ = std::max<std::size_t>(tenant_limit, 1);
    while (serve_next())
    {}
}

std::size_t fair_queue::waiting() const
{
    const std::lock_guard lock{mutex_};
    std::size_t           count = 0;
    for (std::size_t urgency = 0; urgency != turns_.size(); ++urgency)
        for (const auto& tenant : turns_[urgency]) count += tenant->second.waiters[urgency].size();
    return count;
}

std::size_t fair_queue::waiting(std::string_view tenant) const
{
    const std::lock_guard lock{mutex_};
    const auto            position = tenants_.find(tenant);
    if (position == tenants_.end()) return 0;
    const auto& [interactive, background] = position->second.waiters;
    return interactive.size() + background.size();
}

std::size_t fair_queue::in_flight() const
{
    const std::lock_guard lock{mutex_};
    return in_flight_;
}

fair_queue::tenant_position fair_queue::find_or_add(std::string_view tenant)
{
    const auto position = tenants_.find(tenant);
    return position != tenants_.end() ? position : tenants_.try_emplace(std::string{tenant}).first;
}

/// Overtakes no waiter: while a slot is free, all tenants with waiters are at their limit.
std::optional<fair_queue::slot> fair_queue::take_free_slot(std::string_view tenant)
{
    const std::lock_guard lock{mutex_};
    if (in_flight_ >= capacity_) return std::nullopt;
    const auto position = find_or_add(tenant);
    if (position->second.in_flight >= tenant_limit_) return std::nullopt;
    ++in_flight_;
    ++position->second.in_flight;
    return slot{*this, position};
}

fair_queue::tenant_position fair_queue::add(std::string_view tenant, const std::shared_ptr<waiter>& entry)
{
    const std::lock_guard lock{mutex_};
    const auto            position = find_or_add(tenant);
    auto&                 waiters  = position->second.waiters[index(entry->urgency)];
    auto&                 turns    = turns_[index(entry->urgency)];

    std::list<tenant_position> turn; // allocated first, so that an exception below leaves the queue unchanged
    if (waiters.empty()) turn.push_back(position);
    waiters.push_back(entry);
    turns.splice(turns.end(), turn);

    serve_next(); // a slot may have been released since take_free_slot()
    return position;
}

void fair_queue::remove(tenant_position tenant, const std::shared_ptr<waiter>& entry) noexcept
{
    const std::lock_guard lock{mutex_};
    if (entry->served)
    {
        release_locked(tenant);
        return;
    }
    auto& waiters = tenant->second.waiters[index(entry->urgency)];
    std::erase(waiters, entry);
    if (waiters.empty()) turns_[index(entry->urgency)].remove(tenant);
    erase_if_idle(tenant);
}

void fair_queue::release(tenant_position tenant) noexcept
{
    const std::lock_guard lock{mutex_};
    release_locked(tenant);
}

void fair_queue::release_locked(tenant_position tenant) noexcept
{
    --in_flight_;
    --tenant->second.in_flight;
    serve_next();
    erase_if_idle(tenant);
}

void fair_queue::erase_if_idle(tenant_position tenant) noexcept
{
    const auto& [in_flight, waiters] = tenant->second;
    if (in_flight == 0 && waiters[0].empty() && waiters[1].empty()) tenants_.erase(tenant);
}

/// The first tenant of this urgency that may have a slot.
fair_queue::turn_list::iterator fair_queue::next_turn(call_urgency urgency) noexcept
{
    return std::ranges::find_if(turns_[index(urgency)],
                                [this](tenant_position tenant) { return tenant->second.in_flight < tenant_limit_; });
}

/// While both kinds wait, background calls earn their share of each slot.
call_urgency fair_queue::next_urgency() noexcept
{
    using enum call_urgency;
    if (next_turn(background) == turns_[index(background)].end()) return interactive;
    if (next_turn(interactive) == turns_[index(interactive)].end()) return background;
    background_credit_ += background_share_;
    if (background_credit_ < 1) return interactive;
    background_credit_ -= 1;
    return background;
}

/// Called with the lock held, so that a waiter cannot be destroyed before its wakeup is posted. One call suffices after
/// a release: it frees one slot, or lets one tenant take one more. Returns whether a waiter was served.
bool fair_queue::serve_next() noexcept
{
    if (in_flight_ >= capacity_) return false;
    const auto urgency = next_urgency();
    const auto turn    = next_turn(urgency);
    auto&      turns   = turns_[index(urgency)];
    if (turn == turns.end()) return false;

    auto& tenant  = (*turn)->second;
    auto& waiters = tenant.waiters[index(urgency)];
    auto  entry   = std::move(waiters.front());
    waiters.pop_front();
    if (waiters.empty()) turns.erase(turn);
    else turns.splice(turns.end(), turns, turn);

    ++in_flight_;
    ++tenant.in_flight;
    entry->served = true;
    // An expiry in the past ends a wait that has begun and one that has not.
    auto& wakeup   = entry->wakeup;
    auto  executor = entry->timer.get_executor();
    wakeup.post(executor,
                [next = std::move(entry)] { next->timer.expires_at(std::chrono::steady_clock::time_point::min()); });
    return true;
}

std::size_t tenant_limit_for(std::size_t capacity, double share)
{
    if (capacity <= 1 || share >= 1) return std::max<std::size_t>(capacity, 1);
    const auto slots = static_cast<std::size_t>(std::ceil(static_cast<double>(capacity) * share));
    return std::clamp<std::size_t>(slots, 1, capacity - 1);
}

} // namespace verbatim::core::exec
