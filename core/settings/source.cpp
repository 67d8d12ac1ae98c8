#include "settings/source.hpp"

#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace verbatim::core::settings {

namespace {

/// `name` ends in _FILE. The default limit of 16 MiB is enough: ten thousand API keys take 2 MiB.
std::string read_secret(const std::string& path, const std::string& name)
{
    auto text = read_setting_file(name, path);
    if (text.ends_with('\n')) text.pop_back();
    return text;
}

} // namespace

source::source(lookup environment, setting_values file)
    : environment_{std::move(environment)}
    , file_{std::move(file)}
{}

source::~source()
{
    for (auto& [name, text] : file_) ::explicit_bzero(text.data(), text.size());
}

std::optional<std::string> source::process_environment(std::string_view name)
{
    const char* text = std::getenv(std::string{name}.c_str());
    return text ? std::optional<std::string>{text} : std::nullopt;
}

std::optional<std::string> source::find_in_file(std::string_view name) const
{
    const auto it = file_.find(name);
    return it != file_.end() ? std::optional{it->second} : std::nullopt;
}

std::optional<std::string> source::find_secret(const lookup& values, std::string_view name) const
{
    const auto file_name = std::string{name} + "_FILE";
    auto       text      = values(name);
    const auto path      = values(file_name);
    if (!path) return text;
    if (text) throw setting_error{{std::string{name}, "is set twice, also as " + file_name, "remove one of them"}};
    return read_secret(*path, file_name);
}

std::optional<std::string> source::find(std::string_view name, bool secret) const
{
    const lookup file_values = [this](std::string_view key) { return find_in_file(key); };
    for (const auto* values : {&environment_, &file_values})
        if (auto text = secret ? find_secret(*values, name) : (*values)(name)) return text;
    return std::nullopt;
}

std::optional<std::string> source::secret_path(std::string_view name) const
{
    const auto   file_name   = std::string{name} + "_FILE";
    const lookup file_values = [this](std::string_view key) { return find_in_file(key); };
    for (const auto* values : {&environment_, &file_values})
    {
        if ((*values)(name)) return std::nullopt;
        if (auto path = (*values)(file_name)) return path;
    }
    return std::nullopt;
}

std::vector<std::string> source::file_keys() const
{
    std::vector<std::string> names;
    for (const auto& [name, text] : file_) names.push_back(name);
    return names;
}

std::set<std::string, std::less<>> erase_environment_variables(const std::set<std::string, std::less<>>& names)
{
    std::set<std::string, std::less<>> erased_names;
    for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable)
    {
        const std::string_view text{*variable};
        const auto             name_length = text.find('=');
        const auto             name        = names.find(text.substr(0, name_length));
        if (name_length == text.npos || name == names.end()) continue;
        ::explicit_bzero(*variable + name_length + 1, text.size() - name_length - 1);
        erased_names.insert(*name);
    }
    for (const auto& name : erased_names) ::unsetenv(name.c_str());
    return erased_names;
}

std::vector<std::string> environment_names()
{
    std::vector<std::string> names;
    for (char** variable = ::environ; variable != nullptr && *variable != nullptr; ++variable)
    {
        const std::string_view text{*variable};
        if (const auto length = text.find('='); length != text.npos) names.emplace_back(text.substr(0, length));
    }
    return names;
}

} // namespace verbatim::core::settings
