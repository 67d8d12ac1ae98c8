#pragma once

#include "http/settings.hpp"
#include "http/statistics.hpp"
#include "http/timeouts.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace verbatim::core::exec {
class threads;
}

namespace verbatim::core::http {

class body_budget;
class connection_limit;
class handler;
class io_worker;

/// Serves HTTP/1.1 (and 1.0) on one endpoint: a listener on each I/O thread, connections that never leave theirs.
/// Framing, limits and timeouts are its own; what a request means is the handler's.
///
/// Threads and handler outlive it. It is destroyed while the threads run, or after they have stopped.
class server
{
public:
    /// Reads the TLS files and binds. Throws std::runtime_error with one sentence that names the setting at fault.
    server(settings network, exec::threads& threads, handler& request_handler, connection_timeouts timeouts = {});

    /// Ends at once what is still running: `drain` without patience.
    ~server();

    server(const server&)            = delete;
    server& operator=(const server&) = delete;

    /// The port it listens on, also when the system chose it. [any thread]
    std::uint16_t port() const noexcept { return port_; }

    /// Begins to accept. Connections made since construction have been waiting.
    void start();

    /// No new connection is taken from now on; those there are go on. Returns at once. [any thread]
    void stop_accepting();

    /// Stops accepting, closes idle connections, lets running exchanges finish and closes each connection after its
    /// reply; what is left at the deadline is cancelled. Returns when all connections are gone, or five seconds after
    /// the deadline if a handler ignores its cancellation. Whether nothing was cut off. [not an I/O thread] [may wait]
    bool drain(std::chrono::steady_clock::time_point deadline);

    /// Reads certificate and key again for connections to come. Throws like the constructor, and then the old ones
    /// stay. Does nothing without TLS. [any thread]
    void reload_tls();

    /// [any thread]
    struct server_statistics statistics() const;

    /// For how long the I/O thread that is the furthest behind has not come round; well under a second unless something
    /// holds it. Means nothing before `start`. [any thread]
    std::chrono::steady_clock::duration longest_stall() const;

private:
    void bind_all();

    template <class Action>
    void post_to_workers(Action action);

    const settings                          network_;
    exec::threads&                          threads_;
    std::shared_ptr<connection_limit>       connection_limit_;
    std::shared_ptr<body_budget>            body_memory_;
    std::vector<std::shared_ptr<io_worker>> workers_;
    std::uint16_t                           port_ = 0;
};

} // namespace verbatim::core::http
