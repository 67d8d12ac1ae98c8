#include "serving.hpp"
#include "support/raw_client.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <string>
#include <sys/resource.h>
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

/// Opens descriptors up to a lower limit of the process, until destroyed.
class exhausted_descriptors
{
public:
    exhausted_descriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next    = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        auto      lowered = before_;
        lowered.rlim_cur  = static_cast<rlim_t>(next) + 16;
        ::setrlimit(RLIMIT_NOFILE, &lowered);
        for (int descriptor = next; descriptor >= 0; descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC))
            open_.push_back(descriptor);
    }
    ~exhausted_descriptors()
    {
        for (const int descriptor : open_) ::close(descriptor);
        ::setrlimit(RLIMIT_NOFILE, &before_);
    }
    exhausted_descriptors(const exhausted_descriptors&)            = delete;
    exhausted_descriptors& operator=(const exhausted_descriptors&) = delete;

    /// For one more descriptor of the test.
    void close_one()
    {
        ::close(open_.back());
        open_.pop_back();
    }

private:
    rlimit           before_{};
    std::vector<int> open_;
};

BOOST_AUTO_TEST_CASE(a_listener_with_a_reserve_answers_when_the_process_has_no_descriptor_left)
{
    auto network                 = testing::on_any_port();
    network.replaces_connections = true;
    const running_server  running{testing::long_timeouts(), network};
    exhausted_descriptors exhausted;

    for (int n = 0; n != 2; ++n)
    {
        exhausted.close_one(); // for the client
        raw_client client{running.port()};
        BOOST_TEST(client.exchange("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n").body == "fast");
    }
}

BOOST_AUTO_TEST_CASE(connections_get_503_when_the_process_has_no_descriptor_left)
{
    constexpr std::size_t reserve = 4;
    const running_server  running;

    std::vector<raw_client> clients;
    {
        exhausted_descriptors exhausted;
        for (std::size_t n = 0; n != reserve + 1; ++n)
        {
            exhausted.close_one(); // for the client
            clients.emplace_back(running.port());
        }
        for (std::size_t n = 0; n != reserve; ++n)
        {
            BOOST_TEST(clients[n].receive().status == 503);
            BOOST_TEST(clients[n].is_closed());
        }
        BOOST_TEST(running.http_server.statistics().rejected == reserve);
        BOOST_TEST(running.http_server.statistics().accepted == reserve);
    }
    // The last client waits in the queue of the listener meanwhile.
    BOOST_TEST(clients.back().exchange("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n").body == "fast");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::http
