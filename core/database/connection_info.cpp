#include "database/connection_info.hpp"

#include "settings/loopback.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>
#include <ranges>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace verbatim::core::database {

namespace {

using parameters = std::map<std::string, std::string>;

/// Used unless the operator sets them. Waiting for an unresponsive server ends after seconds, not hours.
const parameters defaults{{"connect_timeout", "5"},      {"keepalives_idle", "60"},
                          {"keepalives_interval", "10"}, {"keepalives_count", "3"},
                          {"tcp_user_timeout", "15000"}, {"fallback_application_name", "verbatimd"}};

/// The certificate authorities that Debian trusts. libpq 15 itself has none, and verifies nothing without a file.
constexpr const char* system_authorities = "/etc/ssl/certs/ca-certificates.crt";

std::string name_of(ssl_mode mode)
{
    const auto names = declare(mode);
    return std::string{names.find_by_value(static_cast<std::int64_t>(mode))->name.view()};
}

/// The value of a parameter, from the environment of libpq if the operator did not set it in the URL.
std::string value_of(const parameters& values, const char* name, const char* variable)
{
    if (const auto it = values.find(name); it != values.end()) return it->second;
    const char* value = std::getenv(variable);
    return value ? value : "";
}

/// Whether a host is this machine by its spelling: a Unix socket, by path or abstract name, or a loopback address.
bool is_on_this_machine(std::string_view host)
{
    return host.empty() || host.starts_with('/') || host.starts_with('@') || core::settings::is_loopback(host);
}

/// Whether one of the hosts, a list with commas, is beyond this machine.
bool crosses_a_network(const parameters& values)
{
    const auto address = value_of(values, "hostaddr", "PGHOSTADDR");
    const auto hosts   = address.empty() ? value_of(values, "host", "PGHOST") : address;
    return !std::ranges::all_of(hosts | std::views::split(','), [](auto host) {
        return is_on_this_machine({host.begin(), host.end()});
    });
}

/// Usage rows and key digests cross a network only encrypted and to a verified server, unless the operator decides
/// otherwise.
void protect(parameters& values, std::optional<ssl_mode> mode)
{
    if (!value_of(values, "sslmode", "PGSSLMODE").empty()) return;
    if (!mode && crosses_a_network(values)) mode = ssl_mode::verify_full;
    if (!mode) return;
    values["sslmode"]   = name_of(*mode);
    const bool verifies = *mode == ssl_mode::verify_ca || *mode == ssl_mode::verify_full;
    if (verifies && value_of(values, "sslrootcert", "PGSSLROOTCERT").empty())
        values["sslrootcert"] = system_authorities;
}

/// A token gives access to everything that its identity may use.
void protect_tokens(const parameters& values, const settings& config, const char* setting)
{
    using core::settings::setting_error;
    if (config.db_auth != authentication::managed_identity) return;
    if (values.contains("password"))
        throw setting_error{{std::string_view{setting} == "DB_HOST" ? "DB_PASSWORD" : setting,
                             "contains a password, but DB_AUTH is managed_identity", "remove the password"}};
    const auto mode = value_of(values, "sslmode", "PGSSLMODE");
    if (crosses_a_network(values) && (mode == "disable" || mode == "allow" || mode == "prefer"))
        throw setting_error{{"DB_SSLMODE", "would send tokens in clear text", "use verify-full"}};
}

/// The URL consists of parameters only: SOCI splits connection strings at blanks without regard to quotes, and this
/// form contains neither.
connection_info connection_with(parameters values, const settings& config, const char* setting)
{
    values.insert(defaults.begin(), defaults.end());
    values["client_encoding"] = "UTF8";
    protect(values, config.db_sslmode);
    protect_tokens(values, config, setting);
    sdk::secret password;
    if (const auto it = values.find("password"); it != values.end())
    {
        password = sdk::secret{std::move(it->second)};
        values.erase(it);
    }
    std::string url{"postgresql://"};
    char        separator = '?';
    for (const auto& [name, value] : values)
    {
        url += separator + name + '=' + sdk::ascii::percent_encoded(value);
        separator = '&';
    }
    return {.url      = sdk::secret{std::move(url)},
            .sslmode  = value_of(values, "sslmode", "PGSSLMODE"),
            .password = std::move(password),
            .setting  = setting};
}

/// libpq checks ports only on connecting, when a typing error would look like an unavailable database.
bool has_valid_ports(const PQconninfoOption& first)
{
    for (const PQconninfoOption* option = &first; option->keyword != nullptr; ++option)
        if (option->val != nullptr && std::string_view{option->keyword} == "port")
            return std::string_view{option->val}.find_first_not_of("0123456789,") == std::string_view::npos;
    return true;
}

/// The URL for libpq from `url`, which `setting` contains: the operator's parameters, and defaults for connect_timeout,
/// keepalives, the application name and sslmode. Throws settings::setting_error, which quotes nothing of the URL.
connection_info connection_from_url(const settings& config, const char* setting, const sdk::secret& secret_url)
{
    using core::settings::setting_error;
    const auto& url = secret_url.reveal();
    if (url.find('\0') != std::string::npos) throw setting_error{{setting, "contains U+0000", "remove it"}};
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options{
        PQconninfoParse(url.c_str(), nullptr), &PQconninfoFree}; // no message, since that would quote the URL
    if (!options || !has_valid_ports(*options))
        throw setting_error{{setting, "libpq cannot parse this URL",
                             "write postgresql://user:password@host:port/name?parameter=value, with %xx for special "
                             "characters"}};
    parameters values;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option)
        if (option->val != nullptr && *option->val != '\0') values[option->keyword] = option->val;
    return connection_with(std::move(values), config, setting);
}

