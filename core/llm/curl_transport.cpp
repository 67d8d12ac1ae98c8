#include "llm/curl_transfer.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

constexpr std::size_t longest_header_block = 256 * 1024;
constexpr std::size_t longest_number       = 64; ///< of a header that holds one

std::string_view trimmed(std::string_view text)
{
    constexpr auto blank = " \t\r\n";
    const auto     first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// Curl makes one for each transfer, of 64 KiB unless it is told: most bodies are shorter, and a piece of memory of that
/// size makes the heap tidy up when it is given back.
long upload_buffer(std::size_t body)
{
    return static_cast<long>(std::clamp<std::size_t>(body, 16 * 1024, 64 * 1024));
}

/// The value of a header line with this lower-case name.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
    if (!std::ranges::equal(line.substr(0, name.size()), name, {}, lower)) return std::nullopt;
    return trimmed(line.substr(name.size() + 1));
}

} // namespace

transfer::transfer(curl_driver& driver, const asio::any_io_executor& home, const post& what)
    : driver_{driver}
    , what_{what}
    , handle_{driver.borrow()}
    , done_{home, asio::steady_timer::time_point::max()}
{
    try
    {
        configure();
        driver_.start(handle_);
    }
    catch (...)
    {
        driver_.give_back(handle_);
        throw;
    }
}

transfer::~transfer()
{
    driver_.stop(handle_);
    driver_.give_back(handle_);
}

sdk::task<posted> transfer::answer()
{
    if (!result_) co_await done_.async_wait(asio::as_tuple(asio::use_awaitable));
    if (!result_) throw boost::system::system_error{asio::error::operation_aborted};

    got_.how = ended();
    if (got_.how == posted::ending::answered)
    {
        long status = 0;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        got_.status = static_cast<int>(status);
    }
    co_return std::move(got_);
}

void transfer::finish(CURLcode how)
{
    result_ = how;
    done_.expires_at(asio::steady_timer::time_point::min());
}

void transfer::add_header(const std::string& line)
{
    auto* const longer = curl_slist_append(headers_.get(), line.c_str());
    if (!longer) throw std::bad_alloc{};
    (void)headers_.release();
    headers_.reset(longer);
}

void transfer::configure()
{
    const auto set = [this](CURLoption option, auto value) {
        if (const auto failed = curl_easy_setopt(handle_, option, value); failed != CURLE_OK)
            throw std::runtime_error{curl_easy_strerror(failed)};
    };

    add_header("Content-Type: application/json");
    add_header("Accept: application/json");
    add_header("Expect:"); // nobody is asked for leave to send a body, so no second is lost waiting for it
    add_header("X-Request-ID: " + std::string{what_.request_id});
    if (!what_.authorization.empty()) add_header(std::string{what_.authorization});

    const std::string url{what_.url};
    set(CURLOPT_URL, url.c_str()); // copied by curl
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_USERAGENT, "Verbatim");
    set(CURLOPT_PRIVATE, this);
    set(CURLOPT_CLOSESOCKETFUNCTION, &curl_driver::close_socket);
    set(CURLOPT_CLOSESOCKETDATA, &driver_);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L); // a cancelled call does not wait for its name to be resolved
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, ""); // nor does an environment variable decide whom we talk to
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    // One request a connection: what ends a connection then ends one attempt, and never its neighbours'.
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::chrono::milliseconds::rep>(what_.budget.count(), 1)));
    set(CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(std::max<std::chrono::milliseconds::rep>(what_.budget.count(), 1)));

    // The body comes from a function that cannot be rewound: so curl, which would silently send a request again when a
    // kept connection turns out dead, does so only as long as no byte of the body has left.
    set(CURLOPT_POST, 1L);
    set(CURLOPT_UPLOAD_BUFFERSIZE, upload_buffer(what_.body.size()));
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(what_.body.size()));
    set(CURLOPT_READFUNCTION, &transfer::give_body);
    set(CURLOPT_READDATA, this);
    set(CURLOPT_WRITEFUNCTION, &transfer::take_body);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &transfer::take_header);
    set(CURLOPT_HEADERDATA, this);
}

posted::ending transfer::ended() const
{
    if (too_large_) return posted::ending::too_large;
    const bool silent = header_bytes_ == 0 && got_.body.empty();
    switch (*result_)
    {
    case CURLE_OK: return posted::ending::answered;
    case CURLE_OPERATION_TIMEDOUT: return posted::ending::timed_out;
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_SEND_FAIL_REWIND: return silent ? posted::ending::cut_off : posted::ending::failed;
    default: return posted::ending::failed;
    }
}

std::size_t transfer::give_body(char* to, std::size_t size, std::size_t count, void* self)
{
    auto&      one  = *static_cast<transfer*>(self);
    const auto part = one.what_.body.substr(one.sent_, size * count);
    std::memcpy(to, part.data(), part.size());
    one.sent_ += part.size();
    return part.size();
}

std::size_t transfer::take_body(char* from, std::size_t size, std::size_t count, void* self)
{
    auto& one  = *static_cast<transfer*>(self);
    auto& body = one.got_.body;
    if (size * count > one.what_.longest - body.size())
    {
        one.too_large_ = true;
        return 0; // anything but the whole count ends the transfer
    }
    try
    {
        body.append(from, size * count);
        return size * count;
    }
    catch (const std::bad_alloc&)
    {
        one.too_large_ = true;
        return 0;
    }
}

std::size_t transfer::take_header(char* from, std::size_t size, std::size_t count, void* self)
{
    auto& one = *static_cast<transfer*>(self);
    one.header_bytes_ += size * count;
    if (one.header_bytes_ > longest_header_block)
    {
        one.too_large_ = true;
        return 0;
    }
    const auto asked = value_of({from, size * count}, "retry-after");
    if (!asked || asked->size() > longest_number) return size * count;
    try
    {
        one.got_.retry_after = *asked;
    }
    catch (const std::bad_alloc&) // a wait that nobody asked for
    {}
    return size * count;
}

namespace {

class curl_transport final : public transport
{
public:
    explicit curl_transport(std::size_t connections)
        : connections_{connections}
    {}

    sdk::task<posted> send(const post& what) override
    {
        const auto home   = co_await asio::this_coro::executor;
        auto&      driver = curl_driver::of(home);
        driver.keep_connections(connections_);
        transfer one{driver, home, what};
        co_return co_await one.answer();
    }

private:
    std::size_t connections_;
};

/// Once for the process. A peer that closes a TLS connection while curl writes would else end us with a signal.
void prepare_curl()
{
    static const auto failed = [] {
        std::signal(SIGPIPE, SIG_IGN);
        return curl_global_init(CURL_GLOBAL_DEFAULT);
    }();
    if (failed != CURLE_OK) throw std::runtime_error{"libcurl cannot be initialised"};
}

} // namespace

std::unique_ptr<transport> make_curl_transport(std::size_t connections)
{
    prepare_curl();
    return std::make_unique<curl_transport>(connections);
}

} // namespace verbatim::core::llm
