#include "http/body_budget.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace verbatim::core::http {

namespace {

/// Accounts of owners without bodies that are kept, so that a request usually allocates none.
constexpr std::size_t max_idle_accounts = 1'000;

} // namespace

body_budget::body_budget(std::size_t bytes, double owner_share)
    : total_{bytes}
    , owner_limit_{owner_share >= 1 ? bytes
                                    : static_cast<std::size_t>(std::ceil(static_cast<double>(bytes) * owner_share))}
    , available_{bytes}
    , least_available_{bytes}
{}

std::size_t body_budget::reserved() const
{
    const std::lock_guard lock{mutex_};
    return total_ - available_;
}

std::size_t body_budget::take_peak()
{
    const std::lock_guard lock{mutex_};
    return total_ - std::exchange(least_available_, available_);
}

/// A body that needs more than its owner's share counts as the share: it is served once the owner has no other.
std::size_t body_budget::memory_for(std::size_t body_bytes) const noexcept
{
    return std::min(memory_for_body(body_bytes), owner_limit_);
}

body_budget::size_class body_budget::class_of(const body_reservation& reservation) const noexcept
{
    return reservation.memory_ <= total_ / 128 ? small : large;
}

owner_account& body_budget::open_account(std::string_view owner)
{
    const std::lock_guard lock{mutex_};
    auto                  position = accounts_.find(owner);
    if (position == accounts_.end())
    {
        position    = accounts_.try_emplace(std::string{owner}).first;
        auto& added = position->second;
        added.owner = position->first;
        for (auto& queue : added.queues) queue.account = &added;
    }
    ++position->second.reservations;
    return position->second;
}

void body_budget::close_account(owner_account& account)
{
    if (--account.reservations == 0 && accounts_.size() > max_idle_accounts)
        accounts_.erase(accounts_.find(account.owner));
}

void body_budget::enqueue(body_reservation& reservation)
{
    const auto size  = class_of(reservation);
    auto&      queue = reservation.account_.queues[size];
    queue.reservations.push_back(reservation);
    if (!queue.is_linked()) turns_[size].push_back(queue);
}

void body_budget::dequeue(body_reservation& reservation)
{
    const auto size  = class_of(reservation);
    auto&      queue = reservation.account_.queues[size];
    queue.reservations.erase(queue.reservations.iterator_to(reservation));
    if (queue.reservations.empty()) turns_[size].erase(turns_[size].iterator_to(queue));
}

void body_budget::grant(body_reservation& reservation)
{
    dequeue(reservation);
    available_ -= reservation.memory_;
    least_available_ = std::min(least_available_, available_);
    reservation.account_.reserved += reservation.memory_;
    reservation.granted_.store(true, std::memory_order_release);
    if (reservation.on_granted_) reservation.on_granted_();
}

void body_budget::grant_waiting()
{
    for (auto& queues : turns_) grant_waiting(queues);
}

/// Passes over owners at their limit. The next of the others keeps its turn until there is memory, so that it is not
/// overtaken forever.
void body_budget::grant_waiting(turns& queues)
{
    const auto may_hold_more = [this](const owner_queue& queue) {
        return queue.account->reserved + queue.reservations.front().memory_ <= owner_limit_;
    };
    for (;;)
    {
        const auto turn = std::ranges::find_if(queues, may_hold_more);
        if (turn == queues.end() || turn->reservations.front().memory_ > available_) return;
        auto& next = turn->reservations.front();
        queues.splice(queues.end(), queues, turn);
        grant(next);
    }
}

void body_budget::set_memory(body_reservation& reservation, std::size_t memory)
{
    available_ += reservation.memory_;
    reservation.account_.reserved += memory - reservation.memory_; // unsigned: wraps to a subtraction
    reservation.memory_ = memory;
    available_ -= memory;
    least_available_ = std::min(least_available_, available_);
}

body_reservation::body_reservation(std::shared_ptr<body_budget> budget, std::string_view owner, std::size_t body_bytes)
    : budget_{std::move(budget)}
    , account_{budget_->open_account(owner)}
    , memory_{budget_->memory_for(body_bytes)}
{
    const std::lock_guard lock{budget_->mutex_};
    budget_->enqueue(*this);
    budget_->grant_waiting();
}

body_reservation::~body_reservation()
{
    const std::lock_guard lock{budget_->mutex_};
    if (granted_) budget_->set_memory(*this, 0);
    else budget_->dequeue(*this);
    budget_->grant_waiting();
    budget_->close_account(account_);
}

bool body_reservation::notify(std::function<void()> on_granted)
{
    const std::lock_guard lock{budget_->mutex_};
    if (granted_) return false;
    on_granted_ = std::move(on_granted);
    return true;
}

bool body_reservation::try_grow_to(std::size_t body_bytes) { return try_hold(budget_->memory_for(body_bytes)); }

bool body_reservation::try_hold(std::size_t bytes)
{
    const std::lock_guard lock{budget_->mutex_};
    const auto            memory = std::max(memory_, bytes);
    const auto            added  = memory - memory_;
    if (!granted_ || added > budget_->available_ || account_.reserved + added > budget_->owner_limit_) return false;
    budget_->set_memory(*this, memory);
    return true;
}

void body_reservation::shrink_to(std::size_t body_bytes)
{
    const std::lock_guard lock{budget_->mutex_};
    const auto            memory = budget_->memory_for(body_bytes);
    if (!granted_ || memory >= memory_) return;
    budget_->set_memory(*this, memory);
    budget_->grant_waiting();
}

} // namespace verbatim::core::http
