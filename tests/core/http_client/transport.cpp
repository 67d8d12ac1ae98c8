#include "http_client/transport.hpp"

#include "support/openssl_pointer.hpp"
#include "support/provider_stub.hpp"
#include "support/run_task.hpp"
#include "support/tls_identity.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace verbatim::core;
using namespace verbatim::support;
using namespace std::chrono_literals;
namespace sdk         = verbatim::sdk;
using exchange_status = http_client::response::exchange_status;
using manner          = stub_response::delivery;

namespace {

struct transport_fixture
{
    provider_stub                           provider;
    std::unique_ptr<http_client::transport> transport = http_client::make_curl_transport(8);
    std::string                             url       = provider.base() + "/chat/completions";
    const std::vector<std::string>          headers{"Authorization: Bearer k", "Metadata: true"};

    http_client::request request(std::string_view body = "{}", std::chrono::milliseconds budget = 20s) const
    {
        return {.url = url, .headers = headers, .request_id = "the-request", .body = body, .budget = budget};
    }

    http_client::response send(const http_client::request& message) { return run(transport->send(message)); }

    /// In seconds; none: the response requests none.
    std::optional<long> requested_wait(const std::string& header)
    {
        provider.enqueue(stub_response{.status = 429}.with_header("Retry-After", header));
        const auto wait = send(request()).retry_after;
        return wait ? std::optional{static_cast<long>(wait->count())} : std::nullopt;
    }

    exchange_status outcome_at(std::string_view address)
    {
        auto message = request();
        message.url  = address;
        return send(message).exchange;
    }
};

/// The current time and `wait`, in a format of std::put_time().
std::string date_after(std::chrono::seconds wait, const char* format = "%a, %d %b %Y %H:%M:%S GMT")
{
    const auto         time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + wait);
    std::ostringstream text;
    text << std::put_time(std::gmtime(&time), format);
    return text.str();
}

