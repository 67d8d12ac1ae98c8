#include "http_client/curl_transfer.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <sys/socket.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace verbatim::core::http_client {

namespace asio = boost::asio;

namespace {

constexpr std::size_t max_header_bytes = 256 * 1024;

/// Curl holds this buffer while a transfer waits for its response, by default 16 KiB. Most responses are shorter, and
/// those of 100 KB take no longer. Curl allocates one byte more: a block of 8 KiB.
constexpr long receive_buffer_size = 8 * 1024 - 1;

/// Curl allocates this buffer for each transfer, by default 64 KiB. Most bodies are shorter.
long upload_buffer_size(std::size_t body_size)
{
    return static_cast<long>(std::clamp<std::size_t>(body_size, 16 * 1024, 64 * 1024));
}

/// Of responses. A server or proxy may compress them without being asked, too.
const char* accepted_encodings()
{
    static const bool has_zstd = (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_ZSTD) != 0;
    return has_zstd ? "gzip, deflate, zstd" : "gzip, deflate";
}

} // namespace

transfer::transfer(curl_driver& driver, const asio::any_io_executor& executor, const request& request,
                   const address_filter& accept)
    : driver_{driver}
    , request_{request}
    , accept_{accept}
    , done_{executor, time_point::max()}
    , last_byte_{std::chrono::steady_clock::now()}
{
    const bool is_post = request.method == request_method::post;
    auto       idle    = is_post && !accept ? driver.take_handle(request.url) : std::nullopt;
    if (idle) handle_ = std::move(*idle);
    else configure();
    configure_request();
    driver_.start(handle_.easy.get());
}

/// Keeps the handle of a completed POST. Other requests are rare, and a failure leaves state such as curl's count of
/// retries.
transfer::~transfer()
{
    driver_.stop(handle_.easy.get());
    const bool is_kept = request_.method == request_method::post && !accept_;
    if (result_ == CURLE_OK && is_kept) driver_.keep_handle(std::move(handle_));
}

transfer::time_point transfer::silence_end() const
{
    const auto limit = body_bytes_ == 0 ? request_.first_silence : request_.silence;
    return limit > limit.zero() ? last_byte_ + limit : time_point::max();
}

bool transfer::must_wait()
{
    if (result_) return false;
    const auto now = std::chrono::steady_clock::now();
    const auto end = silence_end();
    is_silent_     = now >= end;
    // The first byte of the body can bring the end forward to a silence after it.
    const auto check = request_.silence > request_.silence.zero() ? std::min(end, now + request_.silence) : end;
    if (!is_silent_ && done_.expiry() != check) done_.expires_at(check);
    return !is_silent_;
}

response transfer::take_response()
{
    if (!result_ && !is_silent_) throw boost::system::system_error{asio::error::operation_aborted};

    response_.exchange = is_silent_ ? response::exchange_status::timed_out : exchange();
    if (response_.exchange == response::exchange_status::completed)
    {
        long status = 0;
        curl_easy_getinfo(handle_.easy.get(), CURLINFO_RESPONSE_CODE, &status);
        response_.status = static_cast<int>(status);

        constexpr curl_off_t longest_wait = 3600;
        curl_off_t           wait         = 0; // also of a date; negative if that is in the past
        curl_easy_getinfo(handle_.easy.get(), CURLINFO_RETRY_AFTER, &wait);
        if (wait > 0) response_.retry_after = std::chrono::seconds{std::min(wait, longest_wait)};
    }
    return std::move(response_);
}

void transfer::finish(CURLcode code)
{
    result_ = code;
    done_.expires_at(asio::steady_timer::time_point::min());
}

/// Curl calls on_request before it begins to send the body. It never sends the body again.
void transfer::clear_sent_body()
{
    if (has_begun_ && request_.clearable_body) std::string{}.swap(*request_.clearable_body);
}

void transfer::add_header(const char* line)
{
    headers_.push_back({.data = const_cast<char*>(line), .next = nullptr}); // curl does not write to it
}

void transfer::add_header_unless_empty(std::string& line, std::string_view prefix, std::string_view value)
{
    if (value.empty()) return;
    line.reserve(prefix.size() + value.size());
    line.append(prefix).append(value);
    add_header(line.c_str());
}

