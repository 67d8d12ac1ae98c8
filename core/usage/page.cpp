#include "usage/page.hpp"

#include "exec/set_aside.hpp"

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

namespace verbatim::core::usage {

namespace asio = boost::asio;

namespace {

/// What wakes a coroutine that waits.
struct bell
{
    bell(const asio::any_io_executor& home, std::chrono::steady_clock::time_point latest)
        : alarm{home, latest}
    {}

    asio::steady_timer alarm; ///< touched on its own thread only
    exec::set_aside    call;  ///< for the hop there
};

} // namespace

void page::came_in() noexcept
{
    const std::scoped_lock lock{guard_};
    ++in_;
}

void page::went_out(std::uint64_t rows) noexcept
{
    const std::scoped_lock lock{guard_};
    out_ += rows;
    const auto later =
        std::partition(waiting_.begin(), waiting_.end(), [&](const waiting& one) { return one.for_count > out_; });
    for (auto one = later; one != waiting_.end(); ++one) one->wake(); // only posts: nothing comes back here
    waiting_.erase(later, waiting_.end());
}

bool page::wait_or_return(const void* who, const std::function<void()>& wake)
{
    const std::scoped_lock lock{guard_};
    if (out_ >= in_) return false;
    waiting_.push_back({in_, who, wake});
    return true;
}

void page::forget(const void* who) noexcept
{
    const std::scoped_lock lock{guard_};
    std::erase_if(waiting_, [&](const waiting& one) { return one.who == who; });
}

sdk::task<> page::all_out(std::chrono::steady_clock::time_point latest)
{
    {
        const std::scoped_lock lock{guard_};
        if (out_ >= in_) co_return;
    }
    const auto executor = co_await asio::this_coro::executor;
    // A call that was cancelled meanwhile waits all the same: its rows are no less real.
    const bool before = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false);

    // Rung early by the recorder's thread, through the executor: a timer belongs to one thread.
    const auto                  mine = std::make_shared<bell>(executor, latest);
    const std::function<void()> wake = [mine] {
        mine->call.post(mine->alarm.get_executor(),
                        [mine] { mine->alarm.expires_at(asio::steady_timer::time_point::min()); });
    };
    // However the wait ends, this thread leaves last: went_out wakes and forgets under one lock.
    struct leaving
    {
        page&       from;
        const bell* who;
        ~leaving() { from.forget(who); }
    };
    const leaving end{*this, mine.get()};
    if (wait_or_return(mine.get(), wake))
    {
        boost::system::error_code rung;
        const auto                told = asio::redirect_error(asio::use_awaitable, rung);
        co_await mine->alarm.async_wait(asio::bind_cancellation_slot(asio::cancellation_slot{}, told));
    }
    co_await asio::this_coro::throw_if_cancelled(before);
}

} // namespace verbatim::core::usage
