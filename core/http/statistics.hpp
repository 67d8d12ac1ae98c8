#pragma once

#include <atomic>
#include <cstdint>

namespace verbatim::core::http {

/// Counters of a server since its construction.
struct server_statistics
{
    std::uint64_t open                 = 0; ///< connections now
    std::uint64_t accepted             = 0; ///< connections, the rejected included
    std::uint64_t rejected             = 0; ///< connections over a limit
    std::uint64_t rejected_by_address  = 0; ///< those over NETWORK_MAX_CONNECTIONS_PER_ADDRESS that got a 503
    std::uint64_t requests             = 0; ///< requests handed to the handler
    std::uint64_t malformed            = 0; ///< 400 and 431
    std::uint64_t timed_out            = 0; ///< 408, and clients that did not read a response
    std::uint64_t bodies_refused       = 0; ///< bodies without memory in time
    std::uint64_t body_memory_reserved = 0; ///< bytes reserved for bodies now
    std::uint64_t client_disconnects   = 0; ///< clients that disconnected before their response
    std::uint64_t tls_failures         = 0; ///< failed handshakes
    std::uint64_t blocked_threads      = 0; ///< I/O threads that are blocked now
    std::uint64_t ended_in_place       = 0; ///< connections of blocked threads that another thread has ended
};

/// A counter that one thread increments and any thread reads.
class counter
{
public:
    void          increment() noexcept { value_.store(value() + 1, std::memory_order_relaxed); }
    std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// The counters of one I/O thread.
struct worker_counters
{
    counter accepted, rejected, rejected_by_address, requests, malformed, timed_out, bodies_refused, client_disconnects,
        tls_failures;
};

} // namespace verbatim::core::http
