#pragma once

#include "settings/config_file.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// The environment, and a configuration file that it overrides. Holds the values of the file, including secrets. Its
/// destructor overwrites them, so keep it only while reading settings.
class source
{
public:
    using lookup = std::function<std::optional<std::string>(std::string_view name)>;

    explicit source(lookup environment, setting_values file = {});
    source(source&&)            = default;
    source& operator=(source&&) = delete;
    ~source();

    /// The environment of this process.
    static std::optional<std::string> process_environment(std::string_view name);

    /// The value of a setting, if it is set. A secret can also be set as NAME_FILE, the path of a file; its value is
    /// the content without one trailing line feed. Throws setting_error when that file cannot be read, or when the
    /// environment or the configuration file sets both.
    std::optional<std::string> find(std::string_view name, bool secret) const;

    /// The value of NAME_FILE, if find() reads the secret from that file.
    std::optional<std::string> secret_path(std::string_view name) const;

    /// The names in the configuration file, sorted.
    std::vector<std::string> file_keys() const;

private:
    std::optional<std::string> find_in_file(std::string_view name) const;
    std::optional<std::string> find_secret(const lookup& values, std::string_view name) const;

    lookup         environment_;
    setting_values file_;
};

/// Removes these variables from the environment of the process. Overwrites their values in place, because
/// /proc/PID/environ shows the original memory. Returns the names of the variables that were set. Call while no other
/// thread uses the environment.
std::set<std::string, std::less<>> erase_environment_variables(const std::set<std::string, std::less<>>& names);

/// The names of all variables of the process. Call while no other thread changes the environment.
std::vector<std::string> environment_names();

} // namespace verbatim::core::settings
