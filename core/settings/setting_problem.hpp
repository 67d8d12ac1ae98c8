#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// A setting that cannot be used. Never contains a value that may be secret.
struct setting_problem
{
    /// "NETWORK_PORT", "AUTH_API_KEYS[0].name", the path of a configuration file or a plugin, or empty.
    std::string setting;

    std::string problem; ///< "8000 is already in use on 127.0.0.1"
    std::string fix{};   ///< if the problem does not imply it: "name a file"

    friend bool operator==(const setting_problem&, const setting_problem&) = default;
};
using setting_problems = std::vector<setting_problem>;

/// "SETTING: problem; fix"
std::string to_string(const setting_problem& problem);

/// "problem; fix"
std::string text_of(const setting_problem& problem);

/// The setting without the path inside it: AUTH_API_KEYS of AUTH_API_KEYS[0].name.
std::string_view name_of(const setting_problem& problem);

/// Stops the start, or the reload of one setting.
class setting_error final : public std::runtime_error
{
public:
    explicit setting_error(setting_problem problem);
    static setting_error of(setting_problems problems); ///< at least one

    const setting_problems& problems() const noexcept { return problems_; }

private:
    setting_error(const std::string& text, setting_problems problems);

    setting_problems problems_;
};

} // namespace verbatim::core::settings
