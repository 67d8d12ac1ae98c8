#pragma once

#include "exec/threads.hpp"
#include "http/message.hpp"
#include "http/server.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace verbatim::core::http::testing {

/// Answers by path, and remembers what it was asked.
///
/// /fast        at once
/// /fast/big    at once, 300 KiB
/// /echo        the body, of at most 1 MiB
/// /small       the body, of at most 10 bytes
/// /large       how long the body is, of at most 2 MiB
/// /unread      without reading the body
/// /tell        what the head held
/// /wait        when it is cancelled, or `release` is called
/// /body-wait   the same after the body was read
/// /large-wait  the same after a body of at most 2 MiB was read
/// /fault       with an exception
class scripted_handler final : public handler
{
public:
    std::optional<response> immediate_response(const request_head& head) override;
    sdk::task<response>     respond(exchange& exchange) override;
    response                refuse(int status) override;

    /// Targets in the order in which they came. [any thread]
    std::vector<std::string> paths() const;

    /// Lets the waiting answers go on. [any thread]
    void release() { released_ = true; }

    /// Waits until `count` answers are waiting, or have been cancelled.
    void until_waiting(int count) const { await(waiting_, count); }
    void until_cancelled(int count) const { await(cancelled_, count); }
    int  cancelled() const { return cancelled_; }

private:
    static void         await(const std::atomic<int>& counter, int count);
    sdk::task<response> wait();

    mutable std::mutex       mutex_;
    std::vector<std::string> paths_;
    std::atomic<bool>        released_{false};
    std::atomic<int>         waiting_{0};
    std::atomic<int>         cancelled_{0};
};

inline constexpr std::chrono::milliseconds never{std::chrono::hours{1}};

/// Timeouts that no test reaches.
inline connection_timeouts long_timeouts()
{
    return {.head = never, .stall = never, .body_memory = never, .idle = never, .linger = never};
}

settings on_any_port();

/// A server on the loopback with a port of its own, running until it is destroyed.
struct running_server
{
    explicit running_server(connection_timeouts timeouts = long_timeouts(), settings network = on_any_port(),
                            std::size_t cores = 1);

    scripted_handler handler;
    exec::threads    threads;
    server           http_server;

    std::uint16_t port() const { return http_server.port(); }
};

} // namespace verbatim::core::http::testing
