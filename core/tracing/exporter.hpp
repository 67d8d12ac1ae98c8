#pragma once

#include "exec/threads.hpp"
#include "http_client/transport.hpp"
#include "tracing/settings.hpp"
#include "tracing/span.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::tracing {

/// Ended spans that wait for their export. A lock is held only to append or to take spans. [any thread]
class span_queue
{
public:
    explicit span_queue(std::size_t capacity);

    /// Returns the number of waiting spans. A span that does not fit is dropped and counted; the result is then 0.
    std::size_t add(span ended) noexcept;

    /// Takes the oldest spans.
    std::vector<span> take(std::size_t limit);

    std::size_t size() const noexcept;

    /// Since the start.
    std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

private:
    const std::size_t          capacity_;
    mutable std::mutex         mutex_;
    std::deque<span>           spans_; ///< oldest first
    std::atomic<std::uint64_t> dropped_ = 0;
};

/// Counts since the start.
struct export_statistics
{
    std::uint64_t exported = 0;
    std::uint64_t dropped  = 0; ///< without memory or queue space, or not accepted by the collector
};

/// Sends ended spans to a collector, on its own thread. A collector that is slow or unreachable costs spans, never the
/// time of a request: add() only appends to a bounded queue. Logs one line when exports begin to fail, and one when
/// they succeed again.
class exporter final : public span_sink
{
public:
    /// Waits `duration` on the exporter's thread. Tests replace it. Throws when cancelled.
    using sleeper = std::function<sdk::task<>(std::chrono::milliseconds duration)>;

    struct dependencies
    {
        std::unique_ptr<http_client::transport> transport; ///< null for libcurl
        sleeper                                 sleep;     ///< between retries; null for a timer
    };

    /// Requires settings that are enabled and have no problems(). The log must outlive this object.
    exporter(const settings& s, std::string_view version, sdk::log& log, dependencies further);
    ~exporter() override;
    exporter(const exporter&)            = delete;
    exporter& operator=(const exporter&) = delete;

    void add(span ended) noexcept override; ///< [any thread] [never waits]

    /// Exports the waiting spans for at most `timeout`, and then nothing more. At most once. [waits]
    void stop(std::chrono::milliseconds timeout) noexcept;

    export_statistics statistics() const noexcept; ///< [any thread]

private:
    sdk::task<>               run();
    sdk::task<>               wait_for_spans();
    sdk::task<>               send(const std::vector<span>& batch);
    sdk::task<>               default_sleep(std::chrono::milliseconds duration);
    void                      wake() noexcept;
    void                      report(const http_client::response& response, std::size_t lost) noexcept;
    std::chrono::milliseconds remaining() const;

    const std::string               url_;
    const std::vector<std::string>  headers_;
    const std::chrono::milliseconds request_timeout_;
    const std::chrono::milliseconds schedule_delay_;
    const std::size_t               batch_size_;
    const std::string               version_;
    const key_values                resource_;
    sdk::log&                       log_;
    span_queue                      queue_;
    std::atomic<std::uint64_t>      exported_   = 0;
    std::atomic<std::uint64_t>      unaccepted_ = 0;
    std::promise<void>              ended_;
    dependencies                    dependencies_;
    exec::threads                   thread_{1, "tracing"};

    // Used on the thread only.
    boost::asio::steady_timer                            wakeup_;
    boost::asio::steady_timer                            retry_timer_;
    std::optional<std::chrono::steady_clock::time_point> stop_deadline_; ///< none while running
    bool                                                 is_failing_ = false;
};

} // namespace verbatim::core::tracing
