#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/io_context.hpp>

#include <exception>
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

private:
    template <class T>
    static sdk::task<> store_result(sdk::task<T> task, std::optional<T>& returned)
    {
        returned.emplace(co_await std::move(task));
    }
    void finish(sdk::task<> task);

    boost::asio::io_context context_{1};
};

} // namespace verbatim::testing
