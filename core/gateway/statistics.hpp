#pragma once

#include "metrics/counters.hpp"
#include "metrics/duration_histogram.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::gateway {

/// The responses of one route since the start. [any thread]
class route_statistics
{
public:
    /// Counted statuses; others count as 0. 499: the client disconnected before its response.
    static constexpr std::array statuses{200, 201, 304, 400, 401, 403, 404, 405, 408, 413,
                                         422, 429, 431, 499, 500, 502, 503, 504, 0};

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
};

/// Statistics of the gateway, for metrics.
struct call_statistics
{
    std::vector<route_statistics::snapshot> routes;
    std::int64_t                            in_flight = 0; ///< calls that run now
};

} // namespace verbatim::core::gateway
