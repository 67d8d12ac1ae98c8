#include "identity/token_renewer.hpp"

#include "identity/token_exchange.hpp"
#include "support/free_port.hpp"
#include "support/provider_stub.hpp"
#include "support/recording_log.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::identity;
using namespace std::chrono_literals;
namespace http_client = verbatim::core::http_client;
using exchange_status = http_client::response::exchange_status;
using clock_type      = token_renewer::clock;

namespace {

std::string token_body(std::string_view token, int lifetime)
{
    return R"({"access_token":")" + std::string{token} + R"(","expires_in":)" + std::to_string(lifetime) + "}";
}

http_client::response token_response(std::string_view token, int lifetime = 3600)
{
    return {
        .exchange = exchange_status::completed, .status = 200, .retry_after = {}, .body = token_body(token, lifetime)};
}

http_client::response failed(exchange_status exchange, int status = 0, std::string body = "private text")
{
    return {.exchange = exchange, .status = status, .retry_after = {}, .body = std::move(body)};
}

/// A source with scripted responses, and the renewer's time. After the last response the renewer waits forever.
class script
{
public:
    explicit script(std::deque<http_client::response> responses)
        : responses_{std::move(responses)}
    {}

    token_renewer::dependencies dependencies()
    {
        return {.transport       = std::make_unique<transport>(*this),
                .sleep           = [this](std::chrono::milliseconds duration) { return sleep(duration); },
                .random_fraction = [] { return 0.0; },
                .now             = [this] { return now_.load(); }};
    }

    void advance(clock_type::duration time) { now_ = now_.load() + time; }

    /// The waits of the renewer, after all responses.
    std::vector<std::chrono::milliseconds> waits()
    {
        std::unique_lock lock{mutex_};
        if (!changed_.wait_for(lock, 30s, [&] { return is_finished_.load(); }))
            throw std::runtime_error{"the renewer made too few requests"};
        return waits_;
    }

private:
    struct transport final : http_client::transport
    {
        explicit transport(script& owner)
            : owner_{owner}
        {}
        sdk::task<http_client::response> send(const http_client::request&) override { co_return owner_.take(); }

        script& owner_;
    };

    http_client::response take()
    {
        const std::scoped_lock lock{mutex_};
        auto                   response = responses_.front();
        responses_.pop_front();
        if (response.body == "throw") throw std::bad_alloc{};
        return response;
    }

    /// Takes the time that it should.
    sdk::task<> sleep(std::chrono::milliseconds duration)
    {
        {
            const std::scoped_lock lock{mutex_};
            waits_.push_back(duration);
            is_finished_ = responses_.empty();
            changed_.notify_all();
        }
        if (!is_finished_)
        {
            advance(duration);
            co_return;
        }
        boost::asio::steady_timer never{co_await boost::asio::this_coro::executor, clock_type::time_point::max()};
        co_await never.async_wait(boost::asio::use_awaitable);
    }

    std::mutex                             mutex_;
    std::condition_variable                changed_;
    std::deque<http_client::response>      responses_;
    std::vector<std::chrono::milliseconds> waits_;
    std::atomic<bool>                      is_finished_ = false;
    std::atomic<clock_type::time_point>    now_{clock_type::time_point{} + 1h};
};

/// Issues tokens that count its requests and contain their time.
struct timed_tokens final : http_client::transport
{
    explicit timed_tokens(const std::atomic<long>& time)
        : seconds{time}
    {}

    sdk::task<http_client::response> send(const http_client::request&) override
    {
        co_return token_response(std::to_string(++requests) + "@" + std::to_string(seconds));
    }

    const std::atomic<long>& seconds;
    int                      requests = 0;
};

std::string current(const token_renewer& renewer)
{
    const auto token = renewer.token();
    return token ? token->reveal() : "";
}

settings metadata_at(const std::string& base)
{
    settings s;
    s.metadata_host = base;
    return s;
}

} // namespace

BOOST_AUTO_TEST_SUITE(identity_token_renewer)

