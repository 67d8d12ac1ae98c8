#pragma once

namespace verbatim::core::jobs {

/// A text of a job that is sealed on its own.
enum class part_kind : unsigned char
{
    request,
    result,
    failure,
    answer, ///< of a model
};

} // namespace verbatim::core::jobs
