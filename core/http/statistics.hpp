#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace verbatim::core::http {

/// What has happened on the server's connections since it was made.
struct server_statistics
{
    std::uint64_t open                 = 0; ///< connections now
    std::uint64_t accepted             = 0; ///< connections, the turned away included
    std::uint64_t rejected             = 0; ///< connections turned away, being over NETWORK_MAX_CONNECTIONS
    std::uint64_t requests             = 0; ///< requests handed to the handler
    std::uint64_t malformed            = 0; ///< 400 and 431
    std::uint64_t timed_out            = 0; ///< 408, and clients that did not take a reply
    std::uint64_t body_memory_timeouts = 0; ///< large bodies that were refused since there was no room for them in time
    std::uint64_t body_memory_reserved = 0; ///< bytes of large bodies now
    std::uint64_t client_disconnects   = 0; ///< clients that went away while their request was being answered
    std::uint64_t tls_failures         = 0; ///< handshakes that failed
};

/// A figure that one thread raises and any thread reads.
class counter
{
public:
    void          increment() noexcept { value_.store(value() + 1, std::memory_order_relaxed); }
    std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// One I/O thread's figures.
struct worker_counters
{
    counter accepted, rejected, requests, malformed, timed_out, body_memory_timeouts, client_disconnects, tls_failures;
};

/// How many connections are open on all threads, and a wait for their end. [any thread]
class connection_limit
{
public:
    enum class admission
    {
        admitted,   ///< within the limit
        over_limit, ///< over it: may be told so, and leaves
        dropped,    ///< over even that
    };

    explicit connection_limit(std::size_t limit) noexcept
        : limit_{limit}
    {}

    /// Except for `none`, the place is given back by `leave`.
    admission admit();
    void      release();

    std::size_t open() const;

    /// Whether all had left by then.
    bool wait_until_empty(std::chrono::steady_clock::time_point deadline);

private:
    const std::size_t       limit_;
    mutable std::mutex      mutex_;
    std::condition_variable empty_;
    std::size_t             open_ = 0;
};

} // namespace verbatim::core::http
