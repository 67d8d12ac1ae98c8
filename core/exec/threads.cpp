#include "exec/threads.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>

namespace verbatim::core::exec {

namespace asio = boost::asio;

namespace {

std::size_t cores() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Runs the context until it is stopped, even without work.
void run(asio::io_context& context)
{
    const auto work_guard = asio::make_work_guard(context);
    context.run();
}

} // namespace

threads::threads(std::size_t count)
{
    // One thread per context; the hint avoids wake-ups of other threads.
    constexpr int one_thread = 1;
    for (std::size_t n = count != 0 ? count : cores(); n != 0; --n)
        contexts_.push_back(std::make_unique<asio::io_context>(one_thread));
}

threads::~threads() { stop(); }

void threads::start()
{
    for (const auto& entry : contexts_) workers_.emplace_back([&context = *entry] { run(context); });
}

void threads::stop() noexcept
{
    for (const auto& context : contexts_) context->stop();
    for (auto& worker : workers_) worker.join();
    workers_.clear();
}

} // namespace verbatim::core::exec
