#include "settings/reader.hpp"

#include "settings/groups.hpp"
#include "settings/similar_name.hpp"
#include "settings/toml_format.hpp"

#include <utility>

namespace verbatim::core::settings {

namespace {

/// One setting as a line of a configuration file.
std::string line(const reader::section& section, const sdk::field_documentation& field)
{
    if (const auto path = section.paths.find(field.name); path != section.paths.end())
        return field.name + "_FILE = " + to_toml_value(field, path->second) + "\n";
    if (section.unset.contains(field.name)) return "#" + field.name + " =\n";
    if (field.secret) return "# The value is not shown; set it again.\n#" + field.name + " = \"***\"\n";
    return field.name + " = " + to_toml_value(field, field.value) + "\n";
}

/// Secrets have no default, so each that is set is different, also one from an empty file.
bool is_default(const reader::section& section, const sdk::field_documentation& field)
{
    if (section.paths.contains(field.name)) return false;
    return section.unset.contains(field.name) || field.value == section.defaults.at(field.name);
}

} // namespace

reader::reader(const source& values)
    : source_{values}
{}

setting_problems reader::read(const sdk::object_schema& schema, void* target)
{
    std::map<std::string, bool, std::less<>> is_secret;
    for (const auto& field : sdk::document_fields(schema)) is_secret.emplace(field.name, field.secret);

    setting_problems                   problems;
    std::set<std::string, std::less<>> unreadable;
    const auto                         find = [&](std::string_view name) -> std::optional<std::string> {
        try
        {
            return source_.find(name, is_secret.at(std::string{name}));
        }
        catch (const setting_error& error)
        {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
            unreadable.emplace(name);
            return std::nullopt;
        }
    };
    for (auto& issue : sdk::read(schema, find, target))
    {
        setting_problem problem{std::move(issue.field), std::move(issue.issue)};
        if (!unreadable.contains(name_of(problem))) problems.push_back(std::move(problem));
    }

    section    result{.name        = std::string{sdk::name_of(schema)},
                      .description = std::string{sdk::description_of(schema)},
                      .fields      = sdk::document_fields(schema, problems.empty() ? target : nullptr)};
    const auto defaults = sdk::document_fields(schema);
    for (const auto& field : defaults) result.defaults.emplace(field.name, field.value);
    for (std::size_t i = 0; i < defaults.size(); ++i)
        if (result.fields[i].value.empty() && defaults[i].value.empty()) result.unset.insert(defaults[i].name);
    for (const auto& field : result.fields)
        if (field.secret)
            if (auto path = source_.secret_path(field.name)) result.paths.emplace(field.name, std::move(*path));
    sections_.push_back(std::move(result));
    return problems;
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

std::set<std::string, std::less<>> reader::secret_names() const
{
    std::set<std::string, std::less<>> result;
    for (const auto& part : sections_)
        for (const auto& field : part.fields)
            if (field.secret) result.insert(field.name);
    return result;
}

setting_problems reader::unknown_keys(const std::function<bool(std::string_view)>& is_known) const
{
    return settings::unknown_keys(source_, names(), is_known);
}

setting_problems unknown_keys(const source& file, const std::set<std::string, std::less<>>& known,
                              const std::function<bool(std::string_view)>& is_known)
{
    setting_problems problems;
    for (const auto& key : file.file_keys())
        if (!known.contains(key) && !is_known(key) && !is_removed(key))
        {
            const auto similar = similar_name(key, known);
            problems.push_back({key, "unknown setting" + (similar ? " that resembles " + *similar : std::string{}),
                                "correct its name or remove it from the configuration file"});
        }
    return problems;
}

std::string reader::to_toml(bool changed_only) const
{
    std::string text = changed_only ? "# Settings that differ from their defaults.\n"
                                    : "# Settings in effect. A line that begins with \"#NAME =\" is not set.\n";
    for (const auto& group : group_settings(sections_))
    {
        std::string settings;
        for (const auto& [component, field] : group.settings)
            if (!changed_only || !is_default(*component, *field))
                settings += "\n# " + field->description + " (" + field->allowed + ")\n" + line(*component, *field);
        if (!settings.empty()) text.append("\n## ").append(group.title).append("\n").append(settings);
    }
    return text;
}

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
