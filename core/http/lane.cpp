#include "http/lane.hpp"

#include "http/session.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;

namespace {

using reuse_port = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

/// A quarter of a second, or less when a test has no patience.
std::chrono::milliseconds tick_for(const timeouts& patience)
{
    const auto least = std::min({patience.head, patience.silence, patience.turn, patience.idle, patience.linger});
    return std::clamp(least / 4, std::chrono::milliseconds{1}, std::chrono::milliseconds{250});
}

/// In the one form RFC 9110 lets a server write; strftime would follow the process's locale.
std::string spell(std::time_t when)
{
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

    std::tm parts{};
    gmtime_r(&when, &parts);
    const auto two = [](int number) {
        return std::string{static_cast<char>('0' + number / 10 % 10), static_cast<char>('0' + number % 10)};
    };
    return std::string{days[static_cast<std::size_t>(parts.tm_wday)]} + ", " + two(parts.tm_mday) + " " +
           months[static_cast<std::size_t>(parts.tm_mon)] + " " + std::to_string(parts.tm_year + 1900) + " " +
           two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec) + " GMT";
}

/// Too many open files and the like: trying again at once would only burn the core.
bool is_shortage(const boost::system::error_code& failure)
{
    return failure == asio::error::no_descriptors || failure == asio::error::no_buffer_space ||
           failure == asio::error::no_memory || failure == boost::system::errc::too_many_files_open_in_system;
}

} // namespace

lane::lane(asio::io_context& context, handler& answers, const timeouts& patience, std::shared_ptr<population> all,
           std::shared_ptr<body_budget> bodies, std::shared_ptr<asio::ssl::context> tls)
    : context_{context}
    , answers_{answers}
    , patience_{patience}
    , tick_{tick_for(patience)}
    , all_{std::move(all)}
    , bodies_{std::move(bodies)}
    , tls_{std::move(tls)}
    , listener_{context}
    , clock_{context}
    , pause_{context}
{
    look_at_clock();
}

void lane::listen(const asio::ip::tcp::endpoint& where, boost::system::error_code& failure)
{
    listener_.open(where.protocol(), failure);
    if (!failure) listener_.set_option(asio::socket_base::reuse_address{true}, failure);
    if (!failure) listener_.set_option(reuse_port{true}, failure);
    if (!failure) listener_.bind(where, failure);
    if (!failure) listener_.listen(asio::socket_base::max_listen_connections, failure);
    if (!failure) listener_.non_blocking(true, failure);
}

asio::ip::tcp::endpoint lane::endpoint() const
{
    boost::system::error_code ignored;
    return listener_.local_endpoint(ignored);
}

void lane::start()
{
    tick();
    accept_next();
}

void lane::stop_accepting()
{
    boost::system::error_code failure;
    while (listener_.is_open())
    {
        socket peer{context_};
        listener_.accept(peer, failure);
        if (failure) break;
        receive(std::move(peer));
    }
    listener_.close(failure);
    pause_.cancel();
}

void lane::wind_down()
{
    winding_down_ = true;
    each_connection([](connection& one) { one.wind_down(); });
}

void lane::abort_all()
{
    each_connection([](connection& one) { one.abort(); });
}

void lane::shut() { clock_.cancel(); }

void lane::accept_next()
{
    listener_.async_accept(context_,
                           [self = shared_from_this()](const boost::system::error_code& failure, socket peer) {
                               self->accepted(failure, std::move(peer));
                           });
}

void lane::accepted(const boost::system::error_code& failure, socket peer)
{
    if (!failure) receive(std::move(peer));
    if (!listener_.is_open()) return;
    if (is_shortage(failure))
    {
        pause_.expires_after(std::chrono::milliseconds{100});
        pause_.async_wait([self = shared_from_this()](const boost::system::error_code&) {
            if (self->listener_.is_open()) self->accept_next();
        });
        return;
    }
    accept_next(); // any other failure is of one connection, gone before it was taken
}

void lane::receive(socket peer)
{
    figures_.accepted.raise();
    const auto given = all_->enter();
    if (given != population::place::seat) figures_.overload.raise();
    if (given == population::place::none) return;
    begin_session(shared_from_this(), std::move(peer), tls_, given == population::place::doorstep);
}

void lane::look_at_clock()
{
    now_ = std::chrono::steady_clock::now();
    looked_.store(now_.time_since_epoch().count(), std::memory_order_relaxed);
    const auto now = std::time(nullptr);
    if (now != dated_) date_ = spell(now);
    dated_ = now;
}

void lane::tick()
{
    clock_.expires_after(tick_);
    clock_.async_wait([self = shared_from_this()](const boost::system::error_code& failure) {
        if (failure) return;
        self->look_at_clock();
        self->each_connection([now = self->now_](connection& one) { one.look_at_clock(now); });
        self->tick();
    });
}

/// `act` may end the connection it is given, no other.
template <class Action>
void lane::each_connection(Action act)
{
    for (auto next = connections_.begin(); next != connections_.end();) act(*next++);
}

} // namespace verbatim::core::http
