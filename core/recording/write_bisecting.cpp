#include "recording/write_bisecting.hpp"

#include <exception>

namespace verbatim::core::recording {

std::optional<database::error_kind> try_write(store& target, std::span<const usage_row> rows) noexcept
{
    try
    {
        target.write(rows);
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        return error.kind();
    }
    catch (const std::exception&)
    {
        return database::error_kind::other; // out of memory
    }
}

} // namespace verbatim::core::recording
