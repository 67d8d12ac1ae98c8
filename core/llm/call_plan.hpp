#pragma once

#include "llm/model_request.hpp"
#include "llm/retry.hpp"

#include "verbatim/sdk/llm.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace verbatim::core::llm {

/// Connections of a call: the first and its fallbacks.
inline constexpr std::size_t max_connections = 9;

/// Decides which connection a call uses for its next attempt, and when: docs/reference/provider.md#fallbacks. Reads no
/// clock. Used on the thread of the call.
class call_plan
{
public:
    using time_point = retry_plan::clock::time_point;
    using duration   = retry_plan::duration;

    /// The next step of the call: an attempt over `connection`, or a wait. Without both, the call ends.
    struct step
    {
        std::optional<std::size_t> connection; ///< an index
        std::optional<duration>    wait;
    };

    /// The time limit of an attempt.
    struct attempt_limit
    {
        duration budget;
        bool     is_cut = false; ///< by the time that earlier attempts of the call have taken to fail
    };

    /// `connections` has at most max_connections items, in the order of preference. The references must outlive this
    /// object. `failure_time` and `random_fraction`: see shared_state.
    call_plan(std::span<const target_model> connections, time_point deadline, const sdk::time_limits& limits,
              std::optional<duration> failure_time, const std::function<double()>& random_fraction)
        : connections_{connections}
        , deadline_{deadline}
        , limits_{limits}
        , failure_time_{failure_time}
        , random_fraction_{random_fraction}
    {}

    step next(time_point now);

    /// Latest start of the next attempt.
    time_point latest_start() const noexcept;

    /// The limit of an attempt over a connection; none when too little time is left for it.
    std::optional<attempt_limit> start(std::size_t connection, time_point now);

    /// Counts a failed attempt. Returns whether another connection, or the same one later, may succeed.
    bool may_continue(std::size_t connection, const attempt_result& result, time_point now);

    /// Lets a connection be used again whose last attempt is not retried.
    void repeat(std::size_t connection, time_point now);

private:
    /// The attempts of the call over one connection.
    struct connection_progress
    {
        std::optional<retry_plan> plan;      ///< none before the first attempt
        time_point                start;     ///< of the last attempt
        duration                  budget{0}; ///< of the last attempt
        time_point                ready;
        bool                      has_ended = false;
    };

    retry_plan::connection_limits limits_of(std::size_t connection) const;
    std::optional<retry_plan>     first_plan(std::size_t connection, time_point now) const;
    void                          record_first_start(time_point now);
    bool                          has_failure_time_left(std::size_t connection) const;

    bool is_available(std::size_t connection, time_point now) const;
    bool waits_for(const circuit_breaker& breaker, time_point now) const;
    step next_round(time_point now) const;

    std::span<const target_model>                    connections_;
    time_point                                       deadline_;
    const sdk::time_limits&                          limits_;
    std::optional<duration>                          failure_time_;   ///< none before the first attempt: the default
    duration                                         failed_time_{0}; ///< of attempts that failed
    const std::function<double()>&                   random_fraction_;
    std::optional<time_point>                        first_start_; ///< none before the first attempt
    std::array<connection_progress, max_connections> progress_{};
    std::size_t                                      position_ = 0; ///< the next connection of the round
};

} // namespace verbatim::core::llm
