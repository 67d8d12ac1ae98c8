#pragma once

#include "verbatim/sdk/task.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <optional>
#include <thread>
#include <utility>

namespace verbatim::support {

/// Runs a task on its own thread. The destructor waits for it.
template <class T>
class running_task
{
public:
    explicit running_task(sdk::task<T> task)
    {
        boost::asio::co_spawn(
            context_, std::move(task),
            boost::asio::bind_cancellation_slot(signal_.slot(), [this](std::exception_ptr failed, T value) {
                failure_ = failed;
                if (!failed) value_.emplace(std::move(value));
            }));
        thread_ = std::thread{[this] { context_.run(); }};
    }
    ~running_task()
    {
        if (thread_.joinable()) thread_.join();
    }
    running_task(const running_task&)            = delete;
    running_task& operator=(const running_task&) = delete;

    void cancel()
    {
        boost::asio::post(context_, [this] { signal_.emit(boost::asio::cancellation_type::terminal); });
    }

    /// Waits for the task and returns its value or throws.
    T get()
    {
        thread_.join();
        if (failure_) std::rethrow_exception(failure_);
        return std::move(*value_);
    }

private:
    boost::asio::io_context          context_{1};
    boost::asio::cancellation_signal signal_;
    std::exception_ptr               failure_;
    std::optional<T>                 value_;
    std::thread                      thread_;
};

/// Runs a task on the calling thread until it ends.
template <class T>
T run(sdk::task<T> task)
{
    boost::asio::io_context context{1};
    std::exception_ptr      failure;
    std::optional<T>        result;
    boost::asio::co_spawn(context, std::move(task), [&](std::exception_ptr failed, T value) {
        failure = failed;
        if (!failed) result.emplace(std::move(value));
    });
    context.run();
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
}

} // namespace verbatim::support
