#pragma once

#include "http/settings.hpp"
#include "http/statistics.hpp"
#include "http/timeouts.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace verbatim::core::exec {
class threads;
}

namespace boost::asio::ssl {
class context;
}

namespace verbatim::core::http {

class body_budget;
class connection_limit;
class handler;
class io_worker;
class worker_watch;

/// Serves HTTP/1.1 (and 1.0) on one endpoint. Each I/O thread has a listener; a connection never changes its thread.
/// The server enforces framing, limits and timeouts; the handler makes the responses.
///
/// Threads and handler outlive it. It is destroyed while the threads run, or after they have stopped.
class server
{
public:
    /// Throws settings::setting_error if a server could not bind its address now. Leaves nothing bound.
    static void require_bindable(const settings& network);

    /// Reads the TLS files and binds. Throws settings::setting_error.
    server(settings network, exec::threads& threads, handler& request_handler, connection_timeouts timeouts = {});

    /// Closes everything at once, like `drain` with a deadline in the past.
    ~server();

    server(const server&)            = delete;
    server& operator=(const server&) = delete;

    /// The port, also when the system chose it. [any thread]
    std::uint16_t port() const noexcept { return port_; }

    /// Starts to accept. Connections made since construction have been waiting. `on_look`: called a few times a second
    /// by a thread that waits for no I/O thread, until the destructor begins.
    void start(std::function<void()> on_look = [] {});

    /// From now on a response to POST closes its connection, so that the client connects to another server. Other
    /// connections stay open. Returns at once. [any thread]
    void retire();

    /// Closes the listeners soon; established connections continue. No connection is reset: handshakes that have begun
    /// complete. Returns at once. [any thread]
    void stop_accepting();

    /// Stops accepting, lets current requests finish and closes each connection after its response. Closes idle
    /// connections unless a request arrives within `drain_idle`. At the deadline, or earlier if `cut` is requested,
    /// requests that run are cancelled and get 503. Returns when all connections are closed, at the latest three
    /// seconds after that. False: something was cut off. [not an I/O thread] [may wait]
    bool drain(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut = {});

    /// Reads certificate and key again for new connections. Throws like the constructor and then keeps the old ones.
    /// Does nothing without TLS. [any thread]
    void reload_tls();

    /// When the certificate for new connections expires; none without TLS. [any thread]
    std::optional<std::chrono::sys_seconds> certificate_expiry() const noexcept;

    /// The budget of all bodies of this server. [any thread]
    const std::shared_ptr<body_budget>& body_memory() const noexcept { return body_memory_; }

    /// [any thread]
    struct server_statistics statistics() const;

    /// Whether all I/O threads are blocked: no request is served. [any thread]
    bool is_blocked() const noexcept;

private:
    void                                       bind_all();
    std::shared_ptr<boost::asio::ssl::context> read_tls_files();
    bool close_listeners(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut);

    template <class Action>
    void post_to_workers(Action action);

    const settings                          network_;
    exec::threads&                          threads_;
    std::shared_ptr<connection_limit>       connection_limit_;
    std::shared_ptr<body_budget>            body_memory_;
    std::vector<std::shared_ptr<io_worker>> workers_;
    std::unique_ptr<worker_watch>           watch_;
    std::uint16_t                           port_               = 0;
    std::atomic<std::int64_t>               certificate_expiry_ = 0; ///< seconds since the epoch; 0 without TLS
};

} // namespace verbatim::core::http
