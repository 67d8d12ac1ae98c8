#pragma once

#include "exec/threads.hpp"
#include "http/message.hpp"
#include "http/server.hpp"
#include "settings/setting_problem.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace verbatim::core::http::testing {

/// Responds by path, and records the paths.
///
/// /fast        at once
/// /fast/big    at once, 300 KiB
/// /fast/huge   at once, 32 MiB
/// /echo        the body, at most 1 MiB
/// /small       the body, at most 10 bytes
/// /hold        200 if the memory is granted that the body states in digits
/// /large       the length of the body, at most 2 MiB
/// /unread      without reading the body
/// /tell        the content of the head
/// /trace       request id and trace headers
/// /wait        after `release`, unless cancelled
/// /late        the same, and should have responded long ago
/// /block       after `unblock`, until when it holds the thread; should have responded long ago
/// /body-wait   the same after reading the body
/// /large-wait  the same after reading a body of at most 2 MiB
/// /fault       throws
/// /stream      "first ", after `release` "second ", "third"
/// /stream/huge 64 KiB a thousand times
/// /stream/fault "first ", then throws
class scripted_handler final : public handler
{
public:
    std::optional<response> immediate_response(const request_head& head) override;
    sdk::task<response>     respond(exchange& exchange) override;
    response                refuse(int status) override;
    response                respond_late(std::string_view request_id, bool is_cut_off) override;

    /// Paths in the order of the requests. [any thread]
    std::vector<std::string> paths() const;

    /// Ends the wait of all requests. [any thread]
    void release() { released_ = true; }

    /// Ends the holds of all threads. [any thread]
    void unblock() { unblocked_ = true; }

    /// Waits until `count` requests wait or hold a thread, or were cancelled.
    void until_waiting(int count) const { await(waiting_, count); }
    void until_blocking(int count) const { await(blocking_, count); }
    void until_cancelled(int count) const { await(cancelled_, count); }
    int  cancelled() const { return cancelled_; }

private:
    static void         await(const std::atomic<int>& counter, int count);
    sdk::task<response> wait();
    response            block();
    sdk::task<response> stream(exchange& exchange);

    mutable std::mutex       mutex_;
    std::vector<std::string> paths_;
    std::atomic<bool>        released_{false};
    std::atomic<bool>        unblocked_{false};
    std::atomic<int>         blocking_{0};
    std::atomic<int>         waiting_{0};
    std::atomic<int>         cancelled_{0};
};

inline constexpr std::chrono::milliseconds never{std::chrono::hours{1}};

/// Timeouts that never expire in a test, except the wait of a drain for requests on idle connections.
inline connection_timeouts long_timeouts()
{
    return {.head        = never,
            .stall       = never,
            .body        = never,
            .body_memory = never,
            .idle        = never,
            .linger      = never,
            .drain_idle  = std::chrono::milliseconds{20}};
}

/// On the loopback interface, with a port that the system chooses.
settings on_any_port();

/// The problem that the construction of a server throws; empty when it succeeds.
core::settings::setting_problem start_problem(const settings& network);

/// A server on the loopback interface with a port of its own; runs until destroyed.
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
