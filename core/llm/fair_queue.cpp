#include "llm/fair_queue.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>

namespace verbatim::core::llm {

namespace asio = boost::asio;

/// A waiter in its line. However the wait ends, also by the destruction of the waiting frame, the line forgets it, and
/// a slot that was meant for it goes on to the next.
class fair_queue::place
{
public:
    place(fair_queue& queue, std::string_view tenant, std::shared_ptr<waiter> who)
        : queue_{queue}
        , tenant_{tenant}
        , who_{std::move(who)}
    {
        queue_.join(tenant_, who_);
    }
    place(const place&)            = delete;
    place& operator=(const place&) = delete;
    ~place()
    {
        if (!left_) queue_.leave(tenant_, who_);
    }

    std::optional<slot> take()
    {
        const std::lock_guard hold{queue_.guard_};
        if (!who_->served) return std::nullopt;
        left_ = true;
        return slot{queue_};
    }

private:
    fair_queue&             queue_;
    std::string_view        tenant_;
    std::shared_ptr<waiter> who_;
    bool                    left_ = false;
};

fair_queue::fair_queue(std::size_t capacity)
    : capacity_{std::max<std::size_t>(capacity, 1)}
{}

sdk::task<std::optional<fair_queue::slot>> fair_queue::enter(std::string_view                      tenant,
                                                             std::chrono::steady_clock::time_point until)
{
    if (take_free_slot()) co_return slot{*this};

    const auto home = co_await asio::this_coro::executor;
    const auto who  = std::make_shared<waiter>(home, until);
    place      mine{*this, tenant, who};
    co_await who->alarm.async_wait(asio::as_tuple(asio::use_awaitable));

    if (auto served = mine.take()) co_return served;
    const auto state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    co_return std::nullopt;
}

std::size_t fair_queue::waiting() const
{
    const std::lock_guard hold{guard_};
    std::size_t           count = 0;
    for (const auto& each : lanes_) count += each.waiting.size();
    return count;
}

std::size_t fair_queue::in_flight() const
{
    const std::lock_guard hold{guard_};
    return in_flight_;
}

bool fair_queue::take_free_slot()
{
    const std::lock_guard hold{guard_};
    if (in_flight_ == capacity_) return false; // nobody waits while there is a free one
    ++in_flight_;
    return true;
}

void fair_queue::join(std::string_view tenant, const std::shared_ptr<waiter>& who)
{
    const std::lock_guard hold{guard_};
    auto                  found = by_tenant_.find(tenant);
    if (found == by_tenant_.end())
    {
        lanes_.push_back({std::string{tenant}, {}});
        found = by_tenant_.emplace(std::string{tenant}, std::prev(lanes_.end())).first;
    }
    found->second->waiting.push_back(who);
    // A slot may have come free since it was asked for.
    if (in_flight_ < capacity_) serve_next();
}

void fair_queue::leave(std::string_view tenant, const std::shared_ptr<waiter>& who) noexcept
{
    const std::lock_guard hold{guard_};
    if (who->served)
    {
        --in_flight_;
        serve_next();
        return;
    }
    const auto found = by_tenant_.find(tenant);
    auto&      line  = found->second->waiting;
    std::erase(line, who);
    if (!line.empty()) return;
    lanes_.erase(found->second);
    by_tenant_.erase(found);
}

void fair_queue::give_back() noexcept
{
    const std::lock_guard hold{guard_};
    --in_flight_;
    serve_next();
}

/// Under the lock, so that a waiter cannot be gone before the wake-up is on its way.
void fair_queue::serve_next() noexcept
{
    if (lanes_.empty()) return;
    auto& turn = lanes_.front();
    auto  next = std::move(turn.waiting.front());
    turn.waiting.pop_front();
    if (turn.waiting.empty())
    {
        by_tenant_.erase(by_tenant_.find(turn.tenant));
        lanes_.pop_front();
    }
    else lanes_.splice(lanes_.end(), lanes_, lanes_.begin());

    ++in_flight_;
    next->served = true;
    // An expiry in the past ends a wait that has begun and one that has not.
    auto& call = next->call;
    auto  home = next->alarm.get_executor();
    call.post(home, [next = std::move(next)] { next->alarm.expires_at(std::chrono::steady_clock::time_point::min()); });
}

} // namespace verbatim::core::llm
