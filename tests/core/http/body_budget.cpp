#include "http/body_budget.hpp"

#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

namespace {

constexpr std::size_t mebibyte = 1024 * 1024;

/// Memory for bodies of `bytes` together; one owner may have all of it.
std::shared_ptr<body_budget> budget_for(std::size_t bytes, double owner_share = 1)
{
    return std::make_shared<body_budget>(memory_for_body(bytes), owner_share);
}

/// The reserved memory as bytes of bodies.
std::size_t reserved_bytes(const body_budget& budget) { return budget.reserved() / memory_for_body(1); }

/// Memory for two bodies of 2 MiB.
settings small_budget()
{
    auto network            = testing::on_any_port();
    network.max_body_bytes  = 2 * mebibyte;
    network.max_body_memory = memory_for_body(4 * mebibyte);
    network.max_owner_share = 1;
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
    const auto                      budget       = budget_for(10);
    int                             second_calls = 0, third_calls = 0;
    std::optional<body_reservation> first{std::in_place, budget, "a", 6};
    body_reservation                second{budget, "a", 6};
    body_reservation                third{budget, "a", 1};

    BOOST_TEST(first->granted());
    BOOST_TEST(!first->notify([] {}));
    BOOST_TEST(second.notify([&] { ++second_calls; }));
    BOOST_TEST(third.notify([&] { ++third_calls; })); // it would fit, but could starve the second
    BOOST_TEST(reserved_bytes(*budget) == 6U);

    first.reset();

    BOOST_TEST(second.granted());
    BOOST_TEST(third.granted());
    BOOST_TEST(second_calls == 1);
    BOOST_TEST(third_calls == 1);
    BOOST_TEST(reserved_bytes(*budget) == 7U);
}

BOOST_AUTO_TEST_CASE(a_body_counts_for_more_than_its_bytes)
{
    const auto             budget = budget_for(10);
    const body_reservation body{budget, "a", 6};

    BOOST_TEST(budget->reserved() == 8U * 6U);
}

BOOST_AUTO_TEST_CASE(a_body_holds_more_memory_if_there_is_room_for_it)
{
    const auto       budget = budget_for(10, 0.5);
    body_reservation body{budget, "a", 2};
    body_reservation other{budget, "b", 4};

    BOOST_TEST(budget->owner_limit() == memory_for_body(5));
    BOOST_TEST(body.try_hold(memory_for_body(1)));
    BOOST_TEST(reserved_bytes(*budget) == 6U); // no less than before
    BOOST_TEST(body.try_hold(memory_for_body(5)));
    BOOST_TEST(reserved_bytes(*budget) == 9U);
    BOOST_TEST(!body.try_hold(memory_for_body(5) + 1)); // over the share of the owner
    BOOST_TEST(!other.try_hold(memory_for_body(6)));
    BOOST_TEST(reserved_bytes(*budget) == 9U);
}

BOOST_AUTO_TEST_CASE(a_request_that_needs_more_than_there_is_gets_an_error)
{
    running_server service{testing::long_timeouts(), small_budget()};
    const auto     all  = memory_for_body(4 * mebibyte);
    const auto     hold = [&](std::size_t bytes) {
        raw_client client{service.port()};
        const auto body = std::to_string(bytes);
        return client.exchange(head_of("/hold", body.size()) + body).status;
    };
    BOOST_TEST(hold(all) == 200);
    BOOST_TEST(hold(all + 1) == 413);

    raw_client waiting{service.port()};
    waiting.send(post("/body-wait", 1024));
    service.handler.until_waiting(1);
    BOOST_TEST(hold(all) == 503);
    BOOST_TEST(hold(all - memory_for_body(1024)) == 200);
    service.handler.release();
    BOOST_TEST(waiting.receive().status == 200);
}

BOOST_AUTO_TEST_CASE(owners_take_turns)
{
    const auto                      budget = budget_for(10);
    std::string                     order;
    std::optional<body_reservation> all{std::in_place, budget, "holder", 10};
    body_reservation                a1{budget, "a", 10}, a2{budget, "a", 10}, a3{budget, "a", 10}, b1{budget, "b", 10};
    const auto                      granted = [&](body_reservation& reservation, std::string_view name) {
        BOOST_TEST(reservation.notify([&order, name] { order += name; }));
    };
    granted(a1, "a1 ");
    granted(a2, "a2 ");
    granted(a3, "a3 ");
    granted(b1, "b1 ");

    all.reset();
    for (auto* next : {&a1, &b1, &a2}) next->shrink_to(0);

    BOOST_TEST(order == "a1 b1 a2 a3 ");
}

BOOST_AUTO_TEST_CASE(an_owner_at_its_share_waits_and_others_do_not)
{
    const auto                      budget = budget_for(12, 0.75);
    std::optional<body_reservation> first{std::in_place, budget, "a", 8};
    const body_reservation          second{budget, "a", 2}; // within the budget, not within the share
    const body_reservation          other{budget, "b", 4};

    BOOST_TEST(!second.granted());
    BOOST_TEST(other.granted());
    first.reset();
    BOOST_TEST(second.granted());
}

BOOST_AUTO_TEST_CASE(a_body_larger_than_the_share_is_served_when_its_owner_has_no_other)
{
    const auto                      budget = budget_for(12, 0.5);
    std::optional<body_reservation> first{std::in_place, budget, "a", 1};
    const body_reservation          large{budget, "a", 11};
    const body_reservation          other{budget, "b", 100};

    BOOST_TEST(!large.granted());
    BOOST_TEST(other.granted());
    first.reset();
    BOOST_TEST(large.granted());
    BOOST_TEST(reserved_bytes(*budget) == 12U);
}

BOOST_AUTO_TEST_CASE(small_bodies_pass_large_ones_that_wait)
{
    const auto                      budget = budget_for(1'280);
    std::optional<body_reservation> first{std::in_place, budget, "a", 1'000};
    const body_reservation          large{budget, "b", 1'000};
    const body_reservation          small_of_same{budget, "b", 10};
    const body_reservation          small_of_other{budget, "c", 10};
    const body_reservation          not_small{budget, "c", 11};

    BOOST_TEST(!large.granted());
    BOOST_TEST(small_of_same.granted());
    BOOST_TEST(small_of_other.granted());
    BOOST_TEST(!not_small.granted());
    first.reset();
    BOOST_TEST(large.granted());
    BOOST_TEST(not_small.granted());
}

BOOST_AUTO_TEST_CASE(a_cancelled_reservation_lets_later_ones_proceed)
{
    const auto                      budget = budget_for(10);
    const body_reservation          first{budget, "a", 6};
    std::optional<body_reservation> large{std::in_place, budget, "b", 9};
    const body_reservation          little{budget, "c", 2};
    BOOST_TEST(!little.granted());

    large.reset();

    BOOST_TEST(little.granted());
    BOOST_TEST(reserved_bytes(*budget) == 8U);
}

BOOST_AUTO_TEST_CASE(shrinking_a_reservation_releases_memory)
{
    const auto             budget = budget_for(10);
    body_reservation       first{budget, "a", 10};
    const body_reservation second{budget, "b", 4};

    first.shrink_to(7);
    BOOST_TEST(!second.granted());
    first.shrink_to(6);
    BOOST_TEST(second.granted());
    first.shrink_to(8);
    BOOST_TEST(reserved_bytes(*budget) == 10U);
}

BOOST_AUTO_TEST_CASE(a_reservation_grows_only_into_free_memory_of_its_owner)
{
    const auto       budget = budget_for(12, 0.75);
    body_reservation growing{budget, "a", 2};
    BOOST_TEST(growing.try_grow_to(5));
    BOOST_TEST(growing.try_grow_to(10)); // counts as the share
    growing.shrink_to(5);

    const body_reservation of_same{budget, "a", 2};
    BOOST_TEST(!growing.try_grow_to(8));
    const body_reservation of_other{budget, "b", 4};
    BOOST_TEST(!growing.try_grow_to(7));
    BOOST_TEST(growing.try_grow_to(6));
    BOOST_TEST(growing.try_grow_to(1));
    BOOST_TEST(reserved_bytes(*budget) == 12U);
}

BOOST_AUTO_TEST_CASE(a_reservation_larger_than_the_budget_takes_the_whole_budget)
{
    const auto             budget = budget_for(10);
    const body_reservation only{budget, "a", static_cast<std::size_t>(-1)};

    BOOST_TEST(only.granted());
    BOOST_TEST(reserved_bytes(*budget) == 10U);
}

BOOST_AUTO_TEST_CASE(threads_never_exceed_budget_and_share)
{
    const auto               budget = budget_for(12, 0.5);
    std::atomic<std::size_t> excess{0};
    std::atomic<std::size_t> held_by_a{0};
    const auto               reserve = [&](std::string_view owner) {
        for (std::size_t n = 0; n != 2'000; ++n)
        {
            body_reservation body{budget, owner, 1 + n % 7};
            if (!body.granted()) continue; // leaves the queue
            if (owner == "a" && (held_by_a += std::min<std::size_t>(1 + n % 7, 6)) > 6) ++excess;
            if (reserved_bytes(*budget) > 12) ++excess;
            if (owner == "a") held_by_a -= std::min<std::size_t>(1 + n % 7, 6);
        }
    };
    std::vector<std::thread> threads;
    for (const auto* owner : {"a", "a", "b", "c"}) threads.emplace_back(reserve, owner);
    for (auto& thread : threads) thread.join();

    BOOST_TEST(excess == 0U);
    BOOST_TEST(budget->reserved() == 0U);
}

BOOST_AUTO_TEST_CASE(more_owners_than_accounts_are_served)
{
    const auto budget = budget_for(10, 0.5);
    for (int n = 0; n != 3'000; ++n) BOOST_TEST(body_reservation(budget, std::to_string(n), 5).granted());
    BOOST_TEST(budget->reserved() == 0U);
}

BOOST_AUTO_TEST_CASE(a_large_body_is_reserved_until_the_response)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     client{running.port()};

    client.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(1);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == memory_for_body(2 * mebibyte));

    running.handler.release();
    BOOST_TEST(client.receive().status == 200);
    BOOST_TEST(client.exchange(post("/echo", 1)).body == "x");
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == 0U);
}

BOOST_AUTO_TEST_CASE(a_small_body_is_reserved_until_the_response)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     plain{running.port()}, chunks{running.port()};

    plain.send(post("/body-wait", 5));
    running.handler.until_waiting(1);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == memory_for_body(5));
    chunks.send(chunked("/body-wait", 3));
    running.handler.until_waiting(2);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == memory_for_body(8));

