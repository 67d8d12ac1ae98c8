#include "plugin_http/client.hpp"

#include "support/provider_stub.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::core;
using namespace std::chrono_literals;
using support::stub_response;

namespace {

struct sample_request
{
    std::string content;
    std::string id;
};
void declare(sdk::schema_builder& schema, sample_request& request)
{
    schema.name("SampleRequest", "A request.");
    schema.required("content", request.content, "A text.").screened();
    schema.required("id", request.id, "An id.");
}

struct fixture
{
    support::provider_stub    provider;
    std::string               origin = provider.base();
    sample_request            content{"The clinic of Amina Diallo", "F-12345678"};
    testing::captured_log     log;
    plugin_http::settings     settings{{origin}};
    plugin_http::sending_call call{.plugin   = "places",
                                   .schema   = &sdk::schema_of<sample_request>(),
                                   .request  = &content,
                                   .deadline = std::chrono::steady_clock::now() + 20s,
                                   .log      = &log};
    std::size_t               pool_uses = 0;
    const exec::pool_runner   on_pool   = [this](const std::function<void()>& work) -> sdk::task<> {
        ++pool_uses;
        work();
        co_return;
    };
    std::optional<plugin_http::service> service;

    plugin_http::service& open()
    {
        if (!service) service.emplace(settings, std::vector<std::string>{"other", "places"}, on_pool);
        return *service;
    }

    sdk::http_request request() const
    {
        sdk::http_request message;
        message.origin = origin;
        message.path   = "/v1/places";
        return message;
    }

    sdk::result<sdk::http_response> send(const sdk::http_request& message)
    {
        const auto client = open().open(call);
        return support::run(client->try_send(message));
    }

    /// "code note" of the error; the body of a response.
    std::string outcome(const sdk::http_request& message)
    {
        const auto result = send(message);
        if (result) return result->body;
        return std::string{result.error().code_name()} + " " + result.error().note();
    }