/// The same from DB_HOST and related settings.
connection_info connection_from_parts(const settings& config)
{
    parameters values{{"host", config.db_host}, {"port", std::to_string(config.db_port)}};
    if (!config.db_name.empty()) values["dbname"] = config.db_name;
    if (!config.db_user.empty()) values["user"] = config.db_user;
    if (!config.db_password.empty()) values["password"] = config.db_password.reveal();
    return connection_with(std::move(values), config, "DB_HOST");
}

using core::settings::setting_error;

constexpr std::string_view sqlite_prefix = "sqlite:///";
/// SOCI quotes a path with the first character, and SQLite cuts it at the second.
constexpr std::string_view forbidden_in_path{"\"\0", 2};

constexpr const char* unusable_path =
    "the path contains a double quote or U+0000, which a database path cannot contain";

/// Unlike filesystem::create_directories, creates each directory with its final mode, so that it is never open to
/// others.
bool make_private_directory(const std::filesystem::path& folder)
{
    if (folder.empty() || std::filesystem::is_directory(folder)) return true;
    if (folder.has_parent_path() && folder.parent_path() != folder && !make_private_directory(folder.parent_path()))
        return false;
    return ::mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && std::filesystem::is_directory(folder));
}

void require_directory(const std::filesystem::path& folder, std::string_view setting)
{
    bool created = false;
    try
    {
        created = make_private_directory(folder);
    }
    catch (const std::filesystem::filesystem_error&)
    {
        created = false;
    }
    if (!created)
        throw setting_error{
            {std::string{setting}, "cannot create the directory", "name a directory that this user may write to"}};
}

connection_info sqlite_in_state_directory(const settings& config)
{
    if (config.state_dir.empty()) throw setting_error{{"STATE_DIR", "is empty", "name a directory"}};
    connection_info connection{.file    = std::filesystem::path{config.state_dir.text} / "verbatim.db",
                               .setting = "STATE_DIR"};
    if (connection.file.native().find_first_of(forbidden_in_path) != std::string::npos)
        throw setting_error{{"STATE_DIR", unusable_path}};
    return connection;
}

