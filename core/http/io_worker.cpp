#include "http/io_worker.hpp"

#include "http/response_head.hpp"
#include "http/stream_session.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <linux/filter.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

using reuse_port = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

/// A quarter of a second, or less where a test uses short timeouts.
std::chrono::milliseconds tick_interval_for(const connection_timeouts& timeouts)
{
    const auto shortest = std::min({timeouts.head, timeouts.stall, timeouts.body, timeouts.body_memory, timeouts.idle,
                                    timeouts.linger, timeouts.drain_idle});
    return std::clamp(shortest / 4, std::chrono::milliseconds{1}, std::chrono::milliseconds{250});
}

/// Resource shortages, such as too many open files: an immediate retry would only use up CPU time.
bool is_resource_shortage(const boost::system::error_code& failure)
{
    return failure == asio::error::no_descriptors || failure == asio::error::no_buffer_space ||
           failure == asio::error::no_memory || failure == boost::system::errc::too_many_files_open_in_system;
}

/// For handshakes that have begun: the round trip to a client that is far away.
constexpr std::chrono::milliseconds time_for_handshakes{250};

/// Drops further SYN packets of a listener. Closing it would reset connections whose handshake is under way, and a
/// client may have sent its request by then. A client whose packet is dropped sends it again after a second, and is
/// then refused, which is no lost request. Without effect where the system has no such filters.
void reject_new_handshakes(acceptor& listener)
{
    constexpr std::uint32_t flags_offset = 13; // in a TCP header
    constexpr std::uint32_t syn          = 0x02;
    constexpr std::uint32_t ack          = 0x10;
    sock_filter             steps[]{{.code = BPF_LD | BPF_B | BPF_ABS, .jt = 0, .jf = 0, .k = flags_offset},
                                    {.code = BPF_ALU | BPF_AND | BPF_K, .jt = 0, .jf = 0, .k = syn | ack},
                                    {.code = BPF_JMP | BPF_JEQ | BPF_K, .jt = 0, .jf = 1, .k = syn},
                                    {.code = BPF_RET | BPF_K, .jt = 0, .jf = 0, .k = 0}, // drops the packet
                                    {.code = BPF_RET | BPF_K, .jt = 0, .jf = 0, .k = 0xFFFF'FFFF}};
    const sock_fprog        program{.len = static_cast<unsigned short>(std::size(steps)), .filter = steps};
    ::setsockopt(listener.native_handle(), SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

} // namespace

io_worker::io_worker(asio::io_context& context, handler& request_handler, const connection_timeouts& timeouts,
                     std::shared_ptr<connection_limit> limit, std::shared_ptr<body_budget> body_memory,
                     std::shared_ptr<asio::ssl::context> tls, bool replaces_connections)
    : context_{context}
    , request_handler_{request_handler}
    , timeouts_{timeouts}
    , tick_interval_{tick_interval_for(timeouts)}
    , limit_{std::move(limit)}
    , body_memory_{std::move(body_memory)}
    , tls_{std::move(tls)}
    , replaces_connections_{replaces_connections}
    , listener_{context}
    , tick_timer_{context}
    , accept_retry_timer_{context}
    , listener_timer_{context}
{
    update_clock();
    reserve_.fill();
}

void io_worker::listen(const asio::ip::tcp::endpoint& address, boost::system::error_code& failure)
{
    protocol_ = address.protocol();
    listener_.open(protocol_, failure);
    if (!failure) listener_.set_option(asio::socket_base::reuse_address{true}, failure);
    if (!failure) listener_.set_option(reuse_port{true}, failure);
    if (!failure) listener_.bind(address, failure);
    if (!failure) listener_.listen(asio::socket_base::max_listen_connections, failure);
    if (!failure) listener_.non_blocking(true, failure);
}

asio::ip::tcp::endpoint io_worker::endpoint() const
{
    boost::system::error_code ignored;
    return listener_.local_endpoint(ignored);
}

void io_worker::start()
{
    tick();
    accept_next();
}

void io_worker::stop_accepting()
{
    if (!listener_.is_open() || std::exchange(listener_closing_, true)) return;
    reject_new_handshakes(listener_);
    listener_timer_.expires_after(time_for_handshakes);
    listener_timer_.async_wait([self = shared_from_this()](const boost::system::error_code& failure) {
        if (!failure) self->close_listener();
    });
}

/// Accepts the connections that wait in the listener's queue before.
void io_worker::close_listener()
{
    boost::system::error_code failure;
    while (listener_.is_open())
    {
        socket peer{context_};
        listener_.accept(peer, failure);
        if (is_resource_shortage(failure) && accept_with_reserve()) continue;
        if (failure) break;
        admit_or_refuse(std::move(peer));
    }
    {
        const std::lock_guard lock{sockets_};
        listener_.close(failure);
    }
    accept_retry_timer_.cancel();
    listener_timer_.cancel();
    // Posted, because async_accept may have accepted a connection whose handler still waits in the queue.
    if (on_listener_closed_) asio::post(context_, std::exchange(on_listener_closed_, nullptr));
}

void io_worker::drain(bool immediately, std::function<void()> listener_closed)
{
    draining_           = true;
    on_listener_closed_ = std::move(listener_closed);
    if (immediately || !listener_.is_open()) close_listener();
    else stop_accepting();
    for_each_connection([](connection& connection) { connection.drain(); });
}

void io_worker::cut_off_all()
{
    cutting_off_ = true;
    for_each_connection([](connection& connection) { connection.cut_off(); });
}

void io_worker::abort_all()
{
    for_each_connection([](connection& connection) { connection.abort(); });
}

void io_worker::stop_clock() { tick_timer_.cancel(); }

void io_worker::accept_next()
{
    listener_.async_accept(context_,
                           [self = shared_from_this()](const boost::system::error_code& failure, socket peer) {
                               self->on_accept(failure, std::move(peer));
                           });
}

void io_worker::on_accept(const boost::system::error_code& failure, socket peer)
{
    if (!failure) admit_or_refuse(std::move(peer));
    if (!listener_.is_open()) return;
    if (is_resource_shortage(failure)) await_connection();
    else accept_next(); // any other failure concerns a connection that is already closed
}

/// For a shortage of descriptors, which async_accept reports even if no connection waits.
void io_worker::await_connection()
{
    listener_.async_wait(acceptor::wait_read, [self = shared_from_this()](const boost::system::error_code&) {
        if (!self->listener_.is_open()) return;
        if (self->accept_with_reserve()) self->accept_next();
        else self->accept_later();
    });
}

/// Retries when some descriptors may have been closed.
void io_worker::accept_later()
{
    if (replaces_connections_) close_one_for_another();
    accept_retry_timer_.expires_after(std::chrono::milliseconds{100});
    accept_retry_timer_.async_wait([self = shared_from_this()](const boost::system::error_code&) {
        if (self->listener_.is_open()) self->accept_next();
    });
}

/// False: no descriptor is left in the reserve, another thread has taken it, or no connection waits.
bool io_worker::accept_with_reserve()
{
    if (!reserve_.give_up()) return false;
    socket                    peer{context_};
    boost::system::error_code failure;
    listener_.accept(peer, failure);
    if (failure) reserve_.fill();
    else admit_or_refuse(std::move(peer));
    return !failure;
}

/// Refuses a connection while the reserve is not full, because the connection has a descriptor of the reserve then. A
/// listener that replaces connections admits it.
void io_worker::admit_or_refuse(socket peer)
{
    reserve_.fill();
    if (reserve_.is_full() || replaces_connections_) admit(std::move(peer));
    else refuse(std::move(peer));
}

/// Responds 503, because a request may need further descriptors.
void io_worker::refuse(socket peer)
{
    counters_.accepted.increment();
    counters_.rejected.increment();
    if (auto place = limit_->refuse()) begin_session(shared_from_this(), std::move(peer), tls_, std::move(*place));
}

void io_worker::admit(socket peer)
{
    counters_.accepted.increment();
    boost::system::error_code failure; // of a client that has disconnected
    auto                      place   = limit_->admit(peer.remote_endpoint(failure).address());
    const bool                is_full = place && place->admission() == connection_limit::admission::over_limit;
    if (is_full && replaces_connections_ && close_one_for_another()) place->admit_as_replacement();
    if (!place || place->admission() != connection_limit::admission::admitted) counters_.rejected.increment();
    if (!place) return;
    if (place->admission() == connection_limit::admission::over_limit_of_address)
        counters_.rejected_by_address.increment();
    begin_session(shared_from_this(), std::move(peer), tls_, std::move(*place));
}

/// The oldest one that is idle, or the oldest of all.
bool io_worker::close_one_for_another()
{
    const auto close_oldest = [this](bool even_if_busy) {
        return std::ranges::any_of(connections_,
                                   [&](connection& oldest) { return oldest.close_for_another(even_if_busy); });
    };
    return close_oldest(false) || close_oldest(true);
}

void io_worker::update_clock()
{
    now_ = std::chrono::steady_clock::now();
    last_tick_.store(now_.time_since_epoch().count(), std::memory_order_relaxed);
    const auto now = std::time(nullptr);
    if (now != date_time_) date_ = http_date(now);
    date_time_ = now;
}

void io_worker::tick()
{
    tick_timer_.expires_after(tick_interval_);
    tick_timer_.async_wait([self = shared_from_this()](const boost::system::error_code& failure) {
        if (failure) return;
        self->update_clock();
        self->reserve_.fill();
        self->for_each_connection([now = self->now_](connection& connection) { connection.on_tick(now); });
        self->tick();
    });
}

void io_worker::add_connection(connection& connection)
{
    const std::lock_guard lock{sockets_};
    connections_.push_back(connection);
}

void io_worker::remove_connection(connection& connection)
{
    const std::lock_guard lock{sockets_};
    connections_.erase(connections_.iterator_to(connection));
}

std::size_t io_worker::end_due_connections(instant now, bool cuts_off)
{
    const std::lock_guard lock{sockets_};
    return static_cast<std::size_t>(
        std::ranges::count_if(connections_, [=](connection& due) { return due.end_if_due(now, cuts_off); }));
}

int io_worker::listener_descriptor()
{
    const std::lock_guard lock{sockets_};
    return listener_.is_open() ? listener_.native_handle() : -1;
}

int io_worker::accept_in_place()
{
    const std::lock_guard lock{sockets_};
    if (!listener_.is_open()) return -1;
    return ::accept4(listener_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void io_worker::close_listener_in_place()
{
    const std::lock_guard lock{sockets_};
    if (listener_.is_open()) ::shutdown(listener_.native_handle(), SHUT_RDWR);
}

void io_worker::take_over(int descriptor)
{
    asio::post(context_, [self = shared_from_this(), descriptor] {
        socket                    peer{self->context_};
        boost::system::error_code failure;
        peer.assign(self->protocol_, descriptor, failure);
        if (failure) ::close(descriptor);
        else self->admit_or_refuse(std::move(peer));
    });
}

/// `action` may destroy the connection passed to it, but no other.
template <class Action>
void io_worker::for_each_connection(Action action)
{
    for (auto position = connections_.begin(); position != connections_.end();) action(*position++);
}

} // namespace verbatim::core::http