    running.handler.release();
    BOOST_TEST(plain.receive().status == 200);
    BOOST_TEST(chunks.receive().status == 200);
    wait_until_reserved(running.http_server, 0);
}

BOOST_AUTO_TEST_CASE(another_owner_is_served_while_one_has_its_share)
{
    auto network            = small_budget();
    network.max_owner_share = 0.75;
    running_server running{testing::long_timeouts(), network};
    raw_client     first{running.port()}, second{running.port()}, other{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(1);
    second.send(head_of("/large", 2 * mebibyte)); // there is room, but not for this owner
    while (running.http_server.statistics().requests != 2) std::this_thread::yield();

    other.send(head_of("/large", mebibyte, "Authorization: other\r\n") + std::string(mebibyte, 'x'));
    BOOST_TEST(other.receive().status == 200);

    running.handler.release();
    second.send(std::string(2 * mebibyte, 'x'));
    BOOST_TEST(first.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
}

BOOST_AUTO_TEST_CASE(a_chunked_body_that_outgrows_the_memory_is_refused)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     first{running.port()}, growing{running.port()};
    first.send(head_of("/large-wait", 2 * mebibyte) + std::string(2 * mebibyte, 'x'));
    running.handler.until_waiting(1);
    raw_client second{running.port()};
    second.send(post("/large-wait", mebibyte));
    running.handler.until_waiting(2); // room for 1 MiB

    growing.send(chunked("/large", 2 * mebibyte));
    BOOST_TEST(growing.receive().status == 503);
    BOOST_TEST(growing.is_closed());
    BOOST_TEST(running.http_server.statistics().bodies_refused == 1U);

    running.handler.release();
    BOOST_TEST(first.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
}

BOOST_AUTO_TEST_CASE(a_large_body_waits_for_memory_and_small_ones_do_not)
{
    running_server running{testing::long_timeouts(), small_budget(), 2};
    raw_client     first{running.port()}, second{running.port()}, third{running.port()}, small{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    second.send(chunked("/large-wait", 2 * mebibyte - 1'024));
    running.handler.until_waiting(2);
    BOOST_TEST(running.http_server.statistics().body_memory_reserved == memory_for_body(4 * mebibyte - 1'024));

    third.send(head_of("/large", 2 * mebibyte, "Expect: 100-continue\r\n"));
    BOOST_TEST(small.exchange(post("/echo", 1'024)).body.size() == 1'024U);
    running.handler.release();

    BOOST_TEST(first.receive().status == 200);
    third.wait_for("HTTP/1.1 100 Continue\r\n\r\n"); // sent only now
    BOOST_TEST(third.receive(true).status == 100);
    third.send(std::string(2 * mebibyte, 'x'));
    BOOST_TEST(third.receive().status == 200);
    BOOST_TEST(second.receive().status == 200);
    BOOST_TEST(running.http_server.statistics().bodies_refused == 0U);
}

BOOST_AUTO_TEST_CASE(a_chunked_body_that_waited_for_memory_is_read_to_its_end)
{
    running_server running{testing::long_timeouts(), small_budget()};
    raw_client     first{running.port()}, second{running.port()}, third{running.port()}, ping{running.port()};
    first.send(post("/large-wait", 2 * mebibyte));
    second.send(post("/large-wait", 2 * mebibyte));
    running.handler.until_waiting(2);

    std::thread sender{[&] { third.send(chunked("/large", 2 * mebibyte)); }};
    // The server has one thread: after so many requests the body waits for memory.
    for (int n = 0; n < 500; ++n) ping.exchange("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n");
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
    BOOST_TEST(running.http_server.statistics().bodies_refused == 2U);

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
    BOOST_TEST(waiting->receive().status == 503);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
