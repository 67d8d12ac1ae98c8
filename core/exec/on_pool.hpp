#pragma once

#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <functional>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace verbatim::core::exec {

/// Runs `work` on the pool and comes back to the awaiting coroutine's executor. What `work` throws is thrown there.
///
/// Work that has begun cannot be interrupted: a cancelled call waits for its end, and only its next wait is refused. So
/// what `work` refers to is safe in the awaiting frame, as long as the pool is joined before the coroutine's io_context
/// is destroyed.
sdk::task<> run_on_pool(boost::asio::thread_pool& pool, std::function<void()> work);

/// The same for work that can be broken off: when the call is cancelled, `end` is asked to stop at once, from the
/// call's own thread.
sdk::task<> run_on_pool(boost::asio::thread_pool& pool, std::function<void()> work, std::stop_source stop);

/// The same for work that gives a value.
template <class Work>
sdk::task<std::invoke_result_t<Work&>> on_pool(boost::asio::thread_pool& pool, Work work,
                                               std::stop_source stop = std::stop_source{std::nostopstate})
{
    using value = std::invoke_result_t<Work&>;
    if constexpr (std::is_void_v<value>)
    {
        std::function<void()> step = std::ref(work);
        co_await run_on_pool(pool, std::move(step), std::move(stop));
    }
    else
    {
        std::optional<value>  result;
        std::function<void()> step = [&result, &work] { result.emplace(work()); };
        co_await run_on_pool(pool, std::move(step), std::move(stop));
        co_return std::move(*result);
    }
}

} // namespace verbatim::core::exec
