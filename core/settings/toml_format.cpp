#include "settings/toml_format.hpp"

#include "settings/groups.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <string_view>

namespace verbatim::core::settings {

namespace {

/// TOML strings are JSON strings, except that TOML requires DEL to be escaped.
std::string with_delete_escaped(std::string text)
{
    for (auto offset = text.find('\x7f'); offset != text.npos; offset = text.find('\x7f', offset))
        text.replace(offset, 1, "\\u007F");
    return text;
}

} // namespace

std::string to_toml_value(const sdk::field_documentation& field, const std::string& text)
{
    // A JSON object is not a TOML table, but a setting accepts it as text.
    const bool is_object = text.find('{') != text.npos;
    const bool is_text   = field.is_text || field.secret || is_object;
    return with_delete_escaped(is_text ? boost::json::serialize(boost::json::string{text}) : text);
}

namespace {

constexpr std::string_view header =
    "Settings of verbatimd and its plugins. A line that begins with \"#NAME =\" shows the default, or an example where "
    "noted; remove the '#' to set a value. Environment variables of the same name override this file. A secret can be "
    "stored in a file of its own; NAME_FILE is the path. Files conf.d/*.toml beside this file override it, in the "
    "order of their names; put your settings there, so that an upgrade can replace this file without a question. "
    "verbatimd --config FILE --check reports problems of the files, --print-config prints the settings in effect, and "
    "--print-config --changed those that differ from their defaults.";

/// Wraps text into comment lines of at most 110 characters.
std::string comment(std::string_view text)
{
    constexpr std::size_t width = 110;
    std::string           result;
    std::string           line = "#";
    while (!text.empty())
    {
        const auto end  = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        if (line.size() + 1 + word.size() > width)
        {
            result += line + "\n";
            line = "#";
        }
        line.append(" ").append(word);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result + line + "\n";
}

std::string secret_file_for(std::string_view name) { return "/etc/verbatim/" + sdk::ascii::lowercase(name); }

/// In a configuration file, a list is a TOML array instead of JSON text.
std::string allowed_in_a_file(const sdk::field_documentation& field)
{
    constexpr std::string_view environment_only = " as JSON text";
    auto                       allowed          = field.allowed;
    if (const auto at = allowed.find(environment_only); at != allowed.npos) allowed.erase(at, environment_only.size());
    return allowed;
}

std::string setting_lines(const sdk::field_documentation& field)
{
    auto text = comment(field.description);
    if (field.secret)
    {
        const auto form = field.example.empty() ? std::string{} : " Form: " + field.example;
        text += comment(std::string{field.required ? "Secret, required." : "Secret, not set by default."} + form +
                        " File:");
        return text + "#" + field.name + "_FILE = \"" + secret_file_for(field.name) + "\"\n";
    }
    const bool has_default = !field.required && !field.value.empty();
    const auto note        = has_default             ? ""
                             : field.example.empty() ? " Not set by default."
                                                     : " Not set by default. Example:";
    text += comment("(" + allowed_in_a_file(field) + ")" + note);
    return text + "#" + field.name + " = " + to_toml_value(field, has_default ? field.value : field.example) + "\n";
}

} // namespace

std::string sample_file(std::span<const reader::section> sections)
{
    auto text = comment(header);
    for (const auto& group : group_settings(sections))
    {
        text += "\n\n#" + comment(group.title);
        for (const auto& setting : group.settings) text += "\n" + setting_lines(*setting.field);
    }
    return text;
}

} // namespace verbatim::core::settings
