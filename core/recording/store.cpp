#include "recording/store.hpp"

#include <exception>

namespace verbatim::core::recording {

std::unique_ptr<store> make_store(const database::connection_info& connection)
{
    return connection.sql_dialect() == database::dialect::sqlite ? make_sqlite_store(connection)
                                                                 : make_postgresql_store(connection);
}

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
