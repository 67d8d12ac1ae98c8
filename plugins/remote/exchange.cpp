#include "exchange.hpp"

#include "verbatim/feedback/concurrency.hpp"

#include <boost/algorithm/hex.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <iterator>
#include <system_error>
#include <utility>

#include <netinet/in.h>
#include <sys/random.h>
#include <sys/un.h>
#include <unistd.h>

namespace verbatim::remote {

namespace asio  = boost::asio;
namespace beast = boost::beast;
namespace http  = beast::http;
using std::chrono::steady_clock;

namespace {

using stream_socket   = asio::generic::stream_protocol::socket;
using stream_acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

constexpr std::uint32_t             max_header_bytes = 16u << 10;
constexpr std::chrono::seconds      max_call_back_time{30}; ///< to send a call-back, or to read its response
constexpr std::chrono::milliseconds connect_pause{10};

/// 32 random bytes in hexadecimal digits.
std::string random_token()
{
    std::array<unsigned char, 32> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw std::system_error{errno, std::system_category(), "getrandom"};
    std::string token;
    boost::algorithm::hex_lower(bytes, std::back_inserter(token));
    return token;
}

/// In time that does not depend on the place of a difference.
bool is_equal(std::string_view text, std::string_view secret)
{
    unsigned difference = text.size() == secret.size() ? 0 : 1;
    for (std::size_t n = 0; n != secret.size(); ++n)
        difference |= static_cast<unsigned char>(secret[n]) ^ static_cast<unsigned char>(n < text.size() ? text[n] : 0);
    return difference == 0;
}

/// In the form of `process.address`.
std::string address_of(const stream_endpoint& endpoint)
{
    const auto* address = endpoint.data();
    if (address->sa_family == AF_UNIX)
        return std::string{unix_scheme} + reinterpret_cast<const sockaddr_un*>(address)->sun_path;
    return std::string{http_scheme} + std::to_string(ntohs(reinterpret_cast<const sockaddr_in*>(address)->sin_port));
}

class remote_call
{
public:
    remote_call(sdk::call& call, process& process, call_back& call_back, asio::any_io_executor executor)
        : call_{call}
        , process_{process}
        , call_back_{call_back}
        , executor_{std::move(executor)}
        , acceptor_{executor_}
    {}

    ~remote_call()
    {
        if (address_.starts_with(unix_scheme)) unlink(address_.c_str() + unix_scheme.size());
    }

    void listen()
    {
        const auto endpoint = process_.call_back_endpoint();
        acceptor_.open(endpoint.protocol());
        acceptor_.bind(endpoint);
        address_ = address_of(acceptor_.local_endpoint());
        acceptor_.listen();
    }

    sdk::task<process_response> run(std::string_view operation, std::string body, std::size_t max_call_backs)
    {
        auto race = asio::experimental::make_parallel_group(
            asio::co_spawn(executor_, send(operation, std::move(body)), asio::deferred),
            asio::co_spawn(executor_, serve(max_call_backs), asio::deferred),
            asio::co_spawn(executor_, watch(), asio::deferred));
        auto [order, send_failure, serve_failure, watch_failure] =
            co_await race.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);

        const std::array failures{send_failure, serve_failure, watch_failure};
        if (!send_failure) co_return std::move(response_);
        if (failures[order[0]]) std::rethrow_exception(failures[order[0]]);
        // The watch ended: it is time.
        if (call_back_.pending() != 0) throw sdk::error{sdk::errc::analysis_timeout};
        process_.replace(lease_, "silent");
        throw sdk::error{remote_timeout, "the process was silent"};
    }

private:
    /// Waits for a process that starts.
    sdk::task<stream_socket> connect()
    {
        const auto         end = steady_clock::now() + process_.declaration().start_time;
        asio::steady_timer timer{executor_};
        for (;;)
        {
            const auto state = process_.acquire(lease_);
            if (state == process::state::failing) throw sdk::error{remote_unavailable, "it failed repeatedly"};
            if (state == process::state::running)
            {
                stream_socket             socket{executor_};
                boost::system::error_code error;
                co_await socket.async_connect(lease_.endpoint, asio::redirect_error(asio::use_awaitable, error));
                if (!error) co_return socket;
                if (error == asio::error::operation_aborted) throw boost::system::system_error{error};
            }
            if (steady_clock::now() >= end) throw sdk::error{remote_unavailable, "it does not listen"};
            lease_ = {};
            timer.expires_after(connect_pause);
            co_await timer.async_wait(asio::use_awaitable);
        }
    }

    [[noreturn]] void fail(const boost::system::error_code& error)
    {
        if (error == asio::error::operation_aborted) throw boost::system::system_error{error};
        const bool has_ended = error == http::error::end_of_stream || error == http::error::partial_message ||
                               error.category() == boost::system::system_category() ||
                               error.category() == asio::error::get_misc_category();
        if (has_ended) throw sdk::error{remote_failed, "the connection ended"};
        if (error == http::error::body_limit) throw sdk::error{remote_invalid, "too large"};
        process_.replace(lease_, "not_http");
        throw sdk::error{remote_invalid, "not HTTP"};
    }

