#pragma once

#include "verbatim/sdk/failure_cause.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

namespace verbatim::core::llm {

/// Counts the attempts and failures of the last 30 s. Needs constant memory and reads no clock.
class failure_window
{
public:
    using time_point = std::chrono::steady_clock::time_point;

    static constexpr std::chrono::seconds length{30};

    void add(bool has_failed, time_point now) noexcept;

    int attempts() const noexcept { return total_.attempts; } ///< up to the last add()
    int failures() const noexcept { return total_.failures; } ///< up to the last add()

private:
    struct counts
    {
        int attempts = 0;
        int failures = 0;
    };

    void advance_to(std::int64_t second) noexcept;

    std::array<counts, length.count()> seconds_{}; ///< a ring
    std::int64_t                       newest_ = 0;
    counts                             total_;
};

/// Suspends a connection when at least half of the attempts in the window have failed. A suspension ends with a trial,
/// an attempt that succeeds; each failed trial doubles it. Reads no clock; the times of several threads may arrive out
/// of order. [any thread]
class circuit_breaker
{
public:
    using time_point = std::chrono::steady_clock::time_point;

    static constexpr int                  min_attempts = 10; ///< fewer in the window suspend nothing
    static constexpr std::chrono::seconds first_suspension{5};
    static constexpr std::chrono::seconds longest_suspension{60};

    /// The values are those of the metric verbatim_llm_connection_state.
    enum class state
    {
        closed,
        half_open, ///< the next attempt is a trial, or the trial is in flight
        open,
    };

    /// The effect of an attempt on its connection.
    struct change
    {
        enum class type
        {
            none,
            suspended,
            resumed,
        };

        type                 effect = type::none;
        std::chrono::seconds suspension{0}; ///< after `suspended`
    };

    /// The right to make one attempt. Without a result, for example after a cancellation, the attempt does not count,
    /// and a trial may be made by another call. Must not outlive the breaker.
    class permit
    {
    public:
        permit(permit&& other) noexcept
            : breaker_{std::exchange(other.breaker_, nullptr)}
            , generation_{other.generation_}
        {}
        permit& operator=(permit&&) = delete;
        ~permit()
        {
            if (breaker_) breaker_->release(generation_);
        }

        /// The connection works. Call either this or fail(), once.
        change succeed(time_point now) noexcept;
        change fail(sdk::failure_cause cause, time_point now) noexcept;

    private:
        friend class circuit_breaker;

        permit(circuit_breaker& owner, std::uint64_t generation) noexcept
            : breaker_{&owner}
            , generation_{generation}
        {}

        circuit_breaker* breaker_;
        std::uint64_t    generation_;
    };

    /// None while the connection is suspended, and while the trial of another call is in flight.
    std::optional<permit> admit(time_point now) noexcept;

    /// The earliest next admission: `now` without a suspension, and a second later while a trial is in flight.
    time_point next_admission(time_point now) const noexcept;

    state read_state(time_point now) const noexcept;

    /// The first suspension since the connection worked; none if it is not suspended.
    std::optional<time_point> suspended_since() const noexcept;

    /// The cause of the last suspension; none before the first.
    std::optional<sdk::failure_cause> cause() const noexcept;

private:
    change succeed(std::uint64_t generation, time_point now) noexcept;
    change fail(std::uint64_t generation, sdk::failure_cause cause, time_point now) noexcept;
    void   release(std::uint64_t generation) noexcept;
    change suspend(std::chrono::seconds duration, sdk::failure_cause cause, time_point now) noexcept;

    mutable std::mutex                mutex_;
    failure_window                    window_;
    std::uint64_t                     generation_   = 0; ///< of permits; results of earlier ones are ignored
    bool                              is_suspended_ = false;
    bool                              is_on_trial_  = false;
    time_point                        suspended_since_;
    time_point                        suspended_until_;
    std::chrono::seconds              suspension_{0}; ///< the last one
    std::optional<sdk::failure_cause> cause_;
};

} // namespace verbatim::core::llm
