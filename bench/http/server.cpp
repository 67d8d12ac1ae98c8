// The HTTP server with a handler that returns the health response: immediately, or asynchronously under /awaited.
// Prints its port and serves until its standard input ends.
#include "http/server.hpp"
#include "exec/threads.hpp"
#include "http/message.hpp"

#include <exception>
#include <iostream>
#include <string>

namespace {

namespace http = verbatim::core::http;

http::response health()
{
    http::response response;
    response.headers.emplace_back("X-Request-ID", "6f1d3a52-7f3c-4b0e-9a59-0c1f5d2e8b77");
    response.body = R"({"status":"ok","version":"1.0.0"})";
    return response;
}

class health_only final : public http::handler
{
    std::optional<http::response> immediate_response(const http::request_head& head) override
    {
        if (head.path == "/awaited") return std::nullopt;
        return health();
    }
    verbatim::sdk::task<http::response> respond(http::exchange& exchange) override
    {
        // A variable, because g++ 12 at -O2 miscompiles an awaited temporary in a condition.
        const auto body = co_await exchange.read_body(64 * 1024 * 1024, "bench");
        co_return body ? health() : refuse(413);
    }
    http::response refuse(int status) override { return {.status = status}; }
    http::response respond_late(std::string_view) override { return {.status = 504}; }
};

} // namespace

int main()
try
{
    health_only                   handler;
    verbatim::core::exec::threads threads;
    http::settings                settings;
    settings.port = 0;
    http::server server{settings, threads, handler};
    threads.start();
    server.start();

    std::cout << server.port() << std::endl;
    for (std::string line; std::getline(std::cin, line);)
    {}
}
catch (const std::exception& failure)
{
    std::cerr << failure.what() << '\n';
    return 1;
}
