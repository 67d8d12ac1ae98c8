#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <list>
#include <string>
#include <thread>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;
namespace data = boost::unit_test::data;

namespace {

std::string get(const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"; }

connection_timeouts with_watch()
{
    auto timeouts  = testing::long_timeouts();
    timeouts.watch = std::chrono::milliseconds{30};
    return timeouts;
}

/// A server whose handler blocks some of its threads, until the fixture ends.
struct blocked_server
{
    explicit blocked_server(std::size_t threads)
        : running{with_watch(), testing::on_any_port(), threads}
    {}
    ~blocked_server()
    {
        running.handler.release();
        running.handler.unblock();
    }

    /// Further connections reach threads that run.
    void block(int threads)
    {
        for (int n = 1; n <= threads; ++n)
        {
            holders.emplace_back(running.port()).send(get("/block"));
            running.handler.until_blocking(n);
            until([&] { return running.http_server.statistics().blocked_threads == static_cast<unsigned>(n); });
        }
    }

    template <class Condition>
    static void until(Condition condition)
    {
        while (!condition()) std::this_thread::yield(); // the test's time limit ends it
    }

    running_server        running;
    std::list<raw_client> holders;
};

} // namespace

BOOST_AUTO_TEST_SUITE(blocked_threads)

BOOST_DATA_TEST_CASE(new_connections_reach_the_threads_that_run, data::make({1, 2, 3}), blocked)
{
    blocked_server server{4};
    server.block(blocked);

    std::list<raw_client> clients; // the system gives each blocked listener its share of them
    for (int n = 0; n != 64; ++n) clients.emplace_back(server.running.port());
    for (auto& client : clients) BOOST_TEST(client.exchange(get("/fast")).body == "fast");
    BOOST_TEST(!server.running.http_server.is_blocked());
}

BOOST_AUTO_TEST_CASE(idle_connections_of_a_blocked_thread_end_and_others_go_on)
{
    blocked_server        server{2};
    std::list<raw_client> clients;
    for (int n = 0; n != 64; ++n) clients.emplace_back(server.running.port());
    for (auto& client : clients) BOOST_TEST(client.exchange(get("/fast")).status == 200);

    server.block(1);
    server.until([&] { return server.running.http_server.statistics().ended_in_place >= 2; }); // the holder is one

    const auto  ended = server.running.http_server.statistics().ended_in_place - 1;
    std::size_t open  = 0;
    for (auto& client : clients)
    {
        try
        {
            open += client.exchange(get("/fast")).status == 200;
        }
        catch (const std::runtime_error&)
        {}
    }
    BOOST_TEST(ended + open == clients.size());
    BOOST_TEST(open > 0U);
}

BOOST_AUTO_TEST_CASE(requests_of_a_blocked_thread_get_504_at_their_deadline)
{
    blocked_server        server{2};
    std::list<raw_client> clients;
    for (int n = 0; n != 64; ++n) clients.emplace_back(server.running.port()).send(get("/late"));
    server.running.handler.until_waiting(64);

    server.block(1);
    BOOST_TEST(server.holders.front().receive().status == 504);
    server.running.handler.release(); // of the requests on the other thread

    std::size_t late = 0;
    for (auto& client : clients)
    {
        const auto response = client.receive();
        if (response.status == 200) continue;
        ++late;
        BOOST_TEST(response.status == 504);
        BOOST_TEST(response.body == "id of /late");
        BOOST_TEST(response.field("connection") == "close");
        BOOST_TEST(response.field("date").ends_with(" GMT"));
        BOOST_TEST(client.is_closed());
    }
    BOOST_TEST(late > 0U);
    BOOST_TEST(late < clients.size());
}

BOOST_AUTO_TEST_CASE(a_request_before_its_deadline_is_answered_when_the_thread_runs_again)
{
    blocked_server        server{2};
    std::list<raw_client> clients;
    for (int n = 0; n != 16; ++n) clients.emplace_back(server.running.port()).send(get("/wait"));
    server.running.handler.until_waiting(16);

    server.block(1);
    server.running.handler.release();
    server.running.handler.unblock();

    for (auto& client : clients) BOOST_TEST(client.receive().body == "waited");
    server.until([&] { return server.running.http_server.statistics().blocked_threads == 0; });
    for (int n = 0; n != 16; ++n) BOOST_TEST(raw_client{server.running.port()}.exchange(get("/fast")).status == 200);
}

BOOST_AUTO_TEST_CASE(a_response_after_the_504_is_not_sent)
{
    blocked_server server{2};
    server.block(1);
    auto& holder = server.holders.front();
    BOOST_TEST(holder.receive().status == 504);
    server.running.handler.unblock();
    BOOST_TEST(holder.receive_to_end() == "");
    holder.close();
    server.until([&] { return server.running.http_server.statistics().open == 0; });
}

BOOST_AUTO_TEST_CASE(a_request_that_arrives_before_the_end_of_its_idle_connection_is_never_served)
{
    blocked_server server{1};
    raw_client     client{server.running.port()};
    BOOST_TEST(client.exchange(get("/fast")).status == 200);
    server.holders.emplace_back(server.running.port()).send(get("/block"));
    server.running.handler.until_blocking(1);
    client.send(get("/tell"));
    server.until([&] { return server.running.http_server.statistics().ended_in_place == 2; }); // with the holder
    server.running.handler.unblock();

    BOOST_TEST(client.is_closed());
    for (int n = 0; n != 2; ++n) BOOST_TEST(raw_client{server.running.port()}.exchange(get("/fast")).status == 200);
    const auto paths = server.running.handler.paths();
    BOOST_TEST(std::ranges::count(paths, "/tell") == 0); // the client may have sent it again
}

BOOST_AUTO_TEST_CASE(a_drain_does_not_wait_for_a_blocked_thread)
{
    blocked_server server{2};
    server.block(1);
    raw_client client{server.running.port()}; // on the other thread
    client.send(get("/wait"));
    server.running.handler.until_waiting(1);

    std::thread releasing{[&] { server.running.handler.release(); }};
    BOOST_TEST(server.running.http_server.drain(std::chrono::steady_clock::now() + std::chrono::hours{1}));
    releasing.join();

    BOOST_CHECK_THROW(raw_client{server.running.port()}, std::runtime_error);
}

BOOST_AUTO_TEST_CASE(requests_of_a_blocked_thread_get_503_at_the_end_of_a_drain)
{
    blocked_server        server{2};
    std::list<raw_client> clients;
    for (int n = 0; n != 64; ++n) clients.emplace_back(server.running.port()).send(get("/early"));
    server.running.handler.until_waiting(64);
    server.block(1);

    BOOST_TEST(!server.running.http_server.drain(std::chrono::steady_clock::now()));

    std::size_t in_place = 0;
    for (auto& client : clients)
    {
        const auto response = client.receive();
        BOOST_TEST(response.status == 503);
        in_place += response.body == "id of /early";
        BOOST_TEST(client.is_closed());
    }
    BOOST_TEST(in_place > 0U);
    BOOST_TEST(in_place < clients.size());
}

BOOST_AUTO_TEST_CASE(a_server_is_blocked_when_all_threads_are)
{
    blocked_server server{2};
    BOOST_TEST(!server.running.http_server.is_blocked());
    server.block(2);
    BOOST_TEST(server.running.http_server.is_blocked());
    server.running.handler.unblock();
    server.until([&] { return !server.running.http_server.is_blocked(); });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
