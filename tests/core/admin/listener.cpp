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

using namespace verbatim;
using namespace verbatim::core;

namespace {

struct a_listener
{
    support::raw_reply ask(const std::string& target, const std::string& method = "GET")
    {
        return support::ask_once(there.port(), method, target);
    }

    std::atomic<bool> alive   = true;
    std::atomic<bool> failing = false;
    admin::listener   there{{},
                          {.metrics =
                                 [this] {
                                   if (failing) throw std::runtime_error{"a driver's text"};
                                   return std::string{"figure 1\n"};
                               },
                             .alive = [this] { return alive.load(); }}};
};

struct a_started_listener : a_listener
{
    a_started_listener() { there.start(); }
};

/// A public server with one thread, which a test can hold.
struct a_public_server
{
    struct says_nothing final : http::handler
    {
        std::optional<http::response> answer_at_once(const http::request_head&) override { return http::response{}; }
        sdk::task<http::response>     answer(http::exchange&) override { co_return http::response{}; }
        http::response                refuse(int) override { return {}; }
    };

    a_public_server()
    {
        threads.start();
        server.start();
    }
    ~a_public_server() { threads.stop(); }

    says_nothing   handler;
    exec::threads  threads{1};
    http::settings where{.host = "127.0.0.1", .port = 0, .tls_certificate = {}, .tls_key = {}};
    http::server   server{where, threads, handler};
};

} // namespace

BOOST_AUTO_TEST_SUITE(listener_)

BOOST_FIXTURE_TEST_CASE(readiness_is_a_status_and_a_word, a_started_listener)
{
    BOOST_TEST(ask("/readyz").status == 503);
    BOOST_TEST(ask("/readyz").body == "starting\n");

    there.say(admin::readiness::ready);
    BOOST_TEST(ask("/readyz").status == 200);
    BOOST_TEST(ask("/readyz").body == "ready\n");

    there.say(admin::readiness::draining);
    BOOST_TEST(ask("/readyz").status == 503);
    BOOST_TEST(ask("/readyz").body == "draining\n");
}

BOOST_FIXTURE_TEST_CASE(life_is_a_status_and_a_word, a_started_listener)
{
    BOOST_TEST(ask("/livez").status == 200);
    BOOST_TEST(ask("/livez").body == "alive\n");
    alive = false;
    BOOST_TEST(ask("/livez").status == 503);
    BOOST_TEST(ask("/livez").body == "stalled\n");
}

BOOST_FIXTURE_TEST_CASE(the_figures_are_sent_in_prometheus_text_and_kept_by_nobody, a_started_listener)
{
    const auto page = ask("/metrics");
    BOOST_TEST(page.status == 200);
    BOOST_TEST(page.body == "figure 1\n");
    BOOST_TEST(page.field("content-type") == "text/plain; version=0.0.4; charset=utf-8");
    BOOST_TEST(page.field("cache-control") == "no-store");
}

BOOST_FIXTURE_TEST_CASE(figures_that_cannot_be_read_are_one_500_which_quotes_nothing, a_started_listener)
{
    failing = true;
    BOOST_TEST(ask("/metrics").status == 500);
    BOOST_TEST(ask("/metrics").body == "the figures cannot be read\n");
    failing = false;
    BOOST_TEST(ask("/metrics").status == 200);
}

BOOST_FIXTURE_TEST_CASE(nothing_else_is_served_and_nothing_is_done_by_another_method, a_started_listener)
{
    for (const auto* path : {"/", "/metrics/", "/v1/health", "/docs", "/livez/x", "/%2e%2e/etc/passwd"})
        BOOST_TEST(ask(path).status == 404, path);
    for (const auto* method : {"POST", "DELETE", "PUT", "OPTIONS"})
    {
        const auto answer = ask("/metrics", method);
        BOOST_TEST(answer.status == 405, method);
        BOOST_TEST(answer.field("allow") == "GET, HEAD", method);
    }
    BOOST_TEST(support::raw_client{there.port()}.ask("nonsense\r\n\r\n").status == 400);
}

BOOST_FIXTURE_TEST_CASE(head_tells_the_length_alone, a_started_listener)
{
    support::raw_client one{there.port()};
    BOOST_TEST(one.send("HEAD /metrics HTTP/1.1\r\nHost: a\r\n\r\n"));
    const auto answer = one.receive(true);
    BOOST_TEST(answer.status == 200);
    BOOST_TEST(answer.field("content-length") == "9");
}

BOOST_AUTO_TEST_CASE(a_thread_that_is_held_is_noticed_and_so_is_its_return)
{
    a_public_server there;
    const auto      limit = std::chrono::milliseconds{1'500}; // six of the thread's rounds
    admin::listener operators{
        {}, {.metrics = [] { return std::string{}; }, .alive = [&] { return there.server.longest_silence() < limit; }}};
    operators.start();
    const auto status = [&] { return support::ask_once(operators.port(), "GET", "/livez").status; };
    const auto await  = [&](int wanted) {
        for (int tries = 0; status() != wanted; ++tries)
            if (tries == 100'000) throw std::runtime_error{"it never said " + std::to_string(wanted)};
    };

    std::latch release{1};
    boost::asio::post(there.threads.context(0), [&] { release.wait(); });
    await(503);
    release.count_down();
    await(200);
}

BOOST_AUTO_TEST_CASE(its_settings_are_off_by_default_and_named_when_they_are_wrong)
{
    const core::settings::source nothing{[](std::string_view) { return std::nullopt; }};
    core::settings::reader       from{nothing};
    const auto                   chosen = from.read<admin::settings>();
    BOOST_TEST(chosen.port == 0);
    BOOST_TEST(chosen.host == "127.0.0.1");

    const auto refused = [](admin::settings where) -> std::string {
        try
        {
            const admin::listener made{where, {.metrics = [] { return std::string{}; }, .alive = [] { return true; }}};
            return "nothing";
        }
        catch (const std::runtime_error& problem)
        {
            return problem.what();
        }
    };
    BOOST_TEST(refused({.host = "192.0.2.1", .port = 0}).starts_with("NETWORK_ADMIN_HOST "));
    a_listener taken;
    BOOST_TEST(refused({.host = "127.0.0.1", .port = taken.there.port()}).starts_with("NETWORK_ADMIN_PORT "));
}

BOOST_AUTO_TEST_SUITE_END()
