#pragma once

#include "cli/server/interruption.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::cli::server {

/// The server and the key of a client.
struct access
{
    std::string base_url; ///< without a trailing slash
    std::string key;
    std::string ca_file;        ///< certificates that TLS trusts; empty: those of the system
    bool        direct = false; ///< no proxy of the environment

    /// Is called when a request gets no response; throws failure if none will ever come. May be empty.
    std::function<void()> require_running = {};
};

struct http_request
{
    std::string                           method = "GET";
    std::string                           path;
    std::string_view                      body;    ///< borrowed; of POST
    std::vector<std::string>              headers; ///< whole lines
    std::chrono::milliseconds             timeout{120'000};
    std::chrono::seconds                  max_silence{0}; ///< without a byte; 0: none but the timeout
    std::function<void(std::string_view)> on_data; ///< takes the body of a 200 in pieces; the response has none then
};

struct http_response
{
    int                                status = 0;
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string                        body;

    bool        is_success() const noexcept { return status >= 200 && status < 300; }
    std::string header(const std::string& name) const;
    /// Of `Retry-After`; `otherwise` if it is absent.
    std::chrono::seconds retry_after(std::chrono::seconds otherwise) const;
};

/// No response: no connection, no TLS, or a connection that ended early.
class no_response : public std::runtime_error
{
public:
    using runtime_error::runtime_error;
};

/// Sends requests with libcurl. Follows no redirect, because it carries the key. Used on one thread.
class http_client
{
public:
    explicit http_client(access access);
    ~http_client();
    http_client(const http_client&)            = delete;
    http_client& operator=(const http_client&) = delete;

    /// Throws no_response, interrupted when interruption() is set, and what access::require_running throws.
    http_response send(const http_request& request);

    const access& target() const noexcept;

    /// Is called about ten times a second while a response is awaited.
    std::function<void()> on_wait;

private:
    class transfer;
    struct state;
    void wait();
    void require_running() const;

    std::unique_ptr<state> state_;
};

} // namespace verbatim::cli::server
