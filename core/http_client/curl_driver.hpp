#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <curl/curl.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace verbatim::core::http_client {

/// A request that curl carries out. Construction starts it; destruction aborts it in any state.
class transfer;

/// Runs libcurl's multi interface on an io_context: curl names the sockets and the timeout, Asio waits for them.
/// A service of its io_context: created by the first request, destroyed with the context, used only on its thread.
class curl_driver final : public boost::asio::execution_context::service
{
public:
    using key_type = curl_driver;
    static boost::asio::execution_context::id id;

    explicit curl_driver(boost::asio::execution_context& context);
    ~curl_driver() override;

    /// The driver of an executor's context, which must be an io_context, as for all coroutines of the host.
    static curl_driver& get(const boost::asio::any_io_executor& executor);

    /// Keeps up to `count` idle connections more open. Further calls for the same user have no effect.
    void keep_connections(const void* user, std::size_t count);

    /// A handle with default options; return it with release_handle(). Throws std::bad_alloc.
    CURL* acquire_handle();
    void  release_handle(CURL* handle) noexcept;

    void start(CURL* handle);         ///< requires a CURLOPT_PRIVATE of type transfer*; throws std::bad_alloc
    void stop(CURL* handle) noexcept; ///< at any time after `start`

    /// For CURLOPT_CLOSESOCKETFUNCTION of each handle, with the driver as CURLOPT_CLOSESOCKETDATA.
    static int close_socket(void* driver, curl_socket_t socket);

private:
    struct socket_watch;

    void shutdown() override;

    static int on_socket(CURL*, curl_socket_t socket, int events, void* driver, void* socket_data);
    static int on_timer(CURLM*, long milliseconds, void* driver);

    void watch_socket(curl_socket_t socket, int events);
    void arm(const std::shared_ptr<socket_watch>& watch);
    void process_event(curl_socket_t socket, int events);
    void collect_finished();

    boost::asio::io_context&                                         context_;
    boost::asio::steady_timer                                        timer_;
    CURLM*                                                           multi_;
    std::unordered_map<curl_socket_t, std::shared_ptr<socket_watch>> watches_;
    std::vector<CURL*>                                               idle_handles_;
    std::vector<const void*>                                         users_;
    std::size_t                                                      max_connections_ = 0; ///< of all users
};

} // namespace verbatim::core::http_client