void transfer::add_headers()
{
    const auto has_header = [&](std::string_view name) {
        return std::ranges::any_of(request_.headers, [&](const auto& line) {
            return sdk::ascii::equals_ignoring_case(std::string_view{line}.substr(0, line.find_first_of(":;")), name);
        });
    };
    headers_.reserve(7 + request_.headers.size());
    // Curl would format and copy the value of CURLOPT_USERAGENT for each transfer.
    if (!has_header("user-agent")) add_header("User-Agent: Verbatim");
    if (request_.method == request_method::post)
    {
        add_header_unless_empty(content_type_, "Content-Type: ", request_.content_type);
        add_header("Expect:"); // without "Expect: 100-continue", which would wait a second
    }
    if (!has_header("accept")) add_header("Accept: application/json");
    add_header_unless_empty(request_id_, "X-Request-ID: ", request_.request_id);
    add_header_unless_empty(traceparent_, "traceparent: ", request_.traceparent);
    add_header_unless_empty(tracestate_, "tracestate: ", request_.tracestate);
    for (const auto& line : request_.headers) add_header(line.c_str());
    for (std::size_t n = 1; n < headers_.size(); ++n) headers_[n - 1].next = &headers_[n];
}

template <class Value>
void transfer::set(CURLoption option, Value value)
{
    if (const auto code = curl_easy_setopt(handle_.easy.get(), option, value); code != CURLE_OK)
        throw std::runtime_error{curl_easy_strerror(code)};
}

/// With a parsed URL, curl neither parses it nor writes it again for each transfer. But curl_url_dup() of version 7.88
/// omits the zone of an IPv6 address.
void transfer::configure_url()
{
    if (handle_.url.find('[') != std::string::npos)
    {
        set(CURLOPT_URL, handle_.url.c_str()); // copied by curl
        return;
    }
    handle_.parsed_url.reset(curl_url());
    if (!handle_.parsed_url) throw std::bad_alloc{};
    // An invalid URL remains empty, so that the transfer fails.
    curl_url_set(handle_.parsed_url.get(), CURLUPART_URL, handle_.url.c_str(), 0);
    set(CURLOPT_CURLU, handle_.parsed_url.get());
}

void transfer::configure_addresses()
{
    set(CURLOPT_OPENSOCKETFUNCTION, &transfer::on_socket);
    set(CURLOPT_OPENSOCKETDATA, this);
    set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_FORBID_REUSE, 1L);
}

void transfer::configure_tls()
{
    // If a folder of certificates is set, curl reads the file of certificates for each connection, which blocks the
    // thread for tens of milliseconds. Without a folder, curl keeps them in memory for a day.
    const char* file = nullptr;
    curl_easy_getinfo(handle_.easy.get(), CURLINFO_CAINFO, &file);
    if (file) set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
}

void transfer::configure()
{
    handle_.url = request_.url;
    handle_.easy.reset(curl_easy_init());
    if (!handle_.easy) throw std::bad_alloc{};
    configure_url();
    set(CURLOPT_CLOSESOCKETFUNCTION, &curl_driver::close_socket);
    set(CURLOPT_CLOSESOCKETDATA, &driver_);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L); // a cancelled call does not wait for name resolution
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, "");   // ignore the proxy variables of the environment
    set(CURLOPT_NOPROXY, ""); // otherwise curl reads no_proxy from the environment
    set(CURLOPT_FOLLOWLOCATION, 0L);
    if (accept_) configure_addresses();
    configure_tls();
    // Without HTTP/2 multiplexing, so that a lost connection ends a single attempt.
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_BUFFERSIZE, receive_buffer_size);
    set(CURLOPT_ACCEPT_ENCODING, accepted_encodings());
    set(CURLOPT_WRITEFUNCTION, &transfer::on_body);
    set(CURLOPT_HEADERFUNCTION, &transfer::on_header);
    if (request_.method == request_method::post) configure_post(); // otherwise GET, the default of curl
}

void transfer::configure_post()
{
    set(CURLOPT_POST, 1L);
    // When a reused connection turns out to be closed, curl would silently send the request again. It calls on_request
    // before each time.
    set(CURLOPT_PREREQFUNCTION, &transfer::on_request);
}

void transfer::configure_request()
{
    add_headers();
    const auto budget = static_cast<long>(std::max<std::chrono::milliseconds::rep>(request_.budget.count(), 1));
    set(CURLOPT_HTTPHEADER, headers_.data());
    set(CURLOPT_TIMEOUT_MS, budget);
    set(CURLOPT_CONNECTTIMEOUT_MS, budget);
    set(CURLOPT_PRIVATE, this);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERDATA, this);
    if (request_.method == request_method::post) configure_body();
}

void transfer::configure_body()
{
    set(CURLOPT_PREREQDATA, this);
    set(CURLOPT_UPLOAD_BUFFERSIZE, upload_buffer_size(request_.body.size()));
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    // Borrowed by curl until the body has been sent. The head and a body of less than 64 KiB are sent together.
    set(CURLOPT_POSTFIELDS, request_.body.empty() ? "" : request_.body.data());
}

