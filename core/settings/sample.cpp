#include "settings/sample.hpp"

#include "settings/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace verbatim::core::settings {

namespace {

constexpr std::string_view opening = "Every setting of verbatimd and its plugins. A line that begins with \"#NAME =\" "
                                     "shows a default, or an example where it "
                                     "says so; remove the '#' to change it. The environment wins over this file: a "
                                     "setting has the same name there. A secret "
                                     "can stand in a file of its own, whose path is NAME_FILE. verbatimd --config FILE "
                                     "--check tells what is wrong with a "
                                     "file, and --print-config what is in force.";

/// Prose as comment lines of at most 110 characters; words are not cut.
std::string comment(std::string_view words)
{
    constexpr std::size_t width = 110;
    std::string           text;
    std::string           line = "#";
    while (!words.empty())
    {
        const auto end  = std::min(words.find(' '), words.size());
        const auto word = words.substr(0, end);
        if (line.size() + 1 + word.size() > width)
        {
            text += line + "\n";
            line = "#";
        }
        line.append(" ").append(word);
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return text + line + "\n";
}

std::string file_for(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char one) { return std::tolower(one); });
    return "/etc/verbatim/" + name;
}

/// Here a list is TOML's own.
std::string allowed_in_a_file(const sdk::field_note& one)
{
    constexpr std::string_view only_in_the_environment = " as JSON text";
    auto                       allowed                 = one.allowed;
    if (const auto at = allowed.find(only_in_the_environment); at != allowed.npos)
        allowed.erase(at, only_in_the_environment.size());
    return allowed;
}

std::string setting(const sdk::field_note& one)
{
    auto text = comment(one.sentence);
    if (one.secret)
    {
        const auto shown = one.example.empty() ? std::string{} : " Its form: " + one.example;
        text += comment(std::string{one.needed ? "Secret, required." : "Secret, not set by default."} + shown +
                        " As a file of its own:");
        return text + "#" + one.name + "_FILE = \"" + file_for(one.name) + "\"\n";
    }
    const bool has_default = !one.needed && !one.text.empty();
    const auto note = has_default ? "" : one.example.empty() ? " Not set by default." : " Not set by default. Example:";
    text += comment("(" + allowed_in_a_file(one) + ")" + note);
    return text + "#" + one.name + " = " + as_toml(one, has_default ? one.text : one.example) + "\n";
}

} // namespace

std::string sample(std::span<const reader::group> groups)
{
    auto                               text = comment(opening);
    std::set<std::string, std::less<>> told;
    for (const auto& group : groups)
    {
        std::string settings;
        for (const auto& one : group.fields)
            if (told.insert(one.name).second) settings += "\n" + setting(one);
        if (!settings.empty()) text += "\n\n#" + comment(group.sentence) + settings;
    }
    return text;
}

} // namespace verbatim::core::settings
