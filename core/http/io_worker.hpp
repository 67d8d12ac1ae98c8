#pragma once

#include "http/connection_limit.hpp"
#include "http/descriptor_reserve.hpp"
#include "http/statistics.hpp"
#include "http/timeouts.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/intrusive/list.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
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

/// An instant that one thread sets and any thread reads.
class shared_instant
{
public:
    explicit shared_instant(instant value) noexcept
        : ticks_{value.time_since_epoch().count()}
    {}
    shared_instant& operator=(instant value) noexcept
    {
        ticks_.store(value.time_since_epoch().count(), std::memory_order_relaxed);
        return *this;
    }
    instant get() const noexcept { return instant{instant::duration{ticks_.load(std::memory_order_relaxed)}}; }

private:
    std::atomic<instant::rep> ticks_;
};

/// A connection as its worker sees it, from `io_worker::add_connection` to `io_worker::remove_connection`.
class connection : public boost::intrusive::list_base_hook<>
{
public:
    connection()                             = default;
    connection(const connection&)            = delete;
    connection& operator=(const connection&) = delete;
    virtual ~connection()                    = default;

    /// Called a few times a second to enforce timeouts. May destroy the connection.
    virtual void on_tick(instant now) = 0;

    /// Closes the connection after the current response or, if it is idle, unless a request arrives soon.
    virtual void drain() = 0;

    /// Responds 503 to the current request, which is cancelled, and closes the connection.
    virtual void cut_off() = 0;

    /// Cancels the current request and closes the connection.
    virtual void abort() = 0;

    /// Closes the connection to make room for another. False: it is already closed, or busy with a request and not
    /// `even_if_busy`.
    virtual bool close_for_another(bool even_if_busy) = 0;

    /// While the worker's thread is blocked: ends the connection if it is idle, so that its client opens another one,
    /// if a timeout or the deadline of its request has passed, or if all are cut off. Whether it has ended. Under the
    /// lock of the worker. [any thread]
    virtual bool end_if_due(instant now, bool cuts_off) = 0;
};

/// The part of the server that runs on one I/O thread: a listener, connections and a clock. All members except the
/// constructor, `listen` and those marked [any thread] are used on that thread only. Connections keep it alive.
class io_worker : public std::enable_shared_from_this<io_worker>
{
public:
    io_worker(boost::asio::io_context& context, handler& request_handler, const connection_timeouts& timeouts,
              std::shared_ptr<connection_limit> limit, std::shared_ptr<body_budget> body_memory,
              std::shared_ptr<boost::asio::ssl::context> tls, bool replaces_connections);

    /// Binds to an endpoint that all workers share. [before start]
    void listen(const boost::asio::ip::tcp::endpoint& address, boost::system::error_code& failure);
    boost::asio::ip::tcp::endpoint endpoint() const;

    void start();

    /// From now on a response to POST closes its connection.
    void retire() noexcept { retiring_ = true; }

    /// Closes the listener soon, when no handshake is under way and its queue is empty: no connection is reset.
    void stop_accepting();

    /// Calls `listener_closed` when no further connection will be accepted: at once if `immediately`.
    void drain(bool immediately, std::function<void()> listener_closed);
    void cut_off_all();
    void abort_all();

    /// Stops the clock; nothing is called afterwards.
    void stop_clock();

    /// For new connections.
    void use_tls(std::shared_ptr<boost::asio::ssl::context> tls) { tls_ = std::move(tls); }

    boost::asio::io_context&   context() noexcept { return context_; }
    handler&                   request_handler() noexcept { return request_handler_; }
    const connection_timeouts& timeouts() const noexcept { return timeouts_; }
    worker_counters&           counters() noexcept { return counters_; }

    const std::shared_ptr<body_budget>& body_memory() const noexcept { return body_memory_; }
    bool                                retiring() const noexcept { return retiring_; }
    bool                                draining() const noexcept { return draining_; }
    bool                                cutting_off() const noexcept { return cutting_off_; }
    std::string_view                    date() const noexcept { return date_; }

    /// When this thread last updated its clock, which it does a few times a second. [any thread]
    instant last_tick() const noexcept
    {
        return instant{instant::duration{last_tick_.load(std::memory_order_relaxed)}};
    }

    /// The end of a timeout that begins now, rounded up by one tick.
    instant deadline_after(std::chrono::milliseconds delay) const noexcept { return now_ + tick_interval_ + delay; }

    /// The end of the wait for the next request.
    instant idle_deadline() const noexcept
    {
        return deadline_after(draining_ ? std::min(timeouts_.idle, timeouts_.drain_idle) : timeouts_.idle);
    }

    /// The end of the wait for a client that should close its side.
    instant linger_deadline() const noexcept
    {
        return deadline_after(draining_ ? std::min(timeouts_.linger, timeouts_.drain_idle) : timeouts_.linger);
    }

    /// For the next byte of a transfer that began at `started`: the stall timeout from now on, and the minimum rate
    /// over the whole transfer.
    instant progress_deadline(instant started, std::size_t transferred) const noexcept
    {
        const auto earned = std::chrono::milliseconds{transferred * 1000 / timeouts_.min_rate};
        return std::min(deadline_after(timeouts_.stall), started + timeouts_.stall + earned);
    }

    void add_connection(connection& connection);
    void remove_connection(connection& connection);

    /// Held while a socket that other threads may use ends. [any thread]
    std::mutex& lock_of_sockets() noexcept { return sockets_; }

    // In place of this thread, while it is blocked. [any thread]

    /// Ends the connections that are due. Their number.
    std::size_t end_due_connections(instant now, bool cuts_off);

    /// For a poll only; -1 if it is closed.
    int listener_descriptor();

    /// Of a connection that waits in the queue of the listener; -1 if none does.
    int accept_in_place();

    /// The listener gets no further connection.
    void close_listener_in_place();

    /// Serves a connection that was accepted in place of another worker. Returns at once. [any thread]
    void take_over(int descriptor);

private:
    void accept_next();
    void on_accept(const boost::system::error_code& failure, socket peer);
    void admit_or_refuse(socket peer);
    void admit(socket peer);
    void refuse(socket peer);
    void close_listener();
    void await_connection();
    void accept_later();
    bool accept_with_reserve();
    bool close_one_for_another();
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
    const bool                                 replaces_connections_;
    descriptor_reserve                         reserve_;
    boost::asio::ip::tcp                       protocol_ = boost::asio::ip::tcp::v4();
    acceptor                                   listener_;
    timer                                      tick_timer_;
    timer                                      accept_retry_timer_;
    timer                                      listener_timer_; ///< when the listener closes
    std::function<void()>                      on_listener_closed_;
    instant                                    now_;
    std::atomic<instant::rep>                  last_tick_ = 0; ///< now_, for other threads
    std::time_t                                date_time_ = 0;
    std::string                                date_;
    bool                                       retiring_         = false;
    bool                                       draining_         = false;
    bool                                       cutting_off_      = false;
    bool                                       listener_closing_ = false;
    worker_counters                            counters_;

    std::mutex sockets_; ///< guards changes of the list, and the ends of the listener and of the connections' sockets
    boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>> connections_;
};

} // namespace verbatim::core::http
