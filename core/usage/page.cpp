#include "usage/page.hpp"

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace verbatim::core::usage {

namespace asio = boost::asio;

void page::came_in() noexcept
{
    const std::scoped_lock lock{guard_};
    ++in_;
}

void page::went_out(std::uint64_t rows) noexcept
{
    std::vector<waiting> ready;
    {
        const std::scoped_lock lock{guard_};
        out_ += rows;
        const auto later =
            std::partition(waiting_.begin(), waiting_.end(), [&](const waiting& one) { return one.for_count > out_; });
        ready.assign(std::make_move_iterator(later), std::make_move_iterator(waiting_.end()));
        waiting_.erase(later, waiting_.end());
    }
    for (const waiting& one : ready) one.wake();
}

bool page::wait_or_return(const std::function<void()>& wake)
{
    const std::scoped_lock lock{guard_};
    if (out_ >= in_) return false;
    waiting_.push_back({in_, wake});
    return true;
}

sdk::task<> page::all_out()
{
    {
        const std::scoped_lock lock{guard_};
        if (out_ >= in_) co_return;
    }
    const auto executor = co_await asio::this_coro::executor;
    // A call that was cancelled meanwhile waits all the same: its rows are no less real.
    const bool before = co_await asio::this_coro::throw_if_cancelled();
    co_await asio::this_coro::throw_if_cancelled(false);

    auto begin = [this, executor]<class Handler>(Handler handler) {
        // The handler cannot be copied, and std::function wants that.
        auto waiter = std::make_shared<std::pair<Handler, asio::executor_work_guard<asio::any_io_executor>>>(
            std::move(handler), asio::make_work_guard(asio::any_io_executor{executor}));
        std::function<void()> wake = [waiter = std::move(waiter)] {
            auto on = waiter->second.get_executor();
            asio::post(on, std::move(waiter->first));
            waiter->second.reset();
        };
        if (!wait_or_return(wake)) wake();
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(std::move(begin), asio::use_awaitable);
    co_await asio::this_coro::throw_if_cancelled(before);
}

} // namespace verbatim::core::usage
