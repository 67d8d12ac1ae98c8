#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace verbatim::core::log {

/// Carries lines to a file descriptor on a thread of its own. Whoever writes a line only copies it: nobody waits for a
/// reader of stdout that is slow, stopped or gone. What the descriptor does not take in time is held up to a bound and
/// then dropped, with a count; a server that answers without its log is worth more than one that stands still with it.
/// Lines that come close together leave in one write. A crash loses what the last few milliseconds wrote.
class async_sink
{
public:
    struct limits
    {
        std::size_t               max_bytes      = 8 << 20; ///< bytes; then lines of no weight are dropped
        std::size_t               reserved_bytes = 1 << 20; ///< bytes more for weighty lines
        std::chrono::milliseconds batch_delay{2}; ///< pause after a write, in which lines gather for the next one
        std::chrono::milliseconds shutdown_timeout{2'000}; ///< longest wait of the destructor
    };

    /// The descriptor is borrowed.
    explicit async_sink(int descriptor);
    async_sink(int descriptor, limits bounds);
    async_sink(const async_sink&)            = delete;
    async_sink& operator=(const async_sink&) = delete;
    /// Writes what is held, for as long as the limit's patience lasts.
    ~async_sink();

    /// Takes one whole line. False when it was dropped. `weighty` lines (warnings, errors) may use the reserve. [any
    /// thread] [never waits]
    bool write(std::string_view line, bool important);

    /// Waits until everything taken before has been written or given up, at most `longest`. Whether it was. [any
    /// thread] [waits]
    bool flush(std::chrono::milliseconds timeout);

    /// Lines that were dropped since the last call.
    std::uint64_t take_dropped() noexcept;

    /// Lines that were dropped since the start.
    std::uint64_t dropped() const noexcept { return total_drops_.load(std::memory_order_relaxed); }

private:
    void run();
    bool write_to_descriptor(std::string_view text);
    bool is_past_deadline();

    const int    descriptor_;
    const limits limits_;
    const bool   is_file_; ///< takes any size at once; pipes and terminals are fed by what they take without blocking

    std::mutex                            mutex_;
    std::condition_variable               wakeup_;
    std::condition_variable               flushed_;
    std::string                           buffer_;
    std::uint64_t                         accepted_bytes_   = 0; ///< bytes, since the start
    std::uint64_t                         finished_bytes_   = 0; ///< bytes written or given up
    std::atomic<std::uint64_t>            unreported_drops_ = 0; ///< lines not told of yet
    std::atomic<std::uint64_t>            total_drops_      = 0; ///< lines
    bool                                  stopping_         = false;
    std::chrono::steady_clock::time_point deadline_{};
    std::thread                           thread_; ///< last: it uses all of the above
};

} // namespace verbatim::core::log