std::string gzip(std::string_view text)
{
    std::string   result(::compressBound(text.size()) + 32, '\0');
    z_stream      stream{};
    constexpr int gzip_window = 15 + 16;
    BOOST_REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    stream.next_in   = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in  = static_cast<uInt>(text.size());
    stream.next_out  = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    BOOST_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

/// Made with `echo water | zstd`.
std::string zstd_of_water()
{
    constexpr unsigned char bytes[]{0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x31, 0x00,
                                    0x00, 0x77, 0x61, 0x74, 0x65, 0x72, 0x0A};
    return {reinterpret_cast<const char*>(bytes), sizeof bytes};
}

std::string raw_head(std::string_view fields) { return "HTTP/1.1 200 OK\r\n" + std::string{fields} + "\r\n"; }

stub_response raw(std::string bytes) { return {.body = std::move(bytes), .mode = manner::raw}; }

sdk::task<int> send_in_turn(http_client::transport& transport, const http_client::request& message, int count)
{
    int completed = 0;
    for (int n = 0; n < count; ++n)
    {
        const auto response = co_await transport.send(message);
        completed += response.exchange == exchange_status::completed ? 1 : 0;
    }
    co_return completed;
}

sdk::task<int> send_at_once(http_client::transport& transport, const http_client::request& message, std::size_t count)
{
    int                                           completed = 0;
    const std::function<sdk::task<>(std::size_t)> step      = [&](std::size_t) -> sdk::task<> {
        const auto response = co_await transport.send(message);
        completed += response.exchange == exchange_status::completed ? 1 : 0;
    };
    co_await sdk::for_each_bounded(count, count, step);
    co_return completed;
}

/// Accepts one connection on a thread of its own and handles it there.
class acceptor_thread
{
public:
    explicit acceptor_thread(std::function<void(boost::asio::ip::tcp::socket&)> handle)
        : thread_{[this, handle = std::move(handle)] {
            boost::system::error_code    error;
            boost::asio::ip::tcp::socket socket{context_};
            acceptor_.accept(socket, error);
            if (!error) handle(socket);
        }}
    {}
    ~acceptor_thread()
    {
        ::shutdown(acceptor_.native_handle(), SHUT_RDWR); // ends an accept without a client
        thread_.join();
    }
    acceptor_thread(const acceptor_thread&)            = delete;
    acceptor_thread& operator=(const acceptor_thread&) = delete;

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

private:
    boost::asio::io_context        context_;
    boost::asio::ip::tcp::acceptor acceptor_{context_, {boost::asio::ip::address_v4::loopback(), 0}};
    std::thread                    thread_;
};

/// Reads the first bytes of a client, sends these and closes the connection.
struct plain_acceptor : acceptor_thread
{
    explicit plain_acceptor(std::string_view bytes)
        : acceptor_thread{[bytes](auto& socket) {
            char                      hello[512];
            boost::system::error_code error;
            socket.read_some(boost::asio::buffer(hello), error);
            boost::asio::write(socket, boost::asio::buffer(bytes), error);
        }}
    {}
};

/// Offers a TLS handshake with this identity.
struct tls_acceptor : acceptor_thread
{
    explicit tls_acceptor(const tls_identity& identity)
        : acceptor_thread{[&identity](auto& socket) {
            const openssl_pointer<SSL_CTX, SSL_CTX_free> context{SSL_CTX_new(TLS_server_method())};
            SSL_CTX_use_certificate_file(context.get(), identity.certificate().c_str(), SSL_FILETYPE_PEM);
            SSL_CTX_use_PrivateKey_file(context.get(), identity.key().c_str(), SSL_FILETYPE_PEM);
            const openssl_pointer<SSL, SSL_free> session{SSL_new(context.get())};
            SSL_set_fd(session.get(), socket.native_handle());
            SSL_accept(session.get());
            ERR_clear_error();
        }}
    {}
};

/// Bytes that this thread has read by read(), which curl does not use for sockets.
std::uint64_t bytes_read()
{
    std::ifstream counters{"/proc/thread-self/io"};
    std::string   name;
    std::uint64_t bytes = 0;
    counters >> name >> bytes; // the first line is rchar
    return bytes;
}

/// The bytes of files that a request to each of these servers reads. None has a trusted certificate.
sdk::task<std::vector<std::uint64_t>> bytes_read_per_handshake(http_client::transport&       transport,
                                                               http_client::request          message,
                                                               std::span<const tls_acceptor> servers)
{
    std::vector<std::uint64_t> bytes;
    for (const auto& server : servers)
    {
        const auto url      = "https://localhost:" + std::to_string(server.port());
        const auto before   = bytes_read();
        message.url         = url;
        const auto response = co_await transport.send(message);
        BOOST_TEST((response.exchange == exchange_status::untrusted));
        bytes.push_back(bytes_read() - before);
    }
    co_return bytes;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(http_client_transport, transport_fixture)

BOOST_AUTO_TEST_CASE(the_request_is_sent_and_the_response_is_returned)
{
    provider.enqueue(stub_response{.status = 503, .body = "words"}.with_header("Retry-After", " 17 "));

    const auto response = send(request(R"({"a":"é"})"));

    BOOST_TEST((response.exchange == exchange_status::completed));
    BOOST_TEST(response.status == 503);
    BOOST_TEST(response.body == "words");
    BOOST_TEST(response.retry_after.value().count() == 17);
    BOOST_REQUIRE(provider.requests().size() == 1U);
    const auto seen = provider.requests().front();
    BOOST_TEST(seen.method == "POST");
    BOOST_TEST(seen.target == "/chat/completions");
    BOOST_TEST(seen.body == R"({"a":"é"})");
    BOOST_TEST(seen.headers.at("content-type") == "application/json");
    BOOST_TEST(seen.headers.at("x-request-id") == "the-request");
    BOOST_TEST(seen.headers.at("authorization") == "Bearer k");
    BOOST_TEST(seen.headers.at("metadata") == "true");
    BOOST_TEST(!seen.headers.contains("expect"));
    BOOST_TEST(seen.headers.at("accept-encoding") == "gzip, deflate, zstd");
}

BOOST_AUTO_TEST_CASE(a_response_requests_a_wait_of_seconds_or_until_a_date)
{
    const std::pair<std::string, long> valid[] = {{"1", 1},
                                                  {"30", 30},
                                                  {"007", 7},
                                                  {"3600", 3600},
                                                  {"3601", 3600},
                                                  {"9223372036854775807", 3600},
                                                  {date_after(24h), 3600},
                                                  {date_after(24h, "%A, %d-%b-%y %H:%M:%S GMT"), 3600}};
    for (const auto& [header, seconds] : valid)
    {
        BOOST_TEST(requested_wait(header).value() == seconds, header);
        BOOST_TEST(!send(request()).retry_after.has_value()); // over the same connection, without the header
    }
    const auto near = requested_wait(date_after(30s)).value();
    BOOST_TEST((near >= 20 && near <= 30), near);

    for (const auto& header :
         {std::string{}, std::string{"0"}, std::string{"000"}, std::string{"-1"}, std::string{"soon"},
          std::string{"99999999999999999999999"}, date_after(-30s), date_after(-24h), date_after(0s),
          date_after(24h, "%a, %d Foo %Y %H:%M:%S GMT"), date_after(24h, "%a, %d %b %Y 0x:%M:%S GMT")})
        BOOST_TEST(!requested_wait(header).has_value(), header);
}

BOOST_AUTO_TEST_CASE(compressed_bodies_are_read)
{
    const std::string text(100'000, 'w');
    for (const auto& [encoding, body] : {std::pair{"gzip", gzip(text)}, std::pair{"zstd", zstd_of_water()}})
    {
        provider.enqueue(stub_response{.body = body}.with_header("Content-Encoding", encoding));
        const auto response = send(request());
        BOOST_TEST((response.exchange == exchange_status::completed));
        BOOST_TEST((response.body == (encoding == std::string_view{"gzip"} ? text : "water\n")));
    }
}

BOOST_AUTO_TEST_CASE(a_small_body_that_becomes_large_is_refused)
{
    const auto body = gzip(std::string(20'000'000, 'w'));
    BOOST_REQUIRE(body.size() < 100'000U);
    provider.enqueue(stub_response{.body = body}.with_header("Content-Encoding", "gzip"));
    const auto response = send(request());
    BOOST_TEST((response.exchange == exchange_status::too_large));
    BOOST_TEST(response.body.size() <= http_client::default_max_response_bytes);

    provider.enqueue(stub_response{.body = "no gzip"}.with_header("Content-Encoding", "gzip"));
    BOOST_TEST((send(request()).exchange == exchange_status::failed));
    BOOST_TEST((send(request()).exchange == exchange_status::completed)); // with the handle of the failed request
}

BOOST_AUTO_TEST_CASE(a_sink_receives_the_body_and_may_end_it)
{
    struct : http_client::body_sink
    {
        bool take(std::string_view bytes) override
        {
            body += bytes;
            return body.size() <= limit;
        }
        std::string body;
        std::size_t limit = 1'000'000;
    } sink;
    auto message = request();
    message.sink = &sink;
    provider.respond_by_default({.body = std::string(500'000, 'w')});
    const auto response = send(message);
    BOOST_TEST((response.exchange == exchange_status::completed));
    BOOST_TEST(response.body.empty());
    BOOST_TEST((sink.body == std::string(500'000, 'w')));

    sink.limit = 600'000;
    BOOST_TEST((send(message).exchange == exchange_status::too_large));
    BOOST_TEST(sink.body.size() < 700'000U);
}

BOOST_AUTO_TEST_CASE(a_server_that_stays_silent_times_out_and_keeps_what_it_sent)
{
    // Each server holds its connection open until the client closes it.
    const auto send_to = [&](std::string_view bytes, std::chrono::milliseconds first, std::chrono::milliseconds later) {
        const acceptor_thread server{[bytes](auto& socket) {
            char                      input[4096];
            boost::system::error_code error;
            socket.read_some(boost::asio::buffer(input), error);
            boost::asio::write(socket, boost::asio::buffer(bytes), error);
            while (!error) socket.read_some(boost::asio::buffer(input), error);
        }};
        const auto            address = "http://127.0.0.1:" + std::to_string(server.port());
        auto                  message = request();
        message.url                   = address;
        message.first_silence         = first;
        message.silence               = later;
        return send(message);
    };
    const auto start      = std::chrono::steady_clock::now();
    const auto unanswered = send_to("", 50ms, 20s);
    BOOST_TEST((unanswered.exchange == exchange_status::timed_out));
    const auto cut = send_to("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 20s, 50ms);
    BOOST_TEST((cut.exchange == exchange_status::timed_out));
    BOOST_TEST(cut.body == "half");
    BOOST_TEST((send_to("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 0ms, 50ms).body == "half"));
    BOOST_TEST((std::chrono::steady_clock::now() - start < 10s));
    const auto whole = send_to("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhalf", 20s, 20s);
    BOOST_TEST((whole.exchange == exchange_status::completed));
}

BOOST_AUTO_TEST_CASE(without_headers_and_request_id_neither_is_sent)
{
    auto message       = request();
    message.headers    = {};
    message.request_id = {};
    BOOST_TEST((send(message).exchange == exchange_status::completed));
    const auto seen = provider.requests().front();
    BOOST_TEST(!seen.headers.contains("authorization"));
    BOOST_TEST(!seen.headers.contains("x-request-id"));
}

BOOST_AUTO_TEST_CASE(a_handle_of_curl_sends_only_the_headers_and_the_body_of_its_request)
{
    provider_stub other_server;
    const auto    other_url = other_server.base() + "/chat/completions";
    auto          first     = request(R"({"a":1})");
    first.traceparent       = "00-trace-span-01";
    auto second             = request({});
    second.headers          = {};
    second.request_id       = {};
    auto other              = second;
    other.url               = other_url;
    const auto in_turn      = [&]() -> sdk::task<int> {
        int completed = 0;
        for (const auto* message : {&first, &second, &other, &first, &other})
            completed += co_await send_in_turn(*transport, *message, 1);
        co_return completed;
    };
    BOOST_TEST(run(in_turn()) == 5);

    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 3U);
    for (const auto* seen : {&requests[0], &requests[2]})
    {
        BOOST_TEST(seen->body == R"({"a":1})");
        BOOST_TEST(seen->headers.at("authorization") == "Bearer k");
        BOOST_TEST(seen->headers.at("x-request-id") == "the-request");
        BOOST_TEST(seen->headers.at("traceparent") == "00-trace-span-01");
        BOOST_TEST(seen->headers.at("user-agent") == "Verbatim");
    }
    auto without_either = other_server.requests();
    BOOST_REQUIRE(without_either.size() == 2U);
    without_either.push_back(requests[1]);
    for (const auto& seen : without_either)
    {
        BOOST_TEST(seen.body.empty());
        for (const auto* name : {"authorization", "metadata", "x-request-id", "traceparent"})
            BOOST_TEST(!seen.headers.contains(name));
    }
}

BOOST_AUTO_TEST_CASE(a_request_may_name_another_user_agent)
{
    const std::vector<std::string> own_agent{"User-Agent: Collector/1"};
    auto                           named = request();
    named.headers                        = own_agent;
    const auto in_turn                   = [&]() -> sdk::task<int> {
        const auto usual = request();
        co_return co_await send_in_turn(*transport, named, 1) + co_await send_in_turn(*transport, usual, 1);
    };
    BOOST_TEST(run(in_turn()) == 2);
    BOOST_TEST(provider.requests().at(0).headers.at("user-agent") == "Collector/1");
    BOOST_TEST(provider.requests().at(1).headers.at("user-agent") == "Verbatim");
}

BOOST_AUTO_TEST_CASE(requests_after_a_failed_one_and_of_other_sizes_are_complete)
{
    const std::string large(200'000, 'x');
    const auto        in_turn = [&]() -> sdk::task<int> {
        const auto small = request(), long_one = request(large), brief = request("{}", 50ms);
        int        completed = co_await send_in_turn(*transport, small, 1);
        provider.enqueue({.mode = manner::reset});
        provider.enqueue(stub_response::chat("x").after_release());
        completed += co_await send_in_turn(*transport, small, 1);
        completed += co_await send_in_turn(*transport, brief, 1);
        provider.release();
        for (const auto* message : {&small, &long_one, &small})
            completed += co_await send_in_turn(*transport, *message, 1);
        co_return completed;
    };
    BOOST_TEST(run(in_turn()) == 4);
    BOOST_REQUIRE(provider.requests().size() == 6U);
    BOOST_TEST(provider.requests()[4].body.size() == large.size());
    BOOST_TEST(provider.requests()[5].body == "{}");
}

BOOST_AUTO_TEST_CASE(a_get_has_headers_and_no_body)
{
    auto post  = request();
    auto get   = request({});
    get.method = http_client::request_method::get;
    for (const auto* message : {&get, &post, &get}) // curl reuses the handle
        BOOST_TEST((send(*message).exchange == exchange_status::completed));

    const auto requests = provider.requests();
    BOOST_REQUIRE(requests.size() == 3U);
    BOOST_TEST(requests[1].method == "POST");
    for (const auto* seen : {&requests[0], &requests[2]})
    {
        BOOST_TEST(seen->method == "GET");
        BOOST_TEST(seen->target == "/chat/completions");
        BOOST_TEST(seen->headers.at("metadata") == "true");
        BOOST_TEST(seen->headers.at("accept") == "application/json");
        BOOST_TEST(!seen->headers.contains("content-type"));
        BOOST_TEST(!seen->headers.contains("content-length"));
    }
}

BOOST_AUTO_TEST_CASE(a_body_of_megabytes_is_sent_completely)
{
    const std::string body(3'000'000, 'x');
    BOOST_TEST((send(request(body)).exchange == exchange_status::completed));
    BOOST_TEST((provider.requests().front().body == body));
}

BOOST_AUTO_TEST_CASE(sent_bodies_are_cleared_while_their_responses_are_awaited)
{
    provider.respond_by_default(stub_response::chat("x").after_release());
    std::vector<std::string>          bodies{"{}", std::string(10'000, 'x'), std::string(3'000'000, 'x')};
    const auto                        sent = bodies;
    std::vector<http_client::request> messages;
    boost::asio::io_context           context{1};
    std::size_t                       completed = 0;
    for (auto& body : bodies)
    {
        messages.push_back(request(body));
        messages.back().clearable_body = &body;
    }
    for (const auto& message : messages)
        boost::asio::co_spawn(context, transport->send(message),
                              [&](std::exception_ptr, const http_client::response& response) {
                                  completed += response.exchange == exchange_status::completed ? 1U : 0U;
                              });

    const auto is_empty = [](const std::string& body) { return body.empty(); };
    while (!std::ranges::all_of(bodies, is_empty) && !context.stopped()) context.run_for(1ms);
    BOOST_TEST(std::ranges::count_if(bodies, is_empty) == 3);
    BOOST_TEST(completed == 0U);
    provider.release();
    context.run();
    BOOST_TEST(completed == 3U);

    for (const auto& received : provider.requests())
        BOOST_TEST((std::ranges::count(sent, received.body) == 1), received.body.size());
}

BOOST_AUTO_TEST_CASE(a_body_that_was_not_sent_is_kept)
{
    std::string body       = "unsent";
    auto        message    = request(body);
    message.url            = "http://127.0.0.1:1";
    message.clearable_body = &body;
    BOOST_TEST((send(message).exchange == exchange_status::not_connected));
    BOOST_TEST(body == "unsent");
}

BOOST_AUTO_TEST_CASE(sequential_requests_share_one_connection)
{
    const auto message = request();
    BOOST_TEST(run(send_in_turn(*transport, message, 20)) == 20);
    BOOST_TEST(provider.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(a_transport_with_few_connections_closes_none_of_another)
{
    provider_stub other_server;
    const auto    few     = http_client::make_curl_transport(1);
    const auto    message = request();
    auto          other   = request();
    const auto    address = other_server.base();
    other.url             = address;
    const auto alternate  = [&]() -> sdk::task<int> {
        int completed = co_await send_at_once(*transport, message, 8);
        completed += co_await send_in_turn(*few, other, 2);
        completed += co_await send_at_once(*transport, message, 8);
        co_return completed;
    };
    BOOST_TEST(run(alternate()) == 18);
    BOOST_TEST(provider.connections() == 8U);
    BOOST_TEST(other_server.connections() == 1U);
}

BOOST_AUTO_TEST_CASE(concurrent_requests_do_not_wait_for_each_other)
{
    provider.respond_by_default(stub_response::chat("x").after_release());
    const auto        message = request();
    running_task<int> calls{send_at_once(*transport, message, 50)};
    provider.wait_for_requests(50);
    provider.release();
    BOOST_TEST(calls.get() == 50);
}

BOOST_AUTO_TEST_CASE(a_silent_provider_times_out)
{
    provider.enqueue(stub_response::chat("x").after_release());
    BOOST_TEST((send(request("{}", 50ms)).exchange == exchange_status::timed_out));
}

BOOST_AUTO_TEST_CASE(a_connection_closed_before_the_first_byte_is_disconnected)
{
    provider.enqueue({.mode = manner::reset});
    provider.enqueue({.mode = manner::close});
    BOOST_TEST((send(request()).exchange == exchange_status::disconnected));
    BOOST_TEST((send(request()).exchange == exchange_status::disconnected));
    BOOST_TEST(provider.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(curl_does_not_resend_on_a_closed_idle_connection)
{
    provider.enqueue(stub_response::chat("x"));
    provider.enqueue({.mode = manner::reset});
    const auto message = request();
    BOOST_TEST(run(send_in_turn(*transport, message, 2)) == 1);
    BOOST_TEST(provider.requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_truncated_response_fails)
{
    provider.enqueue(raw(raw_head("Content-Length: 100\r\n") + "only this"));
    provider.enqueue(raw("HTTP/1.1 200"));
    BOOST_TEST((send(request()).exchange == exchange_status::failed));
    BOOST_TEST((send(request()).exchange != exchange_status::completed));
}

BOOST_AUTO_TEST_CASE(a_response_that_is_not_http_fails)
{
    for (const auto* garbage : {"\x16\x03\x01 garbage\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/9.9 999 ?\r\n\r\n"})
    {
        provider.enqueue(raw(garbage));
        BOOST_TEST((send(request()).exchange == exchange_status::failed));
    }
}

BOOST_AUTO_TEST_CASE(redirects_are_not_followed)
{
    provider.enqueue(stub_response{.status = 307, .body = ""}.with_header("Location", provider.base() + "/elsewhere"));
    const auto response = send(request());
    BOOST_TEST(response.status == 307);
    BOOST_TEST(provider.requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_response_over_the_limit_is_too_large)
{
    provider.enqueue({.body = std::string(http_client::default_max_response_bytes, 'x')});
    BOOST_TEST(send(request()).body.size() == http_client::default_max_response_bytes);
    provider.enqueue({.body = std::string(http_client::default_max_response_bytes + 1, 'x')});
    BOOST_TEST((send(request()).exchange == exchange_status::too_large));
}

BOOST_AUTO_TEST_CASE(too_many_header_bytes_end_the_transfer)
{
    std::string fields;
    for (int n = 0; n < 20'000; ++n) fields += "X-Filler: 0123456789012345678901234567890123456789\r\n";
    provider.enqueue(raw(raw_head(fields)));
    BOOST_TEST((send(request()).exchange != exchange_status::completed));
}

BOOST_AUTO_TEST_CASE(a_closed_port_is_not_connected)
{
    std::string closed;
    {
        boost::asio::io_context        context;
        boost::asio::ip::tcp::acceptor acceptor{context, {boost::asio::ip::address_v4::loopback(), 0}};
        closed = "http://127.0.0.1:" + std::to_string(acceptor.local_endpoint().port());
    }
    BOOST_TEST((outcome_at(closed) == exchange_status::not_connected));
}

BOOST_AUTO_TEST_CASE(a_host_name_without_an_address_is_unresolved)
{
    // A label has at most 63 characters, so that no name server is asked.
    BOOST_TEST((outcome_at("http://" + std::string(64, 'x') + ".example/") == exchange_status::unresolved));
}

BOOST_AUTO_TEST_CASE(a_certificate_that_is_not_trusted_is_refused)
{
    const tls_identity identity;
    const tls_acceptor server{identity};
    BOOST_TEST((outcome_at("https://localhost:" + std::to_string(server.port())) == exchange_status::untrusted));
}

BOOST_AUTO_TEST_CASE(trusted_certificates_are_read_for_the_first_connection_only)
{
    const tls_identity identity;
    const tls_acceptor servers[]{tls_acceptor{identity}, tls_acceptor{identity}};
    const auto         bytes = run(bytes_read_per_handshake(*transport, request(), servers));
    BOOST_TEST(bytes[0] > 50'000u); // the certificates of the system take about 200 KB
    BOOST_TEST(bytes[1] < 50'000u);
}

BOOST_AUTO_TEST_CASE(a_handshake_that_fails_is_no_tls)
{
    for (const std::string_view bytes : {"", "HTTP/1.1 400 Bad Request\r\n\r\n"})
    {
        const plain_acceptor server{bytes};
        BOOST_TEST((outcome_at("https://127.0.0.1:" + std::to_string(server.port())) == exchange_status::tls_failed));
    }
}

BOOST_AUTO_TEST_CASE(protocols_other_than_http_are_refused)
{
    for (const auto* other : {"file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x"})
        BOOST_TEST((outcome_at(other) == exchange_status::failed));
}

BOOST_AUTO_TEST_CASE(an_invalid_url_fails)
{
    for (const auto* invalid : {"", "http://", "http://a b/", "http://127.0.0.1:99999/", "http://[::1/"})
        BOOST_TEST((outcome_at(invalid) == exchange_status::failed));
}

BOOST_AUTO_TEST_CASE(plain_http_fails_for_an_https_url)
{
    auto       message = request();
    const auto secure  = "https://127.0.0.1:" + std::to_string(provider.port());
    message.url        = secure;
    provider.respond_by_default(raw("HTTP/1.1 400 Bad Request\r\n\r\n"));
    message.budget = 2s; // the stub waits for the end of a request head that is never sent
    BOOST_TEST((send(message).exchange != exchange_status::completed));
}

BOOST_AUTO_TEST_CASE(cancellation_closes_the_connection_at_once)
{
    provider.enqueue(stub_response::chat("x").after_release());
    const auto                          message = request();
    running_task<http_client::response> call{transport->send(message)};
    provider.wait_for_requests(1);

    call.cancel();

    BOOST_CHECK_EXCEPTION(call.get(), boost::system::system_error,
                          [](const auto& error) { return error.code() == boost::asio::error::operation_aborted; });
    provider.wait_for_hang_ups(1);
}

BOOST_AUTO_TEST_CASE(an_io_context_can_be_destroyed_before_its_requests_end)
{
    provider.respond_by_default(stub_response::chat("x").after_release());
    const auto message = request();
    {
        boost::asio::io_context context{1};
        for (int n = 0; n < 3; ++n)
            boost::asio::co_spawn(context, transport->send(message),
                                  [](std::exception_ptr, http_client::response) { BOOST_TEST(false); });
        while (provider.requests().size() < 3) context.run_for(1ms);
    }
    provider.wait_for_hang_ups(3);
}

BOOST_AUTO_TEST_SUITE_END()
