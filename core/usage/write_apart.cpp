#include "usage/write_apart.hpp"

namespace verbatim::core::usage {

std::optional<database::trouble> write_apart(store& to, std::span<const attempt> rows,
                                             const std::function<void(const attempt&)>& refused)
{
    try
    {
        to.write(rows);
        return std::nullopt;
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::trouble::constraint) return error.kind();
    }
    catch (const std::exception&)
    {
        return database::trouble::other; // no memory
    }
    if (rows.size() == 1)
    {
        refused(rows.front());
        return std::nullopt;
    }
    const auto first = write_apart(to, rows.first(rows.size() / 2), refused);
    return first ? first : write_apart(to, rows.subspan(rows.size() / 2), refused);
}

} // namespace verbatim::core::usage