    std::map<std::string, double> counts()
    {
        metrics::metric_registry registry;
        open().add_to(registry);
        std::map<std::string, double> values;
        const auto                    text = registry.to_text();
        for (const auto* name : {"response", "refused", "failed", "timeout", "too_large", "cancelled"})
        {
            const auto key = std::string{"plugin=\"places\",outcome=\""} + name + "\"} ";
            if (const auto at = text.find(key); at != text.npos) values[name] = std::stod(text.substr(at + key.size()));
        }
        BOOST_TEST(text.find("plugin=\"other\"") == text.npos);
        return values;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(plugin_http_client, fixture)

BOOST_AUTO_TEST_CASE(a_request_arrives_as_it_was_declared)
{
    provider.respond_by_default({.status = 404, .body = "none"});
    auto message      = request();
    message.method    = sdk::http_method::post;
    message.segments  = {"F 7"};
    message.query     = {{"lang", "en"}};
    message.headers   = {{"Authorization", "Bearer key"}, {"Accept", "text/csv"}, {"X-Empty", ""}, {"User-Agent", " "}};
    message.body      = R"({"a": 1})";
    const auto result = send(message);
    BOOST_TEST(result.value().status == 404);
    BOOST_TEST(result.value().body == "none");
    BOOST_REQUIRE(provider.requests().size() == 1u);
    const auto received = provider.requests().front();
    BOOST_TEST(received.method == "POST");
    BOOST_TEST(received.target == "/v1/places/F%207?lang=en");
    BOOST_TEST(received.body == message.body);
    BOOST_TEST(received.headers.at("authorization") == "Bearer key");
    BOOST_TEST(received.headers.at("accept") == "text/csv");
    BOOST_TEST(received.headers.at("content-type") == "application/json");
    BOOST_REQUIRE(received.headers.contains("x-empty"));
    BOOST_TEST(received.headers.at("x-empty").empty());
    BOOST_REQUIRE(received.headers.contains("user-agent"));
    BOOST_TEST(received.headers.at("user-agent").empty());
    BOOST_TEST(!received.headers.contains("x-request-id"));
    BOOST_TEST((counts() == std::map<std::string, double>{{"response", 1}}));
}

BOOST_AUTO_TEST_CASE(each_request_has_a_connection_of_its_own)
{
    provider.respond_by_default({.body = "{}"});
    for (const auto method : {sdk::http_method::get, sdk::http_method::post, sdk::http_method::post})
    {
        auto message   = request();
        message.method = method;
        BOOST_TEST(outcome(message) == "{}");
    }
    BOOST_TEST(provider.requests().back().connection == 2u);
}

BOOST_AUTO_TEST_CASE(a_server_that_is_not_listed_gets_nothing)
{
    settings.origins = {"https://other.example"};
    BOOST_TEST(outcome(request()) == "http_refused origin");
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST((counts() == std::map<std::string, double>{{"refused", 1}}));
}

BOOST_AUTO_TEST_CASE(a_private_address_behind_a_listed_name_gets_nothing)
{
    const auto port  = origin.substr(origin.rfind(':'));
    origin           = "http://localhost" + port;
    settings.origins = {origin};
    BOOST_TEST(outcome(request()) == "http_refused address");
    BOOST_TEST(provider.requests().empty());

    service.reset();
    settings.origins.push_back("127.0.0.0/8");
    provider.respond_by_default({.body = "{}"});
    BOOST_TEST(outcome(request()) == "{}");
}

BOOST_AUTO_TEST_CASE(a_redirect_is_a_response)
{
    provider.respond_by_default(stub_response{.status = 302}.with_header("Location", "http://127.0.0.1:1/"));
    BOOST_TEST(send(request()).value().status == 302);
    BOOST_TEST(provider.requests().size() == 1u);
}

BOOST_AUTO_TEST_CASE(text_of_a_record_leaves_in_no_url_and_in_no_header)
{
    provider.respond_by_default({.body = "{}"});
    auto in_segment = request(), in_query = request(), in_header = request(), with_id = request();
    in_segment.segments = {"amina diallo"};
    in_query.query      = {{"q", "x AMINA-DIALLO"}};
    in_header.headers   = {{"X-Text", "of amina d"}};
    with_id.segments    = {content.id};
    for (const auto& message : {in_segment, in_query, in_header})
        BOOST_TEST(outcome(message) == "http_refused record_text");
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(outcome(with_id) == "{}");
    BOOST_TEST(pool_uses == 0u);

    content.content.insert(0, 70'000, ' ');
    BOOST_TEST(outcome(in_query) == "http_refused record_text");
    BOOST_TEST(pool_uses == 1u);
}

BOOST_AUTO_TEST_CASE(a_dry_run_sends_nothing_but_keeps_the_rules)
{
    call.is_planned   = true;
    auto message      = request();
    message.expected  = {201, "planned"};
    const auto result = send(message);
    BOOST_TEST(result.value().status == 201);
    BOOST_TEST(result.value().body == "planned");
    message.segments = {"amina diallo"};
    BOOST_TEST(outcome(message) == "http_refused record_text");
    BOOST_TEST(provider.requests().empty());
    BOOST_TEST(counts().empty());
}

BOOST_AUTO_TEST_CASE(sizes_and_times_are_bounded)
{
    provider.respond_by_default({.body = std::string(2'000, 'x')});
    auto message               = request();
    message.max_response_bytes = 1'000;
    BOOST_TEST(outcome(message) == "http_too_large ");

    provider.respond_by_default(stub_response{.body = "{}"}.after_release());
    message         = request();
    message.timeout = 100ms;
    BOOST_TEST(outcome(message) == "http_timeout timeout");

    call.deadline   = std::chrono::steady_clock::now() + 100ms;
    message.timeout = 10s;
    BOOST_TEST(outcome(message) == "http_timeout timeout");
    call.deadline = std::chrono::steady_clock::now() - 1ms;
    BOOST_TEST(outcome(message) == "http_timeout deadline");
    BOOST_TEST((counts() == std::map<std::string, double>{{"too_large", 1}, {"timeout", 3}}));
    provider.release();
}

BOOST_AUTO_TEST_CASE(an_origin_that_fails_is_suspended)
{
    provider.respond_by_default({.mode = stub_response::delivery::reset});
    for (int n = 0; n != llm::circuit_breaker::min_attempts; ++n)
        BOOST_TEST(outcome(request()) == "http_failed disconnected");
    const auto result = send(request());
    BOOST_REQUIRE(!result);
    BOOST_TEST(result.error().note() == "suspended");
    BOOST_TEST((result.error().cause == sdk::failure_cause::disconnected));
    BOOST_TEST(provider.requests().size() == static_cast<std::size_t>(llm::circuit_breaker::min_attempts));
    BOOST_TEST(log.count("plugin_origin_suspended") == 1u);
    BOOST_TEST(log.lines().front().fields.at("origin") == origin);
    BOOST_TEST((counts() == std::map<std::string, double>{{"failed", 11}}));
}

BOOST_AUTO_TEST_CASE(a_response_that_is_too_large_is_no_failure_of_its_origin)
{
    constexpr int failures = llm::circuit_breaker::min_attempts; // fewer than half of all
    provider.respond_by_default({.body = std::string(2'000, 'x')});
    auto message               = request();
    message.max_response_bytes = 1'000;
    for (int i = 0; i != failures + 1; ++i) BOOST_TEST(outcome(message) == "http_too_large ");
    provider.respond_by_default({.mode = stub_response::delivery::reset});
    for (int i = 0; i != failures; ++i) BOOST_TEST(outcome(request()) == "http_failed disconnected");
    BOOST_TEST(log.count("plugin_origin_suspended") == 0u);
}

BOOST_AUTO_TEST_CASE(requests_to_one_origin_have_a_bound_and_others_wait)
{
    provider.respond_by_default(stub_response{.body = "{}"}.after_release());
    call.tenant_id                    = "a";
    call.deadline                     = std::chrono::steady_clock::now() + 5min;
    auto message                      = request();
    message.timeout                   = 5min;
    const auto              client    = open().open(call);
    std::size_t             responses = 0;
    boost::asio::io_context context{1};
    const auto              start = [&](const std::unique_ptr<sdk::http_client>& sender) {
        boost::asio::co_spawn(context, sender->try_send(message),
                                           [&](const std::exception_ptr&, const sdk::result<sdk::http_response>& result) {
                                  responses += result ? 1 : 0;
                              });
    };
    for (std::size_t n = 0; n != plugin_http::service::max_requests_of_tenant + 1; ++n) start(client);
    std::thread thread{[&] { context.run(); }};
    provider.wait_for_requests(plugin_http::service::max_requests_of_tenant);

    auto late    = message;
    late.timeout = 100ms;
    BOOST_TEST(outcome(late) == "http_timeout queue");
    BOOST_TEST(provider.requests().size() == plugin_http::service::max_requests_of_tenant);
    call.tenant_id = "b";
    BOOST_TEST(outcome(late) == "http_timeout timeout"); // it was sent
    provider.release();
    thread.join();
    BOOST_TEST(responses == plugin_http::service::max_requests_of_tenant + 1);
}

BOOST_AUTO_TEST_CASE(a_request_ends_with_its_call)
{
    provider.respond_by_default(stub_response{.body = "{}"}.after_release());
    const auto message = request();
    const auto client  = open().open(call);
    {
        support::running_task<sdk::result<sdk::http_response>> task{client->try_send(message)};
        provider.wait_for_requests(1);
        task.cancel();
        BOOST_CHECK_THROW(task.get(), boost::system::system_error);
    }
    BOOST_TEST((counts() == std::map<std::string, double>{{"cancelled", 1}}));
    provider.release();
}

BOOST_AUTO_TEST_SUITE_END()
