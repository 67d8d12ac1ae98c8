#pragma once

#include "identity/token_source.hpp"

#include "verbatim/sdk/text_types.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::database {

/// For statements that differ between the databases.
enum class dialect
{
    sqlite,
    postgresql,
};

/// Protection of a PostgreSQL connection, in the words of libpq.
enum class ssl_mode
{
    disable,
    prefer,
    require,
    verify_ca,
    verify_full,
};

sdk::enum_values declare(ssl_mode);

/// How PostgreSQL recognises this server.
enum class authentication
{
    password,
    managed_identity,
};

sdk::enum_values declare(authentication);

/// The database settings.
struct settings
{
    /// DB_URL, which may contain a password. Empty: DB_HOST and related settings, or `verbatim.db` in STATE_DIR.
    sdk::secret db_url;

    sdk::path     state_dir{"./var"}; ///< STATE_DIR
    std::string   db_host;            ///< DB_HOST. Empty: no PostgreSQL without a DB_URL
    std::uint16_t db_port = 5432;     ///< DB_PORT
    std::string   db_name;            ///< DB_NAME
    std::string   db_user;            ///< DB_USER
    sdk::secret   db_password;        ///< DB_PASSWORD

    sdk::secret db_read_url;      ///< DB_READ_URL. Empty: reports read from the database itself
    sdk::secret db_direct_url;    ///< DB_DIRECT_URL. Not empty: the connections above may pool transactions
    sdk::secret db_migration_url; ///< DB_MIGRATION_URL. Empty: --migrate uses the connection of the server

    authentication db_auth = authentication::password; ///< DB_AUTH

    /// DB_SSLMODE. None: verify_full to a host beyond this machine, otherwise libpq's default.
    std::optional<ssl_mode> db_sslmode;
};

void declare(sdk::schema_builder& schema, settings& s);

/// Identifies a database that can be opened.
struct connection_info
{
    std::filesystem::path file;       ///< of SQLite; empty: PostgreSQL
    sdk::secret           url{};      ///< of PostgreSQL: a libpq URL with all parameters but the password
    std::string           sslmode{};  ///< in that URL; empty: libpq's default, or no PostgreSQL
    sdk::secret           password{}; ///< empty: none, or another method of libpq

    std::string setting{}; ///< that names it: DB_URL, DB_HOST, STATE_DIR, or one of the further URLs

    /// The passwords of new connections, instead of `password`; or null.
    identity::token_source* tokens = nullptr;

    /// Whether each transaction may have another connection of the database, so that no setting of a session holds.
    bool pools_transactions = false;

    /// A connection without a pooler, for notifications and migrations. Null: this one is such a connection.
    std::shared_ptr<const connection_info> without_pooler{};

    const connection_info& direct() const noexcept { return without_pooler ? *without_pooler : *this; }

    dialect sql_dialect() const noexcept { return url.empty() ? dialect::sqlite : dialect::postgresql; }
};

/// The passwords of new connections, which outlive these. Null: the password of the settings.
struct logins
{
    logins() = default;
    /// The same for all.
    logins(identity::token_source* all) // NOLINT(google-explicit-constructor): an identity has one token
        : database{all}
        , direct{all}
        , reports{all}
    {}

    identity::token_source* database = nullptr;
    identity::token_source* direct   = nullptr;
    identity::token_source* reports  = nullptr;
};

/// Resolves the settings. DB_URL is `sqlite:///path` (relative to the working directory), `sqlite:////path` (absolute)
/// or any `postgresql://` URL that libpq understands. Without it DB_HOST and related settings name a PostgreSQL
/// database, and without those the database is a file in STATE_DIR. No disk or network access. Throws
/// settings::setting_error, which never quotes the value, because it may contain a password.
///
/// `passwords` are required to open sessions if DB_AUTH is `managed_identity`.
connection_info resolve_connection(const settings& config, const logins& passwords = {});

/// The connection of usage reports: DB_READ_URL, or else resolve_connection().
connection_info resolve_report_connection(const settings& config, const logins& passwords = {});

/// The connection of --migrate: DB_MIGRATION_URL, or else resolve_connection().
connection_info resolve_migration_connection(const settings& config, const logins& passwords = {});

/// Creates STATE_DIR, and the directory of the database file, with mode 0700 if they do not exist. Throws
/// settings::setting_error.
void prepare_folders(const settings& config, const connection_info& connection);

/// The URL of a connection_info, with a password.
sdk::secret with_password(const sdk::secret& url, const sdk::secret& password);

} // namespace verbatim::core::database
