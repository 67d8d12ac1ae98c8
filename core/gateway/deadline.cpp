#include "gateway/deadline.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <utility>

namespace verbatim::core::gateway {

namespace asio = boost::asio;

namespace {

/// Shared by the work and the coroutine that waits for it, so that either may end first.
struct running_work
{
    running_work(const asio::any_io_executor& executor, std::shared_ptr<abandonment_observer> informed)
        : wakeup{executor}
        , observer{std::move(informed)}
    {}

    void finish(std::exception_ptr error, sdk::erased_value value)
    {
        finished = true;
        if (abandoned) return observer->on_late_end();
        failure = std::move(error);
        result  = std::move(value);
        wakeup.cancel();
    }

    asio::steady_timer                    wakeup; ///< of the waiting coroutine
    asio::cancellation_signal             cancellation;
    std::shared_ptr<abandonment_observer> observer;
    bool                                  finished  = false;
    bool                                  abandoned = false;
    std::exception_ptr                    failure;
    sdk::erased_value                     result;
};

void start(sdk::task<sdk::erased_value> work, const asio::any_io_executor& executor,
           const std::shared_ptr<running_work>& state)
{
    auto ended = [state, executor](std::exception_ptr failure, sdk::erased_value result) {
        state->finish(std::move(failure), std::move(result));
        // The frame uses its cancellation slot until this returns.
        if (state->abandoned) asio::post(executor, [state] {});
    };
    asio::co_spawn(executor, std::move(work),
                   asio::bind_cancellation_slot(state->cancellation.slot(), std::move(ended)));
}

} // namespace

sdk::task<sdk::erased_value> run_with_deadline(std::chrono::steady_clock::time_point deadline,
                                               asio::any_io_executor executor, sdk::task<sdk::erased_value> work,
                                               std::shared_ptr<abandonment_observer> observer,
                                               std::chrono::milliseconds             grace)
{
    const auto own_executor          = co_await asio::this_coro::executor;
    const auto own_cancellation      = co_await asio::this_coro::cancellation_state;
    const bool throws_when_cancelled = co_await asio::this_coro::throw_if_cancelled();
    if (own_cancellation.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    co_await asio::this_coro::throw_if_cancelled(false); // a cancelled call waits for its work, too

    const auto state = std::make_shared<running_work>(own_executor, std::move(observer));
    start(std::move(work), executor, state);
    state->wakeup.expires_at(deadline);
    if (!state->finished) co_await state->wakeup.async_wait(asio::as_tuple(asio::use_awaitable));

    const bool in_time   = state->finished;
    const bool cancelled = own_cancellation.cancelled() != asio::cancellation_type::none;
    if (!in_time)
    {
        state->wakeup.expires_after(grace);
        state->cancellation.emit(asio::cancellation_type::all);
        if (!state->finished) co_await state->wakeup.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_await asio::this_coro::throw_if_cancelled(throws_when_cancelled);

    if (!state->finished)
    {
        state->abandoned = true;
        state->observer->on_abandoned();
        if (cancelled) throw boost::system::system_error{asio::error::operation_aborted};
    }
    if (!in_time && !cancelled) throw sdk::error{sdk::errc::analysis_timeout};
    if (state->failure) std::rethrow_exception(state->failure);
    co_return std::move(state->result);
}

} // namespace verbatim::core::gateway
