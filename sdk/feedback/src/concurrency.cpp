#include "verbatim/feedback/concurrency.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <utility>

namespace verbatim::feedback {

namespace asio = boost::asio;

sdk::task<bool> run_until(std::chrono::steady_clock::time_point deadline, sdk::task<> work)
{
    if (std::chrono::steady_clock::now() >= deadline) co_return false;
    const auto         executor = co_await asio::this_coro::executor;
    asio::steady_timer timer{executor, deadline};

    auto race = asio::experimental::make_parallel_group(asio::co_spawn(executor, std::move(work), asio::deferred),
                                                        timer.async_wait(asio::deferred));
    auto [order, failure, timer_error] =
        co_await race.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);

    if (!failure) co_return true; // also if it finished while being cancelled
    if (order[0] == 0) std::rethrow_exception(failure);
    // The timer ended first. An error code means that the call was cancelled.
    if (timer_error) throw boost::system::system_error{timer_error};
    co_return false;
}

void fan_out_setting(sdk::schema_builder& schema, fan_out& settings)
{
    schema
        .optional("ANALYZE_MAX_CONCURRENT_CHUNKS", settings.limit,
                  "Maximum concurrent model calls of a request, for chunks of an analysis and judges of code paths.")
        .at_least(1);
}

} // namespace verbatim::feedback
