#pragma once

#include "settings/setting_problem.hpp"
#include "settings/source.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// Reads declared structs from a source. Remembers every declared setting, for `--print-config` and for the check for
/// unknown keys. Used at start, on one thread.
class reader
{
public:
    /// The source is borrowed.
    explicit reader(const source& values);

    /// Reads the settings of one component. Problems are added to problems(), and the result is then the defaults, so
    /// that the settings of all components are checked before the start stops.
    template <class T>
    T read()
    {
        T          result{};
        const auto issues = read(sdk::schema_of<T>(), &result);
        if (issues.empty()) return result;
        problems_.insert(problems_.end(), issues.begin(), issues.end());
        return T{};
    }

    /// Reads an erased type, such as a plugin's, and returns its problems; the caller reports them. `target` is
    /// default-constructed, and invalid if there are problems. Throws std::logic_error for an invalid schema.
    setting_problems read(const sdk::object_schema& schema, void* target);

    /// Problems of the components read with read<T>().
    const setting_problems& problems() const noexcept { return problems_; }

    /// One problem for each key of the configuration file that no component declared and `is_known` does not accept,
    /// except settings that were removed.
    /// Call after all components have been read.
    setting_problems unknown_keys(const std::function<bool(std::string_view)>& is_known) const;

    /// The names of all declared settings, with NAME_FILE for a secret NAME.
    std::set<std::string, std::less<>> names() const;

    /// The names of all declared secrets.
    std::set<std::string, std::less<>> secret_names() const;

    /// The settings in effect, as a configuration file with comments. A secret appears as NAME_FILE if it was read from
    /// a file, else as a placeholder. With `changed_only` without the settings that have their defaults.
    std::string to_toml(bool changed_only = false) const;

    /// The settings of one component; secrets are `***`.
    struct section
    {
        std::string                           name;
        std::string                           description;
        std::vector<sdk::field_documentation> fields;

        std::set<std::string, std::less<>>              unset;    ///< fields without a value and without a default
        std::map<std::string, std::string, std::less<>> paths;    ///< paths of the secrets that were read from files
        std::map<std::string, std::string, std::less<>> defaults; ///< of all fields; empty for those without one
    };

    /// In the order in which they were read.
    const std::vector<section>& sections() const noexcept { return sections_; }

private:
    const source&        source_;
    std::vector<section> sections_;
    setting_problems     problems_;
};

/// One problem for each key of the configuration file that is neither in `known` nor accepted by `is_known`.
setting_problems unknown_keys(const source& file, const std::set<std::string, std::less<>>& known,
                              const std::function<bool(std::string_view)>& is_known);

/// A digest of the text of each setting, or of its default, to find changes without a copy of a secret.
using value_digests = std::map<std::string, std::size_t, std::less<>>;

/// Of all settings of these sections but the secrets whose files cannot be read.
value_digests digest_values(std::span<const reader::section> sections, const source& values);

/// The names in both with different digests, sorted.
std::vector<std::string> changed_names(const value_digests& before, const value_digests& now);

} // namespace verbatim::core::settings
