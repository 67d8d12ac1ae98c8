#pragma once

#include "verbatim/sdk/abi.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

/// The tag of the entry that a library exports, from the bytes of its file. Reads nothing outside any bytes, even
/// invalid ones. Throws std::runtime_error with a predicate ("is not a plugin …") for bytes that are no plugin.
sdk::abi_tag read_tag(std::string_view library);

/// The names of a plugin's settings, as listed in VERBATIM_PLUGIN. Throws as read_tag() does.
std::set<std::string, std::less<>> read_settings(std::string_view library);

/// A verb and a path.
struct route
{
    std::string verb;
    std::string path;

    friend bool operator==(const route&, const route&) = default;
};

/// The routes of a plugin, as listed in VERBATIM_ROUTES. None without a list. Throws as read_tag() does.
std::optional<std::vector<route>> read_routes(std::string_view library);

/// A plugin's file, read as bytes. Opening a library runs its static constructors and binds its symbols. A plugin of
/// another build could thereby crash the process, or fail with an obscure linker error, before its tag is compared.
/// Therefore the tag is read from the file, and no code of a plugin runs before the tags match.
class plugin_file
{
public:
    /// Maps the file. Throws std::runtime_error with a predicate for the file ("cannot be read (…)", "is not a
    /// library …").
    explicit plugin_file(const std::filesystem::path& path);
    plugin_file(const plugin_file&)            = delete;
    plugin_file& operator=(const plugin_file&) = delete;
    ~plugin_file();

    sdk::abi_tag                       tag() const { return read_tag(bytes_); }
    std::set<std::string, std::less<>> settings() const { return read_settings(bytes_); }
    std::optional<std::vector<route>>  routes() const { return read_routes(bytes_); }

private:
    std::string_view bytes_;
};

} // namespace verbatim::core::registry
