#include "database/failure.hpp"

namespace verbatim::core::database {

std::string_view to_string(error_kind kind) noexcept
{
    switch (kind)
    {
    case error_kind::unavailable: return "unavailable";
    case error_kind::refused: return "refused";
    case error_kind::forbidden: return "forbidden";
    case error_kind::busy: return "busy";
    case error_kind::full: return "full";
    case error_kind::read_only: return "read_only";
    case error_kind::corrupt: return "corrupt";
    case error_kind::constraint: return "constraint";
    case error_kind::io: return "io";
    case error_kind::replaced: return "replaced";
    case error_kind::newer: return "newer";
    case error_kind::other: return "other";
    }
    return "other";
}

const char* failure::what() const noexcept
{
    return to_string(kind_).data(); // null-terminated: to_string() returns literals
}

} // namespace verbatim::core::database