BOOST_AUTO_TEST_CASE(a_token_is_renewed_before_it_expires)
{
    script                 source{{token_response("first", 3600), token_response("second", 86'400)}};
    support::recording_log log;
    token_renewer          renewer{{}, postgresql, log, source.dependencies()};

    const auto waits = source.waits();
    BOOST_REQUIRE(waits.size() == 2U);
    BOOST_CHECK(waits[0] == 30min);
    BOOST_CHECK(waits[1] == 12h);
    BOOST_TEST(current(renewer) == "second");
    BOOST_TEST(log.lines() == std::vector<std::string>{"info identity_token_available "
                                                       "resource=https://ossrdbms-aad.database.windows.net "
                                                       "source=instance_metadata valid_seconds=3600"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_token_stays_in_use_until_it_expires)
{
    script                 source{{token_response("first", 3600), failed(exchange_status::timed_out)}};
    support::recording_log log;
    token_renewer          renewer{{}, postgresql, log, source.dependencies()};
    source.waits();

    source.advance(30min - 1s);
    BOOST_TEST(current(renewer) == "first");
    source.advance(1s);
    BOOST_TEST(current(renewer) == "");
}

BOOST_AUTO_TEST_CASE(failures_are_repeated_with_growing_waits)
{
    const auto             away = failed(exchange_status::not_connected);
    script                 source{{away, away, away, away, token_response("first")}};
    support::recording_log log;
    token_renewer          renewer{{}, postgresql, log, source.dependencies()};

    const std::vector<std::chrono::milliseconds> expected{500ms, 1s, 2s, 4s, 30min};
    BOOST_CHECK(source.waits() == expected);
    BOOST_TEST(current(renewer) == "first");
}

BOOST_AUTO_TEST_CASE(failures_are_logged_once_a_minute_and_their_end_once)
{
    const auto                        away = failed(exchange_status::completed, 500);
    std::deque<http_client::response> responses(9, away); // 0.5 + 1 + 2 + 4 + 8 + 16 + 30 + 30 s between them
    responses.push_back(token_response("first"));
    script                 source{std::move(responses)};
    support::recording_log log;
    token_renewer          renewer{{}, cognitive_services, log, source.dependencies()};
    source.waits();

    BOOST_TEST(log.count("warning identity_token_unavailable") == 2U);
    BOOST_TEST(log.lines().front() == "warning identity_token_unavailable resource=https://cognitiveservices.azure.com "
                                      "source=instance_metadata error=status http_status=500 valid_seconds=0");
    BOOST_TEST(log.count("info identity_token_available") == 1U);
    BOOST_TEST(log.count("private text") == 0U);
    BOOST_TEST(log.count("first") == 0U);
}

BOOST_AUTO_TEST_CASE(each_failure_has_a_name)
{
    const std::pair<http_client::response, std::string> cases[]{
        {failed(exchange_status::timed_out), "error=timeout http_status=0"},
        {failed(exchange_status::too_large), "error=response_too_large http_status=0"},
        {failed(exchange_status::completed, 400), "error=status http_status=400"},
        {failed(exchange_status::completed, 302), "error=status http_status=302"},
        {failed(exchange_status::completed, 200, "<html>"), "error=response_unreadable http_status=200"},
        {token_response("a\\r\\nb"), "error=response_unreadable http_status=200"},
        {token_response("a", -1), "error=response_unreadable http_status=200"},
        {failed(exchange_status::completed, 200, "throw"), "error=internal http_status=0"}};
    for (const auto& [response, text] : cases)
    {
        BOOST_TEST_CONTEXT(text)
        {
            script                 source{{response}};
            support::recording_log log;
            token_renewer          renewer{{}, postgresql, log, source.dependencies()};
            source.waits();
            BOOST_TEST(log.count(text) == 1U);
            BOOST_TEST(current(renewer) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_missing_file_of_a_federated_token_is_a_failure)
{
    settings s;
    s.federated_token_file.text = "/nonexistent/token";
    script                 source{{}};
    support::recording_log log;
    token_renewer          renewer{s, postgresql, log, source.dependencies()};
    source.waits();
    BOOST_TEST(log.count("error=token_file http_status=0") == 1U);
    BOOST_TEST(log.count("nonexistent") == 0U);
}

BOOST_AUTO_TEST_CASE(tokens_come_from_the_metadata_service)
{
    support::provider_stub machine;
    machine.respond_by_default({.body = token_body("first", 3600)});
    support::recording_log log;
    token_renewer          renewer{metadata_at(machine.base()), postgresql, log};
    renewer.wait_until(clock_type::now() + 30s);

    BOOST_TEST(current(renewer) == "first");
    const auto request = machine.requests().front();
    BOOST_TEST(request.method == "GET");
    BOOST_TEST(request.target.starts_with("/metadata/identity/oauth2/token?"));
    BOOST_TEST(request.headers.at("metadata") == "true");
}

BOOST_AUTO_TEST_CASE(a_form_is_sent_to_microsoft_entra)
{
    support::provider_stub entra;
    entra.respond_by_default({.body = token_body("first", 3600)});
    settings s;
    s.federated_token_file.text = "/proc/self/cmdline"; // any readable file
    s.tenant_id                 = "tenant";
    s.client_id                 = "client";
    s.authority_host            = entra.base();
    support::recording_log log;
    token_renewer          renewer{s, postgresql, log};
    renewer.wait_until(clock_type::now() + 30s);

    BOOST_TEST(current(renewer) == "first");
    const auto request = entra.requests().front();
    BOOST_TEST(request.method == "POST");
    BOOST_TEST(request.target == "/tenant/oauth2/v2.0/token");
    BOOST_TEST(request.headers.at("content-type") == "application/x-www-form-urlencoded");
    BOOST_TEST(request.body.starts_with("grant_type=client_credentials&"));
}

BOOST_AUTO_TEST_CASE(a_rejected_token_is_renewed_at_once_but_at_most_once_a_minute)
{
    std::atomic<long>           seconds{0};
    std::atomic<int>            reads{0}; ///< of the clock, by the renewer's thread
    support::recording_log      log;
    token_renewer::dependencies dependencies;
    dependencies.transport = std::make_unique<timed_tokens>(seconds);
    dependencies.now       = [&, test = std::this_thread::get_id()] {
        if (std::this_thread::get_id() != test) ++reads;
        return clock_type::time_point{} + 1h + std::chrono::seconds{seconds};
    };
    token_renewer renewer{{}, postgresql, log, std::move(dependencies)};
    const auto    wait_for = [&](std::string_view token) {
        while (current(renewer) != token) std::this_thread::yield();
    };
    const auto report = [&](const std::string& token) {
        const auto earlier_reads = reads.load();
        renewer.report_rejection(sdk::secret{token});
        while (reads == earlier_reads) std::this_thread::yield();
    };

    wait_for("1@0");
    report("an earlier token");
    report("1@0");
    wait_for("2@0");
    // A renewal would read the clock too, so a single report could end before it.
    for (int n = 0; n != 5; ++n) report("2@0");
    BOOST_TEST(current(renewer) == "2@0");

    seconds = 60;
    report("2@0");
    wait_for("3@60");
}

BOOST_AUTO_TEST_CASE(a_source_that_does_not_respond_delays_the_start_only_until_its_deadline)
{
    support::provider_stub machine;
    machine.respond_by_default(support::stub_response{.body = token_body("late", 3600)}.after_release());
    support::recording_log log;
    token_renewer          renewer{metadata_at(machine.base()), postgresql, log};
    machine.wait_for_requests(1);
    renewer.wait_until(clock_type::now());
    BOOST_TEST(current(renewer) == "");
    BOOST_TEST(log.lines() == std::vector<std::string>{"warning identity_token_missing "
                                                       "resource=https://ossrdbms-aad.database.windows.net "
                                                       "source=instance_metadata"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(proxies_of_the_environment_are_not_used)
{
    support::provider_stub machine;
    machine.respond_by_default({.body = token_body("direct", 3600)});
    ::setenv("http_proxy", ("http://127.0.0.1:" + std::to_string(support::free_port())).c_str(), 1);
    support::recording_log log;
    token_renewer          renewer{metadata_at(machine.base()), postgresql, log};
    renewer.wait_until(clock_type::now() + 30s);
    ::unsetenv("http_proxy");
    BOOST_TEST(current(renewer) == "direct");
}

BOOST_AUTO_TEST_SUITE_END()
