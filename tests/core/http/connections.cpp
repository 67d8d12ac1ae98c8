#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

std::string get(std::string_view target, std::string_view lines = {})
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{lines} + "\r\n";
}

std::string post(std::string_view target, std::string_view body, std::string_view lines = {})
{
    return "POST " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n" + std::string{lines} + "\r\n" + std::string{body};
}

std::string post_chunked(std::string_view target, std::string_view chunks)
{
    return "POST " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" +
           std::string{chunks};
}

/// Short enough to expire, long enough for everything else in a test.
connection_timeouts short_timeout(std::chrono::milliseconds connection_timeouts::*field)
{
    auto result   = testing::long_timeouts();
    result.*field = std::chrono::milliseconds{40};
    return result;
}

/// `running` takes two connections: a third gets 503, and one more is served when the first has closed.
void expect_503_for_the_third_connection(const running_server& running)
{
    raw_client first{running.port()};
    raw_client second{running.port()};
    BOOST_TEST(first.exchange(get("/fast")).status == 200);
    BOOST_TEST(second.exchange(get("/fast")).status == 200);
    {
        raw_client third{running.port()};
        const auto response = third.receive();
        BOOST_TEST(response.status == 503);
        BOOST_TEST(response.field("connection") == "close");
        BOOST_TEST(third.is_closed());
    }
    BOOST_TEST(running.http_server.statistics().rejected == 1U);

    first.close();
    while (running.http_server.statistics().open > 1)
    {}
    BOOST_TEST(raw_client{running.port()}.exchange(get("/fast")).status == 200);
}

/// Sends the bytes of a body one by one until a time limit ends it.
void expect_408_for_steady_bytes(const connection_timeouts& timeouts)
{
    const running_server running{timeouts};
    raw_client           client{running.port()};
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");

    for (std::size_t sent = 0; sent != 999'999 && running.http_server.statistics().timed_out == 0; ++sent)
        if (client.send("x")) std::this_thread::yield();

    BOOST_TEST(running.http_server.statistics().timed_out == 1U);
    BOOST_TEST(client.receive().status == 408);
}

} // namespace

BOOST_AUTO_TEST_SUITE(connections)

BOOST_AUTO_TEST_CASE(a_response_has_length_type_and_date)
{
    const running_server running;
    raw_client           client{running.port()};

    const auto response = client.exchange(get("/fast"));

    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.body == "fast");
    BOOST_TEST(response.field("content-length") == "4");
    BOOST_TEST(response.field("content-type") == "text/plain");
    BOOST_TEST(response.field("connection") == "");
    const auto date = response.field("date");
    BOOST_TEST(date.size() == 29U);
    BOOST_TEST(date.ends_with(" GMT"));
}

BOOST_AUTO_TEST_CASE(the_handler_gets_the_head_as_it_was_sent)
{
    const running_server running;
    raw_client           client{running.port()};

    BOOST_TEST(client.exchange(get("/tell?a=%20b", "Authorization:  Bearer k \r\n")).body ==
               "GET|/tell|a=%20b|Bearer k|none");
    BOOST_TEST(client.exchange(get("/tell?", "authorization:\r\n")).body == "GET|/tell|||none");
    BOOST_TEST(client.exchange(post("/tell", "12345")).body == "POST|/tell||none|5");
    BOOST_TEST(client.exchange("PUT http://a/tell?b?c HTTP/1.1\r\nHost: a\r\n\r\n").body == "PUT|/tell|b?c|none|none");
    BOOST_TEST(client.exchange(get("http://a")).status == 404);
}

