#include "http/server.hpp"

#include "exec/threads.hpp"
#include "http/body_budget.hpp"
#include "http/io_worker.hpp"
#include "http/message.hpp"
#include "http/tls.hpp"
#include "http/worker_watch.hpp"
#include "settings/setting_problem.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <utility>

namespace verbatim::core::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

tcp::endpoint resolve(const settings& network, asio::io_context& context)
{
    boost::system::error_code failure;
    tcp::resolver             resolver{context};
    const auto                addresses =
        resolver.resolve(network.host, std::to_string(network.port), tcp::resolver::passive, failure);
    if (failure || addresses.empty())
        throw core::settings::setting_error{{network.host_setting, network.host + " does not resolve to an address"}};
    return addresses.begin()->endpoint();
}

[[noreturn]] void throw_listen_error(const settings& network, const boost::system::error_code& failure)
{
    using core::settings::setting_error;
    const auto& host     = network.host;
    const auto  port     = std::to_string(network.port);
    const auto  endpoint = port + " on " + host;
    if (failure == asio::error::address_in_use)
        throw setting_error{{network.port_setting, port + " is already in use on " + host}};
    if (failure == asio::error::access_denied)
        throw setting_error{{network.port_setting, "permission denied to listen on port " + endpoint,
                             "ports below 1024 need CAP_NET_BIND_SERVICE"}};
    if (failure == boost::system::errc::address_not_available)
        throw setting_error{{network.host_setting, host + " is not an address of this machine"}};
    throw setting_error{{network.port_setting, "cannot listen on port " + endpoint + " (" + failure.message() + ")"}};
}

/// With SO_REUSEPORT alone, a second server of the same user would share the port unnoticed and get every other
/// connection.
void require_free(const settings& network, const tcp::endpoint& endpoint, asio::io_context& context)
{
    boost::system::error_code failure;
    tcp::acceptor             probe{context};
    probe.open(endpoint.protocol(), failure);
    if (!failure) probe.set_option(asio::socket_base::reuse_address{true}, failure);
    if (!failure) probe.bind(endpoint, failure);
    if (!failure) probe.listen(1, failure);
    if (failure) throw_listen_error(network, failure);
}

/// The workers whose listeners are open, by number. [any thread]
class open_listeners
{
public:
    explicit open_listeners(std::size_t count)
    {
        for (std::size_t n = 0; n != count; ++n) open_.insert(n);
    }

    void remove(std::size_t worker)
    {
        const std::scoped_lock lock{mutex_};
        open_.erase(worker);
        if (open_.empty()) all_closed_.notify_all();
    }

    /// False: at the deadline, or when the stop was requested, some were open.
    bool wait_until_empty(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop = {})
    {
        std::unique_lock lock{mutex_};
        return all_closed_.wait_until(lock, stop, deadline, [&] { return open_.empty(); });
    }

    std::set<std::size_t> numbers()
    {
        const std::scoped_lock lock{mutex_};
        return open_;
    }

private:
    std::mutex                  mutex_;
    std::condition_variable_any all_closed_;
    std::set<std::size_t>       open_;
};

} // namespace

server::server(settings network, exec::threads& threads, handler& request_handler, connection_timeouts timeouts)
    : network_{std::move(network)}
    , threads_{threads}
    , connection_limit_{std::make_shared<connection_limit>(network_.max_connections,
                                                           network_.max_connections_per_address)}
    , body_memory_{std::make_shared<body_budget>(network_.max_body_memory, network_.max_owner_share)}
{
    const auto tls = read_tls_files();
    for (std::size_t n = 0; n != threads_.size(); ++n)
        workers_.push_back(std::make_shared<io_worker>(threads_.context(n), request_handler, timeouts,
                                                       connection_limit_, body_memory_, tls,
                                                       network_.replaces_connections));
    watch_ = std::make_unique<worker_watch>(workers_, threads_, timeouts.watch);
    bind_all();
}

server::~server()
{
    drain(std::chrono::steady_clock::now());
    post_to_workers([](io_worker& worker) { worker.stop_clock(); });
}

void server::require_bindable(const settings& network)
{
    asio::io_context context;
    require_free(network, resolve(network, context), context);
}

void server::bind_all()
{
    auto endpoint = resolve(network_, threads_.context(0));
    require_free(network_, endpoint, threads_.context(0));
    for (const auto& worker : workers_)
    {
        boost::system::error_code failure;
        worker->listen(endpoint, failure);
        if (failure) throw_listen_error(network_, failure);
        endpoint = worker->endpoint(); // the other workers share the port that the system chose
    }
    port_ = endpoint.port();
}

