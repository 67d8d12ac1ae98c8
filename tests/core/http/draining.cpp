#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <future>
#include <stdexcept>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

constexpr auto fast = "GET /fast HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr auto wait = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";

auto in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

} // namespace

BOOST_AUTO_TEST_SUITE(draining)

BOOST_AUTO_TEST_CASE(draining_closes_idle_connections_and_the_listener)
{
    running_server running;
    raw_client     used{running.port()};
    raw_client     unused{running.port()};
    BOOST_TEST(used.exchange(fast).status == 200);

    BOOST_TEST(running.http_server.drain(in(std::chrono::hours{1})));

    BOOST_TEST(used.receive_to_end() == "");
    BOOST_TEST(unused.receive_to_end() == "");
    BOOST_CHECK_THROW(raw_client{running.port()}, std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_current_request_is_answered_before_its_connection_closes)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(wait);
    running.handler.until_waiting(1);

    auto drained = std::async(std::launch::async, [&] { return running.http_server.drain(in(std::chrono::hours{1})); });
    while (true)
    {
        try
        {
            raw_client{running.port()}.is_closed();
        }
        catch (const std::runtime_error&)
        {
            break; // the listener is closed
        }
    }
    running.handler.release();

    const auto response = client.receive();
    BOOST_TEST(response.body == "waited");
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
    client.close();
    BOOST_TEST(drained.get());
}

BOOST_AUTO_TEST_CASE(a_request_that_runs_at_the_deadline_is_cancelled)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(wait);
    running.handler.until_waiting(1);

    BOOST_TEST(!running.http_server.drain(in(std::chrono::milliseconds{20})));

    BOOST_TEST(running.handler.cancelled() == 1);
    BOOST_TEST(client.is_closed());
    BOOST_TEST(running.http_server.statistics().open == 0U);
}

BOOST_AUTO_TEST_CASE(a_body_that_is_incomplete_at_the_deadline_is_cut_off)
{
    running_server running;
    raw_client     client{running.port()};
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
    client.wait_for("100 Continue");

    BOOST_TEST(!running.http_server.drain(in(std::chrono::milliseconds{20})));
    BOOST_TEST(running.http_server.statistics().open == 0U);
}

BOOST_AUTO_TEST_CASE(draining_twice_is_harmless)
{
    running_server running;

    BOOST_TEST(running.http_server.drain(in(std::chrono::hours{1})));
    BOOST_TEST(running.http_server.drain(in(std::chrono::hours{1})));
}

BOOST_AUTO_TEST_CASE(a_server_whose_threads_have_stopped_can_be_destroyed)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(wait);
    running.handler.until_waiting(1);

    running.threads.stop();

    BOOST_TEST(!running.http_server.drain(in(std::chrono::hours{1})));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
