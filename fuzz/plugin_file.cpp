// The reader of plugin files: any bytes are a plugin's tag and settings, or a documented error.
#include "target.hpp"

#include "registry/plugin_file.hpp"

#include <stdexcept>

namespace verbatim::fuzz {

void run(std::string_view input)
{
    const auto read = [&](auto part) {
        try
        {
            part(input);
        }
        catch (const std::runtime_error& error)
        {
            require(*error.what() != '\0', "an error names its reason");
        }
    };
    read(core::registry::read_tag);
    read(core::registry::read_settings);
    read(core::registry::read_routes);
}

} // namespace verbatim::fuzz
