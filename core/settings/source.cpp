#include "settings/source.hpp"

#include "settings/content.hpp"
#include "settings/wrong.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace verbatim::core::settings {

namespace {

/// `name` is the setting's, with its _FILE. The path is its value, so no sentence shows it.
std::string secret_in(const std::string& path, const std::string& name)
{
    auto text = content_named_by(name, path); // 16 MiB: ten thousand keys take two
    if (text.ends_with('\n')) text.pop_back();
    return text;
}

} // namespace

source::source(variables environment, named_texts file)
    : environment_{std::move(environment)}
    , file_{std::move(file)}
{}

source::~source()
{
    for (auto& [name, text] : file_) ::explicit_bzero(text.data(), text.size());
}

std::optional<std::string> source::of_process(std::string_view name)
{
    const char* text = std::getenv(std::string{name}.c_str());
    return text ? std::optional<std::string>{text} : std::nullopt;
}

std::optional<std::string> source::in_file(std::string_view name) const
{
    const auto found = file_.find(name);
    return found != file_.end() ? std::optional{found->second} : std::nullopt;
}

std::optional<std::string> source::find_secret(const variables& place, std::string_view name) const
{
    const auto by_path = std::string{name} + "_FILE";
    auto       text    = place(name);
    const auto path    = place(by_path);
    if (!path) return text;
    if (text) throw wrong{std::string{name} + ": is given twice, once as " + by_path};
    return secret_in(*path, by_path);
}

std::optional<std::string> source::find(std::string_view name, bool secret) const
{
    const variables file = [this](std::string_view wanted) { return in_file(wanted); };
    for (const auto* place : {&environment_, &file})
        if (auto text = secret ? find_secret(*place, name) : (*place)(name)) return text;
    return std::nullopt;
}

std::optional<std::string> source::path_of(std::string_view name) const
{
    const auto      by_path = std::string{name} + "_FILE";
    const variables file    = [this](std::string_view wanted) { return in_file(wanted); };
    for (const auto* place : {&environment_, &file})
    {
        if ((*place)(name)) return std::nullopt;
        if (auto path = (*place)(by_path)) return path;
    }
    return std::nullopt;
}

std::vector<std::string> source::keys() const
{
    std::vector<std::string> names;
    for (const auto& [name, text] : file_) names.push_back(name);
    return names;
}

} // namespace verbatim::core::settings
