#include "http/server.hpp"

#include "exec/threads.hpp"
#include "http/body_budget.hpp"
#include "http/lane.hpp"
#include "http/message.hpp"
#include "http/tls.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <latch>
#include <stdexcept>
#include <string>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

tcp::endpoint resolve(const settings& from, asio::io_context& context)
{
    boost::system::error_code failure;
    tcp::resolver             names{context};
    const auto found = names.resolve(from.host, std::to_string(from.port), tcp::resolver::passive, failure);
    if (failure || found.empty())
        throw std::runtime_error{from.host_setting +
                                 " is neither an address of this machine nor a name that resolves to one"};
    return found.begin()->endpoint();
}

[[noreturn]] void cannot_listen(const settings& from, const boost::system::error_code& failure)
{
    const auto port = from.port_setting + " " + std::to_string(from.port);
    if (failure == asio::error::address_in_use)
        throw std::runtime_error{port + " is in use by another program on this address"};
    if (failure == asio::error::access_denied) throw std::runtime_error{port + " may not be listened on by this user"};
    if (failure == boost::system::errc::address_not_available)
        throw std::runtime_error{from.host_setting + " is no address of this machine"};
    throw std::runtime_error{from.host_setting + " and " + from.port_setting +
                             " cannot be listened on: " + failure.message()};
}

/// SO_REUSEPORT would let a second server of the same user share the port in silence and take every other connection.
void require_free(const settings& from, const tcp::endpoint& where, asio::io_context& context)
{
    if (where.port() == 0) return;
    boost::system::error_code failure;
    tcp::acceptor             alone{context};
    alone.open(where.protocol(), failure);
    if (!failure) alone.set_option(asio::socket_base::reuse_address{true}, failure);
    if (!failure) alone.bind(where, failure);
    if (!failure) alone.listen(1, failure);
    if (failure) cannot_listen(from, failure);
}

} // namespace

server::server(settings chosen, exec::threads& threads, handler& answers, timeouts patience)
    : chosen_{std::move(chosen)}
    , threads_{threads}
    , all_{std::make_shared<population>(chosen_.max_connections)}
    , bodies_{std::make_shared<body_budget>(chosen_.max_body_memory)}
{
    const auto tls = make_tls(chosen_);
    for (std::size_t n = 0; n != threads_.size(); ++n)
        lanes_.push_back(std::make_shared<lane>(threads_.context(n), answers, patience, all_, bodies_, tls));
    bind_all();
}

server::~server()
{
    drain(std::chrono::steady_clock::now());
    on_each_lane([](lane& one) { one.shut(); });
}

void server::bind_all()
{
    auto where = resolve(chosen_, threads_.context(0));
    require_free(chosen_, where, threads_.context(0));
    for (const auto& each : lanes_)
    {
        boost::system::error_code failure;
        each->listen(where, failure);
        if (failure) cannot_listen(chosen_, failure);
        where = each->endpoint(); // with the port the system chose, the rest share it
    }
    port_ = where.port();
}

void server::start()
{
    on_each_lane([](lane& one) { one.start(); });
}

void server::stop_accepting()
{
    on_each_lane([](lane& one) { one.stop_accepting(); });
}

bool server::drain(std::chrono::steady_clock::time_point deadline)
{
    const auto told = std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(lanes_.size()));
    on_each_lane([told](lane& one) {
        one.stop_accepting();
        one.wind_down();
        told->count_down();
    });
    if (!threads_.running()) return all_->count() == 0;
    told->wait(); // until then a connection may still wait in a listener's queue, counted nowhere
    if (all_->wait_until_empty(deadline)) return true;

    on_each_lane([](lane& one) { one.abort_all(); });
    constexpr std::chrono::seconds for_cancellation{5};
    all_->wait_until_empty(std::max(deadline, std::chrono::steady_clock::now()) + for_cancellation);
    return false;
}

void server::reload_tls()
{
    const auto fresh = make_tls(chosen_);
    on_each_lane([fresh](lane& one) { one.use_tls(fresh); });
}

struct figures server::figures() const
{
    struct figures sum;
    sum.open = all_->count();
    sum.held = bodies_->held();
    for (const auto& each : lanes_)
    {
        const auto& part = each->figures();
        sum.accepted += part.accepted.read();
        sum.overload += part.overload.read();
        sum.requests += part.requests.read();
        sum.malformed += part.malformed.read();
        sum.timed_out += part.timed_out.read();
        sum.crowded += part.crowded.read();
        sum.left += part.left.read();
        sum.tls += part.tls.read();
    }
    return sum;
}

std::chrono::steady_clock::duration server::longest_silence() const
{
    const auto now    = std::chrono::steady_clock::now();
    auto       oldest = now;
    for (const auto& each : lanes_) oldest = std::min(oldest, each->last_look());
    return now - oldest;
}

template <class Action>
void server::on_each_lane(Action act)
{
    for (const auto& each : lanes_) asio::post(each->context(), [each, act] { act(*each); });
}

} // namespace verbatim::core::http
