#include "reporting/period_failure.hpp"

#include <new>

namespace verbatim::core::reporting {

std::string_view error_name(const std::exception& error) noexcept
{
    if (const auto* failure = dynamic_cast<const database::failure*>(&error))
        return database::to_string(failure->kind());
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "no_memory" : "internal_error";
}

} // namespace verbatim::core::reporting
