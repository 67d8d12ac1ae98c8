#include "settings/config_file.hpp"

#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include <boost/json.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>
#include <string_view>

namespace verbatim::core::settings {

namespace {

namespace json = boost::json;

json::value to_json(const toml::node& node);

std::string date_text(const toml::node& scalar)
{
    std::ostringstream text;
    scalar.visit([&](const auto& value) {
        if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                      toml::is_date_time<decltype(value)>)
            text << value.get();
    });
    return text.str();
}

json::value to_json(const toml::array& list)
{
    json::array result;
    for (const auto& node : list) result.push_back(to_json(node));
    return result;
}

json::value to_json(const toml::table& table)
{
    json::object result;
    for (const auto& [key, node] : table) result[key.str()] = to_json(node);
    return result;
}

json::value to_json(const toml::node& node)
{
    if (const auto* table = node.as_table()) return to_json(*table);
    if (const auto* list = node.as_array()) return to_json(*list);
    if (const auto* text = node.as_string()) return json::value(text->get());
    if (const auto* number = node.as_integer()) return json::value(number->get());
    if (const auto* number = node.as_floating_point()) return json::value(number->get());
    if (const auto* boolean = node.as_boolean()) return json::value(boolean->get());
    return json::value(date_text(node));
}

/// The text that an environment variable would contain: strings without quotes, lists and tables as JSON.
std::string to_text(const toml::node& node)
{
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_floating_point())
    {
        char digits[32];
        return {digits, std::to_chars(digits, digits + sizeof digits, number->get()).ptr};
    }
    if (node.is_date() || node.is_time() || node.is_date_time()) return date_text(node);
    return json::serialize(to_json(node));
}

/// The other name of a secret: NAME for NAME_FILE, and the reverse.
std::string counterpart_of(const std::string& name)
{
    constexpr std::string_view suffix = "_FILE";
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name + std::string{suffix};
}

/// Values may be secrets.
void overwrite(std::string& text) noexcept { ::explicit_bzero(text.data(), text.size()); }

void erase(const std::string& name, setting_values& values)
{
    const auto position = values.find(name);
    if (position == values.end()) return;
    overwrite(position->second);
    values.erase(position);
}

void merge(setting_values later, setting_values& merged)
{
    for (const auto& [name, text] : later)
        if (!later.contains(counterpart_of(name))) erase(counterpart_of(name), merged);
    later.merge(merged); // keeps its own values
    for (auto& [name, replaced] : merged) overwrite(replaced);
    merged.swap(later);
}

} // namespace

setting_values read_config_file(const std::filesystem::path& path) { return read_toml_file(path.string(), path); }

setting_values read_toml_file(std::string_view setting, const std::filesystem::path& path)
{
    const auto text = read_setting_file(setting, path);
    try
    {
        setting_values values;
        for (const auto& [key, node] : toml::parse(text)) values.emplace(key.str(), to_text(node));
        return values;
    }
    catch (const toml::parse_error& error)
    {
        // The parser's message may quote the file, and with it a secret.
        const auto position = error.source().begin;
        throw setting_error{{std::string{setting}, "invalid TOML at line " + std::to_string(position.line) +
                                                       ", column " + std::to_string(position.column)}};
    }
}

std::vector<std::filesystem::path> additional_files(const std::filesystem::path&        path,
                                                    std::vector<std::filesystem::path>* ignored)
{
    namespace fs      = std::filesystem;
    const auto folder = path.parent_path() / "conf.d";

    std::vector<fs::path> files;
    try
    {
        if (!fs::exists(folder)) return files;
        for (const auto& entry : fs::directory_iterator{folder})
        {
            const auto name      = entry.path().filename().native();
            const bool is_hidden = name.starts_with('.');
            if (!is_hidden && name.ends_with(".toml")) files.push_back(entry.path());
            else if (!is_hidden && ignored) ignored->push_back(entry.path());
        }
    }
    catch (const fs::filesystem_error& error)
    {
        throw setting_error{{folder.string(), "the folder cannot be read (" + error.code().message() + ")"}};
    }
    std::ranges::sort(files);
    if (ignored) std::ranges::sort(*ignored);
    return files;
}

setting_values read_config_files(const std::filesystem::path& path)
{
    auto files = additional_files(path);
    files.insert(files.begin(), path);

    setting_values   merged;
    setting_problems problems;
    for (const auto& file : files)
    {
        try
        {
            merge(read_config_file(file), merged);
        }
        catch (const setting_error& error)
        {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!problems.empty()) throw setting_error::of(problems);
    return merged;
}

} // namespace verbatim::core::settings
