#include "registry/declared_types.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <exception>

namespace verbatim::core::registry {

namespace {

/// As the OpenAPI document describes them.
std::vector<sdk::component> components_of(const sdk::descriptor& descriptor)
{
    std::vector<sdk::component> components;
    if (descriptor.verb == "GET") sdk::add_parameter_components(descriptor.request.schema(), components);
    else sdk::add_component(descriptor.request.schema(), components);
    const bool has_response = static_cast<bool>(descriptor.response); // some routes of the server have none
    if (has_response) sdk::add_component(descriptor.response.schema(), components);
    return components;
}

} // namespace

std::vector<std::string> declared_types::add(const sdk::descriptor& descriptor, const std::filesystem::path& file,
                                             std::uint32_t sdk_version)
{
    const auto                  operation = "operation " + std::string{descriptor.name} + ": ";
    std::vector<sdk::component> components;
    try
    {
        components = components_of(descriptor);
    }
    catch (const std::exception& mistake)
    {
        return {operation + mistake.what()};
    }

    std::vector<std::string> problems;
    for (const auto& [name, schema] : components)
    {
        const auto [entry, is_new] = declarations_.try_emplace({name, sdk_version}, declaration{schema, file});
        if (!is_new && entry->second.schema != schema)
            problems.push_back(operation + "its type " + name + " differs from the type of that name in " +
                               entry->second.file.string() + "; rename one of them");
    }
    return problems;
}

} // namespace verbatim::core::registry
