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

/// Writes lines to a file descriptor on its own thread, so that a slow, stopped or closed reader of stdout never blocks
/// a request. Writers only copy their line into a bounded buffer; lines that do not fit are dropped and counted. Lines
/// that arrive close together are written at once. A crash loses the lines of the last few milliseconds.
class async_sink
{
public:
    struct limits
    {
        std::size_t               max_bytes      = 8 << 20; ///< buffered bytes
        std::size_t               reserved_bytes = 1 << 20; ///< further bytes for important lines
        std::chrono::milliseconds batch_delay{2};           ///< pause after a write, to collect lines for the next one
        std::chrono::milliseconds shutdown_timeout{2'000};  ///< longest wait of the destructor
    };

    /// The descriptor is borrowed.
    explicit async_sink(int descriptor);
    async_sink(int descriptor, limits bounds);
    async_sink(const async_sink&)            = delete;
    async_sink& operator=(const async_sink&) = delete;
    /// Writes the buffered lines, for at most `shutdown_timeout`.
    ~async_sink();

    /// Buffers one whole line; false when it was dropped. `important` lines (warnings, errors) may use the reserved
    /// bytes. [any thread] [never waits]
    bool write(std::string_view line, bool important);

    /// Waits until all earlier lines were written or discarded; false when `timeout` passes first. [any thread] [waits]
    bool flush(std::chrono::milliseconds timeout);

    /// The same for a line about dropped lines: it is not counted when it is dropped.
    bool write_report(std::string_view line);

    /// Lines dropped since the previous call of this function, for a report; 0 while lines cannot be written.
    std::uint64_t take_dropped() noexcept;

    /// For a report that was dropped.
    void put_back_dropped(std::uint64_t lines) noexcept { unreported_drops_ += lines; }

    /// Lines dropped since the start, those included that the descriptor did not accept.
    std::uint64_t dropped() const noexcept { return total_drops_.load(std::memory_order_relaxed); }

private:
    void             run();
    bool             append(std::string_view line, bool important);
    void             count_drops(std::uint64_t lines) noexcept;
    std::string_view write_to_descriptor(std::string_view text);
    bool             is_past_deadline();

    const int    descriptor_;
    const limits limits_;
    const bool   is_file_; ///< a file accepts any size at once; pipes and terminals may block

    std::mutex                            mutex_;
    std::condition_variable               wakeup_;
    std::condition_variable               flushed_;
    std::string                           buffer_;
    std::uint64_t                         accepted_bytes_   = 0; ///< since the start
    std::uint64_t                         finished_bytes_   = 0; ///< written or discarded
    std::atomic<std::uint64_t>            unreported_drops_ = 0; ///< not yet returned by take_dropped
    std::atomic<std::uint64_t>            total_drops_      = 0;
    std::atomic<bool>                     failing_          = false; ///< the descriptor did not accept the last lines
    bool                                  stopping_         = false;
    bool                                  idle_             = false; ///< the thread waits for a line
    std::chrono::steady_clock::time_point deadline_{};
    std::thread                           thread_; ///< last, since it uses all members above
};

} // namespace verbatim::core::log
