#pragma once

#include "verbatim/sdk/abi.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::registry {

/// A plugin's file, read as bytes. Opening a library runs its static constructors and binds its symbols, so a plugin of
/// another build would already have done harm, or failed with a linker's riddle, before its tag could be asked for.
/// Therefore the tag is found in the file: nothing of a plugin runs before host and plugin are known to agree.
class plugin_file
{
public:
    /// Maps the file. Throws std::runtime_error with the end of a sentence ("cannot be read (…)", "is not a library
    /// …").
    explicit plugin_file(const std::filesystem::path& path);
    plugin_file(const plugin_file&)            = delete;
    plugin_file& operator=(const plugin_file&) = delete;
    ~plugin_file();

    /// The tag of the entry it exports. Throws std::runtime_error with the end of a sentence when it is no plugin.
    sdk::abi_tag tag() const;

    /// The names of its settings, as listed in VERBATIM_PLUGIN. Throws as tag() does.
    std::set<std::string, std::less<>> settings() const;

private:
    std::string_view bytes_;
};

} // namespace verbatim::core::registry