connection_info postgresql_by_parts(const settings& config)
{
    const std::pair<const char*, std::string_view> texts[]{{"DB_HOST", config.db_host},
                                                           {"DB_NAME", config.db_name},
                                                           {"DB_USER", config.db_user},
                                                           {"DB_PASSWORD", config.db_password.reveal()}};
    for (const auto& [setting, text] : texts)
        if (text.find('\0') != std::string_view::npos) throw setting_error{{setting, "contains U+0000", "remove it"}};
    return connection_from_parts(config);
}

connection_info sqlite_by_url(std::string_view url)
{
    if (!url.starts_with(sqlite_prefix))
        throw setting_error{{"DB_URL", "expected postgresql://user:password@host:port/name or sqlite:///path"}};
    const std::string_view path = url.substr(sqlite_prefix.size());
    if (path.empty() || path.ends_with('/'))
        throw setting_error{{"DB_URL", "sqlite:/// must be followed by the path of a file"}};
    if (path == ":memory:")
        throw setting_error{{"DB_URL", "an in-memory database would lose usage and keys at exit", "name a file"}};
    if (path.find_first_of(forbidden_in_path) != std::string_view::npos) throw setting_error{{"DB_URL", unusable_path}};
    return {.file = std::filesystem::path{path}, .setting = "DB_URL"};
}

bool is_postgresql_url(std::string_view url)
{
    return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

void set_password_source(const settings& config, identity::token_source* source, connection_info& connection)
{
    const bool has_identity = config.db_auth == authentication::managed_identity;
    if (has_identity || !connection.password.empty()) connection.tokens = source;
}

connection_info named_connection(const settings& config)
{
    if (config.db_url.empty())
        return config.db_host.empty() ? sqlite_in_state_directory(config) : postgresql_by_parts(config);
    const std::string_view url = config.db_url.reveal();
    return is_postgresql_url(url) ? connection_from_url(config, "DB_URL", config.db_url) : sqlite_by_url(url);
}

/// Of DB_READ_URL, DB_DIRECT_URL or DB_MIGRATION_URL.
connection_info further_connection(const settings& config, const char* setting, const sdk::secret& url,
                                   identity::token_source* password)
{
    if (!is_postgresql_url(url.reveal()))
        throw setting_error{{setting, "expected postgresql://user:password@host:port/name"}};
    if (named_connection(config).sql_dialect() == dialect::sqlite)
        throw setting_error{
            {setting, "is set, but the database is not PostgreSQL", "set DB_URL or DB_HOST, or remove it"}};
    auto connection = connection_from_url(config, setting, url);
    set_password_source(config, password, connection);
    return connection;
}

/// Without DB_HOST the other settings would be ignored silently, and the database would be a file.
void require_db_host(const settings& s, sdk::validation_issues& problems)
{
    if (!s.db_url.empty() || !s.db_host.empty()) return;
    if (!s.db_name.empty()) problems.add("DB_NAME", "requires DB_HOST");
    if (!s.db_user.empty()) problems.add("DB_USER", "requires DB_HOST");
    if (!s.db_password.empty()) problems.add("DB_PASSWORD", "requires DB_HOST");
}

} // namespace

sdk::enum_values declare(ssl_mode)
{
    return {"DatabaseSslMode",
            {{"disable", ssl_mode::disable, "No TLS."},
             {"prefer", ssl_mode::prefer, "TLS if the server offers it; the server is not verified."},
             {"require", ssl_mode::require, "TLS; the server is not verified."},
             {"verify-ca", ssl_mode::verify_ca, "TLS with a certificate of a trusted authority."},
             {"verify-full", ssl_mode::verify_full, "The same, and the certificate names the host."}}};
}

sdk::enum_values declare(authentication)
{
    return {"DatabaseAuthentication",
            {{"password", authentication::password, "The password of the settings, or another method of libpq."},
             {"managed_identity", authentication::managed_identity, "A token of Azure's managed identity."}}};
}

