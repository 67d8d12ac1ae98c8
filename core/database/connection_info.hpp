#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::database {

/// Which SQL a database speaks. Whoever writes a statement that differs between them chooses by it.
enum class dialect
{
    sqlite,
    postgresql,
};

/// The settings that say where the store is, as given.
struct settings
{
    sdk::secret
              db_url; ///< DB_URL; it may hold a password. Empty: the parts below, or `verbatim.db` in the state folder
    sdk::path state_dir{"./var"}; ///< STATE_DIR
    std::string   db_host;        ///< DB_HOST; empty: not PostgreSQL by parts
    std::uint16_t db_port = 5432; ///< DB_PORT
    std::string   db_name;        ///< DB_NAME
    std::string   db_user;        ///< DB_USER
    sdk::secret   db_password;    ///< DB_PASSWORD
};

void declare(sdk::schema_builder& schema, settings& s);

/// A database that can be opened.
struct connection_info
{
    std::filesystem::path file;  ///< of the embedded store; empty: PostgreSQL
    sdk::secret           url{}; ///< a libpq URL with every parameter, for PostgreSQL

    dialect sql_dialect() const noexcept { return url.empty() ? dialect::sqlite : dialect::postgresql; }
};

/// Reads DB_URL: `sqlite:///path` is relative to the working folder, `sqlite:////path` absolute; `postgresql://…` is
/// whatever libpq understands, TLS and all. Without it DB_HOST and the other parts name a PostgreSQL, and without those
/// the store is a file in the state folder. Nothing is touched on disk or reached. Throws std::runtime_error with one
/// sentence for the operator that names the setting and never quotes it: it may hold a password.
connection_info resolve_connection(const settings& config);

/// Makes the state folder, and the folder of the database's file, if they do not exist: mode 0700, since usage is
/// nobody else's business. Throws std::runtime_error with one sentence for the operator.
void prepare_folders(const settings& config, const connection_info& connection);

} // namespace verbatim::core::database
