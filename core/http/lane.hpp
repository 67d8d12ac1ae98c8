#pragma once

#include "http/figures.hpp"
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

/// A connection as its lane sees it. Leaves the lane's list when it is destroyed.
class connection : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>
{
public:
    connection()                             = default;
    connection(const connection&)            = delete;
    connection& operator=(const connection&) = delete;
    virtual ~connection()                    = default;

    /// Called a few times a second; ends what has waited too long. May destroy the connection.
    virtual void look_at_clock(instant now) = 0;

    /// Closes it if it is idle, else after the reply under way.
    virtual void wind_down() = 0;

    /// Cancels what is being answered and closes it.
    virtual void abort() = 0;
};

/// One I/O thread's share of the server: its listener, its connections and its clock. Everything but the constructor
/// and `listen` happens on that thread. Connections keep it alive.
class lane : public std::enable_shared_from_this<lane>
{
public:
    lane(boost::asio::io_context& context, handler& answers, const timeouts& patience, std::shared_ptr<population> all,
         std::shared_ptr<body_budget> bodies, std::shared_ptr<boost::asio::ssl::context> tls);

    /// Binds to an endpoint that several lanes share. [before start]
    void listen(const boost::asio::ip::tcp::endpoint& where, boost::system::error_code& failure);
    boost::asio::ip::tcp::endpoint endpoint() const;

    void start();

    /// Takes what waits in the listener's queue, then closes it, so that nobody who was let in is cut off.
    void stop_accepting();
    void wind_down();
    void abort_all();

    /// Ends the clock; the last thing asked of a lane.
    void shut();

    /// For connections made from now on.
    void use_tls(std::shared_ptr<boost::asio::ssl::context> tls) { tls_ = std::move(tls); }

    boost::asio::io_context& context() noexcept { return context_; }
    handler&                 answers() noexcept { return answers_; }
    const timeouts&          patience() const noexcept { return patience_; }
    tallies&                 figures() noexcept { return figures_; }

    const std::shared_ptr<body_budget>& bodies() const noexcept { return bodies_; }
    bool                                winding_down() const noexcept { return winding_down_; }
    std::string_view                    date() const noexcept { return date_; }

    /// When this thread last looked at its clock, which it does a few times a second. [any thread]
    instant last_look() const noexcept { return instant{instant::duration{looked_.load(std::memory_order_relaxed)}}; }

    /// When something that begins now has taken this long.
    instant in(std::chrono::milliseconds wait) const noexcept { return now_ + tick_ + wait; }

    void joins(connection& one) { connections_.push_back(one); }
    void leaves() { all_->leave(); }

private:
    void accept_next();
    void accepted(const boost::system::error_code& failure, socket peer);
    void receive(socket peer);
    void look_at_clock();
    void tick();

    template <class Action>
    void each_connection(Action act);

    boost::asio::io_context&                   context_;
    handler&                                   answers_;
    const timeouts                             patience_;
    const std::chrono::milliseconds            tick_;
    std::shared_ptr<population>                all_;
    std::shared_ptr<body_budget>               bodies_;
    std::shared_ptr<boost::asio::ssl::context> tls_;
    acceptor                                   listener_;
    timer                                      clock_;
    timer                                      pause_;
    instant                                    now_;
    std::atomic<instant::rep>                  looked_ = 0; ///< now_, for other threads
    std::time_t                                dated_  = 0;
    std::string                                date_;
    bool                                       winding_down_ = false;
    tallies                                    figures_;

    boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>> connections_;
};

} // namespace verbatim::core::http
