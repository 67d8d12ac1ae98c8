#include "tracing/tracer.hpp"

#include "encoding/encoding.hpp"
#include "support/provider_stub.hpp"
#include "support/recording_log.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::core::tracing;
using namespace std::chrono_literals;
namespace http_client = verbatim::core::http_client;
using exchange_status = http_client::response::exchange_status;

namespace {

http_client::response status(int code)
{
    return {.exchange = exchange_status::completed, .status = code, .retry_after = {}, .body = "{}"};
}

/// A collector with scripted responses; the last one repeats.
class scripted_collector
{
public:
    explicit scripted_collector(std::deque<http_client::response> responses)
        : responses_{std::move(responses)}
    {}

    http_client::response receive(const http_client::request& request)
    {
        const std::scoped_lock lock{mutex_};
        urls_.emplace_back(request.url);
        changed_.notify_all();
        auto response = responses_.front();
        if (responses_.size() > 1) responses_.pop_front();
        if (response.body == "throw") throw std::bad_alloc{};
        return response;
    }

    void wait_for_requests(std::size_t count)
    {
        std::unique_lock lock{mutex_};
        if (!changed_.wait_for(lock, 30s, [&] { return urls_.size() >= count; }))
            throw std::runtime_error{"the collector received too few requests"};
    }

    std::vector<std::string> urls()
    {
        const std::scoped_lock lock{mutex_};
        return urls_;
    }

private:
    std::mutex                        mutex_;
    std::condition_variable           changed_;
    std::deque<http_client::response> responses_;
    std::vector<std::string>          urls_;
};

class scripted_transport final : public http_client::transport
{
public:
    explicit scripted_transport(scripted_collector& collector)
        : collector_{collector}
    {}

    sdk::task<http_client::response> send(const http_client::request& request) override
    {
        co_return collector_.receive(request);
    }

private:
    scripted_collector& collector_;
};

/// Never responds.
class silent_transport final : public http_client::transport
{
public:
    sdk::task<http_client::response> send(const http_client::request&) override
    {
        boost::asio::steady_timer never{co_await boost::asio::this_coro::executor,
                                        std::chrono::steady_clock::time_point::max()};
        co_await never.async_wait(boost::asio::use_awaitable);
        co_return http_client::response{};
    }
};

/// Exports each span at once.
settings eager_settings(std::string endpoint = "http://127.0.0.1:1")
{
    settings s;
    s.endpoint       = std::move(endpoint);
    s.max_batch_size = 1;
    return s;
}

exporter::dependencies connected_to(scripted_collector& collector)
{
    return {.transport = std::make_unique<scripted_transport>(collector),
            .sleep     = [](std::chrono::milliseconds) -> sdk::task<> { co_return; }};
}

void add_spans(exporter& target, int count)
{
    for (int n = 0; n != count; ++n) target.add({.trace = make_trace_id(), .id = make_span_id(), .name = "a"});
}

} // namespace

BOOST_AUTO_TEST_SUITE(trace_exporter)

