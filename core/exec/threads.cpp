#include "exec/threads.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace verbatim::core::exec {

namespace asio = boost::asio;

std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

namespace {

/// Runs the context until it is stopped, even without work.
void run(asio::io_context& context)
{
    const auto work_guard = asio::make_work_guard(context);
    context.run();
}

} // namespace

threads::threads(std::size_t count, std::string_view name)
{
    // One thread per context; the hint avoids wake-ups of other threads.
    constexpr int one_thread = 1;
    for (std::size_t n = count != 0 ? count : cores(); n != 0; --n)
        contexts_.push_back(std::make_unique<asio::io_context>(one_thread));
    for (std::size_t n = 0; n != size(); ++n) activities_.emplace_back(std::string{name} + "-" + std::to_string(n));
    blocked_ = std::deque<std::atomic<std::chrono::milliseconds>>(size());
}

threads::~threads() { stop(); }

std::size_t threads::count_blocked() const noexcept
{
    return static_cast<std::size_t>(std::ranges::count_if(
        blocked_, [](const auto& time) { return time.load() != std::chrono::milliseconds::zero(); }));
}

void threads::start()
{
    running_threads_ = size();
    for (std::size_t n = 0; n != size(); ++n)
        workers_.emplace_back([this, n] {
            activities_[n].bind_to_current_thread();
            run(*contexts_[n]);
            const std::scoped_lock lock{mutex_};
            --running_threads_;
            thread_ended_.notify_all();
        });
}

void threads::stop() noexcept
{
    for (const auto& context : contexts_) context->stop();
    for (auto& worker : workers_) worker.join();
    workers_.clear();
}

bool threads::stop_until(std::chrono::steady_clock::time_point deadline)
{
    for (const auto& context : contexts_) context->stop();
    {
        std::unique_lock lock{mutex_};
        if (!thread_ended_.wait_until(lock, deadline, [&] { return running_threads_ == 0; })) return false;
    }
    stop();
    return true;
}

} // namespace verbatim::core::exec
