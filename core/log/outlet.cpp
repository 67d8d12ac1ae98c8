#include "log/outlet.hpp"

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
    struct stat about
    {};
    return ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
}

} // namespace

outlet::outlet(int descriptor)
    : outlet{descriptor, limits{}}
{}

outlet::outlet(int descriptor, limits bounds)
    : descriptor_{descriptor}
    , limits_{bounds}
    , is_file_{is_regular_file(descriptor)}
    , thread_{[this] { run(); }}
{}

outlet::~outlet()
{
    {
        const std::lock_guard lock{guard_};
        stop_        = true;
        last_moment_ = std::chrono::steady_clock::now() + limits_.patience;
    }
    wake_.notify_one();
    thread_.join();
}

bool outlet::take(std::string_view line, bool weighty)
{
    bool was_empty = false;
    {
        const std::lock_guard lock{guard_};
        if (held_.size() + line.size() > limits_.held + (weighty ? limits_.reserve : 0))
        {
            ++dropped_;
            ++all_dropped_;
            return false;
        }
        was_empty = held_.empty();
        held_ += line;
        taken_ += line.size();
    }
    if (was_empty) wake_.notify_one();
    return true;
}

bool outlet::flush(std::chrono::milliseconds longest)
{
    std::unique_lock lock{guard_};
    const auto       target = taken_;
    return written_.wait_for(lock, longest, [&] { return done_ >= target; });
}

std::uint64_t outlet::forget_dropped() noexcept
{
    return dropped_.load(std::memory_order_relaxed) == 0 ? 0 : dropped_.exchange(0);
}

void outlet::run()
{
    // Signals are the main thread's; and a reader that went away is an error code here, not the end of the process.
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);

    std::string      under_way;
    std::unique_lock lock{guard_};
    while (true)
    {
        wake_.wait(lock, [&] { return stop_ || !held_.empty(); });
        if (held_.empty()) return;

        under_way.swap(held_);
        lock.unlock();
        write_out(under_way);
        lock.lock();
        done_ += under_way.size();
        written_.notify_all();
        under_way.clear();
        wake_.wait_for(lock, limits_.gather, [&] { return stop_; });
    }
}

bool outlet::is_over()
{
    const std::lock_guard lock{guard_};
    return stop_ && std::chrono::steady_clock::now() >= last_moment_;
}

bool outlet::write_out(std::string_view text)
{
    while (!text.empty())
    {
        auto portion = text.size();
        if (!is_file_)
        {
            // A descriptor that polls as writable takes PIPE_BUF bytes without blocking; more could hold this thread
            // for ever.
            pollfd     one{descriptor_, POLLOUT, 0};
            const auto ready = ::poll(&one, 1, 50);
            if (ready <= 0)
            {
                if (is_over()) return false;
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
        if ((errno == EINTR || errno == EAGAIN) && !is_over()) continue;
        return false; // reader gone, disk full: these lines are given up, the next ones are tried again
    }
    return true;
}

} // namespace verbatim::core::log
