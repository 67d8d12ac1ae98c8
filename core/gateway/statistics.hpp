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

/// How the requests of one route were answered, since the start. [any thread]
class route_statistics
{
public:
    /// The statuses that are told apart; any other is counted as 0. 499: the client was gone before its answer.
    static constexpr std::array statuses{200, 201, 304, 400, 401, 403, 404, 405, 408, 413,
                                         422, 429, 431, 499, 500, 502, 503, 504, 0};

    struct snapshot
    {
        std::string                               route;
        std::vector<std::pair<int, std::int64_t>> responses; ///< status and how often: 200, and the ones that occurred
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

/// The gateway as an operator watches it.
struct call_statistics
{
    std::vector<route_statistics::snapshot> routes;
    std::int64_t                            in_flight = 0; ///< calls of operations being answered
};

} // namespace verbatim::core::gateway
