#include "serving.hpp"

#include "core/settings/problem_of.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <stdexcept>
#include <thread>
#include <utility>

namespace verbatim::core::http::testing {

namespace asio = boost::asio;

namespace {

response plain(int status, std::string body)
{
    return {.status = status, .content_type = "text/plain", .body = std::move(body)};
}

std::string describe_head(const request_head& head)
{
    const auto length = head.content_length ? std::to_string(*head.content_length) : "none";
    return std::string{head.method} + "|" + std::string{head.path} + "|" + std::string{head.query} + "|" +
           std::string{head.authorization.value_or("none")} + "|" + length;
}

std::string describe_trace(const request_head& head)
{
    return std::string{head.request_id.value_or("none")} + "|" + std::string{head.traceparent.value_or("none")} + "|" +
           head.tracestate;
}

int status_of(const sdk::error& failure)
{
    switch (failure.code())
    {
    case sdk::errc::request_timeout: return 408;
    case sdk::errc::payload_too_large: return 413;
    case sdk::errc::overloaded: return 503;
    default: return 400;
    }
}

/// Responds with the body, or with the status of its error.
sdk::task<response> read(exchange& exchange, std::size_t limit)
{
    int status = 200;
    try
    {
        auto body = co_await exchange.read_body(limit, exchange.head().authorization.value_or("nobody"));
        if (body) co_return plain(200, std::move(*body));
        status = 413;
    }
    catch (const sdk::error& failure)
    {
        status = status_of(failure);
    }
    co_return plain(status, "not read");
}

/// Responds with 200 if the memory is granted that the body states in decimal digits.
sdk::task<response> hold(exchange& exchange)
{
    auto result = co_await read(exchange, 20);
    try
    {
        exchange.hold_memory(std::stoull(result.body));
    }
    catch (const sdk::error& failure)
    {
        result.status = status_of(failure);
    }
    co_return result;
}

} // namespace

std::optional<response> scripted_handler::immediate_response(const request_head& head)
{
    {
        const std::lock_guard lock{mutex_};
        paths_.emplace_back(head.path);
    }
    if (head.path == "/fast") return plain(200, "fast");
    if (head.path == "/fast/big") return plain(200, std::string(300 * 1024, 'x'));
    if (head.path == "/fast/huge") return plain(200, std::string(32 * 1024 * 1024, 'x'));
    return std::nullopt;
}

sdk::task<response> scripted_handler::respond(exchange& exchange)
{
    const auto path = exchange.head().path;
    if (path == "/echo") co_return co_await read(exchange, 1024 * 1024);
    if (path == "/hold") co_return co_await hold(exchange);
    if (path == "/small") co_return co_await read(exchange, 10);
    if (path == "/tell") co_return plain(200, describe_head(exchange.head()));
    if (path == "/trace") co_return plain(200, describe_trace(exchange.head()));
    if (path == "/fault") throw std::runtime_error{"a fault"};
    if (path == "/wait") co_return co_await wait();
    if (path == "/late" || path == "/block") exchange.expect_response_by({}, "id of " + std::string{path});
    if (path == "/early") exchange.expect_response_by(std::chrono::steady_clock::time_point::max(), "id of /early");
    if (path == "/late" || path == "/early") co_return co_await wait();
    if (path == "/block") co_return block();
    if (path.starts_with("/stream")) co_return co_await stream(exchange);
    if (path == "/large")
    {
        auto response = co_await read(exchange, 2 * 1024 * 1024);
        response.body = std::to_string(response.body.size());
        co_return response;
    }
    if (path == "/body-wait" || path == "/large-wait")
    {
        auto response = co_await read(exchange, (path == "/large-wait" ? 2 : 1) * 1024 * 1024);
        if (response.status == 200) co_await wait();
        co_return response;
    }
    co_return plain(path == "/unread" ? 401 : 404, "not read");
}

sdk::task<response> scripted_handler::stream(exchange& exchange)
{
    const auto path = exchange.head().path;
    auto       head = plain(200, "");
    co_await exchange.begin_stream(std::move(head));
    if (path == "/stream/huge")
    {
        ++waiting_;
        try
        {
            for (int n = 0; n != 1'000; ++n) co_await exchange.send(std::string(64 * 1024, 'x'));
        }
        catch (const boost::system::system_error&)
        {
            ++cancelled_;
            throw;
        }
    }
    else
    {
        co_await exchange.send("first ");
        if (path == "/stream/fault") throw std::runtime_error{"a fault"};
        co_await wait();
        co_await exchange.send("second ");
        co_await exchange.send("third");
    }
    response sent;
    sent.streamed = true;
    co_return sent;
}

sdk::task<response> scripted_handler::wait()
{
    asio::steady_timer clock{co_await asio::this_coro::executor};
    ++waiting_;
    try
    {
        while (!released_)
        {
            clock.expires_after(std::chrono::milliseconds{1});
            co_await clock.async_wait(asio::use_awaitable);
        }
    }
    catch (const boost::system::system_error&)
    {
        ++cancelled_;
        throw;
    }
    co_return plain(200, "waited");
}

response scripted_handler::block()
{
    ++blocking_;
    while (!unblocked_) std::this_thread::yield();
    return plain(200, "blocked");
}

response scripted_handler::refuse(int status) { return plain(status, "refused"); }

response scripted_handler::respond_late(std::string_view request_id, bool is_cut_off)
{
    return plain(is_cut_off ? 503 : 504, std::string{request_id});
}

std::vector<std::string> scripted_handler::paths() const
{
    const std::lock_guard lock{mutex_};
    return paths_;
}

void scripted_handler::await(const std::atomic<int>& counter, int count)
{
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (counter < count)
    {
        if (std::chrono::steady_clock::now() > limit)
            throw std::runtime_error{"the expected number of requests did not wait"};
        std::this_thread::yield();
    }
}

settings on_any_port()
{
    settings network;
    network.port = 0;
    return network;
}

core::settings::setting_problem start_problem(const settings& network)
{
    scripted_handler handler;
    exec::threads    threads{2};
    return core::settings::problem_of([&] { const server http_server{network, threads, handler}; });
}

running_server::running_server(connection_timeouts timeouts, settings network, std::size_t cores)
    : threads{cores}
    , http_server{std::move(network), threads, handler, timeouts}
{
    threads.start();
    http_server.start();
}

} // namespace verbatim::core::http::testing
