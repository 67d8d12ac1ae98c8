#include "settings/reader.hpp"

#include "settings/spelling.hpp"
#include "settings/wrong.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace verbatim::core::settings {

namespace {

/// A field's name without what stands beneath it: AUTH_API_KEYS of AUTH_API_KEYS[0].tenant_id.
std::string_view head_of(std::string_view field) { return field.substr(0, field.find_first_of("[.")); }

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

    groups_.push_back({std::string{sdk::name_of(wanted)}, std::string{sdk::sentence_of(wanted)},
                       sdk::notes(wanted, sentences.empty() ? into : nullptr)});
    return sentences;
}

bool reader::knows(std::string_view name) const
{
    const auto is_it = [&](const sdk::field_note& one) {
        return one.name == name || (one.secret && one.name + "_FILE" == name);
    };
    return std::ranges::any_of(groups_, [&](const group& one) { return std::ranges::any_of(one.fields, is_it); });
}

std::vector<std::string> reader::unknown(const std::function<bool(std::string_view)>& claimed) const
{
    std::vector<std::string> sentences;
    for (const auto& key : source_.keys())
        if (!knows(key) && !claimed(key))
            sentences.push_back(key + ": is no setting of this server or of a plugin it found; remove it from the "
                                      "configuration file or correct its name");
    return sentences;
}

std::string reader::in_force() const
{
    std::string                        text;
    std::set<std::string, std::less<>> told;
    for (const auto& section : groups_)
    {
        text += (text.empty() ? "## " : "\n## ") + section.name + "\n";
        for (const auto& one : section.fields)
        {
            if (!told.insert(one.name).second) continue;
            text += "\n# " + one.sentence + " (" + one.allowed + ")\n";
            const bool absent = one.text.empty() && !one.quoted && !one.secret;
            text += absent ? "# " + one.name + " =\n" : one.name + " = " + as_toml(one, one.text) + "\n";
        }
    }
    return text;
}

} // namespace verbatim::core::settings
