#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <curl/curl.h>

#include <memory>
#include <unordered_map>
#include <vector>

namespace verbatim::core::llm {

/// One request in the hands of curl. Starts when made, is taken back when destroyed, whatever state it is in.
class transfer;

/// libcurl's multi interface on one io_context: curl says which sockets and which moment it waits for, Asio does the
/// waiting. A service of its io_context: made at the first request of that thread, gone with the context, used on its
/// one thread only.
class curl_driver final : public boost::asio::execution_context::service
{
public:
    using key_type = curl_driver;
    static boost::asio::execution_context::id id;

    explicit curl_driver(boost::asio::execution_context& context);
    ~curl_driver() override;

    /// The driver of the io_context behind an executor, which must be one: coroutines of the host run nowhere else.
    static curl_driver& get(const boost::asio::any_io_executor& executor);

    void set_max_connections(std::size_t count);

    /// A handle without options; give it back when done with it.
    CURL* acquire_handle();
    void  release_handle(CURL* handle) noexcept;

    void start(CURL* handle);         ///< its CURLOPT_PRIVATE is a transfer*
    void stop(CURL* handle) noexcept; ///< at any time after `start`

    /// What a handle's CURLOPT_CLOSESOCKETFUNCTION has to be, with the driver as its data.
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
};

} // namespace verbatim::core::llm
