#include "database/place.hpp"

#include "database/postgresql_url.hpp"

#include "verbatim/sdk/schema.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>

namespace verbatim::core::database {
namespace {

constexpr std::string_view embedded = "sqlite:///";
constexpr std::string_view unusable{"\"\0", 2}; ///< in a path

/// Not filesystem::create_directories: a folder of ours is never open to others, not even until its mode is set.
bool make_private(const std::filesystem::path& folder)
{
    if (folder.empty() || std::filesystem::is_directory(folder)) return true;
    if (folder.has_parent_path() && folder.parent_path() != folder && !make_private(folder.parent_path())) return false;
    return ::mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && std::filesystem::is_directory(folder));
}

void make_or_say(const std::filesystem::path& folder, std::string_view setting)
{
    bool made = false;
    try
    {
        made = make_private(folder);
    }
    catch (const std::filesystem::filesystem_error&)
    {
        made = false;
    }
    if (!made)
        throw std::runtime_error{std::string{setting} +
                                 ": the folder cannot be made; give one that this user may write in."};
}

place in_state_folder(const settings& given)
{
    if (given.state_dir.empty()) throw std::runtime_error{"STATE_DIR is empty; name a folder."};
    place where{.file = std::filesystem::path{given.state_dir.text} / "verbatim.db"};
    if (where.file.native().find_first_of(unusable) != std::string::npos)
        throw std::runtime_error{"STATE_DIR holds a double quote or U+0000, which a database path cannot."};
    return where;
}

place by_parts(const settings& given)
{
    for (const std::string_view one : {std::string_view{given.db_host}, std::string_view{given.db_name},
                                       std::string_view{given.db_user}, std::string_view{given.db_password.reveal()}})
        if (one.find('\0') != std::string_view::npos)
            throw std::runtime_error{"DB_HOST, DB_NAME, DB_USER or DB_PASSWORD holds U+0000, which none of them can."};
    return {.file = {}, .connection = connection_of_parts(given)};
}

/// A name or a password alone would be passed over in silence, and the store would be a file.
void parts_are_whole(const settings& s, sdk::faults& found)
{
    if (!s.db_url.empty() || !s.db_host.empty()) return;
    if (!s.db_name.empty()) found.add("DB_NAME", "is given without DB_HOST");
    if (!s.db_user.empty()) found.add("DB_USER", "is given without DB_HOST");
    if (!s.db_password.empty()) found.add("DB_PASSWORD", "is given without DB_HOST");
}

} // namespace

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("StoreSettings", "Where usage and keys are kept.");

    wire.takes(
        "DB_URL", s.db_url,
        "The database: sqlite:///path, or postgresql://user:password@host:port/name with any parameter of libpq "
        "(sslmode, connect_timeout). Empty: DB_HOST and what belongs to it, or the file verbatim.db in STATE_DIR.");
    wire.takes("STATE_DIR", s.state_dir,
               "Folder of what outlives the process: the SQLite file, or the rows that PostgreSQL has not taken yet; "
               "made, for this user only, when absent.");
    wire.takes("DB_HOST", s.db_host, "Host, or folder of the socket, of PostgreSQL, when DB_URL is empty.")
        .example("db.example.org");
    wire.takes("DB_PORT", s.db_port, "Its port.").at_least(1);
    wire.takes("DB_NAME", s.db_name, "The database there; empty: the one called like the user.").example("verbatim");
    wire.takes("DB_USER", s.db_user, "The user there; empty: the one that runs this program.").example("verbatim");
    wire.takes("DB_PASSWORD", s.db_password, "The user's password.");

    wire.also(parts_are_whole);
}

place locate(const settings& given)
{
    if (given.db_url.empty()) return given.db_host.empty() ? in_state_folder(given) : by_parts(given);

    const std::string_view url = given.db_url.reveal();
    if (url.starts_with("postgresql://") || url.starts_with("postgres://"))
        return {.file = {}, .connection = connection_of_url(given.db_url.reveal())};
    if (!url.starts_with(embedded))
        throw std::runtime_error{"DB_URL: write postgresql://user:password@host:port/name, or sqlite:///path."};

    const std::string_view path = url.substr(embedded.size());
    if (path.empty() || path.ends_with('/'))
        throw std::runtime_error{"DB_URL: sqlite:/// must be followed by the path of a file."};
    if (path == ":memory:")
        throw std::runtime_error{
            "DB_URL: a database in memory would forget usage and keys with the process; name a file."};
    // SOCI quotes the path with the one and SQLite ends it at the other.
    if (path.find_first_of(unusable) != std::string_view::npos)
        throw std::runtime_error{"DB_URL: the path holds a double quote or U+0000, which a database path cannot."};
    return {.file = std::filesystem::path{path}};
}

void prepare_folders(const settings& given, const place& where)
{
    make_or_say(given.state_dir.text, "STATE_DIR");
    if (where.speaks() == dialect::sqlite)
        make_or_say(where.file.parent_path(), given.db_url.empty() ? "STATE_DIR" : "DB_URL");
}

} // namespace verbatim::core::database
