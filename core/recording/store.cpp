#include "recording/store.hpp"

#include <exception>

namespace verbatim::core::recording {

namespace {

std::optional<database::error_kind> error_of(const auto& work) noexcept
try
{
    work();
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

} // namespace

std::unique_ptr<store> make_store(const database::connection_info& connection)
{
    return connection.sql_dialect() == database::dialect::sqlite ? make_sqlite_store(connection)
                                                                 : make_postgresql_store(connection);
}

std::optional<database::error_kind> try_write(store& target, std::span<const usage_row> rows) noexcept
{
    return error_of([&] { target.write(rows); });
}

std::optional<database::error_kind> try_check(store& target) noexcept
{
    return error_of([&] { target.check(); });
}

} // namespace verbatim::core::recording
