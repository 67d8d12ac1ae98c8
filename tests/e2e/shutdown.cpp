#include "e2e/monitored_server.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/test/unit_test.hpp>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace verbatim;
using namespace verbatim::e2e;
using support::raw_client;
using support::stub_response;

namespace {

/// A server whose calls wait for the provider, which answers after `release`.
struct waiting_server
{
    explicit waiting_server(support::server_process::environment extra = {})
        : monitored{provider_settings(provider, std::move(extra))}
    {
        provider.respond_by_default(
            stub_response::chat(R"({"sensitivity_types": [], "explanation": "A queue."})").after_release());
    }

    verbatim::testing::server_process& process() { return monitored.server->process; }

    /// Sends a request, and returns when the provider has got it.
    void begin_call(raw_client& client)
    {
        client.send(raw_post("/v1/detect-sensitive", sensitive_request));
        provider.wait_for_requests(1);
    }

    support::provider_stub provider;
    monitored_server       monitored;
};

std::string get_health() { return "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n"; }

void expect_server_stopped(raw_client& client)
{
    const auto response = client.receive();
    BOOST_TEST(response.status == 503);
    BOOST_TEST(code_of(response) == "server_stopped");
    BOOST_TEST(text(error_of(response), "message") == "The server stopped before the request finished");
    BOOST_TEST(text(error_of(response), "request_id") == response.field("x-request-id"));
    BOOST_TEST(response.field("retry-after") == "5");
    BOOST_TEST(response.field("connection") == "close");
    BOOST_TEST(client.is_closed());
}

/// A port that accepts connections and sends nothing.
class silent_port
{
public:
    silent_port()
        : listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)}
    {
        sockaddr_in address{};
        address.sin_family      = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size          = sizeof address;
        BOOST_REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        BOOST_REQUIRE(::listen(listener_, 8) == 0);
        BOOST_REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        number_ = ntohs(address.sin_port);
    }
    ~silent_port()
    {
        ::close(client_);
        ::close(listener_);
    }
    silent_port(const silent_port&)            = delete;
    silent_port& operator=(const silent_port&) = delete;

    std::string number() const { return std::to_string(number_); }

    void await_client() { client_ = ::accept(listener_, nullptr, nullptr); }

private:
    int           listener_;
    int           client_ = -1;
    std::uint16_t number_ = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(shutdown_)

BOOST_AUTO_TEST_CASE(a_call_that_outlasts_the_drain_gets_503_in_an_envelope)
{
    waiting_server server{{{"DRAIN_SECONDS", "0.2"}}};
    raw_client     client{server.process().port()};
    server.begin_call(client);
    server.process().signal(SIGTERM);

    expect_server_stopped(client);

    BOOST_TEST(server.process().wait() == 0);
    const auto log = server.process().output();
    BOOST_TEST(contains(log, R"("status":503)"));
    BOOST_TEST(contains(log, R"("code":"server_stopped")"));
    BOOST_TEST(server.monitored.server->query("select status, error_class from llm_calls").at(0) == "error|cancelled");
    server.provider.release();
}

BOOST_AUTO_TEST_CASE(a_client_that_never_finishes_its_request_gets_503_at_the_end_of_the_drain)
{
    test_server server{{{"DRAIN_SECONDS", "0.2"}}};
    raw_client  slow{server.process.port()};
    slow.send("POST /v1/detect-sensitive HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + std::string{key} +
              "\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n");
    slow.wait_for("100 Continue\r\n\r\n");
    slow.receive_bytes(std::string_view{"HTTP/1.1 100 Continue\r\n\r\n"}.size());
    slow.send("{");
    server.process.signal(SIGTERM);

    expect_server_stopped(slow);
    BOOST_TEST(server.process.wait() == 0);
}

BOOST_AUTO_TEST_CASE(another_sigterm_ends_the_drain)
{
    waiting_server server;
    raw_client     client{server.process().port()};
    server.begin_call(client);
    server.process().signal(SIGTERM);
    server.process().wait_for_output("shutdown_started");
    server.process().signal(SIGTERM);

    expect_server_stopped(client);

    BOOST_TEST(server.process().wait() == 0);
    BOOST_TEST(contains(server.process().output(), "shutdown_hastened"));
    server.provider.release();
}

BOOST_AUTO_TEST_CASE(an_unready_server_accepts_connections_for_pre_stop_seconds)
{
    monitored_server monitored{{{"PRE_STOP_SECONDS", "3600"}}};
    auto&            server = *monitored.server;
    raw_client       poller{server.process.port()};
    raw_client       caller{server.process.port()};
    BOOST_TEST(poller.exchange(get_health()).status == 200);
    BOOST_TEST(caller.exchange(get_health()).status == 200);
    server.process.signal(SIGTERM);
    monitored.await_unready();

    BOOST_TEST(monitored.get_admin("/readyz").body == "draining\n");
    BOOST_TEST(monitored.get_admin("/livez").status == 200);
    BOOST_TEST(server.post("/v1/detect-sensitive", sensitive_request).status == 200);
    BOOST_TEST(poller.exchange(get_health()).field("connection") == "");
    const auto response = caller.exchange(raw_post("/v1/detect-sensitive", sensitive_request));
    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.field("connection") == "close"); // the next request goes to another server

    BOOST_TEST(server.process.stop() == 0); // another SIGTERM
    BOOST_TEST(poller.receive_to_end() == "");
}

BOOST_AUTO_TEST_CASE(a_server_can_be_stopped_while_it_starts)
{
    support::temporary_directory folder;
    silent_port                  database;
    auto                         settings = default_settings(folder);
    settings["DB_URL"] = "postgresql://u:p@127.0.0.1:" + database.number() + "/verbatim?sslmode=disable";
    support::server_process server{settings};
    database.await_client();

    BOOST_TEST(server.stop() == 0);
    BOOST_TEST(!contains(server.output(), "server_started"));
}

BOOST_AUTO_TEST_CASE(a_drain_shorter_than_the_longest_operation_is_a_warning)
{
    constexpr auto warning = R"("setting":"DRAIN_SECONDS")";
    {
        test_server server;
        server.process.port();
        BOOST_TEST(!contains(server.process.output(), warning));
    }
    test_server server{{{"DRAIN_SECONDS", "599"}}};
    server.process.port();
    BOOST_TEST(contains(server.process.output(), warning));
}

BOOST_AUTO_TEST_SUITE_END()
