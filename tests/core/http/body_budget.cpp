#include "http/body_budget.hpp"

#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

constexpr std::size_t mebibyte = 1024 * 1024;

const auto ignore = [] {};

/// Memory for two bodies of 2 MiB.
settings small_budget()
{
    auto network            = testing::on_any_port();
    network.max_body_bytes  = 2 * mebibyte;
    network.max_body_memory = 4 * mebibyte;
    return network;
}

std::string head_of(std::string_view target, std::size_t length, std::string_view lines = {})
{
    return "POST " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(length) +
           "\r\n" + std::string{lines} + "\r\n";
}

std::string post(std::string_view target, std::size_t length)
{
    return head_of(target, length) + std::string(length, 'x');
}

std::string chunked(std::string_view target, std::size_t length)
{
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", length);
    return "POST " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + size +
           std::string(length, 'x') + "\r\n0\r\n\r\n";
}

void wait_until_reserved(const server& http_server, std::size_t bytes)
{
    while (http_server.statistics().body_memory_reserved != bytes) std::this_thread::yield();
}

} // namespace

BOOST_AUTO_TEST_SUITE(body_budget_)

BOOST_AUTO_TEST_CASE(waiting_reservations_are_granted_in_order)
{
    const auto                      budget = std::make_shared<body_budget>(10);
    int                             second = 0, third = 0;
    std::optional<body_reservation> first_place{std::in_place, budget, 6, ignore};
    body_reservation                second_place{budget, 6, [&] { ++second; }};
    body_reservation                third_place{budget, 1, [&] { ++third; }};

    BOOST_TEST(first_place->granted());
    BOOST_TEST(!second_place.granted());
    BOOST_TEST(!third_place.granted()); // it would fit, but could starve the second
    BOOST_TEST(budget->reserved() == 6U);

    first_place.reset();

    BOOST_TEST(second_place.granted());
    BOOST_TEST(third_place.granted());
    BOOST_TEST(second == 1);
    BOOST_TEST(third == 1);
    BOOST_TEST(budget->reserved() == 7U);
}

BOOST_AUTO_TEST_CASE(a_cancelled_reservation_lets_later_ones_proceed)
{
    const auto                      budget = std::make_shared<body_budget>(10);
    const body_reservation          first{budget, 6, ignore};
    std::optional<body_reservation> large{std::in_place, budget, 9, ignore};
    const body_reservation          little{budget, 2, ignore};
    BOOST_TEST(!little.granted());

    large.reset();

    BOOST_TEST(little.granted());
    BOOST_TEST(budget->reserved() == 8U);
}

BOOST_AUTO_TEST_CASE(shrinking_a_reservation_releases_memory)
{
    const auto             budget = std::make_shared<body_budget>(10);
    body_reservation       first{budget, 10, ignore};
    const body_reservation second{budget, 4, ignore};

    first.shrink_to(7);
    BOOST_TEST(!second.granted());
    first.shrink_to(6);
    BOOST_TEST(second.granted());
    first.shrink_to(8);
    BOOST_TEST(budget->reserved() == 10U);
}

BOOST_AUTO_TEST_CASE(a_reservation_larger_than_the_budget_takes_the_whole_budget)
{
    const auto             budget = std::make_shared<body_budget>(10);
    const body_reservation only{budget, 11, ignore};

    BOOST_TEST(only.granted());
    BOOST_TEST(budget->reserved() == 10U);
}

BOOST_AUTO_TEST_CASE(a_large_body_is_reserved_until_the_response)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     client{running.port()};

    client.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(1);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == 2 * mebibyte);

    running.handler.release();
    BOOST_TEST(client.receive().status == 200);
    BOOST_TEST(client.exchange(post("/echo", 1)).body == "x");
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == 0U);
}

