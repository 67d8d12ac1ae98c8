#include "log/async_sink.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verbatim::core::log {

namespace {

bool is_regular_file(int descriptor)
{
    struct stat status
    {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

async_sink::async_sink(int descriptor)
    : async_sink{descriptor, limits{}}
{}

async_sink::async_sink(int descriptor, limits bounds)
    : descriptor_{descriptor}
    , limits_{bounds}
    , is_file_{is_regular_file(descriptor)}
    , thread_{[this] { run(); }}
{}

async_sink::~async_sink()
{
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
        deadline_ = std::chrono::steady_clock::now() + limits_.shutdown_timeout;
    }
    wakeup_.notify_one();
    thread_.join();
}

bool async_sink::write(std::string_view line, bool important)
{
    const bool accepted = append(line, important);
    if (!accepted) count_drops(1);
    return accepted;
}

bool async_sink::write_report(std::string_view line) { return append(line, true); }

void async_sink::count_drops(std::uint64_t lines) noexcept
{
    unreported_drops_ += lines;
    total_drops_ += lines;
}

/// False: there is no room.
bool async_sink::append(std::string_view line, bool important)
{
    bool wake = false;
    {
        const std::lock_guard lock{mutex_};
        if (buffer_.size() + line.size() > limits_.max_bytes + (important ? limits_.reserved_bytes : 0)) return false;
        wake = idle_ && buffer_.empty();
        buffer_ += line;
        accepted_bytes_ += line.size();
    }
    if (wake) wakeup_.notify_one();
    return true;
}

bool async_sink::flush(std::chrono::milliseconds timeout)
{
    std::unique_lock lock{mutex_};
    const auto       target = accepted_bytes_;
    return flushed_.wait_for(lock, timeout, [&] { return finished_bytes_ >= target; });
}

std::uint64_t async_sink::take_dropped() noexcept
{
    return failing_ || unreported_drops_.load(std::memory_order_relaxed) == 0 ? 0 : unreported_drops_.exchange(0);
}

void async_sink::run()
{
    // The main thread handles signals. With SIGPIPE blocked, a closed reader makes write() fail.
    sigset_t signals;
    ::sigfillset(&signals);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    std::string      batch;
    std::unique_lock lock{mutex_};
    while (true)
    {
        idle_ = true;
        wakeup_.wait(lock, [&] { return stopping_ || !buffer_.empty(); });
        idle_ = false;
        if (buffer_.empty()) return;

        batch.swap(buffer_);
        lock.unlock();
        const auto unwritten = write_to_descriptor(batch);
        failing_             = !unwritten.empty();
        count_drops(static_cast<std::uint64_t>(std::ranges::count(unwritten, '\n')));
        lock.lock();
        finished_bytes_ += batch.size();
        flushed_.notify_all();
        batch.clear();
        wakeup_.wait_for(lock, limits_.batch_delay, [&] { return stopping_; });
    }
}

bool async_sink::is_past_deadline()
{
    const std::lock_guard lock{mutex_};
    return stopping_ && std::chrono::steady_clock::now() >= deadline_;
}

/// Returns what the descriptor did not accept.
std::string_view async_sink::write_to_descriptor(std::string_view text)
{
    while (!text.empty())
    {
        auto portion = text.size();
        if (!is_file_)
        {
            // A writable pipe accepts PIPE_BUF bytes without blocking; a longer write could block this thread forever.
            pollfd     polled{descriptor_, POLLOUT, 0};
            const auto ready = ::poll(&polled, 1, 50);
            if (ready <= 0)
            {
                if (is_past_deadline()) return text;
                continue;
            }
            portion = std::min<std::size_t>(portion, PIPE_BUF);
        }
        const auto count = ::write(descriptor_, text.data(), portion);
        if (count > 0)
        {
            text.remove_prefix(static_cast<std::size_t>(count));
            continue;
        }
        if ((errno == EINTR || errno == EAGAIN) && !is_past_deadline()) continue;
        return text; // reader closed or disk full: discard these lines, try again with the next ones
    }
    return text;
}

} // namespace verbatim::core::log
