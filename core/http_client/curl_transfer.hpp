#pragma once

#include "http_client/curl_driver.hpp"
#include "http_client/transport.hpp"

#include <boost/asio/steady_timer.hpp>

#include <curl/curl.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::http_client {

/// See curl_driver.hpp. `driver`, `request` and `accept` must outlive it. Used on the thread of the executor only.
class transfer
{
public:
    transfer(curl_driver& driver, const boost::asio::any_io_executor& executor, const request& request,
             const address_filter& accept);
    ~transfer();
    transfer(const transfer&)            = delete;
    transfer& operator=(const transfer&) = delete;

    /// Expires when curl has finished.
    boost::asio::steady_timer& done() noexcept { return done_; }

    /// Whether there is still something to wait for: curl has not finished, and the server is not silent too long.
    /// Sets the timer done() to the end of that silence.
    bool must_wait();

    /// Called after a wait for done(). Throws if the wait was cancelled.
    response take_response();

    bool has_finished() const noexcept { return result_.has_value(); }
    void finish(CURLcode code); ///< called by the driver when curl has finished
    void clear_sent_body();     ///< called by the driver when curl only receives

private:
    void add_header(const char* line); ///< borrowed by curl until the transfer ends
    /// `line` must outlive the transfer; `prefix` is the name, a colon and a space.
    void add_header_unless_empty(std::string& line, std::string_view prefix, std::string_view value);
    void add_headers();
    void configure_url();
    void configure(); ///< sets the options that requests of this method to this URL share
    void configure_addresses();
    void configure_tls();
    void configure_post();
    void configure_request();
    void configure_body();
    template <class Value>
    void                      set(CURLoption option, Value value);
    response::exchange_status exchange() const;

    using time_point = boost::asio::steady_timer::time_point;
    time_point silence_end() const;
    bool       append(std::string_view bytes);

    static curl_socket_t on_socket(void* data, curlsocktype purpose, curl_sockaddr* address);

    static int         on_request(void* data, char* peer, char* self, int peer_port, int port);
    static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* data);
    static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* data);

    curl_driver&              driver_;
    const request&            request_;
    const address_filter&     accept_; ///< empty: all addresses
    curl_handle               handle_;
    std::vector<curl_slist>   headers_;
    std::string               content_type_; ///< header lines, from here on
    std::string               request_id_;
    std::string               traceparent_;
    std::string               tracestate_;
    boost::asio::steady_timer done_;
    std::optional<CURLcode>   result_;
    response                  response_;
    std::size_t               header_bytes_ = 0;
    bool                      has_begun_    = false; ///< curl began to send the request
    bool                      too_large_    = false;
    bool                      has_address_  = false; ///< the filter accepted one
    bool                      is_silent_    = false; ///< the server sent nothing for too long
    std::size_t               body_bytes_   = 0;
    time_point                last_byte_;
};

} // namespace verbatim::core::http_client
