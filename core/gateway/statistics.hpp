#pragma once

#include "metrics/counters.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::gateway {

/// The responses of one route since the start. [any thread]
class route_statistics
{
public:
    /// Statuses of the server itself. 499: the client disconnected before its response.
    static constexpr std::array statuses{200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 408,
                                         409, 413, 422, 429, 431, 499, 500, 502, 503, 504};

    struct snapshot
    {
        std::string                               route;
        std::vector<std::pair<int, std::int64_t>> responses; ///< status and count: 200, and those that occurred
        metrics::distribution                     durations;
    };

    explicit route_statistics(std::string route)
        : route_{std::move(route)}
    {}

    void     add(int status, std::chrono::nanoseconds duration) noexcept;
    snapshot read() const;

private:
    const std::string           route_;
    metrics::counters           responses_{statuses.size()};
    metrics::duration_histogram durations_;

    mutable std::mutex          mutex_;
    std::map<int, std::int64_t> rare_responses_; ///< with statuses that plugins declare
};

/// Calls whose operation did not end when it was cancelled. [any thread]
class abandonment_statistics
{
public:
    void call_abandoned() noexcept { counts_.add(total_index); }
    void code_returned() noexcept { counts_.add(returned_index); }

    std::int64_t total() const noexcept { return counts_.read(total_index); }
    /// Those whose code still runs.
    std::int64_t running() const noexcept { return total() - counts_.read(returned_index); }

private:
    static constexpr std::size_t total_index    = 0;
    static constexpr std::size_t returned_index = 1;

    metrics::counters counts_{2};
};

/// Statistics of the gateway, for metrics.
struct call_statistics
{
    std::vector<route_statistics::snapshot> routes;
    std::int64_t                            in_flight         = 0; ///< calls that run now, abandoned ones excluded
    std::int64_t                            abandoned         = 0; ///< since the start
    std::int64_t                            abandoned_running = 0;
};

} // namespace verbatim::core::gateway
