#include "app/sample.hpp"

#include "app/configuration.hpp"
#include "log/journal.hpp"
#include "registry/loader.hpp"
#include "settings/reader.hpp"
#include "settings/sample.hpp"
#include "settings/source.hpp"

#include <optional>
#include <stdexcept>

namespace verbatim::core::app {

std::string sample_configuration(const std::filesystem::path& plugins)
{
    const settings::source   nothing{[](std::string_view) { return std::nullopt; }};
    settings::reader         from{nothing};
    std::vector<std::string> required; // what is missing in a file that says nothing
    auto                     chosen = read_configuration(from, required);
    chosen.plugins.folder.text      = plugins.string();

    log::journal              lines{log::format::text, sdk::severity::error, 2};
    registry::operation_table operations;
    registry::loader loader{operations, [&](const sdk::table& wanted, void* into) { return from.read(wanted, into); },
                            lines};
    loader.load(chosen.plugins);
    if (!loader.problems().empty()) throw std::runtime_error{loader.problems().front()};
    return settings::sample(from.groups());
}

} // namespace verbatim::core::app
