#pragma once

#include "verbatim/sdk/abi.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
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

    /// Whether the name stands in the file as a text of its own. How a setting is recognised that belongs to a plugin
    /// which is there and not enabled: its table cannot be asked for without opening it, and its names are texts in it.
    bool contains_name(std::string_view name) const;

private:
    std::string_view bytes_;
};

} // namespace verbatim::core::registry
