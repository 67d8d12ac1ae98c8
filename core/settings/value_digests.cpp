#include "settings/value_digests.hpp"

namespace verbatim::core::settings {

value_digests digest_values(std::span<const reader::section> sections, const source& values)
{
    value_digests digests;
    for (const auto& section : sections)
        for (const auto& field : section.fields)
        {
            try
            {
                const auto text     = values.find(field.name, field.secret);
                digests[field.name] = std::hash<std::string>{}(text ? *text : section.defaults.at(field.name));
            }
            catch (const setting_error&) // another component reports it
            {}
        }
    return digests;
}

std::vector<std::string> changed_names(const value_digests& before, const value_digests& now)
{
    std::vector<std::string> names;
    for (const auto& [name, digest] : before)
        if (const auto it = now.find(name); it != now.end() && it->second != digest) names.push_back(name);
    return names;
}

} // namespace verbatim::core::settings
