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
class outlet
{
public:
    struct limits
    {
        std::size_t               held    = 8 << 20; ///< bytes; then lines of no weight are dropped
        std::size_t               reserve = 1 << 20; ///< bytes more for weighty lines
        std::chrono::milliseconds gather{2};         ///< pause after a write, in which lines gather for the next one
        std::chrono::milliseconds patience{2'000};   ///< longest wait of the destructor
    };

    /// The descriptor is borrowed.
    explicit outlet(int descriptor);
    outlet(int descriptor, limits bounds);
    outlet(const outlet&)            = delete;
    outlet& operator=(const outlet&) = delete;
    /// Writes what is held, for as long as the limit's patience lasts.
    ~outlet();

    /// Takes one whole line. False when it was dropped. `weighty` lines (warnings, errors) may use the reserve. [any
    /// thread] [never waits]
    bool take(std::string_view line, bool weighty);

    /// Waits until everything taken before has been written or given up, at most `longest`. Whether it was. [any
    /// thread] [waits]
    bool flush(std::chrono::milliseconds longest);

    /// Lines that were dropped since the last call.
    std::uint64_t forget_dropped() noexcept;

    /// Lines that were dropped since the start.
    std::uint64_t dropped() const noexcept { return all_dropped_.load(std::memory_order_relaxed); }

private:
    void run();
    bool write_out(std::string_view text);
    bool is_over();

    const int    descriptor_;
    const limits limits_;
    const bool   is_file_; ///< takes any size at once; pipes and terminals are fed by what they take without blocking

    std::mutex                            guard_;
    std::condition_variable               wake_;
    std::condition_variable               written_;
    std::string                           held_;
    std::uint64_t                         taken_       = 0; ///< bytes, since the start
    std::uint64_t                         done_        = 0; ///< bytes written or given up
    std::atomic<std::uint64_t>            dropped_     = 0; ///< lines not told of yet
    std::atomic<std::uint64_t>            all_dropped_ = 0; ///< lines
    bool                                  stop_        = false;
    std::chrono::steady_clock::time_point last_moment_{};
    std::thread                           thread_; ///< last: it uses all of the above
};

} // namespace verbatim::core::log
