#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

namespace verbatim::testing {

/// Runs tasks to their end; a fixture. Throws std::logic_error when a task does not end within a minute, or leaves work
/// behind.
class event_loop
{
public:
    /// Returns or throws what the task returns or throws.
    template <class T>
    T run(sdk::task<T> task)
    {
        std::optional<T> returned;
        finish(store_result(std::move(task), returned));
        return std::move(*returned);
    }
    void run(sdk::task<> task) { finish(std::move(task)); }

    /// The error with which the task ends. Throws std::logic_error without one.
    template <class T>
    sdk::error error_of(sdk::task<T> task)
    {
        try
        {
            run(std::move(task));
        }
        catch (const sdk::error& thrown)
        {
            return thrown;
        }
        throw std::logic_error{"the task ended without an error"};
    }

    boost::asio::io_context& context() noexcept { return context_; }

    /// Cancels later tasks after so many turns of the loop, as the host does when a client disconnects, and
    /// calls `on_cancel` as soon as the task is cancelled.
    void cancel_after(std::size_t turns, std::function<void()> on_cancel = {})
    {
        cancelled_turn_ = turns;
        on_cancel_      = std::move(on_cancel);
    }

    /// Leaves time out of the turn that runs, such as that of work of another thread.
    void exclude(std::chrono::nanoseconds time) noexcept { excluded_ += time; }

    /// Of the last task: the turns, and the longest one without the excluded time.
    std::size_t              turns() const noexcept { return turns_; }
    std::chrono::nanoseconds longest_turn() const noexcept { return longest_turn_; }

private:
    template <class T>
    static sdk::task<> store_result(sdk::task<T> task, std::optional<T>& returned)
    {
        returned.emplace(co_await std::move(task));
    }
    void finish(sdk::task<> task);

    boost::asio::cancellation_signal cancellation_;
    boost::asio::io_context          context_{1};
    std::optional<std::size_t>       cancelled_turn_;
    std::function<void()>            on_cancel_;
    std::size_t                      turns_ = 0;
    std::chrono::nanoseconds         longest_turn_{0};
    std::chrono::nanoseconds         excluded_{0}; ///< of the present turn
};

} // namespace verbatim::testing
