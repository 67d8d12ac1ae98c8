#include "settings/reader.hpp"

#include "settings/spelling.hpp"
#include "settings/wrong.hpp"

#include <algorithm>

namespace verbatim::core::settings {

namespace {

/// A field's name without what stands beneath it: AUTH_API_KEYS of AUTH_API_KEYS[0].tenant_id.
std::string_view head_of(std::string_view field) { return field.substr(0, field.find_first_of("[.")); }

/// A setting of a configuration file, as a line of it.
std::string line(const reader::group& section, const sdk::field_note& one)
{
    if (const auto path = section.paths.find(one.name); path != section.paths.end())
        return one.name + "_FILE = " + as_toml(one, path->second) + "\n";
    if (section.unset.contains(one.name)) return "#" + one.name + " =\n";
    if (one.secret) return "# It was given as it is, and is not shown: give it again.\n#" + one.name + " = \"***\"\n";
    return one.name + " = " + as_toml(one, one.text) + "\n";
}

} // namespace

reader::reader(const source& from)
    : source_{from}
{}

std::vector<std::string> reader::read(const sdk::table& wanted, void* into)
{
    std::map<std::string, bool, std::less<>> secret;
    for (const auto& one : sdk::notes(wanted)) secret.emplace(one.name, one.secret);

    std::vector<std::string>           sentences;
    std::set<std::string, std::less<>> unreadable;
    const auto                         find = [&](std::string_view name) -> std::optional<std::string> {
        try
        {
            return source_.find(name, secret.at(std::string{name}));
        }
        catch (const wrong& problem)
        {
            sentences.push_back(problem.what());
            unreadable.emplace(name);
            return std::nullopt;
        }
    };
    for (const auto& problem : sdk::read(wanted, find, into))
        if (!unreadable.contains(head_of(problem.field))) sentences.push_back(problem.field + ": " + problem.issue);

    group      section{.name     = std::string{sdk::name_of(wanted)},
                       .sentence = std::string{sdk::sentence_of(wanted)},
                       .fields   = sdk::notes(wanted, sentences.empty() ? into : nullptr),
                       .unset    = {},
                       .paths    = {}};
    const auto defaults = sdk::notes(wanted);
    for (std::size_t i = 0; i < defaults.size(); ++i)
        if (section.fields[i].text.empty() && defaults[i].text.empty()) section.unset.insert(defaults[i].name);
    for (const auto& one : section.fields)
        if (one.secret)
            if (auto path = source_.path_of(one.name)) section.paths.emplace(one.name, std::move(*path));
    groups_.push_back(std::move(section));
    return sentences;
}

std::set<std::string, std::less<>> reader::names() const
{
    std::set<std::string, std::less<>> all;
    for (const auto& section : groups_)
        for (const auto& one : section.fields)
        {
            all.insert(one.name);
            if (one.secret) all.insert(one.name + "_FILE");
        }
    return all;
}

std::vector<std::string> reader::unknown(const std::function<bool(std::string_view)>& claimed) const
{
    const auto               known = names();
    std::vector<std::string> sentences;
    for (const auto& key : source_.keys())
        if (!known.contains(key) && !claimed(key))
            sentences.push_back(key + ": is no setting of this server or of a plugin it found; remove it from the "
                                      "configuration file or correct its name");
    return sentences;
}

std::string reader::in_force() const
{
    std::string                        text = "# What is in force. A line that begins with \"#NAME =\" has no value.\n";
    std::set<std::string, std::less<>> told;
    for (const auto& section : groups_)
    {
        std::string settings;
        for (const auto& one : section.fields)
            if (told.insert(one.name).second)
                settings += "\n# " + one.sentence + " (" + one.allowed + ")\n" + line(section, one);
        if (!settings.empty()) text += "\n## " + section.sentence + "\n" + settings;
    }
    return text;
}

} // namespace verbatim::core::settings
