#include "admin/listener.hpp"

#include "settings/reader.hpp"
#include "settings/source.hpp"
#include "support/raw_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;

namespace {

struct listener_fixture
{
    support::raw_response request(const std::string& target, const std::string& method = "GET")
    {
        return support::send_request(listener.port(), method, target);
    }

    std::atomic<const char*>           obstacle = "";
    std::atomic<bool>                  alive    = true;
    std::atomic<bool>                  failing  = false;
    std::string                        metrics  = "figure 1\n";            ///< not changed while the listener runs
    std::optional<admin::probe_result> report{{.ok = true, .json = "{}"}}; ///< not changed while the listener runs
    admin::listener                    listener{
        {},
        {.metrics =
                                [this] {
                 if (failing) throw std::runtime_error{"a driver's text"};
                 return metrics;
             },
                            .fault    = [this]() -> std::string_view { return alive ? "" : "stalled"; },
                            .obstacle = [this] { return std::string_view{obstacle.load()}; },
                            .probe = [this]() -> sdk::task<std::optional<admin::probe_result>> { co_return report; }}};
};

struct started_listener : listener_fixture
{
    started_listener() { listener.start(); }
};

constexpr std::size_t max_connections = 64;
constexpr std::size_t max_open_pages  = 16;

/// Metrics that no socket buffer holds, so that a client that does not read them keeps its page open.
struct listener_with_large_metrics : listener_fixture
{
    listener_with_large_metrics()
    {
        metrics.assign(12 * 1024 * 1024, 'x');
        listener.start();
    }

    /// The status of the page that is not read on.
    int open_page(support::raw_client& client)
    {
        client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return client.receive(true).status;
    }
};

/// A public server with one thread, which a test can block.
struct public_server
{
    struct empty_handler final : http::handler
    {
        std::optional<http::response> immediate_response(const http::request_head&) override
        {
            return http::response{};
        }
        sdk::task<http::response> respond(http::exchange&) override { co_return http::response{}; }
        http::response            refuse(int) override { return {}; }
        http::response            respond_late(std::string_view, bool) override { return {}; }
    };

    public_server()
    {
        threads.start();
        server.start();
    }
    ~public_server() { threads.stop(); }

    empty_handler  handler;
    exec::threads  threads{1};
    http::settings network{.host = "127.0.0.1", .port = 0, .tls_certificate = {}, .tls_key = {}};
    http::server   server{network, threads, handler};
};

} // namespace

BOOST_AUTO_TEST_SUITE(listener_)

BOOST_FIXTURE_TEST_CASE(readyz_reports_the_state, started_listener)
{
    BOOST_TEST(request("/readyz").status == 503);
    BOOST_TEST(request("/readyz").body == "starting\n");

    listener.set_readiness(admin::readiness::ready);
    BOOST_TEST(request("/readyz").status == 200);
    BOOST_TEST(request("/readyz").body == "ready\n");

    obstacle = "clock";
    BOOST_TEST(request("/readyz").status == 503);
    BOOST_TEST(request("/readyz").body == "clock\n");

    listener.set_readiness(admin::readiness::draining);
    BOOST_TEST(request("/readyz").status == 503);
    BOOST_TEST(request("/readyz").body == "draining\n");
}

BOOST_FIXTURE_TEST_CASE(livez_reports_whether_the_process_works, started_listener)
{
    BOOST_TEST(request("/livez").status == 200);
    BOOST_TEST(request("/livez").body == "alive\n");
    alive = false;
    BOOST_TEST(request("/livez").status == 503);
    BOOST_TEST(request("/livez").body == "stalled\n");
    BOOST_TEST(request("/livez").field("retry-after") == "1");
}

