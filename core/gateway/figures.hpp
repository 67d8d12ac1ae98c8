#pragma once

#include "metrics/counters.hpp"
#include "metrics/durations.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::gateway {

/// How the requests of one route were answered, since the start. [any thread]
class route_figures
{
public:
    /// The statuses that are told apart; any other is counted as 0. 499: the client was gone before its answer.
    static constexpr std::array statuses{200, 201, 304, 400, 401, 403, 404, 405, 408, 413,
                                         422, 429, 431, 499, 500, 502, 503, 504, 0};

    struct reading
    {
        std::string                               route;
        std::vector<std::pair<int, std::int64_t>> answers; ///< status and how often: 200, and the ones that occurred
        metrics::distribution                     took;
    };

    explicit route_figures(std::string route)
        : route_{std::move(route)}
    {}

    void    add(int status, std::chrono::nanoseconds took) noexcept;
    reading read() const;

private:
    const std::string  route_;
    metrics::counters  answers_{statuses.size()};
    metrics::durations took_;
};

/// The gateway as an operator watches it.
struct call_figures
{
    std::vector<route_figures::reading> routes;
    std::int64_t                        in_flight = 0; ///< calls of operations being answered
};

} // namespace verbatim::core::gateway
