#pragma once

#include "reporting/rollup_steps.hpp"

#include <chrono>
#include <cstddef>
#include <map>

namespace verbatim::core::reporting {

/// Periods that cannot be rolled up, and when to try again: after a minute, doubled up to an hour. Used by one thread.
class failed_periods
{
public:
    using clock = std::chrono::steady_clock;

    static constexpr std::chrono::seconds first_wait{60};
    static constexpr std::chrono::seconds longest_wait{3'600};

    /// Returns the time until the next attempt.
    std::chrono::seconds add(const period_failure& failure, clock::time_point now);

    /// Whether the period has failed and did not succeed since.
    bool contains(const period_failure& failure) const { return waits_.contains({failure.level, failure.start}); }

    /// Those that are not tried again yet.
    period_set waiting(clock::time_point now) const;

    /// Removes the periods that are not in `marked` any more: they succeeded.
    void keep(const period_set& marked);

    std::size_t size() const noexcept { return waits_.size(); }

private:
    struct back_off
    {
        std::chrono::seconds wait;
        clock::time_point    end;
    };

    std::map<period_set::value_type, back_off> waits_;
};

} // namespace verbatim::core::reporting