BOOST_FIXTURE_TEST_CASE(only_requests_for_the_listener_itself_are_answered, listener_fixture)
{
    admin::settings options;
    options.host  = "localhost";
    options.names = {"verbatim.internal"};
    admin::listener named{options,
                          {.metrics  = [] { return "figure 1\n"; },
                           .fault    = []() -> std::string_view { return ""; },
                           .obstacle = []() -> std::string_view { return ""; },
                           .probe    = []() -> sdk::task<std::optional<admin::probe_result>> {
                               co_return admin::probe_result{.ok = true, .json = "{}"};
                           }}};
    named.start();
    const auto request = [&](const std::string& path, const std::string& rest) {
        support::raw_client client{named.port()};
        return client.exchange("GET " + path + rest + "\r\n\r\n");
    };

    for (const auto* own : {"127.0.0.1", "127.0.0.1:9000", "10.1.2.3:9000", "[::1]", "[::1]:9000", "[fe80::1]:9000",
                            "localhost", "LOCALHOST:9000", "verbatim.internal", "Verbatim.Internal:80", ""})
        for (const auto* path : {"/metrics", "/livez", "/probe"})
            BOOST_TEST(request(path, " HTTP/1.1\r\nHost: " + std::string{own}).status == 200, path << " of " << own);
    BOOST_TEST(request("/metrics", " HTTP/1.0").status == 200); // some balancers send no Host

    for (const auto* other : {"evil.example", "evil.example:9000", "localhost.evil.example", "127.0.0.1.evil.example",
                              "xverbatim.internal", "verbatim.internal.evil.example:9000", "[::1].evil.example",
                              "[evil.example]:9000", "[", "[]", ":9000", "127.0.0.1x", "2130706433"})
        for (const auto* path : {"/metrics", "/livez", "/readyz", "/probe", "/nowhere"})
        {
            const auto response = request(path, " HTTP/1.1\r\nHost: " + std::string{other});
            BOOST_TEST(response.status == 421, path << " of " << other);
            BOOST_TEST(response.body == "Host is no name of this listener: see NETWORK_ADMIN_NAMES\n");
        }
}

BOOST_FIXTURE_TEST_CASE(metrics_are_sent_as_prometheus_text_and_not_cached, started_listener)
{
    const auto page = request("/metrics");
    BOOST_TEST(page.status == 200);
    BOOST_TEST(page.body == "figure 1\n");
    BOOST_TEST(page.field("content-type") == "text/plain; version=0.0.4; charset=utf-8");
    BOOST_TEST(page.field("cache-control") == "no-store");
}

BOOST_FIXTURE_TEST_CASE(unreadable_metrics_are_a_500_without_details, started_listener)
{
    failing = true;
    BOOST_TEST(request("/metrics").status == 500);
    BOOST_TEST(request("/metrics").body == "the metrics cannot be read\n");
    failing = false;
    BOOST_TEST(request("/metrics").status == 200);
}

BOOST_FIXTURE_TEST_CASE(the_status_of_a_probe_is_its_outcome, listener_fixture)
{
    listener.start();
    BOOST_TEST(request("/probe").status == 200);
    BOOST_TEST(request("/probe").body == "{}\n");
    BOOST_TEST(request("/probe").field("content-type") == "application/json");
}

BOOST_FIXTURE_TEST_CASE(a_failed_probe_is_a_503_with_the_report, listener_fixture)
{
    report = {.ok = false, .json = "[]"};
    listener.start();
    BOOST_TEST(request("/probe").status == 503);
    BOOST_TEST(request("/probe").body == "[]\n");
    BOOST_TEST(request("/probe").field("retry-after") == "30");
}

BOOST_FIXTURE_TEST_CASE(a_missing_report_is_a_503, listener_fixture)
{
    report.reset();
    listener.start();
    BOOST_TEST(request("/probe").status == 503);
    BOOST_TEST(request("/probe").body == "no report\n");
    BOOST_TEST(request("/probe").field("retry-after") == "1");
}

BOOST_FIXTURE_TEST_CASE(other_paths_get_404_and_other_methods_405, started_listener)
{
    for (const auto* path : {"/", "/metrics/", "/v1/health", "/docs", "/livez/x", "/%2e%2e/etc/passwd"})
        BOOST_TEST(request(path).status == 404, path);
    for (const auto* method : {"POST", "DELETE", "PUT", "OPTIONS"})
    {
        const auto response = request("/metrics", method);
        BOOST_TEST(response.status == 405, method);
        BOOST_TEST(response.field("allow") == "GET, HEAD", method);
    }
    BOOST_TEST(support::raw_client{listener.port()}.exchange("nonsense\r\n\r\n").status == 400);
}