BOOST_AUTO_TEST_CASE(spans_reach_the_collector_with_its_headers)
{
    support::provider_stub collector;
    collector.respond_by_default({.status = 200, .body = "{}"});
    support::recording_log log;
    auto                   s = eager_settings(collector.base());
    s.headers                = sdk::secret{"api-key=k"};
    exporter target{s, "1.2.3", log, {}};

    add_spans(target, 1);
    collector.wait_for_requests(1);
    target.stop(30s);

    const auto request = collector.requests().front();
    BOOST_TEST(request.method == "POST");
    BOOST_TEST(request.target == "/v1/traces");
    BOOST_TEST(request.headers.at("api-key") == "k");
    BOOST_TEST(request.headers.at("content-type") == "application/json");
    BOOST_TEST(request.body.find(R"("name":"a")") != std::string::npos);
    BOOST_TEST(target.statistics().exported == 1U);
    BOOST_TEST(target.statistics().dropped == 0U);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(stop_exports_the_waiting_spans)
{
    scripted_collector     collector{{status(200)}};
    support::recording_log log;
    auto                   s = eager_settings();
    s.max_batch_size         = 500; // and no span is due for 5 s
    exporter target{s, "1.2.3", log, connected_to(collector)};

    add_spans(target, 7);
    target.stop(30s);

    BOOST_TEST(target.statistics().exported == 7U);
    BOOST_TEST(collector.urls().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_busy_collector_gets_the_batch_again)
{
    scripted_collector collector{{status(503), {.exchange = exchange_status::not_connected}, status(429), status(200)}};
    support::recording_log log;
    exporter               target{eager_settings(), "1.2.3", log, connected_to(collector)};

    add_spans(target, 1);
    collector.wait_for_requests(4);
    target.stop(30s);

    BOOST_TEST(target.statistics().exported == 1U);
    BOOST_TEST(target.statistics().dropped == 0U);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(retries_end_and_the_spans_are_counted)
{
    scripted_collector     collector{{status(503)}};
    support::recording_log log;
    exporter               target{eager_settings(), "1.2.3", log, connected_to(collector)};

    add_spans(target, 1);
    collector.wait_for_requests(5);
    target.stop(30s);

    BOOST_TEST(collector.urls().size() == 5U);
    BOOST_TEST(target.statistics().exported == 0U);
    BOOST_TEST(target.statistics().dropped == 1U);
}

BOOST_AUTO_TEST_CASE(an_outage_is_logged_once_at_its_begin_and_once_at_its_end)
{
    scripted_collector     collector{{status(500), status(404), {.exchange = exchange_status::timed_out}, status(200)}};
    support::recording_log log;
    exporter               target{eager_settings(), "1.2.3", log, connected_to(collector)};

    for (std::size_t n = 1; n != 6; ++n)
    {
        add_spans(target, 1);
        collector.wait_for_requests(n);
    }
    target.stop(30s);

    BOOST_TEST(target.statistics().exported == 2U);
    BOOST_TEST(target.statistics().dropped == 3U);
    BOOST_TEST(log.lines() == (std::vector<std::string>{"warning trace_export_failed error=status status=500 spans=1",
                                                        "info trace_export_resumed spans_dropped=3"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rejected_spans_are_counted)
{
    auto partial = status(200);
    partial.body = R"({"partialSuccess": {"rejectedSpans": "2"}})";
    scripted_collector     collector{{partial}};
    support::recording_log log;
    auto                   s = eager_settings();
    s.max_batch_size         = 5;
    exporter target{s, "1.2.3", log, connected_to(collector)};

    add_spans(target, 5);
    target.stop(30s);

    BOOST_TEST(target.statistics().exported == 3U);
    BOOST_TEST(target.statistics().dropped == 2U);
}

BOOST_AUTO_TEST_CASE(memory_that_runs_out_costs_a_batch)
{
    auto without_memory = status(200);
    without_memory.body = "throw";
    scripted_collector     collector{{without_memory, status(200)}};
    support::recording_log log;
    exporter               target{eager_settings(), "1.2.3", log, connected_to(collector)};

    add_spans(target, 1);
    collector.wait_for_requests(1);
    add_spans(target, 1);
    target.stop(30s);

    BOOST_TEST(target.statistics().exported == 1U);
    BOOST_TEST(target.statistics().dropped == 1U);
}

BOOST_AUTO_TEST_CASE(a_silent_collector_costs_spans_and_delays_the_stop_by_its_limit_only)
{
    support::recording_log log;
    auto                   s = eager_settings();
    s.max_queue_size         = 10;
    exporter target{s, "1.2.3", log, {.transport = std::make_unique<silent_transport>(), .sleep = {}}};

    add_spans(target, 1'000); // returns although nothing is exported

    BOOST_TEST(target.statistics().dropped >= 1'000U - 10U - 1U);
    BOOST_TEST(target.statistics().exported == 0U);
    target.stop(1ms);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(request_tracer)

namespace {

struct tracer_fixture
{
    scripted_collector     collector{{status(200)}};
    support::recording_log log;
    settings               s = eager_settings();

    std::shared_ptr<request_trace> begin(tracer& target, std::string_view traceparent, std::string_view state = {})
    {
        return target.begin("POST", "/v1/hello", {.traceparent = traceparent, .tracestate = state});
    }
};

constexpr auto sampled   = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
constexpr auto unsampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

} // namespace

BOOST_FIXTURE_TEST_CASE(the_trace_of_the_caller_is_continued, tracer_fixture)
{
    tracer     target{s, "1.2.3", log, connected_to(collector)};
    const auto trace = begin(target, sampled, "a=1");
    BOOST_REQUIRE(trace);
    BOOST_TEST(trace->id() == "0af7651916cd43dd8448eb211c80319c");
    BOOST_TEST(trace->server().value().name == "POST /v1/hello");
    BOOST_TEST(core::encoding::to_hexadecimal(trace->server().value().parent) == "b7ad6b7169203331");
    BOOST_TEST(trace->server().value().trace_state == "a=1");
    BOOST_TEST(!begin(target, unsampled));
}

BOOST_FIXTURE_TEST_CASE(a_wrong_header_begins_a_new_trace, tracer_fixture)
{
    tracer     target{s, "1.2.3", log, connected_to(collector)};
    const auto trace = begin(target, "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", "a=1");
    BOOST_REQUIRE(trace);
    BOOST_TEST(trace->id() != "0af7651916cd43dd8448eb211c80319c");
    BOOST_TEST(!is_valid(trace->server().value().parent));
    BOOST_TEST(trace->server().value().trace_state.empty()); // belongs to the wrong header
    BOOST_TEST(begin(target, sampled, "A=wrong")->server().value().trace_state.empty());
}

BOOST_FIXTURE_TEST_CASE(callers_do_not_decide_without_parentbased, tracer_fixture)
{
    s.sampling_method = sampler::always_off;
    tracer target{s, "1.2.3", log, connected_to(collector)};
    BOOST_TEST(!begin(target, sampled));
    BOOST_TEST(!begin(target, ""));
}

BOOST_AUTO_TEST_SUITE_END()