void declare(sdk::schema_builder& schema, settings& s)
{
    schema.name("StoreSettings", "Database of usage rows and stored keys.");

    schema.optional(
        "DB_URL", s.db_url,
        "Database URL: sqlite:///path, or postgresql://user:password@host:port/name with any libpq parameter (sslmode, "
        "connect_timeout). Empty: DB_HOST and the settings below, or else the file verbatim.db in STATE_DIR.");
    schema.optional("STATE_DIR", s.state_dir,
                    "Directory of persistent files: the SQLite database, or usage rows that PostgreSQL has not "
                    "accepted yet. Created "
                    "with mode 0700 if it does not exist.");
    schema.optional("DB_HOST", s.db_host, "PostgreSQL host or socket directory, if DB_URL is empty.")
        .example("db.example.org");
    schema.optional("DB_PORT", s.db_port, "PostgreSQL port.").at_least(1);
    schema.optional("DB_NAME", s.db_name, "Database name (default: the user name).").example("verbatim");
    schema.optional("DB_USER", s.db_user, "Database user (default: the user that runs the server).")
        .example("verbatim");
    schema.optional("DB_PASSWORD", s.db_password, "Password of the database user.");
    schema.optional("DB_READ_URL", s.db_read_url,
                    "PostgreSQL URL that usage reports read from, such as a streaming replica. Default: the database "
                    "itself.");
    schema.optional("DB_DIRECT_URL", s.db_direct_url,
                    "PostgreSQL URL without a pooler, for notifications and migrations. Set it if the other settings "
                    "lead to PgBouncer in transaction mode.");
    schema.optional("DB_MIGRATION_URL", s.db_migration_url,
                    "PostgreSQL URL with the owner of the tables, for --migrate only. Default: the database itself.");
    schema.optional("DB_AUTH", s.db_auth,
                    "How PostgreSQL recognises this server. managed_identity requires PostgreSQL without a password.");
    schema
        .optional("DB_SSLMODE", s.db_sslmode,
                  "Protection of the PostgreSQL connection, if DB_URL has no sslmode. Default: verify-full to a host "
                  "that is not loopback, otherwise the default of libpq.")
        .example("verify-full");

    schema.rule(require_db_host);
}

connection_info resolve_connection(const settings& config, const logins& passwords)
{
    auto       connection   = named_connection(config);
    const bool has_identity = config.db_auth == authentication::managed_identity;
    if (has_identity && connection.sql_dialect() == dialect::sqlite)
        throw setting_error{{"DB_AUTH", "is managed_identity, but the database is not PostgreSQL",
                             "set DB_URL or DB_HOST, or remove DB_AUTH"}};
    set_password_source(config, passwords.database, connection);
    if (config.db_direct_url.empty()) return connection;
    connection.pools_transactions = true;
    connection.without_pooler     = std::make_shared<const connection_info>(
        further_connection(config, "DB_DIRECT_URL", config.db_direct_url, passwords.direct));
    return connection;
}

connection_info resolve_report_connection(const settings& config, const logins& passwords)
{
    if (config.db_read_url.empty()) return resolve_connection(config, passwords);
    auto connection               = further_connection(config, "DB_READ_URL", config.db_read_url, passwords.reports);
    connection.pools_transactions = !config.db_direct_url.empty(); // its pooler has the same mode, if there is one
    return connection;
}

connection_info resolve_migration_connection(const settings& config, const logins& passwords)
{
    if (config.db_migration_url.empty()) return resolve_connection(config, passwords);
    const bool has_identity = config.db_auth == authentication::managed_identity;
    return further_connection(config, "DB_MIGRATION_URL", config.db_migration_url,
                              has_identity ? passwords.database : nullptr);
}

void prepare_folders(const settings& config, const connection_info& connection)
{
    require_directory(config.state_dir.text, "STATE_DIR");
    if (connection.sql_dialect() == dialect::sqlite)
        require_directory(connection.file.parent_path(), config.db_url.empty() ? "STATE_DIR" : "DB_URL");
}

sdk::secret with_password(const sdk::secret& url, const sdk::secret& password)
{
    return sdk::secret{url.reveal() + "&password=" + sdk::ascii::percent_encoded(password.reveal())};
}

} // namespace verbatim::core::database