BOOST_AUTO_TEST_CASE(a_large_body_waits_for_memory_and_small_ones_do_not)
{
    running_server running{testing::long_timeouts(), small_budget(), 2};
    raw_client     first{running.port()}, second{running.port()}, third{running.port()}, small{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    second.send(chunked("/large-wait", 2 * mebibyte - 1));
    running.handler.until_waiting(2);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == 4 * mebibyte - 1);

    third.send(head_of("/large", 2 * mebibyte, "Expect: 100-continue\r\n"));
    BOOST_TEST(small.exchange(post("/echo", mebibyte)).body.size() == mebibyte);
    running.handler.release();

    BOOST_TEST(first.receive().status == 200);
    third.wait_for("HTTP/1.1 100 Continue\r\n\r\n"); // sent only now
    BOOST_TEST(third.receive(true).status == 100);
    third.send(std::string(2 * mebibyte, 'x'));
    BOOST_TEST(third.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
    BOOST_TEST(running.http_server.statistics().body_memory_timeouts == 0U);
}

BOOST_AUTO_TEST_CASE(a_chunked_body_that_waited_for_memory_is_read_to_its_end)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     first{running.port()}, second{running.port()}, third{running.port()}, ping{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    second.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(2);

    std::thread sender{[&] { third.send(chunked("/large", 2 * mebibyte)); }};
    // The server has one thread: after so many requests it has read the first mebibyte and waits for memory.
    for (int n = 0; n < 500; ++n) ping.exchange(post("/echo", 1));
    running.handler.release();

    BOOST_TEST(first.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
    BOOST_TEST(third.receive().body == std::to_string(2 * mebibyte));
    sender.join();
}

BOOST_AUTO_TEST_CASE(a_large_body_without_memory_in_time_is_refused_and_its_connection_closed)
{
    auto timeouts        = testing::long_timeouts();
    timeouts.body_memory = std::chrono::milliseconds{40};
    running_server running{timeouts, small_budget()};
    raw_client     first{running.port()}, second{running.port()}, refused{running.port()}, chunks{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    second.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(2);

    refused.send(head_of("/large", 2 * mebibyte));
    BOOST_TEST(refused.receive().status == 503);
    refused.finish_sending();
    BOOST_TEST(refused.is_closed());
    chunks.send(chunked("/large", 2 * mebibyte));
    BOOST_TEST(chunks.receive().status == 503);
    BOOST_TEST(running.http_server.statistics().body_memory_timeouts == 2U);

    running.handler.release();
    BOOST_TEST(first.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
    raw_client later{running.port()};
    BOOST_TEST(later.exchange(post("/large", 2 * mebibyte)).status == 200);
}

BOOST_AUTO_TEST_CASE(a_client_that_disconnects_while_waiting_releases_its_place)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     first{running.port()}, second{running.port()}, later{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(1);
    second.send(post("/large-wait", 2 * mebibyte - mebibyte / 2));
    running.handler.until_waiting(2);
    {
        raw_client leaving{running.port()};
        leaving.send(head_of("/large", 2 * mebibyte));
        while (running.http_server.statistics().requests != 3) std::this_thread::yield();
    }
    while (running.http_server.statistics().client_disconnects != 1) std::this_thread::yield();

    running.handler.release();
    BOOST_TEST(first.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
    BOOST_TEST(later.exchange(post("/large", 2 * mebibyte)).status == 200);
    wait_until_reserved(running.http_server, 0);
}

BOOST_AUTO_TEST_CASE(a_server_stops_while_bodies_wait_for_memory)
{
    std::optional<raw_client> waiting;
    {
        running_server running{testing::long_timeouts(), small_budget()};
        raw_client     first{running.port()}, second{running.port()};
        waiting.emplace(running.port());
        first.send(post("/large-wait", 2 * mebibyte));
        second.send(post("/large-wait", 2 * mebibyte));
        running.handler.until_waiting(2);
        waiting->send(head_of("/large", 2 * mebibyte));
        while (running.http_server.statistics().requests != 3) std::this_thread::yield();
    }
    BOOST_TEST(waiting->is_closed());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
