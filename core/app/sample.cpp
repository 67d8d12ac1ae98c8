#include "app/sample.hpp"

#include "app/configuration.hpp"
#include "log/logger.hpp"
#include "registry/loader.hpp"
#include "settings/reader.hpp"
#include "settings/source.hpp"
#include "settings/toml_format.hpp"

#include <optional>
#include <stdexcept>

namespace verbatim::core::app {

std::string sample_configuration(const std::filesystem::path& plugins)
{
    const settings::source     empty_source{[](std::string_view) { return std::nullopt; }};
    settings::reader           reader{empty_source};
    settings::setting_problems missing; // required settings
    auto                       config = read_configuration(reader, missing);
    config.plugins.folders.text       = plugins.string();

    log::logger               logger{log::line_format::text, sdk::severity::error, 2};
    registry::operation_table operations;
    registry::loader          loader{
        operations, [&](const sdk::object_schema& table, void* target) { return reader.read(table, target); }, logger};
    loader.load(config.plugins);
    if (!loader.problems().empty()) throw settings::setting_error{loader.problems().front()};
    return settings::sample_file(reader.sections());
}

} // namespace verbatim::core::app
