// Malformed requests: first against scanner and check alone, then over a socket with a second request behind.
#include "http/framing.hpp"

#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::http {

using namespace std::string_literals;
using verbatim::support::raw_client;

namespace {

struct sample
{
    std::string_view name;
    std::string      request;
    int              status = 400;
};

/// A POST with these lines after its Host.
std::string post(std::string_view lines, std::string_view body = {})
{
    return "POST /echo HTTP/1.1\r\nHost: a\r\n" + std::string{lines} + "\r\n" + std::string{body};
}

std::string get(std::string_view lines) { return "GET /fast HTTP/1.1\r\nHost: a\r\n" + std::string{lines} + "\r\n"; }

std::string many_fields(int count)
{
    std::string lines = "GET /fast HTTP/1.1\r\nHost: a\r\n"; // Host is one of them
    for (int n = 1; n < count; ++n) lines += "X-" + std::to_string(n) + ": 1\r\n";
    return lines + "\r\n";
}

/// A head of exactly `size` bytes.
std::string head_of(std::size_t size)
{
    const auto bare = get("X: \r\n").size();
    return get("X: " + std::string(size - bare, 'x') + "\r\n");
}

/// Malformed in the header block.
std::vector<sample> bad_heads()
{
    return {
        {"no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s},
        {"blank first", " GET /fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"two empty lines first", "\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"bare line feed before", "\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"no version", "GET /fast\r\nHost: a\r\n\r\n"},
        {"version 2", "GET /fast HTTP/2.0\r\nHost: a\r\n\r\n"},
        {"version 1.2", "GET /fast HTTP/1.2\r\nHost: a\r\n\r\n"},
        {"version 0.9", "GET /fast HTTP/0.9\r\nHost: a\r\n\r\n"},
        {"version in lower case", "GET /fast http/1.1\r\nHost: a\r\n\r\n"},
        {"blank after version", "GET /fast HTTP/1.1 \r\nHost: a\r\n\r\n"},
        {"two blanks before target", "GET  /fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"two blanks after target", "GET /fast  HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"tab as a blank", "GET\t/fast\tHTTP/1.1\r\nHost: a\r\n\r\n"},
        {"blank in target", "GET /fa st HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"relative target", "GET fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"authority as target", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"fragment in target", "GET /fast#x HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"NUL in target", "GET /fa\0st HTTP/1.1\r\nHost: a\r\n\r\n"s},
        {"DEL in target", "GET /fa\x7fst HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"raw UTF-8 in target", "GET /caf\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"method with a separator", "GE(T /fast HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"bare line feeds", "GET /fast HTTP/1.1\nHost: a\n\n"},
        {"bare line feed in a field", "GET /fast HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"},
        {"bare line feed at the end", "GET /fast HTTP/1.1\r\nHost: a\r\n\n"},
        {"bare carriage return in a value", get("X: a\rb\r\n")},
        {"bare carriage return as a line end", get("X: a\rContent-Length: 5\r\n")},
        {"carriage return twice", get("X: a\r\r\n")},
        {"NUL in a value", get("X: a\0b\r\n"s)},
        {"control character in a value", get("X: a\x01\r\n")},
        {"NUL in a name", get("X\0: a\r\n"s)},
        {"blank before the colon", get("X : a\r\n")},
        {"tab before the colon", get("X\t: a\r\n")},
        {"blank before the colon of a length", post("Content-Length : 5\r\n", "hello")},
        {"no colon", get("X\r\n")},
        {"no name", get(": a\r\n")},
        {"name with a separator", get("X(Y): a\r\n")},
        {"name that is not ASCII", get("X\xc3\xa9: a\r\n")},
        {"continued line", get("X: a\r\n b\r\n")},
        {"continued by a tab", get("X: a\r\n\tb\r\n")},
        {"continued transfer coding", post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n")},
        {"first field continued", "GET /fast HTTP/1.1\r\n Host: a\r\nHost: a\r\n\r\n"},
        {"no host", "GET /fast HTTP/1.1\r\n\r\n"},
        {"two hosts", get("Host: b\r\n")},
        {"two equal hosts", get("Host: a\r\n")},
        {"two hosts in one", "GET /fast HTTP/1.1\r\nHost: a, b\r\n\r\n"},
        {"two hosts in one without a blank", "GET /fast HTTP/1.1\r\nHost: a,b\r\n\r\n"},
        {"host with a path", "GET /fast HTTP/1.1\r\nHost: a/b\r\n\r\n"},
        {"host with a user", "GET /fast HTTP/1.1\r\nHost: u@a\r\n\r\n"},
        {"two hosts with 1.0", "GET /fast HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"},
        {"length twice", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")},
        {"two lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello")},
        {"two lengths in other letters", post("Content-Length: 5\r\ncontent-length: 0\r\n", "hello")},
        {"list of lengths", post("Content-Length: 5, 5\r\n", "hello")},
        {"list of lengths without a blank", post("Content-Length: 5,5\r\n", "hello")},
        {"empty length", post("Content-Length:\r\n")},
        {"length with a sign", post("Content-Length: +5\r\n", "hello")},
        {"negative length", post("Content-Length: -5\r\n", "hello")},
        {"hexadecimal length", post("Content-Length: 0x5\r\n", "hello")},
        {"length with a fraction", post("Content-Length: 5.0\r\n", "hello")},
        {"length with a blank inside", post("Content-Length: 5 0\r\n", "hello")},
        {"length beyond 64 bits", post("Content-Length: 18446744073709551621\r\n", "hello")},
        {"length of 18 exabytes", post("Content-Length: 18446744073709551615\r\n", "hello")},
        {"coding and length", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")},
        {"length and coding", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        {"unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")},
        {"coding identity", post("Transfer-Encoding: identity\r\n")},
        {"empty coding", post("Transfer-Encoding:\r\n")},
        {"coding gzip", post("Transfer-Encoding: gzip\r\n", "hello")},
        {"coding in two steps", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")},
        {"chunked not last", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")},
        {"chunked twice in one", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n")},
        {"chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        {"chunked, then unknown", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n", "0\r\n\r\n")},
        {"chunked in quotes", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n")},
        {"chunked with a parameter", post("Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n")},
        {"chunked behind a vertical tab", post("Transfer-Encoding: \x0b"
                                               "chunked\r\n",
                                               "0\r\n\r\n")},
        {"chunked in 1.0", "POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {"101 fields", many_fields(101), 431},
        {"one byte too many", head_of(max_head_bytes + 1), 431},
        {"no end within the limit", "GET /" + std::string(max_head_bytes, 'x'), 431},
    };
}

/// Malformed in the body, which the handler reads.
std::vector<sample> bad_bodies()
{
    const auto chunked = [](std::string_view body) { return post("Transfer-Encoding: chunked\r\n", body); };
    return {
        {"size is no number", chunked("xyz\r\nhello\r\n0\r\n\r\n")},
        {"empty size", chunked("\r\nhello\r\n0\r\n\r\n")},
        {"size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n")},
        {"size with a sign", chunked("+5\r\nhello\r\n0\r\n\r\n")},
        {"size after a blank", chunked(" 5\r\nhello\r\n0\r\n\r\n")},
        {"size before a blank", chunked("5 \r\nhello\r\n0\r\n\r\n")},
        {"size beyond 64 bits", chunked("10000000000000005\r\nhello\r\n0\r\n\r\n")},
        {"size ended by a bare line feed", chunked("5\nhello\r\n0\r\n\r\n")},
        {"data longer than its size", chunked("4\r\nhello\r\n0\r\n\r\n")},
        {"data shorter than its size", chunked("6\r\nhello\r\n0\r\n\r\n")},
        {"data ended by a bare line feed", chunked("5\r\nhello\n0\r\n\r\n")},
        {"extension with a bare line feed", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n")},
        {"extension without a name", chunked("5;\r\nhello\r\n0\r\n\r\n")},
        {"extension", chunked("5;a\r\nhello\r\n0\r\n\r\n")},
        {"extension with a value", chunked("5;a=b\r\nhello\r\n0\r\n\r\n")},
        {"extension in quotes", chunked("5;a=\"b\"\r\nhello\r\n0\r\n\r\n")},
        {"extension with a line end in quotes", chunked("5;a=\"\r\nhello\r\n0\r\n\r\n\"\r\nhello\r\n0\r\n\r\n")},
        {"extension after a blank", chunked("5 ;a\r\nhello\r\n0\r\n\r\n")},
        {"extension of a later chunk", chunked("2\r\nhe\r\n3;a\r\nllo\r\n0\r\n\r\n")},
        {"extension of the last chunk", chunked("5\r\nhello\r\n0;a\r\n\r\n")},
        {"long extension", chunked("5;a=" + std::string(300, 'x') + "\r\nhello\r\n0\r\n\r\n")},
        {"extension of a megabyte", chunked("5;a=" + std::string(1'000'000, 'x') + "\r\nhello\r\n0\r\n\r\n")},
        {"long extension of the last chunk", chunked("5\r\nhello\r\n0;a=" + std::string(300, 'x') + "\r\n\r\n")},
        {"zeros without end", chunked(std::string(300, '0'))},
        {"trailer", chunked("5\r\nhello\r\n0\r\nX: a\r\n\r\n")},
        {"trailer that is a head", chunked("5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n")},
        {"trailer without end", chunked("5\r\nhello\r\n0\r\n" + std::string(300, 'x'))},
    };
}

constexpr std::string_view behind = "GET /behind HTTP/1.1\r\nHost: a\r\n\r\n";

/// Whether a smuggled or following request reached the handler.
bool reached_behind(const testing::running_server& running)
{
    const auto paths = running.handler.paths();
    return std::find(paths.begin(), paths.end(), "/behind") != paths.end();
}

/// Sends the request with another one behind it: exactly one response must come, and then the end.
void check_refused(const sample& example, std::string_view separate = {})
{
    BOOST_TEST_CONTEXT(example.name)
    {
        const testing::running_server running;
        raw_client                    client{running.port()};

        client.send(example.request + std::string{separate} + std::string{behind});
        const auto response = client.receive();

        BOOST_TEST(response.status == example.status);
        BOOST_TEST(response.field("connection") == "close");
        BOOST_TEST(!response.field("content-length").empty());
        BOOST_TEST(client.receive_to_end() == "");
        BOOST_TEST(!reached_behind(running));
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(framing)

BOOST_AUTO_TEST_CASE(a_malformed_head_is_refused_once_and_nothing_after_it_is_parsed)
{
    for (const auto& example : bad_heads()) check_refused(example);
}

BOOST_AUTO_TEST_CASE(a_malformed_body_is_refused_once_and_nothing_after_it_is_parsed)
{
    for (const auto& example : bad_bodies()) check_refused(example);
}

BOOST_AUTO_TEST_CASE(scanner_and_check_reject_every_malformed_head_before_the_parser)
{
    for (const auto& example : bad_heads()) BOOST_TEST_CONTEXT(example.name)
        {
            const auto   bytes = example.request + std::string{behind};
            head_scanner scanner;
            const auto   outcome = scanner.scan(bytes);
            BOOST_TEST((outcome != head_scanner::outcome::incomplete));
            if (outcome == head_scanner::outcome::complete)
                BOOST_TEST((check_head(std::string_view{bytes}.substr(0, scanner.size())) != head_status::valid));
        }
}

BOOST_AUTO_TEST_CASE(the_scanner_finds_the_end_wherever_the_bytes_are_split)
{
    const std::string head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    for (std::size_t cut = 0; cut < head.size(); ++cut)
    {
        head_scanner scanner;
        BOOST_TEST((scanner.scan(head.substr(0, cut)) == head_scanner::outcome::incomplete));
        BOOST_TEST((scanner.scan(head + "POST") == head_scanner::outcome::complete));
        BOOST_TEST(scanner.size() == head.size());
    }
}

BOOST_AUTO_TEST_CASE(the_scanner_rejects_early_where_it_can)
{
    BOOST_TEST((head_scanner{}.scan("\x16\x03") == head_scanner::outcome::malformed));
    BOOST_TEST((head_scanner{}.scan("GET / HTTP/1.1\n") == head_scanner::outcome::malformed));
    BOOST_TEST((head_scanner{}.scan(std::string(max_head_bytes + 1, 'x')) == head_scanner::outcome::too_large));
}

BOOST_AUTO_TEST_CASE(unusual_but_unambiguous_heads_are_accepted)
{
    for (const auto* head : {
             "GET / HTTP/1.0\r\n\r\n",
             "GET /a?b=c&d=%20|{} HTTP/1.1\r\nHost:\r\n\r\n",
             "GET / HTTP/1.1\r\nhOST:\t[::1]:8000 \t\r\nX:\r\nY: caf\xc3\xa9\t\"x\"\r\n\r\n",
             "OPTIONS * HTTP/1.1\r\nHost: a_b.example\r\n\r\n",
             "GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n",
             "GET HTTPS://a HTTP/1.1\r\nHost: a\r\n\r\n",
             "POST / HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\nHost: a\r\n\r\n",
             "POST / HTTP/1.0\r\nContent-Length: 007\r\n\r\n",
             "M-SEARCH / HTTP/1.1\r\nHost: a\r\nConnection: a, b\r\nConnection: c\r\n\r\n",
         })
        BOOST_TEST_CONTEXT(head) BOOST_TEST((check_head(head) == head_status::valid));
}

BOOST_AUTO_TEST_CASE(heads_of_exactly_the_limits_are_accepted)
{
    const testing::running_server running;

    for (const auto& request : {many_fields(100), head_of(max_head_bytes)})
    {
        raw_client client{running.port()};
        BOOST_TEST(client.exchange(request).status == 200);
        BOOST_TEST(client.exchange(get("")).status == 200);
    }
}

BOOST_AUTO_TEST_CASE(responses_to_valid_requests_precede_the_refusal_of_a_malformed_one)
{
    const testing::running_server running;
    raw_client                    client{running.port()};

    client.send(get("") + get("X : a\r\n") + std::string{behind});

    BOOST_TEST(client.receive().status == 200);
    BOOST_TEST(client.receive().status == 400);
    BOOST_TEST(client.receive_to_end() == "");
    BOOST_TEST(!reached_behind(running));
}

BOOST_AUTO_TEST_CASE(no_split_of_a_hostile_request_gets_two_responses)
{
    const testing::running_server running;

    for (const auto& example : bad_heads())
    {
        if (example.request.size() > 200) continue;
        BOOST_TEST_CONTEXT(example.name)
        {
            raw_client client{running.port()};
            for (const char byte : example.request)
                if (!client.send({&byte, 1})) break;
            client.send(behind);

            BOOST_TEST(client.receive().status == example.status);
            BOOST_TEST(client.receive_to_end(true) == "");
        }
    }
    BOOST_TEST(!reached_behind(running));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
