#include "database/failure.hpp"

namespace verbatim::core::database {

std::string_view to_string(trouble what) noexcept
{
    switch (what)
    {
    case trouble::unavailable: return "unavailable";
    case trouble::refused: return "refused";
    case trouble::forbidden: return "forbidden";
    case trouble::busy: return "busy";
    case trouble::full: return "full";
    case trouble::read_only: return "read_only";
    case trouble::corrupt: return "corrupt";
    case trouble::constraint: return "constraint";
    case trouble::io: return "io";
    case trouble::replaced: return "replaced";
    case trouble::newer: return "newer";
    case trouble::other: return "other";
    }
    return "other";
}

const char* failure::what() const noexcept
{
    return to_string(what_).data(); // the words above are literals, so they end in a zero
}

} // namespace verbatim::core::database
