#pragma once

#include "http/connection_limit.hpp"
#include "http/statistics.hpp"
#include "http/timeouts.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/intrusive/list.hpp>

#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::http {

class body_budget;
class handler;

using instant  = std::chrono::steady_clock::time_point;
using executor = boost::asio::io_context::executor_type;
using socket   = boost::asio::basic_stream_socket<boost::asio::ip::tcp, executor>;
using acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, executor>;
using timer    = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                boost::asio::wait_traits<std::chrono::steady_clock>, executor>;

inline constexpr instant never = instant::max();

/// A connection as its worker sees it. Leaves the worker's list when it is destroyed.
class connection : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>
{
public:
    connection()                             = default;
    connection(const connection&)            = delete;
    connection& operator=(const connection&) = delete;
    virtual ~connection()                    = default;

    /// Called a few times a second; ends what has waited too long. May destroy the connection.
    virtual void on_tick(instant now) = 0;

    /// Closes it if it is idle, else after the reply under way.
    virtual void drain() = 0;

    /// Cancels what is being answered and closes it.
    virtual void abort() = 0;
};

/// One I/O thread's share of the server: its listener, its connections and its clock. Everything but the constructor
/// and `listen` happens on that thread. Connections keep it alive.
class io_worker : public std::enable_shared_from_this<io_worker>
{
public:
    io_worker(boost::asio::io_context& context, handler& request_handler, const connection_timeouts& timeouts,
              std::shared_ptr<connection_limit> limit, std::shared_ptr<body_budget> body_memory,
              std::shared_ptr<boost::asio::ssl::context> tls);

    /// Binds to an endpoint that several lanes share. [before start]
    void listen(const boost::asio::ip::tcp::endpoint& address, boost::system::error_code& failure);
    boost::asio::ip::tcp::endpoint endpoint() const;

    void start();

    /// Takes what waits in the listener's queue, then closes it, so that nobody who was let in is cut off.
    void stop_accepting();
    void drain();
    void abort_all();

    /// Ends the clock; the last thing asked of a lane.
    void stop_clock();

    /// For connections made from now on.
    void use_tls(std::shared_ptr<boost::asio::ssl::context> tls) { tls_ = std::move(tls); }

    boost::asio::io_context&   context() noexcept { return context_; }
    handler&                   request_handler() noexcept { return request_handler_; }
    const connection_timeouts& timeouts() const noexcept { return timeouts_; }
    worker_counters&           counters() noexcept { return counters_; }

    const std::shared_ptr<body_budget>& body_memory() const noexcept { return body_memory_; }
    bool                                draining() const noexcept { return draining_; }
    std::string_view                    date() const noexcept { return date_; }

    /// When this thread last looked at its clock, which it does a few times a second. [any thread]
    instant last_tick() const noexcept
    {
        return instant{instant::duration{last_tick_.load(std::memory_order_relaxed)}};
    }

    /// When something that begins now has taken this long.
    instant deadline_after(std::chrono::milliseconds delay) const noexcept { return now_ + tick_interval_ + delay; }

    void add_connection(connection& connection) { connections_.push_back(connection); }
    void release_connection() { limit_->release(); }

private:
    void accept_next();
    void on_accept(const boost::system::error_code& failure, socket peer);
    void admit(socket peer);
    void update_clock();
    void tick();

    template <class Action>
    void for_each_connection(Action action);

    boost::asio::io_context&                   context_;
    handler&                                   request_handler_;
    const connection_timeouts                  timeouts_;
    const std::chrono::milliseconds            tick_interval_;
    std::shared_ptr<connection_limit>          limit_;
    std::shared_ptr<body_budget>               body_memory_;
    std::shared_ptr<boost::asio::ssl::context> tls_;
    acceptor                                   listener_;
    timer                                      tick_timer_;
    timer                                      accept_retry_timer_;
    instant                                    now_;
    std::atomic<instant::rep>                  last_tick_ = 0; ///< now_, for other threads
    std::time_t                                date_time_ = 0;
    std::string                                date_;
    bool                                       draining_ = false;
    worker_counters                            counters_;

    boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>> connections_;
};

} // namespace verbatim::core::http