void server::start(std::function<void()> on_look)
{
    post_to_workers([](io_worker& worker) { worker.start(); });
    watch_->start(std::move(on_look));
}

void server::retire()
{
    post_to_workers([](io_worker& worker) { worker.retire(); });
}

void server::stop_accepting()
{
    watch_->stop_accepting();
    post_to_workers([](io_worker& worker) { worker.stop_accepting(); });
}

bool server::drain(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut)
{
    using clock = std::chrono::steady_clock;

    if (close_listeners(deadline, cut) && connection_limit_->wait_until_empty(deadline, cut)) return true;
    if (!threads_.running()) return connection_limit_->open() == 0;

    // Not longer for an operation that ignores its cancellation, or a client that does not read.
    constexpr std::chrono::seconds for_responses{2};
    constexpr std::chrono::seconds for_the_rest{1};
    watch_->cut_off_all();
    post_to_workers([](io_worker& worker) { worker.cut_off_all(); });
    if (connection_limit_->wait_until_empty(clock::now() + for_responses)) return false;
    post_to_workers([](io_worker& worker) { worker.abort_all(); });
    connection_limit_->wait_until_empty(clock::now() + for_the_rest);
    return false;
}

/// Begins the drain of all workers. Until their listeners are closed, a connection in a queue is not counted yet.
/// False: there is no time for the handshakes under way. Closes the listeners of threads that are blocked in place.
bool server::close_listeners(std::chrono::steady_clock::time_point deadline, const std::stop_token& cut)
{
    const auto now         = std::chrono::steady_clock::now();
    const bool immediately = deadline <= now || cut.stop_requested();
    watch_->stop_accepting();
    const auto open = std::make_shared<open_listeners>(workers_.size());
    for (std::size_t n = 0; n != workers_.size(); ++n)
        asio::post(threads_.context(n), [worker = workers_[n], n, immediately, open] {
            worker->drain(immediately, [open, n] { open->remove(n); });
        });
    if (!threads_.running()) return false;
    constexpr std::chrono::seconds for_notice{1};
    if (immediately) return open->wait_until_empty(now + for_notice);
    constexpr std::chrono::milliseconds between_looks{50};
    for (auto end = now; end < deadline && !cut.stop_requested();)
    {
        end = std::min(deadline, std::chrono::steady_clock::now() + between_looks);
        if (open->wait_until_empty(end, cut)) return true;
        const auto still_open = open->numbers();
        if (!std::ranges::all_of(still_open, [&](std::size_t n) { return threads_.is_blocked(n); })) continue;
        for (const auto n : still_open) workers_[n]->close_listener_in_place();
        return true;
    }
    return false;
}

std::shared_ptr<asio::ssl::context> server::read_tls_files()
{
    auto context = make_tls_context(network_);
    if (context) certificate_expiry_ = std::chrono::system_clock::to_time_t(validity_of(*context).end);
    return context;
}

std::optional<std::chrono::sys_seconds> server::certificate_expiry() const noexcept
{
    const auto seconds = certificate_expiry_.load();
    if (seconds == 0) return std::nullopt;
    return std::chrono::sys_seconds{std::chrono::seconds{seconds}};
}

void server::reload_tls()
{
    const auto context = read_tls_files();
    post_to_workers([context](io_worker& worker) { worker.use_tls(context); });
}

struct server_statistics server::statistics() const
{
    struct server_statistics sum;
    sum.open                 = connection_limit_->open();
    sum.body_memory_reserved = body_memory_->reserved();
    sum.blocked_threads      = watch_->blocked();
    sum.ended_in_place       = watch_->ended();
    for (const auto& worker : workers_)
    {
        const auto& counters = worker->counters();
        sum.accepted += counters.accepted.value();
        sum.rejected += counters.rejected.value();
        sum.rejected_by_address += counters.rejected_by_address.value();
        sum.requests += counters.requests.value();
        sum.malformed += counters.malformed.value();
        sum.timed_out += counters.timed_out.value();
        sum.bodies_refused += counters.bodies_refused.value();
        sum.client_disconnects += counters.client_disconnects.value();
        sum.tls_failures += counters.tls_failures.value();
    }
    return sum;
}

bool server::is_blocked() const noexcept { return watch_->blocked() == workers_.size(); }

template <class Action>
void server::post_to_workers(Action action)
{
    for (const auto& worker : workers_) asio::post(worker->context(), [worker, action] { action(*worker); });
}

} // namespace verbatim::core::http
