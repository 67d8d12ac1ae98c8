#include "settings/reader.hpp"

#include "settings/setting_error.hpp"
#include "settings/toml_format.hpp"

#include <algorithm>

namespace verbatim::core::settings {

namespace {

/// A field's name without what stands beneath it: AUTH_API_KEYS of AUTH_API_KEYS[0].tenant_id.
std::string_view setting_of(std::string_view field) { return field.substr(0, field.find_first_of("[.")); }

/// A setting of a configuration file, as a line of it.
std::string line(const reader::section& section, const sdk::field_documentation& field)
{
    if (const auto path = section.paths.find(field.name); path != section.paths.end())
        return field.name + "_FILE = " + to_toml_value(field, path->second) + "\n";
    if (section.unset.contains(field.name)) return "#" + field.name + " =\n";
    if (field.secret)
        return "# It was given as it is, and is not shown: give it again.\n#" + field.name + " = \"***\"\n";
    return field.name + " = " + to_toml_value(field, field.value) + "\n";
}

} // namespace

reader::reader(const source& values)
    : source_{values}
{}

std::vector<std::string> reader::read(const sdk::object_schema& table, void* target)
{
    std::map<std::string, bool, std::less<>> is_secret;
    for (const auto& field : sdk::document_fields(table)) is_secret.emplace(field.name, field.secret);

    std::vector<std::string>           found_problems;
    std::set<std::string, std::less<>> unreadable;
    const auto                         find = [&](std::string_view name) -> std::optional<std::string> {
        try
        {
            return source_.find(name, is_secret.at(std::string{name}));
        }
        catch (const setting_error& error)
        {
            found_problems.push_back(error.what());
            unreadable.emplace(name);
            return std::nullopt;
        }
    };
    for (const auto& problem : sdk::read(table, find, target))
        if (!unreadable.contains(setting_of(problem.field)))
            found_problems.push_back(problem.field + ": " + problem.issue);

    section    result{.name     = std::string{sdk::name_of(table)},
                      .sentence = std::string{sdk::description_of(table)},
                      .fields   = sdk::document_fields(table, found_problems.empty() ? target : nullptr),
                      .unset    = {},
                      .paths    = {}};
    const auto defaults = sdk::document_fields(table);
    for (std::size_t i = 0; i < defaults.size(); ++i)
        if (result.fields[i].value.empty() && defaults[i].value.empty()) result.unset.insert(defaults[i].name);
    for (const auto& field : result.fields)
        if (field.secret)
            if (auto path = source_.secret_path(field.name)) result.paths.emplace(field.name, std::move(*path));
    sections_.push_back(std::move(result));
    return found_problems;
}

std::set<std::string, std::less<>> reader::names() const
{
    std::set<std::string, std::less<>> result;
    for (const auto& part : sections_)
        for (const auto& field : part.fields)
        {
            result.insert(field.name);
            if (field.secret) result.insert(field.name + "_FILE");
        }
    return result;
}

std::vector<std::string> reader::unknown_keys(const std::function<bool(std::string_view)>& is_known) const
{
    const auto               known_keys = names();
    std::vector<std::string> found_problems;
    for (const auto& key : source_.file_keys())
        if (!known_keys.contains(key) && !is_known(key))
            found_problems.push_back(key + ": is no setting of this server or of a plugin it found; remove it from the "
                                           "configuration file or correct its name");
    return found_problems;
}

std::string reader::to_toml() const
{
    std::string                        text = "# What is in force. A line that begins with \"#NAME =\" has no value.\n";
    std::set<std::string, std::less<>> written;
    for (const auto& part : sections_)
    {
        std::string settings;
        for (const auto& field : part.fields)
            if (written.insert(field.name).second)
                settings += "\n# " + field.description + " (" + field.allowed + ")\n" + line(part, field);
        if (!settings.empty()) text += "\n## " + part.sentence + "\n" + settings;
    }
    return text;
}

} // namespace verbatim::core::settings
