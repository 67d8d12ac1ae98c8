#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verbatim::core::http_client {

/// A handle of curl with the options of one URL. POSTs to it use the handle one after another.
struct curl_handle
{
    struct deleter
    {
        void operator()(CURL* handle) const noexcept { curl_easy_cleanup(handle); }
        void operator()(CURLU* parsed) const noexcept { curl_url_cleanup(parsed); }
    };

    std::string                     url;
    std::unique_ptr<CURLU, deleter> parsed_url; ///< borrowed by `easy`; may be null
    std::unique_ptr<CURL, deleter>  easy;
};

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

    /// Keeps a stopped handle with its options for the next POST to its URL, unless enough of this URL are idle.
    void keep_handle(curl_handle handle) noexcept;

    /// An idle handle of this URL; none if there is none.
    std::optional<curl_handle> take_handle(std::string_view url) noexcept;

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
    std::vector<curl_handle>                                         idle_handles_;
    std::vector<const void*>                                         users_;
    std::size_t                                                      max_connections_ = 0; ///< of all users
};

} // namespace verbatim::core::http_client
