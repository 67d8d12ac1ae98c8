#pragma once

#include "settings/config_file.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// Where settings stand: the environment, and a configuration file it wins over. Holds the file's texts, secrets among
/// them, only as long as it lives, and wipes them then: make it, read, drop it.
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

    /// The text of a setting; absent when nobody gave it. A secret may also be given as a path under NAME_FILE: the
    /// file's content without one trailing line feed. Throws wrong when that file cannot be read, or NAME and NAME_FILE
    /// are both given in one place.
    std::optional<std::string> find(std::string_view name, bool secret) const;

    /// The path under NAME_FILE, where it is what find() read a secret from.
    std::optional<std::string> secret_path(std::string_view name) const;

    /// The names in the file, sorted.
    std::vector<std::string> file_keys() const;

private:
    std::optional<std::string> find_in_file(std::string_view name) const;
    std::optional<std::string> find_secret(const lookup& values, std::string_view name) const;

    lookup         environment_;
    setting_values file_;
};

} // namespace verbatim::core::settings
