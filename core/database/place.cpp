#include "database/place.hpp"

#include "verbatim/sdk/schema.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>

namespace verbatim::core::database {
namespace {

constexpr std::string_view embedded = "sqlite:///";

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

} // namespace

void declare(sdk::declaration& wire, settings& s)
{
    wire.is("StoreSettings", "Where usage and keys are kept.");

    wire.takes("DB_URL", s.db_url, "The database, as sqlite:///path. Empty, it is the file verbatim.db in STATE_DIR.");
    wire.takes("STATE_DIR", s.state_dir, "Folder of what outlives the process; made, for this user only, when absent.");
}

place locate(const settings& given)
{
    if (given.db_url.empty())
    {
        if (given.state_dir.empty()) throw std::runtime_error{"STATE_DIR is empty; name a folder."};
        place where{.file = std::filesystem::path{given.state_dir.text} / "verbatim.db"};
        if (where.file.native().find_first_of(std::string_view{"\"\0", 2}) != std::string::npos)
            throw std::runtime_error{"STATE_DIR holds a double quote or U+0000, which a database path cannot."};
        return where;
    }

    const std::string_view url = given.db_url.reveal();
    if (url.starts_with("postgresql:") || url.starts_with("postgres:"))
        throw std::runtime_error{
            "DB_URL: PostgreSQL is not supported by this build yet; use sqlite:///path or leave it empty."};
    if (!url.starts_with(embedded))
        throw std::runtime_error{
            "DB_URL: only sqlite:///path is supported by this build; PostgreSQL is not supported yet."};

    const std::string_view path = url.substr(embedded.size());
    if (path.empty() || path.ends_with('/'))
        throw std::runtime_error{"DB_URL: sqlite:/// must be followed by the path of a file."};
    // SOCI quotes the path with the one and SQLite ends it at the other.
    if (path.find_first_of(std::string_view{"\"\0", 2}) != std::string_view::npos)
        throw std::runtime_error{"DB_URL: the path holds a double quote or U+0000, which a database path cannot."};
    return {.file = std::filesystem::path{path}};
}

void prepare_folders(const settings& given, const place& where)
{
    make_or_say(given.state_dir.text, "STATE_DIR");
    make_or_say(where.file.parent_path(), given.db_url.empty() ? "STATE_DIR" : "DB_URL");
}

} // namespace verbatim::core::database
