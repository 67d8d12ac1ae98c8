#pragma once

#include "settings/setting_problem.hpp"

#include <utility>

namespace verbatim::core::settings {

/// The problem that the work throws; an empty one when it succeeds.
template <class Work>
setting_problem problem_of(Work&& work)
{
    try
    {
        std::forward<Work>(work)();
    }
    catch (const setting_error& error)
    {
        return error.problems().front();
    }
    return {};
}

} // namespace verbatim::core::settings
