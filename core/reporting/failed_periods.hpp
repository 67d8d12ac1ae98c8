#pragma once

#include "reporting/periods.hpp"

#include "database/failure.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace verbatim::core::reporting {

/// The name of an error for logs: an error kind of the database, `no_memory` or `internal_error`.
std::string_view error_name(const std::exception& error) noexcept;

/// The roll-ups of this period cannot be computed or stored; those of others can. The session may be unusable.
class period_failure : public std::exception
{
public:
    period_failure(usage_period its_level, std::int64_t its_start, std::string_view its_error) noexcept
        : level{its_level}
        , start{its_start}
        , error{its_error}
    {}

    const char* what() const noexcept override { return "a period cannot be rolled up"; }

    usage_period     level;
    std::int64_t     start;
    std::string_view error; ///< as of error_name()
};

/// Returns the result of `work`, whose errors become a period_failure unless they concern the whole database.
template <class Work>
auto with_period(usage_period level, std::int64_t start, Work&& work)
{
    try
    {
        return work();
    }
    catch (const database::failure& error)
    {
        if (database::is_state(error.kind()) && error.kind() != database::error_kind::busy) throw;
        throw period_failure{level, start, error_name(error)};
    }
    catch (const std::exception& error)
    {
        throw period_failure{level, start, error_name(error)};
    }
}

/// Level and start.
using period_set = std::set<std::pair<usage_period, std::int64_t>>;

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