response::exchange_status transfer::exchange() const
{
    using enum response::exchange_status;
    if (too_large_) return too_large;
    switch (*result_)
    {
    case CURLE_OK: return completed;
    case CURLE_OPERATION_TIMEDOUT: return timed_out;
    case CURLE_COULDNT_RESOLVE_HOST: return unresolved;
    case CURLE_COULDNT_CONNECT: return accept_ && !has_address_ ? refused : not_connected;
    case CURLE_SSL_CONNECT_ERROR: return tls_failed;
    case CURLE_PEER_FAILED_VERIFICATION: // also a certificate of another host
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return untrusted;
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return header_bytes_ == 0 && body_bytes_ == 0 ? disconnected : failed;
    default: return failed;
    }
}

/// Curl tries the next address of the host, or fails as without a connection.
curl_socket_t transfer::on_socket(void* data, curlsocktype, curl_sockaddr* address)
try
{
    auto&                   self = *static_cast<transfer*>(data);
    asio::ip::tcp::endpoint endpoint;
    const bool              is_ip = address->family == AF_INET || address->family == AF_INET6;
    if (is_ip)
        std::memcpy(endpoint.data(), &address->addr, std::min<std::size_t>(address->addrlen, endpoint.capacity()));
    if (!is_ip || !self.accept_(endpoint.address().to_string())) return CURL_SOCKET_BAD;
    self.has_address_ = true;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
catch (const std::bad_alloc&)
{
    return CURL_SOCKET_BAD;
}

int transfer::on_request(void* data, char*, char*, int, int)
{
    const bool is_first = !std::exchange(static_cast<transfer*>(data)->has_begun_, true);
    return is_first ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

std::size_t transfer::on_body(char* bytes, std::size_t size, std::size_t count, void* data)
{
    auto& self      = *static_cast<transfer*>(data);
    self.too_large_ = !self.append({bytes, size * count});
    return self.too_large_ ? 0 : size * count; // a count other than the received one ends the transfer
}

/// Curl decompresses before, so that the bounds hold for what a small response may become.
bool transfer::append(std::string_view bytes)
try
{
    if (bytes.size() > request_.max_response_bytes - body_bytes_) return false;
    body_bytes_ += bytes.size();
    if (request_.silence > request_.silence.zero()) last_byte_ = std::chrono::steady_clock::now();
    if (request_.sink) return request_.sink->take(bytes);
    response_.body.append(bytes);
    return true;
}
catch (const std::bad_alloc&)
{
    return false;
}

std::size_t transfer::on_header(char*, std::size_t size, std::size_t count, void* data)
{
    auto& self = *static_cast<transfer*>(data);
    self.header_bytes_ += size * count;
    self.too_large_ = self.header_bytes_ > max_header_bytes;
    return self.too_large_ ? 0 : size * count;
}

std::string_view to_string(response::exchange_status exchange) noexcept
{
    using enum response::exchange_status;
    switch (exchange)
    {
    case completed: return "status";
    case timed_out: return "timeout";
    case unresolved: return "dns";
    case not_connected: return "connect";
    case tls_failed: return "tls";
    case untrusted: return "certificate";
    case disconnected: return "disconnected";
    case too_large: return "response_too_large";
    case unauthorized: return "unauthorized";
    case refused: return "address_refused";
    case failed: break;
    }
    return "response_unreadable";
}

namespace {

class curl_transport final : public transport
{
public:
    explicit curl_transport(std::size_t connections, address_filter accept = {})
        : connections_{connections}
        , accept_{std::move(accept)}
    {}

    sdk::task<response> send(const request& request) override
    {
        const auto executor = co_await asio::this_coro::executor;
        auto&      driver   = curl_driver::get(executor);
        if (connections_ != 0) driver.keep_connections(this, connections_);
        transfer transfer{driver, executor, request, accept_};
        while (transfer.must_wait())
        {
            const auto [ended] = co_await transfer.done().async_wait(asio::as_tuple(asio::use_awaitable));
            if (ended && !transfer.has_finished()) break; // cancelled
        }
        co_return transfer.take_response();
    }

private:
    const std::size_t    connections_;
    const address_filter accept_;
};

/// Once per process. Ignores SIGPIPE, because a peer can close a TLS connection while curl writes.
void prepare_curl()
{
    static const auto code = [] {
        std::signal(SIGPIPE, SIG_IGN);
        return curl_global_init(CURL_GLOBAL_DEFAULT);
    }();
    if (code != CURLE_OK) throw std::runtime_error{"libcurl cannot be initialised"};
}

} // namespace

std::unique_ptr<transport> make_curl_transport(std::size_t connections)
{
    prepare_curl();
    return std::make_unique<curl_transport>(connections);
}

std::unique_ptr<transport> make_filtered_transport(address_filter accept)
{
    prepare_curl();
    return std::make_unique<curl_transport>(0, std::move(accept));
}

} // namespace verbatim::core::http_client
