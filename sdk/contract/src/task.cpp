#include "verbatim/sdk/task.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <vector>

namespace verbatim::sdk {

namespace asio = boost::asio;

namespace {

/// The state that the workers of one fan-out share. All of them run on the thread of their call.
struct fan_out
{
    std::size_t                               next  = 0;
    std::size_t                               count = 0;
    const std::function<task<>(std::size_t)>& step;
    std::exception_ptr                        first_failure;
};

task<> work(fan_out& shared)
{
    while (shared.next < shared.count && !shared.first_failure)
    {
        const auto index = shared.next++;
        try
        {
            co_await shared.step(index);
        }
        catch (...)
        {
            if (!shared.first_failure) shared.first_failure = std::current_exception();
        }
    }
}

} // namespace

task<> for_each_bounded(std::size_t count, std::size_t limit, const std::function<task<>(std::size_t)>& step)
{
    fan_out shared{.count = count, .step = step, .first_failure = {}};

    const auto                     executor = co_await asio::this_coro::executor;
    const auto                     start    = [&] { return asio::co_spawn(executor, work(shared), asio::deferred); };
    std::vector<decltype(start())> workers;
    for (std::size_t n = std::min(count, std::max<std::size_t>(limit, 1)); n != 0; --n) workers.push_back(start());
    if (workers.empty()) co_return;

    auto group = asio::experimental::make_parallel_group(std::move(workers));
    co_await group.async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
    if (shared.first_failure) std::rethrow_exception(shared.first_failure);
}

} // namespace verbatim::sdk