    sdk::task<> send(std::string_view operation, std::string body)
    {
        auto socket   = co_await connect();
        activity_     = steady_clock::now();
        is_connected_ = true;
        boost::system::error_code error;

        http::request<http::string_body> request{http::verb::post, "/operations/" + std::string{operation}, 11};
        const auto left = std::chrono::duration_cast<std::chrono::seconds>(call_.deadline() - steady_clock::now());
        request.set(http::field::host, "localhost");
        request.set(http::field::content_type, "application/json");
        request.set(http::field::connection, "close");
        request.set("X-Request-ID", call_.request_id());
        request.set("Verbatim-Seconds", std::to_string(left.count()));
        if (acceptor_.is_open())
        {
            request.set("Verbatim-Call-Back", address_);
            request.set("Verbatim-Token", token_);
        }
        request.body() = std::move(body);
        request.prepare_payload();
        co_await http::async_write(socket, request, asio::redirect_error(asio::use_awaitable, error));
        // A process may answer, for example with an error, before it has read everything.
        if (error == asio::error::operation_aborted) fail(error);
        activity_ = steady_clock::now();

        beast::flat_buffer                       buffer;
        http::response_parser<http::string_body> parser;
        parser.header_limit(max_header_bytes);
        parser.body_limit(process_.declaration().max_response_bytes);
        co_await http::async_read(socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
        if (error) fail(error);
        response_ = {parser.get().result_int(), std::move(parser.get().body())};
    }

    /// Answers call-backs until it is cancelled.
    sdk::task<> serve(std::size_t max_call_backs)
    {
        const std::function<sdk::task<>(std::size_t)> serve_connections = [this](std::size_t) -> sdk::task<> {
            try
            {
                for (;;)
                {
                    auto socket = co_await acceptor_.async_accept(asio::use_awaitable);
                    co_await serve_connection(socket);
                }
            }
            catch (...)
            {
                acceptor_.cancel(); // ends the others, too
                throw;
            }
        };
        if (acceptor_.is_open()) co_await sdk::for_each_bounded(max_call_backs, max_call_backs, serve_connections);
        asio::steady_timer forever{executor_, steady_clock::time_point::max()};
        co_await forever.async_wait(asio::use_awaitable);
    }

    sdk::task<> serve_connection(stream_socket& socket)
    {
        beast::flat_buffer                      buffer;
        http::request_parser<http::string_body> parser;
        parser.header_limit(max_header_bytes);
        parser.body_limit(process_.declaration().max_response_bytes);
        boost::system::error_code error;
        const auto                read_end = steady_clock::now() + max_call_back_time;
        const bool was_read = co_await feedback::run_until(read_end, read(socket, buffer, parser, error));
        if (!was_read || error) co_return;

        const auto& request  = parser.get();
        auto        answered = call_back_response{401, R"({"error":{"code":"authentication_required"}})"};
        if (is_equal(request[http::field::authorization], "Bearer " + token_))
        {
            activity_ = steady_clock::now();
            answered  = co_await call_back_.answer(request.target(), request.body());
            activity_ = steady_clock::now();
        }
        http::response<http::string_body> response{static_cast<http::status>(answered.status), 11};
        response.set(http::field::content_type, "application/json");
        response.set(http::field::connection, "close");
        response.body() = std::move(answered.body);
        response.prepare_payload();
        const auto write_end = steady_clock::now() + max_call_back_time;
        co_await feedback::run_until(write_end, write(socket, response, error));
    }

    static sdk::task<> read(stream_socket& socket, beast::flat_buffer& buffer,
                            http::request_parser<http::string_body>& parser, boost::system::error_code& error)
    {
        co_await http::async_read(socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    }

    static sdk::task<> write(stream_socket& socket, http::response<http::string_body>& response,
                             boost::system::error_code& error)
    {
        co_await http::async_write(socket, response, asio::redirect_error(asio::use_awaitable, error));
    }

    /// Returns at the deadline of the call, and when the process was silent for too long.
    sdk::task<> watch()
    {
        asio::steady_timer timer{executor_};
        const auto         max_silence = process_.declaration().max_silence;
        for (;;)
        {
            const auto now        = steady_clock::now();
            const bool is_waiting = !is_connected_ || call_back_.pending() != 0;
            const auto end        = std::min(call_.deadline(), (is_waiting ? now : activity_) + max_silence);
            if (now >= end) co_return;
            timer.expires_at(end);
            co_await timer.async_wait(asio::use_awaitable);
        }
    }

    sdk::call&               call_;
    process&                 process_;
    call_back&               call_back_;
    asio::any_io_executor    executor_;
    stream_acceptor          acceptor_;
    std::string              address_;
    const std::string        token_ = random_token();
    process::lease           lease_;
    process_response         response_;
    bool                     is_connected_ = false;
    steady_clock::time_point activity_     = steady_clock::now(); ///< of the process, last
};

} // namespace

sdk::task<process_response> exchange(sdk::call& call, process& process, std::string_view operation, std::string body,
                                     call_back& call_back, std::size_t max_call_backs)
{
    remote_call exchanged{call, process, call_back, co_await asio::this_coro::executor};
    if (max_call_backs != 0) exchanged.listen();
    co_return co_await exchanged.run(operation, std::move(body), max_call_backs);
}

} // namespace verbatim::remote
