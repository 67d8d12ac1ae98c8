#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <future>
#include <string>

namespace verbatim::core::http {

using testing::long_timeouts;
using testing::running_server;
using verbatim::support::raw_client;

namespace {

std::string get(std::string_view path, std::string_view version = "1.1")
{
    return "GET " + std::string{path} + " HTTP/" + std::string{version} + "\r\nHost: a\r\n\r\n";
}

std::string body_of(const std::string& received) { return received.substr(received.find("\r\n\r\n") + 4); }

} // namespace

BOOST_AUTO_TEST_SUITE(streaming)

BOOST_AUTO_TEST_CASE(parts_arrive_as_they_are_sent_and_the_connection_ends_the_body)
{
    for (const auto* version : {"1.1", "1.0"})
    {
        running_server running;
        raw_client     client{running.port()};
        client.send(get("/stream", version));
        client.wait_for("first ");
        running.handler.until_waiting(1);
        running.handler.release();

        const auto received = client.receive_to_end();

        BOOST_TEST(received.starts_with("HTTP/1.1 200 OK\r\n"));
        BOOST_TEST(received.find("Content-Length") == received.npos);
        BOOST_TEST(received.find("Connection: close\r\n") != received.npos);
        BOOST_TEST(body_of(received) == "first second third");
    }
}

BOOST_AUTO_TEST_CASE(a_pipelined_request_after_a_stream_is_not_answered)
{
    running_server running;
    running.handler.release();
    raw_client client{running.port()};
    client.send(get("/stream") + get("/fast"));

    BOOST_TEST(body_of(client.receive_to_end(true)) == "first second third");
    BOOST_TEST(running.handler.paths().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_client_that_disconnects_cancels_the_handler)
{
    running_server running;
    {
        raw_client client{running.port()};
        client.send(get("/stream"));
        client.wait_for("first ");
        running.handler.until_waiting(1);
    }
    running.handler.until_cancelled(1);
    BOOST_TEST(running.http_server.statistics().client_disconnects == 1U);
}

BOOST_AUTO_TEST_CASE(a_client_that_reads_nothing_slows_the_handler_and_is_closed)
{
    auto timeouts  = long_timeouts();
    timeouts.stall = std::chrono::milliseconds{50};
    running_server running{timeouts};
    raw_client     client{running.port()};
    client.send(get("/stream/huge"));

    running.handler.until_cancelled(1); // the sockets hold a few MiB of 64

    while (running.http_server.statistics().open != 0) std::this_thread::yield();
    BOOST_TEST(running.http_server.statistics().timed_out == 1U);
}

BOOST_AUTO_TEST_CASE(a_client_that_disconnects_without_reading_cancels_the_handler)
{
    running_server running;
    {
        raw_client client{running.port()};
        client.send(get("/stream/huge"));
        running.handler.until_waiting(1);
    }
    running.handler.until_cancelled(1);
}

BOOST_AUTO_TEST_CASE(a_stream_of_64_mib_arrives_whole)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(get("/stream/huge"));
    BOOST_TEST(body_of(client.receive_to_end()).size() == 64U * 1024 * 1'000);
}

BOOST_AUTO_TEST_CASE(a_fault_during_a_stream_ends_the_connection)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(get("/stream/fault"));
    BOOST_TEST(body_of(client.receive_to_end(true)) == "first ");
}

BOOST_AUTO_TEST_CASE(a_drain_waits_for_a_stream_until_its_deadline)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(get("/stream"));
    client.wait_for("first ");
    running.handler.until_waiting(1);

    BOOST_TEST(!running.http_server.drain(std::chrono::steady_clock::now()));

    running.handler.until_cancelled(1);
    BOOST_TEST(body_of(client.receive_to_end(true)) == "first ");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
