#pragma once

#include "reporting/periods.hpp"

#include "database/failure.hpp"

#include <cstdint>
#include <exception>
#include <string_view>

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

} // namespace verbatim::core::reporting
