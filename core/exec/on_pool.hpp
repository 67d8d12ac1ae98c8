#pragma once

#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace verbatim::core::exec {

/// Runs `work` on the pool and comes back to the awaiting coroutine's executor. What `work` throws is thrown there.
///
/// Work that has begun cannot be interrupted: a cancelled call waits for its end, and only its next wait is refused. So
/// what `work` refers to is safe in the awaiting frame, as long as the pool is joined before the coroutine's io_context
/// is destroyed.
sdk::task<> run_on_pool(boost::asio::thread_pool& pool, std::function<void()> work);

/// The same for work that gives a value.
template <class Work>
sdk::task<std::invoke_result_t<Work&>> on_pool(boost::asio::thread_pool& pool, Work work)
{
    using value = std::invoke_result_t<Work&>;
    if constexpr (std::is_void_v<value>)
    {
        std::function<void()> step = std::ref(work);
        co_await run_on_pool(pool, std::move(step));
    }
    else
    {
        std::optional<value>  given;
        std::function<void()> step = [&given, &work] { given.emplace(work()); };
        co_await run_on_pool(pool, std::move(step));
        co_return std::move(*given);
    }
}

} // namespace verbatim::core::exec