BOOST_AUTO_TEST_CASE(trace_headers_are_combined_or_ignored_when_repeated)
{
    const running_server running;
    raw_client           client{running.port()};
    const auto           trace = [&](const std::string& fields) { return client.exchange(get("/trace", fields)).body; };

    BOOST_TEST(trace("") == "none|none|");
    BOOST_TEST(trace("TraceParent: p\r\nX-Request-Id: i\r\nTRACESTATE: a=1\r\n") == "i|p|a=1");
    BOOST_TEST(trace("traceparent: p\r\ntraceparent: p\r\nx-request-id: i\r\nx-request-id: i\r\n") == "none|none|");
    BOOST_TEST(trace("tracestate: a=1\r\ntracestate: b=2\r\ntracestate: c=3\r\n") == "none|none|a=1,b=2,c=3");
    const std::string longest(512, 'v');
    BOOST_TEST(trace("tracestate: " + longest + "\r\n") == "none|none|" + longest);
    BOOST_TEST(trace("tracestate: " + longest + "v\r\n") == "none|none|");
    BOOST_TEST(trace("tracestate: " + longest + "\r\ntracestate: a=1\r\ntracestate: b=2\r\n") == "none|none|");
    // With the body in several pieces, so that the head is copied.
    client.send("POST /trace HTTP/1.1\r\nHost: a\r\ntraceparent: p\r\nX-Request-ID: i\r\nContent-Length: 2\r\n\r\n1");
    BOOST_TEST(client.receive().body == "i|p|");
}

