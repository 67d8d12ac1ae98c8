#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace verbatim::core::http {

using testing::running_server;
using verbatim::support::raw_client;

BOOST_AUTO_TEST_SUITE(listening)

BOOST_AUTO_TEST_CASE(all_threads_share_the_port_that_the_system_chose)
{
    const running_server running{testing::long_timeouts(), testing::on_any_port(), 4};
    BOOST_TEST(running.port() != 0);

    std::vector<raw_client> clients;
    for (int n = 0; n < 64; ++n) clients.emplace_back(running.port());
    for (auto& client : clients) BOOST_TEST(client.exchange("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n").body == "fast");
    BOOST_TEST(running.http_server.statistics().open == 64U);
}

BOOST_AUTO_TEST_CASE(two_servers_never_share_a_port)
{
    const running_server first;
    auto                 network = testing::on_any_port();
    network.port                 = first.port();

    const auto problem = testing::start_problem(network);

    BOOST_TEST(problem.setting == "NETWORK_PORT");
    BOOST_TEST(text_of(problem) == std::to_string(first.port()) + " is already in use on 127.0.0.1");
}

BOOST_AUTO_TEST_CASE(a_second_listener_names_its_own_settings)
{
    const running_server first;
    auto                 network = testing::on_any_port();
    network.port                 = first.port();
    network.port_setting         = "NETWORK_ADMIN_PORT";

    BOOST_TEST(testing::start_problem(network).setting == "NETWORK_ADMIN_PORT");
}

BOOST_AUTO_TEST_CASE(an_unusable_host_is_reported_under_its_setting)
{
    auto network = testing::on_any_port();

    network.host = "192.0.2.1"; // reserved for documentation
    BOOST_TEST(to_string(testing::start_problem(network)) ==
               "NETWORK_HOST: 192.0.2.1 is not an address of this machine");

    network.host = "not an address";
    BOOST_TEST(to_string(testing::start_problem(network)) ==
               "NETWORK_HOST: not an address does not resolve to an address");
}

BOOST_AUTO_TEST_CASE(connections_made_before_the_start_are_served)
{
    testing::scripted_handler request_handler;
    exec::threads             threads{2};
    server                    serving{testing::on_any_port(), threads, request_handler};
    raw_client                early{serving.port()};
    early.send("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n");

    threads.start();
    serving.start();

    BOOST_TEST(early.receive().body == "fast");
}

BOOST_AUTO_TEST_CASE(many_clients_on_many_threads_are_all_answered)
{
    const running_server     running{testing::long_timeouts(), testing::on_any_port(), 3};
    std::vector<std::thread> clients;
    std::atomic<int>         right{0};

    for (int n = 0; n < 8; ++n)
        clients.emplace_back([&, n] {
            raw_client client{running.port()};
            for (int turn = 0; turn < 100; ++turn)
            {
                const auto body = std::to_string(n * 1000 + turn);
                const auto head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size());
                if (client.exchange(head + "\r\n\r\n" + body).body == body) ++right;
            }
        });
    for (auto& client_thread : clients) client_thread.join();

    BOOST_TEST(right == 800);
}

constexpr const char* get_fast = "GET /fast HTTP/1.1\r\nHost: a\r\n\r\n";

/// Opens sockets up to a lower limit of the process, until destroyed.
class exhausted_descriptors
{
public:
    /// Waits until the server on this port has a response for a connection, which stays open: the server's thread has
    /// looked for the next connection then, and needs no descriptor for that meanwhile.
    explicit exhausted_descriptors(std::uint16_t port)
        : client_{port}
        , port_{port}
    {
        BOOST_REQUIRE(client_.exchange(get_fast).status == 200);
        BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        const int next    = open_socket();
        auto      lowered = before_;
        lowered.rlim_cur  = static_cast<rlim_t>(next) + 16;
        BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &lowered) == 0);
        for (int descriptor = next; descriptor >= 0; descriptor = open_socket()) sockets_.push_back(descriptor);
    }
    ~exhausted_descriptors()
    {
        ::setrlimit(RLIMIT_NOFILE, &before_);
        for (const int descriptor : sockets_) ::close(descriptor);
    }
    exhausted_descriptors(const exhausted_descriptors&)            = delete;
    exhausted_descriptors& operator=(const exhausted_descriptors&) = delete;

    /// Uses one of the sockets, so that the server has no chance to take its descriptor.
    raw_client connect() { return raw_client::over_socket(take_socket(), port_); }

    /// Leaves one descriptor to the server.
    void close_socket() { ::close(take_socket()); }

private:
    static int open_socket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }

    int take_socket()
    {
        BOOST_REQUIRE(!sockets_.empty());
        const int socket = sockets_.back();
        sockets_.pop_back();
        return socket;
    }

    raw_client       client_;
    std::uint16_t    port_;
    rlimit           before_{};
    std::vector<int> sockets_;
};

BOOST_AUTO_TEST_CASE(a_listener_that_replaces_connections_answers_when_the_process_has_no_descriptor_left)
{
    auto network                 = testing::on_any_port();
    network.replaces_connections = true;
    const running_server  running{testing::long_timeouts(), network};
    exhausted_descriptors exhausted{running.port()};

    std::vector<raw_client> clients; // open to the end: each has a descriptor of this process, too
    for (int n = 0; n != 8; ++n)     // more than the reserve
    {
        clients.push_back(exhausted.connect());
        BOOST_TEST(clients.back().exchange(get_fast).body == "fast");
    }
}

BOOST_AUTO_TEST_CASE(connections_get_503_when_the_process_has_no_descriptor_left)
{
    constexpr std::size_t reserve = 4;
    const running_server  running;

    std::vector<raw_client> clients;
    {
        exhausted_descriptors exhausted{running.port()};
        for (std::size_t n = 0; n != reserve + 1; ++n) clients.push_back(exhausted.connect());
        for (std::size_t n = 0; n != reserve; ++n)
        {
            BOOST_TEST(clients[n].receive().status == 503);
            BOOST_TEST(clients[n].is_closed());
        }
        BOOST_TEST(running.http_server.statistics().rejected == reserve);
        BOOST_TEST(running.http_server.statistics().accepted == reserve + 1);
    }
    // The last client waits in the queue of the listener meanwhile.
    BOOST_TEST(clients.back().exchange(get_fast).body == "fast");
}

BOOST_AUTO_TEST_CASE(connections_are_refused_while_the_reserve_is_not_full)
{
    const running_server  running;
    exhausted_descriptors exhausted{running.port()};
    exhausted.close_socket(); // for the first connection
    auto admitted = exhausted.connect();
    BOOST_TEST(admitted.exchange(get_fast).body == "fast");

    std::vector<raw_client> refused;
    for (int n = 0; n != 8; ++n)
    {
        refused.push_back(exhausted.connect());
        BOOST_TEST(refused.back().exchange(get_fast).status == 503);
        refused.back().finish_sending(); // the server closes its side now
    }
    BOOST_TEST(admitted.exchange(get_fast).body == "fast");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
