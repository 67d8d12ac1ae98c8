#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdint>
#include <future>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

constexpr auto fast = "GET /fast HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr auto wait = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";

/// Returns when the listener is closed.
void await_refusal(const running_server& running)
{
    try
    {
        for (;;) raw_client{running.port()};
    }
    catch (const std::runtime_error&)
    {}
}

void expect_503_and_end(raw_client& client)
{
    const auto response = client.receive();
    BOOST_TEST(response.status == 503);
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
}

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
    await_refusal(running);
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
    expect_503_and_end(client);
    BOOST_TEST(running.http_server.statistics().open == 0U);
}

BOOST_AUTO_TEST_CASE(a_stop_request_cuts_requests_off_before_the_deadline)
{
    running_server running;
    raw_client     client{running.port()};
    client.send(wait);
    running.handler.until_waiting(1);
    std::stop_source cut;
    auto             drained = std::async(std::launch::async,
                                          [&] { return running.http_server.drain(in(std::chrono::hours{1}), cut.get_token()); });

    cut.request_stop();

    expect_503_and_end(client);
    BOOST_TEST(!drained.get());
}

BOOST_AUTO_TEST_CASE(a_head_that_is_incomplete_at_the_deadline_gets_503)
{
    running_server running;
    raw_client     client{running.port()};
    client.send("GET /fast HTTP/1.1\r\nHo");
    BOOST_TEST(raw_client{running.port()}.exchange(fast).status == 200); // the server has read the first one's bytes

    BOOST_TEST(!running.http_server.drain(in(std::chrono::milliseconds{20})));

    expect_503_and_end(client);
}

BOOST_AUTO_TEST_CASE(a_body_that_is_incomplete_at_the_deadline_gets_503)
{
    running_server running;
    raw_client     client{running.port()};
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
    client.wait_for("100 Continue");

    BOOST_TEST(!running.http_server.drain(in(std::chrono::milliseconds{20})));

    client.wait_for("503 Service Unavailable");
    BOOST_TEST(running.http_server.statistics().open == 0U);
}

BOOST_AUTO_TEST_CASE(a_client_that_reads_nothing_is_cut_off)
{
    running_server running;
    raw_client     client{running.port()};
    client.send("GET /fast/huge HTTP/1.1\r\nHost: a\r\n\r\n");
    client.wait_for("200 OK");

    BOOST_TEST(!running.http_server.drain(in(std::chrono::milliseconds{20})));
    BOOST_TEST(running.http_server.statistics().open == 0U);
}

BOOST_AUTO_TEST_CASE(requests_on_idle_connections_are_answered_during_a_drain)
{
    auto timeouts       = testing::long_timeouts();
    timeouts.drain_idle = testing::never;
    running_server running{timeouts};
    raw_client     used{running.port()};
    raw_client     unused{running.port()};
    BOOST_TEST(used.exchange(fast).status == 200);
    auto drained = std::async(std::launch::async, [&] { return running.http_server.drain(in(std::chrono::hours{1})); });
    await_refusal(running);

    for (auto* client : {&used, &unused})
    {
        const auto response = client->exchange(fast);
        BOOST_TEST(response.status == 200);
        BOOST_TEST(response.field("connection") == "close");
        BOOST_TEST(client->is_closed());
        client->close();
    }
    BOOST_TEST(drained.get());
}

BOOST_AUTO_TEST_CASE(every_connection_that_was_accepted_gets_its_response)
{
    auto timeouts       = testing::long_timeouts();
    timeouts.drain_idle = testing::never; // a client may wait for a processor before it sends
    running_server                        running{timeouts, testing::on_any_port(), 2};
    std::atomic<std::uint64_t>            answered = 0;
    std::vector<std::future<std::string>> clients;
    const auto                            send_until_refused = [&] {
        for (;;)
        {
            try
            {
                raw_client client{running.port()};
                client.send("POST /echo HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi");
                if (client.receive().body != "hi") return std::string{"wrong response"};
                ++answered;
            }
            catch (const std::runtime_error&)
            {
                return std::string{}; // refused, or reset because the listener closed before the end of the handshake
            }
        }
    };
    for (int n = 0; n != 4; ++n) clients.push_back(std::async(std::launch::async, send_until_refused));
    while (answered < 100) std::this_thread::yield();

    BOOST_TEST(running.http_server.drain(in(std::chrono::hours{1})));

    for (auto& client : clients) BOOST_TEST(client.get() == "");
    BOOST_TEST(answered == running.http_server.statistics().accepted);
}

BOOST_AUTO_TEST_CASE(a_retiring_server_closes_connections_after_post_and_accepts_others)
{
    running_server running;
    raw_client     client{running.port()};
    raw_client     poller{running.port()};
    running.http_server.retire();

    const auto response = client.exchange("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");

    BOOST_TEST(response.body == "hi");
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
    for (int n = 0; n != 2; ++n) BOOST_TEST(poller.exchange(fast).field("connection") == "");
    BOOST_TEST(raw_client{running.port()}.exchange(fast).status == 200);
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