BOOST_AUTO_TEST_CASE(a_repeated_authorization_header_counts_as_none)
{
    const running_server running;
    raw_client           client{running.port()};

    const auto response = client.exchange(
        get("/tell", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\nauthorization: Bearer c\r\n"));

    BOOST_TEST(response.body == "GET|/tell||none|none");
}

BOOST_AUTO_TEST_CASE(one_connection_carries_many_requests)
{
    const running_server running;
    raw_client           client{running.port()};

    for (int n = 0; n < 50; ++n)
    {
        BOOST_TEST(client.exchange(get("/fast")).body == "fast");
        BOOST_TEST(client.exchange(post("/echo", std::string(static_cast<std::size_t>(n), 'x'))).body.size() ==
                   static_cast<std::size_t>(n));
        BOOST_TEST(client.exchange(get("/nowhere")).status == 404);
    }
    BOOST_TEST(running.http_server.statistics().accepted == 1U);
    BOOST_TEST(running.http_server.statistics().requests == 150U);
}

BOOST_AUTO_TEST_CASE(pipelined_requests_are_answered_in_order)
{
    const running_server running;
    raw_client           client{running.port()};

    for (int n = 0; n < 100; ++n)
    {
        client.send(get("/fast") + post("/echo", "a" + std::to_string(n)) + get("/tell?" + std::to_string(n)) +
                    get("/fast/big") + post_chunked("/echo", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") +
                    post("/unread", "unread") + "\r\n");
        BOOST_TEST(client.receive().body == "fast");
        BOOST_TEST(client.receive().body == "a" + std::to_string(n));
        BOOST_TEST(client.receive().body == "GET|/tell|" + std::to_string(n) + "|none|none");
        BOOST_TEST(client.receive().body.size() == 300U * 1024);
        BOOST_TEST(client.receive().body == "abcde");
        BOOST_TEST(client.receive().status == 401);
    }
}

BOOST_AUTO_TEST_CASE(a_connection_closes_on_request_and_with_http_1_0)
{
    const running_server running;

    for (const auto& request : {get("/fast", "Connection: close\r\n"), get("/fast", "Connection: x, CLOSE\r\n"),
                                std::string{"GET /fast HTTP/1.0\r\n\r\n"}})
    {
        raw_client client{running.port()};
        const auto response = client.exchange(request);
        BOOST_TEST(response.body == "fast");
        BOOST_TEST(response.field("connection") == "close");
        BOOST_TEST(client.is_closed());
    }
}

BOOST_AUTO_TEST_CASE(an_http_1_0_client_may_keep_its_connection)
{
    const running_server running;
    raw_client           client{running.port()};

    for (int n = 0; n < 2; ++n)
        BOOST_TEST(client.exchange("GET /fast HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").field("connection") ==
                   "keep-alive");
}

BOOST_AUTO_TEST_CASE(a_response_to_head_has_a_length_and_no_body)
{
    const running_server running;
    raw_client           client{running.port()};

    for (const auto* target : {"/fast", "/fast/big", "/nowhere"})
    {
        client.send("HEAD " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n\r\n");
        BOOST_TEST(client.receive(true).field("content-length") != "0");
    }
    BOOST_TEST(client.exchange(get("/fast")).body == "fast");
}

BOOST_AUTO_TEST_CASE(a_chunked_body_arrives_whole_however_it_is_cut)
{
    const running_server running;
    const auto           request = post_chunked("/echo", "5\r\nhello\r\n1\r\n \r\n00006\r\nworld!\r\n0\r\n\r\n");

    raw_client whole{running.port()};
    BOOST_TEST(whole.exchange(request).body == "hello world!");
    BOOST_TEST(whole.exchange(request + get("/fast")).body == "hello world!");
    BOOST_TEST(whole.receive().body == "fast");

    raw_client bytewise{running.port()};
    for (const char byte : request) bytewise.send({&byte, 1});
    BOOST_TEST(bytewise.receive().body == "hello world!");
}

BOOST_AUTO_TEST_CASE(an_empty_chunked_body_arrives_whole_however_it_is_cut)
{
    const running_server running;
    raw_client           client{running.port()};

    for (const char byte : post_chunked("/echo", "0\r\n\r\n")) client.send({&byte, 1});

    BOOST_TEST(client.receive().status == 200);
    BOOST_TEST(client.exchange(get("/fast")).body == "fast");
}

BOOST_AUTO_TEST_CASE(a_chunk_size_has_at_most_sixteen_digits)
{
    const auto body = [](std::size_t zeros) {
        const std::string size(zeros, '0');
        return size + "1\r\na\r\n" + size + "0\r\n\r\n";
    };
    const running_server running;
    raw_client           longest{running.port()}, bytewise{running.port()}, too_long{running.port()};

    BOOST_TEST(longest.exchange(post_chunked("/echo", body(15))).body == "a");
    for (const char byte : post_chunked("/echo", body(15))) bytewise.send({&byte, 1});
    BOOST_TEST(bytewise.receive().body == "a");
    BOOST_TEST(too_long.exchange(post_chunked("/echo", body(18))).status == 400);
}

BOOST_AUTO_TEST_CASE(a_client_that_pipelines_too_many_requests_has_to_connect_again)
{
    const auto repeated = [](const std::string& request, int count) {
        std::string requests;
        while (count-- > 0) requests += request;
        return requests;
    };
    const running_server running;

    raw_client many{running.port()};
    many.send(repeated(get("/fast"), 40));
    for (int n = 0; n < 15; ++n) BOOST_TEST(many.receive().field("connection") == "");
    BOOST_TEST(many.receive().field("connection") == "close");
    BOOST_TEST(many.is_closed());

    raw_client large{running.port()}; // 300 KiB each
    large.send(repeated(get("/fast/big"), 40));
    for (int n = 0; n < 3; ++n) BOOST_TEST(large.receive().field("connection") == "");
    BOOST_TEST(large.receive().field("connection") == "close");
    BOOST_TEST(large.is_closed());
    BOOST_TEST(running.http_server.statistics().requests == 20U);

    raw_client patient{running.port()};
    for (int round = 0; round < 4; ++round)
    {
        patient.send(repeated(get("/fast"), 16));
        for (int n = 0; n < 16; ++n) BOOST_TEST(patient.receive().field("connection") == "");
    }
}

BOOST_AUTO_TEST_CASE(a_large_body_arrives_whole)
{
    const running_server running;
    raw_client           client{running.port()};
    std::string          body(1024 * 1024, ' ');
    for (std::size_t n = 0; n < body.size(); ++n) body[n] = static_cast<char>('a' + n % 23);

    BOOST_TEST((client.exchange(post("/echo", body)).body == body));
    BOOST_TEST(client.exchange(get("/fast")).body == "fast");
}

BOOST_AUTO_TEST_CASE(a_body_over_the_limit_is_refused_by_its_length_and_never_read)
{
    const running_server running;
    raw_client           client{running.port()};

    client.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n");

    const auto response = client.receive();
    BOOST_TEST(response.status == 413);
    BOOST_TEST(response.field("connection") == "close");
    client.send("hello world" + get("/behind"));
    BOOST_TEST(client.is_closed());
    BOOST_TEST(running.handler.paths().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_chunked_body_over_the_limit_is_refused_when_it_passes_it)
{
    const running_server running;
    raw_client           client{running.port()};

    client.send(post_chunked("/small", "a\r\n0123456789\r\n"));
    client.send("1\r\n");

    const auto response = client.receive();
    BOOST_TEST(response.status == 413);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(a_body_of_exactly_the_limit_is_accepted)
{
    const running_server running;
    raw_client           client{running.port()};

    BOOST_TEST(client.exchange(post("/small", "0123456789")).body == "0123456789");
    BOOST_TEST(client.exchange(post_chunked("/small", "9\r\n012345678\r\n1\r\n9\r\n0\r\n\r\n")).body == "0123456789");
}

BOOST_AUTO_TEST_CASE(a_client_that_sends_all_of_a_refused_body_can_read_the_response)
{
    const running_server running;
    raw_client           client{running.port()};

    client.send(post("/small", std::string(8 * 1024 * 1024, 'x')));

    BOOST_TEST(client.receive().status == 413);
    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(a_small_unread_body_is_skipped_and_a_large_one_ends_the_connection)
{
    const running_server running;
    raw_client           client{running.port()};

    client.send("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
    BOOST_TEST(client.receive().field("connection") == "");
    client.send(std::string(1000, 'x') + get("/fast"));
    BOOST_TEST(client.receive().body == "fast");

    client.send("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    BOOST_TEST(client.receive().field("connection") == "close");
    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(an_unread_chunked_body_is_skipped_up_to_a_bound)
{
    const running_server running;
    raw_client           client{running.port()};

    client.send(post_chunked("/unread", "3\r\nabc\r\n0\r\n\r\n") + get("/fast"));
    BOOST_TEST(client.receive().status == 401);
    BOOST_TEST(client.receive().body == "fast");

    client.send(post_chunked("/unread", "3\r\nabc\r\nfffffff\r\n"));
    BOOST_TEST(client.receive().status == 401);
    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(a_100_continue_is_sent_only_when_the_handler_reads_the_body)
{
    const running_server running;
    constexpr auto       expecting = "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    const auto           to = [&](std::string_view target) { return std::string{expecting}.replace(5, 2, target); };

    raw_client invited{running.port()};
    invited.send(to("/echo"));
    BOOST_TEST(invited.receive_bytes(25) == "HTTP/1.1 100 Continue\r\n\r\n");
    invited.send("hello");
    BOOST_TEST(invited.receive().body == "hello");
    BOOST_TEST(invited.exchange(get("/fast")).body == "fast");

    raw_client turned_down{running.port()};
    turned_down.send(to("/unread"));
    const auto response = turned_down.receive();
    BOOST_TEST(response.status == 401);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(turned_down.is_closed());

    raw_client too_large{running.port()};
    too_large.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n");
    BOOST_TEST(too_large.receive().status == 413);
    BOOST_TEST(too_large.is_closed());

    raw_client eager{running.port()};
    eager.send(to("/echo") + "hello");
    BOOST_TEST(eager.receive().body == "hello");
}

BOOST_AUTO_TEST_CASE(a_body_that_ends_too_early_is_a_bad_request)
{
    const running_server running;

    for (const auto& request : {std::string{"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello"},
                                post_chunked("/echo", "5\r\nhel"), post_chunked("/echo", "5\r\nhello\r\n0\r\n")})
    {
        raw_client client{running.port()};
        client.send(request);
        client.finish_sending();
        BOOST_TEST(client.receive().status == 400);
        BOOST_TEST(client.is_closed());
    }
}

BOOST_AUTO_TEST_CASE(a_head_that_takes_too_long_gets_408_even_when_bytes_keep_arriving)
{
    const running_server running{short_timeout(&connection_timeouts::head)};
    raw_client           client{running.port()};

    client.send("GET /fast HTTP/1.1\r\nHost: a\r\n");
    for (int n = 0; n < 1'000'000; ++n) // until the server closes
        if (!client.send("X: a\r\n")) break;

    const auto answer = client.receive_to_end(true);
    BOOST_TEST((answer.empty() || answer.starts_with("HTTP/1.1 408") || answer.starts_with("HTTP/1.1 431")));
}

BOOST_AUTO_TEST_CASE(a_stalled_head_gets_408)
{
    const running_server running{short_timeout(&connection_timeouts::head)};
    raw_client           client{running.port()};

    const auto response = client.exchange("GET /fast HTTP/1.1\r\nHost: a\r\nX");

    BOOST_TEST(response.status == 408);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
    BOOST_TEST(running.http_server.statistics().timed_out == 1U);
}

BOOST_AUTO_TEST_CASE(a_stalled_body_gets_408)
{
    const running_server running{short_timeout(&connection_timeouts::stall)};
    raw_client           client{running.port()};

    const auto response = client.exchange("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel");

    BOOST_TEST(response.status == 408);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(an_idle_connection_is_closed_without_a_response)
{
    const running_server running{short_timeout(&connection_timeouts::idle)};
    raw_client           client{running.port()};

    BOOST_TEST(client.exchange(get("/fast")).body == "fast");

    BOOST_TEST(client.receive_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_connection_without_a_request_is_closed_without_a_response)
{
    const running_server running{short_timeout(&connection_timeouts::head)};
    raw_client           client{running.port()};

    BOOST_TEST(client.receive_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_its_responses_is_disconnected)
{
    const running_server running{short_timeout(&connection_timeouts::stall)};
    raw_client           client{running.port()};

    client.send(get("/fast/huge"));

    while (running.http_server.statistics().timed_out == 0 || running.http_server.statistics().open != 0)
    {}
    BOOST_TEST(running.http_server.statistics().timed_out == 1U);
}

BOOST_AUTO_TEST_CASE(a_client_that_stays_after_the_last_response_is_disconnected)
{
    const running_server running{short_timeout(&connection_timeouts::linger)};
    raw_client           client{running.port()};

    BOOST_TEST(client.exchange("GET /fast HTTP/2.0\r\n\r\n").status == 400);

    while (running.http_server.statistics().open != 0)
    {}
    BOOST_TEST(running.http_server.statistics().malformed == 1U);
}

BOOST_AUTO_TEST_CASE(a_client_that_disconnects_cancels_its_request)
{
    const running_server running;

    raw_client client{running.port()};
    client.send(get("/wait"));
    running.handler.until_waiting(1);
    client.close();
    running.handler.until_cancelled(1);

    raw_client with_body{running.port()};
    with_body.send(post("/body-wait", "hello"));
    running.handler.until_waiting(2);
    with_body.close();
    running.handler.until_cancelled(2);

    raw_client half_closed{running.port()};
    half_closed.send(get("/wait"));
    running.handler.until_waiting(3);
    half_closed.finish_sending();
    running.handler.until_cancelled(3);
    BOOST_TEST(half_closed.is_closed());
    BOOST_TEST(running.http_server.statistics().client_disconnects == 3U);
}

BOOST_AUTO_TEST_CASE(requests_pipelined_during_a_response_are_not_lost)
{
    running_server running;
    raw_client     client{running.port()};

    client.send(get("/wait"));
    running.handler.until_waiting(1);
    client.send(post("/echo", std::string(100'000, 'x')) + get("/fast"));
    running.handler.release();

    BOOST_TEST(client.receive().body == "waited");
    BOOST_TEST(client.receive().body.size() == 100'000U);
    BOOST_TEST(client.receive().body == "fast");
    BOOST_TEST(running.handler.cancelled() == 0);
}

BOOST_AUTO_TEST_CASE(an_exception_of_the_handler_becomes_a_500_and_closes_the_connection)
{
    const running_server running;
    raw_client           client{running.port()};

    const auto response = client.exchange(get("/fault"));

    BOOST_TEST(response.status == 500);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(raw_client{running.port()}.exchange(get("/fast")).status == 200);
}

BOOST_AUTO_TEST_CASE(connections_over_the_limit_get_503_until_one_closes)
{
    auto network            = testing::on_any_port();
    network.max_connections = 2;
    const running_server running{testing::long_timeouts(), network};
    expect_503_for_the_third_connection(running);
}

BOOST_AUTO_TEST_CASE(connections_over_the_limit_of_their_address_get_503)
{
    auto network                        = testing::on_any_port();
    network.max_connections_per_address = 2;
    const running_server running{testing::long_timeouts(), network};
    expect_503_for_the_third_connection(running);
    BOOST_TEST(running.http_server.statistics().rejected_by_address == 1U);
}

BOOST_AUTO_TEST_CASE(the_number_of_connections_that_get_503_is_bounded)
{
    auto network            = testing::on_any_port();
    network.max_connections = 1;
    const running_server    running{testing::long_timeouts(), network};
    std::vector<raw_client> clients;

    for (int n = 0; n < 100; ++n) clients.emplace_back(running.port());

    for (std::size_t n = 1; n < 65; ++n) BOOST_TEST(clients[n].receive().status == 503);
    for (std::size_t n = 65; n < 100; ++n) BOOST_TEST(clients[n].is_closed());
}

BOOST_AUTO_TEST_CASE(slow_bytes_do_not_extend_the_time_for_a_discarded_body)
{
    const running_server running{short_timeout(&connection_timeouts::linger)};
    raw_client           client{running.port()};
    client.send("POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n");
    BOOST_TEST(client.receive().status == 401);

    std::size_t sent = 0;
    while (sent != 59'999 && client.send("x")) ++sent;

    BOOST_TEST(client.is_closed());
}

BOOST_AUTO_TEST_CASE(a_body_below_the_minimum_rate_gets_408)
{
    auto timeouts     = testing::long_timeouts();
    timeouts.stall    = std::chrono::milliseconds{200};
    timeouts.min_rate = 100'000'000; // faster than any client
    expect_408_for_steady_bytes(timeouts);
}

BOOST_AUTO_TEST_CASE(a_body_that_takes_too_long_gets_408_however_steadily_it_arrives)
{
    expect_408_for_steady_bytes(short_timeout(&connection_timeouts::body));
}

BOOST_AUTO_TEST_CASE(a_client_that_reads_below_the_minimum_rate_is_disconnected)
{
    auto timeouts     = testing::long_timeouts();
    timeouts.stall    = std::chrono::milliseconds{50};
    timeouts.min_rate = 1'000'000'000'000; // faster than any client
    const running_server running{timeouts};
    raw_client           client{running.port()};
    client.send(get("/fast/huge"));

    // A client of 8 MB per second at most: it makes progress all the time, and needs four seconds for the response.
    for (int reads = 0; reads != 4'000 && running.http_server.statistics().timed_out == 0; ++reads)
    {
        client.receive_bytes(8'000);
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }

    BOOST_TEST(running.http_server.statistics().timed_out == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
