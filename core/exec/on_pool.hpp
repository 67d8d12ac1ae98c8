#pragma once

#include "exec/compute_pool.hpp"

#include "verbatim/sdk/task.hpp"

#include <boost/asio/thread_pool.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace verbatim::core::exec {

/// Runs CPU-bound work on the thread pool, resumes on the caller's executor, and rethrows the work's exception. The
/// work is borrowed until then.
using pool_runner = std::function<sdk::task<>(const std::function<void()>&)>;

/// Runs `work` on the pool and resumes on the awaiting coroutine's executor. Exceptions of `work` are rethrown there.
///
/// Running work is not interrupted: a cancelled call waits for its end, and its next wait throws. `work` may therefore
/// refer to the awaiting frame, as long as the pool is joined before the coroutine's io_context is destroyed. A caller
/// that stops waiting for the coroutine earlier must keep its frame alive: gateway/deadline.hpp.
sdk::task<> run_on_pool(compute_pool& pool, std::function<void()> work);
sdk::task<> run_on_pool(boost::asio::thread_pool& pool, std::function<void()> work);

/// The same for work that can stop early: when the call is cancelled, `stop` is requested at once, on the call's own
/// thread.
sdk::task<> run_on_pool(boost::asio::thread_pool& pool, std::function<void()> work, std::stop_source stop);

/// The same for work that returns a value.
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

/// Offsets at which the slices of a long computation over texts begin, and the end. Each slice except the last holds
/// at least `bytes` of neighbouring texts, so that all take about the same time and a cancelled call ends after the
/// current one. Without texts there is no slice.
inline std::vector<std::size_t> slice_boundaries(std::span<const std::string_view> texts, std::size_t bytes)
{
    std::vector<std::size_t> boundaries{0};
    std::size_t              slice_bytes = 0;
    for (std::size_t n = 0; n != texts.size(); ++n)
    {
        slice_bytes += texts[n].size() + 1;
        if (slice_bytes < bytes && n + 1 != texts.size()) continue;
        boundaries.push_back(n + 1);
        slice_bytes = 0;
    }
    return boundaries;
}

} // namespace verbatim::core::exec
