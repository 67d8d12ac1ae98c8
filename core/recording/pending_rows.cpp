#include "recording/pending_rows.hpp"

#include "exec/preallocated_handler.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace verbatim::core::recording {

namespace asio = boost::asio;

namespace {

/// Resumes a waiting coroutine by a timer, which expires at the deadline or when its expiry is moved to the past.
struct wakeup
{
    wakeup(const asio::any_io_executor& executor, std::chrono::steady_clock::time_point deadline)
        : timer{executor, deadline}
    {}

    asio::steady_timer         timer;   ///< used on the executor's thread only
    exec::preallocated_handler handler; ///< memory for the post to that thread
};

} // namespace

void flush_waiter::row_added() noexcept
{
    const std::scoped_lock lock{mutex_};
    ++added_;
}

void flush_waiter::rows_flushed(std::uint64_t count) noexcept
{
    const std::scoped_lock lock{mutex_};
    flushed_ += count;
    const auto due =
        std::partition(waiters_.begin(), waiters_.end(), [&](const waiter& entry) { return entry.target > flushed_; });
    for (auto entry = due; entry != waiters_.end(); ++entry)
        entry->wake(); // only posts, so nothing re-enters this object
    waiters_.erase(due, waiters_.end());
}

void flush_waiter::row_lost() noexcept
{
    const std::scoped_lock lock{mutex_};
    lost_ = true;
}

bool flush_waiter::is_stored(std::uint64_t target) noexcept
{
    const std::scoped_lock lock{mutex_};
    return flushed_ >= target && !lost_;
}

bool flush_waiter::add_waiter(const void* id, const std::function<void()>& wake)
{
    const std::scoped_lock lock{mutex_};
    if (flushed_ >= added_) return false;
    waiters_.push_back({added_, id, wake});
    return true;
}

void flush_waiter::remove_waiter(const void* id) noexcept
{
    const std::scoped_lock lock{mutex_};
    std::erase_if(waiters_, [&](const waiter& entry) { return entry.id == id; });
}

sdk::task<bool> flush_waiter::wait(std::chrono::steady_clock::time_point deadline)
{
    std::uint64_t target = 0;
    {
        const std::scoped_lock lock{mutex_};
        if (flushed_ >= added_) co_return !lost_;
        target = added_;
    }
    const auto executor = co_await asio::this_coro::executor;
    // A cancelled call waits too: its rows must be durable as well.
    const bool throws_when_cancelled = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false);

    // The recorder's thread posts to the executor, because a timer must be used by one thread only.
    const auto                  signal = std::make_shared<wakeup>(executor, deadline);
    const std::function<void()> wake   = [signal] {
        signal->handler.post(signal->timer.get_executor(),
                               [signal] { signal->timer.expires_at(asio::steady_timer::time_point::min()); });
    };
    // rows_flushed() wakes and removes a waiter under one lock, so after removal no other thread uses `signal`.
    struct waiter_removal
    {
        flush_waiter& owner;
        const wakeup* id;
        ~waiter_removal() { owner.remove_waiter(id); }
    };
    const waiter_removal removal{*this, signal.get()};
    if (add_waiter(signal.get(), wake))
    {
        boost::system::error_code error;
        const auto                token = asio::redirect_error(asio::use_awaitable, error);
        co_await signal->timer.async_wait(asio::bind_cancellation_slot(asio::cancellation_slot{}, token));
    }
    co_await asio::this_coro::throw_if_cancelled(throws_when_cancelled);
    co_return is_stored(target);
}

} // namespace verbatim::core::recording
