#pragma once

#include "verbatim/sdk/abi.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::registry {

/// A plugin's file, read as bytes. Opening a library runs its static constructors and binds its symbols: a plugin of
/// another build could crash the process, or fail with an obscure linker error, before its tag could be compared.
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

    /// The tag of the entry it exports. Throws std::runtime_error with such a predicate if the file is not a
    /// plugin.
    sdk::abi_tag tag() const;

    /// The names of its settings, as listed in VERBATIM_PLUGIN. Throws as tag() does.
    std::set<std::string, std::less<>> settings() const;

private:
    std::string_view bytes_;
};

} // namespace verbatim::core::registry
