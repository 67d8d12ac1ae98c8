#include "gateway/deadline.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

sdk::task<sdk::erased_value> run_with_deadline(std::chrono::steady_clock::time_point deadline,
                                               sdk::task<sdk::erased_value>          work)
{
    const auto         executor = co_await asio::this_coro::executor;
    asio::steady_timer timer{executor, deadline};

    auto race = asio::experimental::make_parallel_group(asio::co_spawn(executor, std::move(work), asio::deferred),
                                                        timer.async_wait(asio::deferred));
    auto [order, failure, result, unused] =
        co_await race.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);

    if (order[0] == 1) throw sdk::error{sdk::errc::analysis_timeout};
    if (failure) std::rethrow_exception(failure);
    co_return std::move(result);
}

} // namespace verbatim::core::gateway
