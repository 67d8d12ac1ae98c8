#include "llm/fair_queue.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>

namespace verbatim::core::llm {

namespace asio = boost::asio;

/// A waiter's place in its queue. Its destructor removes the waiter, also when the coroutine is destroyed, and passes
/// an assigned slot on to the next waiter.
class fair_queue::queue_entry
{
public:
    queue_entry(fair_queue& queue, std::string_view tenant, std::shared_ptr<waiter> entry)
        : queue_{queue}
        , tenant_{tenant}
        , waiter_{std::move(entry)}
    {
        queue_.add(tenant_, waiter_);
    }
    queue_entry(const queue_entry&)            = delete;
    queue_entry& operator=(const queue_entry&) = delete;
    ~queue_entry()
    {
        if (!served_) queue_.remove(tenant_, waiter_);
    }

    std::optional<slot> take()
    {
        const std::lock_guard lock{queue_.mutex_};
        if (!waiter_->served) return std::nullopt;
        served_ = true;
        return slot{queue_};
    }

private:
    fair_queue&             queue_;
    std::string_view        tenant_;
    std::shared_ptr<waiter> waiter_;
    bool                    served_ = false;
};

fair_queue::fair_queue(std::size_t capacity)
    : capacity_{std::max<std::size_t>(capacity, 1)}
{}

sdk::task<std::optional<fair_queue::slot>> fair_queue::acquire(std::string_view                      tenant,
                                                               std::chrono::steady_clock::time_point deadline)
{
    if (take_free_slot()) co_return slot{*this};

    const auto  executor = co_await asio::this_coro::executor;
    const auto  entry    = std::make_shared<waiter>(executor, deadline);
    queue_entry position{*this, tenant, entry};
    co_await entry->timer.async_wait(asio::as_tuple(asio::use_awaitable));

    if (auto acquired = position.take()) co_return acquired;
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    co_return std::nullopt;
}

std::size_t fair_queue::waiting() const
{
    const std::lock_guard lock{mutex_};
    std::size_t           count = 0;
    for (const auto& queue : queues_) count += queue.waiters.size();
    return count;
}

std::size_t fair_queue::in_flight() const
{
    const std::lock_guard lock{mutex_};
    return in_flight_;
}

bool fair_queue::take_free_slot()
{
    const std::lock_guard lock{mutex_};
    if (in_flight_ == capacity_) return false; // while a slot is free, the queues are empty
    ++in_flight_;
    return true;
}

void fair_queue::add(std::string_view tenant, const std::shared_ptr<waiter>& entry)
{
    const std::lock_guard lock{mutex_};
    auto                  it = by_tenant_.find(tenant);
    if (it == by_tenant_.end())
    {
        queues_.push_back({std::string{tenant}, {}});
        it = by_tenant_.emplace(std::string{tenant}, std::prev(queues_.end())).first;
    }
    it->second->waiters.push_back(entry);
    // A slot may have been released since take_free_slot().
    if (in_flight_ < capacity_) serve_next();
}

void fair_queue::remove(std::string_view tenant, const std::shared_ptr<waiter>& entry) noexcept
{
    const std::lock_guard lock{mutex_};
    if (entry->served)
    {
        --in_flight_;
        serve_next();
        return;
    }
    const auto it      = by_tenant_.find(tenant);
    auto&      waiters = it->second->waiters;
    std::erase(waiters, entry);
    if (!waiters.empty()) return;
    queues_.erase(it->second);
    by_tenant_.erase(it);
}

void fair_queue::release() noexcept
{
    const std::lock_guard lock{mutex_};
    --in_flight_;
    serve_next();
}

/// Called with the lock held, so that a waiter cannot be destroyed before its wakeup is posted.
void fair_queue::serve_next() noexcept
{
    if (queues_.empty()) return;
    auto& queue = queues_.front();
    auto  entry = std::move(queue.waiters.front());
    queue.waiters.pop_front();
    if (queue.waiters.empty())
    {
        by_tenant_.erase(by_tenant_.find(queue.tenant));
        queues_.pop_front();
    }
    else queues_.splice(queues_.end(), queues_, queues_.begin());

    ++in_flight_;
    entry->served = true;
    // An expiry in the past ends the wait, also if it begins later.
    auto& wakeup   = entry->wakeup;
    auto  executor = entry->timer.get_executor();
    wakeup.post(executor,
                [next = std::move(entry)] { next->timer.expires_at(std::chrono::steady_clock::time_point::min()); });
}

} // namespace verbatim::core::llm
