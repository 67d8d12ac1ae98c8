#pragma once

#include "database/failure.hpp"

#include <optional>
#include <utility>

namespace verbatim::core::database {

/// The kind of failure that the work ends with; none when it succeeds.
template <class Work>
std::optional<error_kind> error_kind_of(Work&& work)
{
    try
    {
        std::forward<Work>(work)();
    }
    catch (const failure& error)
    {
        return error.kind();
    }
    return std::nullopt;
}

} // namespace verbatim::core::database
