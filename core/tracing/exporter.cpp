#include "tracing/exporter.hpp"

#include "exec/random.hpp"
#include "tracing/otlp.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace verbatim::core::tracing {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

/// In bytes. A response is empty, or one object with a count and a message.
constexpr std::size_t max_response_bytes = 64 * 1024;

/// Of an export with its retries: the default of OpenTelemetry. Spans that arrive meanwhile wait in the queue.
constexpr std::chrono::seconds export_timeout{30};

} // namespace

span_queue::span_queue(std::size_t capacity)
    : capacity_{capacity}
{}

std::size_t span_queue::add(span ended) noexcept
{
    try
    {
        const std::scoped_lock lock{mutex_};
        if (spans_.size() < capacity_)
        {
            spans_.push_back(std::move(ended));
            return spans_.size();
        }
    }
    catch (...) // out of memory: counted below
    {}
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return 0;
}

std::vector<span> span_queue::take(std::size_t limit)
{
    const std::scoped_lock lock{mutex_};
    const auto             end = spans_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, spans_.size()));
    std::vector<span>      oldest{std::make_move_iterator(spans_.begin()), std::make_move_iterator(end)};
    spans_.erase(spans_.begin(), end);
    return oldest;
}

std::size_t span_queue::size() const noexcept
{
    const std::scoped_lock lock{mutex_};
    return spans_.size();
}

exporter::exporter(const settings& s, std::string_view version, sdk::log& log, dependencies further)
    : url_{endpoint_of(s)}
    , headers_{header_lines(s)}
    , request_timeout_{s.timeout}
    , schedule_delay_{s.schedule_delay}
    , batch_size_{std::min(s.max_batch_size, s.max_queue_size)}
    , version_{version}
    , resource_{resource_of(s, version)}
    , log_{log}
    , queue_{s.max_queue_size}
    , dependencies_{std::move(further)}
    , wakeup_{thread_.context(0)}
    , retry_timer_{thread_.context(0)}
{
    if (!dependencies_.transport) dependencies_.transport = http_client::make_curl_transport(1);
    if (!dependencies_.sleep)
        dependencies_.sleep = [this](std::chrono::milliseconds duration) { return default_sleep(duration); };
    asio::co_spawn(thread_.context(0), run(), [this](const std::exception_ptr&) { ended_.set_value(); });
    thread_.start();
}

exporter::~exporter() { thread_.stop(); }

void exporter::add(span ended) noexcept
{
    if (queue_.add(std::move(ended)) == batch_size_) wake();
}

void exporter::wake() noexcept
try
{
    asio::post(thread_.context(0), [this] { wakeup_.expires_at(clock::time_point::min()); });
}
catch (...) // out of memory: the spans are exported after schedule_delay_
{}

void exporter::stop(std::chrono::milliseconds timeout) noexcept
try
{
    asio::post(thread_.context(0), [this, deadline = clock::now() + timeout] {
        stop_deadline_ = deadline;
        wakeup_.expires_at(clock::time_point::min());
        retry_timer_.expires_at(clock::time_point::min());
    });
    ended_.get_future().wait_for(timeout);
    thread_.stop();
}
catch (...)
{
    thread_.stop();
}

export_statistics exporter::statistics() const noexcept
{
    return {.exported = exported_.load(std::memory_order_relaxed),
            .dropped  = queue_.dropped() + unaccepted_.load(std::memory_order_relaxed)};
}

/// Ends after stop(), when the queue is empty.
sdk::task<> exporter::run()
{
    for (;;)
    {
        co_await wait_for_spans();
        const auto batch = queue_.take(batch_size_);
        if (batch.empty() && stop_deadline_) co_return;
        if (batch.empty()) continue;
        try
        {
            co_await send(batch);
        }
        catch (const std::exception&) // out of memory
        {
            unaccepted_.fetch_add(batch.size(), std::memory_order_relaxed);
        }
    }
}

/// The check and the begin of the wait are one step on this thread, so that no wake() is lost between them.
sdk::task<> exporter::wait_for_spans()
{
    if (stop_deadline_ || queue_.size() >= batch_size_) co_return;
    wakeup_.expires_after(schedule_delay_);
    co_await wakeup_.async_wait(asio::as_tuple(asio::use_awaitable));
}

sdk::task<> exporter::send(const std::vector<span>& batch)
{
    const auto body     = export_request(resource_, version_, batch);
    const auto deadline = clock::now() + export_timeout;
    for (int retry = 0;; ++retry)
    {
        const auto                 time_left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now());
        const http_client::request post{.url                = url_,
                                        .headers            = headers_,
                                        .body               = body,
                                        .budget             = std::min({request_timeout_, time_left, remaining()}),
                                        .max_response_bytes = max_response_bytes};
        const auto                 response = co_await dependencies_.transport->send(post);
        const auto rejected = is_success(response) ? rejected_spans(response.body, batch.size()) : batch.size();
        const auto wait     = retry_wait(response, retry, exec::random_fraction());
        if (!wait || stop_deadline_ || clock::now() + *wait >= deadline)
        {
            exported_.fetch_add(batch.size() - rejected, std::memory_order_relaxed);
            unaccepted_.fetch_add(rejected, std::memory_order_relaxed);
            report(response, rejected);
            co_return;
        }
        co_await dependencies_.sleep(*wait);
    }
}

/// Ends early after stop().
sdk::task<> exporter::default_sleep(std::chrono::milliseconds duration)
{
    retry_timer_.expires_after(duration);
    co_await retry_timer_.async_wait(asio::as_tuple(asio::use_awaitable));
}

/// Until the deadline of stop().
std::chrono::milliseconds exporter::remaining() const
{
    if (!stop_deadline_) return std::chrono::milliseconds::max();
    return std::chrono::ceil<std::chrono::milliseconds>(*stop_deadline_ - clock::now());
}

void exporter::report(const http_client::response& response, std::size_t lost) noexcept
try
{
    if (std::exchange(is_failing_, !is_success(response)) == is_failing_) return;
    if (is_failing_)
        log_.write(sdk::severity::warning, "trace_export_failed",
                   {{"error", to_string(response.exchange)}, {"status", response.status}, {"spans", lost}});
    else log_.write(sdk::severity::info, "trace_export_resumed", {{"spans_dropped", statistics().dropped}});
}
catch (...) // out of memory: the metrics show the outage too
{}

} // namespace verbatim::core::tracing