BOOST_FIXTURE_TEST_CASE(head_returns_only_the_length, started_listener)
{
    support::raw_client client{listener.port()};
    BOOST_TEST(client.send("HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    const auto response = client.receive(true);
    BOOST_TEST(response.status == 200);
    BOOST_TEST(response.field("content-length") == "9");
}

BOOST_FIXTURE_TEST_CASE(few_clients_read_the_metrics_at_a_time, listener_with_large_metrics)
{
    std::vector<support::raw_client> readers;
    for (std::size_t n = 0; n != max_open_pages; ++n)
        BOOST_TEST(open_page(readers.emplace_back(listener.port())) == 200);

    const auto refused = request("/metrics");
    BOOST_TEST(refused.status == 503);
    BOOST_TEST(refused.field("retry-after") == "1");

    readers.pop_back();
    while (request("/metrics").status != 200) std::this_thread::yield();
}

BOOST_FIXTURE_TEST_CASE(probes_are_answered_while_all_connections_read_metrics, listener_with_large_metrics)
{
    listener.set_readiness(admin::readiness::ready);
    std::vector<support::raw_client> readers;
    for (std::size_t n = 0; n != max_connections; ++n)
        BOOST_TEST(open_page(readers.emplace_back(listener.port())) == (n < max_open_pages ? 200 : 503));

    for (int n = 0; n != 100; ++n)
    {
        BOOST_TEST(request("/livez").status == 200);
        BOOST_TEST(request("/readyz").status == 200);
    }
}

BOOST_FIXTURE_TEST_CASE(probes_are_answered_while_all_connections_are_idle, started_listener)
{
    std::vector<support::raw_client> idle;
    for (std::size_t n = 0; n != 2 * max_connections; ++n) idle.emplace_back(listener.port());

    BOOST_TEST(request("/livez").status == 200);
    BOOST_TEST(idle.back().exchange("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n").body == "starting\n");
}

BOOST_AUTO_TEST_CASE(livez_reports_a_blocked_thread_and_its_recovery)
{
    public_server   fixture;
    admin::listener operators{
        {},
        {.metrics  = [] { return std::string{}; },
         .fault    = [&]() -> std::string_view { return fixture.server.is_blocked() ? "stalled" : ""; },
         .obstacle = {},
         .probe    = {}}};
    operators.start();
    const auto status = [&] { return support::send_request(operators.port(), "GET", "/livez").status; };
    const auto await  = [&](int expected) {
        for (int tries = 0; status() != expected; ++tries)
            if (tries == 100'000) throw std::runtime_error{"/livez never returned " + std::to_string(expected)};
    };

    std::latch release{1};
    boost::asio::post(fixture.threads.context(0), [&] { release.wait(); });
    await(503);
    release.count_down();
    await(200);
}

BOOST_AUTO_TEST_CASE(the_listener_is_off_by_default_and_wrong_settings_are_named)
{
    const core::settings::source nothing{[](std::string_view) { return std::nullopt; }};
    core::settings::reader       reader{nothing};
    const auto                   network = reader.read<admin::settings>();
    BOOST_TEST(network.port == 0);
    BOOST_TEST(network.host == "127.0.0.1");

    const auto refused = [](admin::settings settings) -> std::string {
        try
        {
            const admin::listener listener{
                settings, {.metrics = [] { return std::string{}; }, .fault = [] { return std::string_view{}; }}};
            return "nothing";
        }
        catch (const std::runtime_error& problem)
        {
            return problem.what();
        }
    };
    BOOST_TEST(refused({.host = "192.0.2.1", .port = 0}).starts_with("NETWORK_ADMIN_HOST: "));
    listener_fixture taken;
    BOOST_TEST(refused({.host = "127.0.0.1", .port = taken.listener.port()}).starts_with("NETWORK_ADMIN_PORT: "));
}

BOOST_AUTO_TEST_SUITE_END()
