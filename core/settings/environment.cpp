#include "settings/environment.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace verbatim::core::settings {

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
