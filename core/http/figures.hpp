#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace verbatim::core::http {

/// What has happened on the server's connections since it was made.
struct figures
{
    std::uint64_t open      = 0; ///< connections now
    std::uint64_t accepted  = 0; ///< connections, the turned away included
    std::uint64_t overload  = 0; ///< connections turned away, being over NETWORK_MAX_CONNECTIONS
    std::uint64_t requests  = 0; ///< requests handed to the handler
    std::uint64_t malformed = 0; ///< 400 and 431
    std::uint64_t timed_out = 0; ///< 408, and clients that did not take a reply
    std::uint64_t crowded   = 0; ///< large bodies that were refused since there was no room for them in time
    std::uint64_t held      = 0; ///< bytes of large bodies now
    std::uint64_t left      = 0; ///< clients that went away while their request was being answered
    std::uint64_t tls       = 0; ///< handshakes that failed
};

/// A figure that one thread raises and any thread reads.
class tally
{
public:
    void          raise() noexcept { value_.store(read() + 1, std::memory_order_relaxed); }
    std::uint64_t read() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// One I/O thread's figures.
struct tallies
{
    tally accepted, overload, requests, malformed, timed_out, crowded, left, tls;
};

/// How many connections are open on all threads, and a wait for their end. [any thread]
class population
{
public:
    enum class place
    {
        seat,     ///< within the limit
        doorstep, ///< over it: may be told so, and leaves
        none,     ///< over even that
    };

    explicit population(std::size_t limit) noexcept
        : limit_{limit}
    {}

    /// Except for `none`, the place is given back by `leave`.
    place enter();
    void  leave();

    std::size_t count() const;

    /// Whether all had left by then.
    bool wait_until_empty(std::chrono::steady_clock::time_point until);

private:
    const std::size_t       limit_;
    mutable std::mutex      guard_;
    std::condition_variable left_;
    std::size_t             count_ = 0;
};

} // namespace verbatim::core::http
