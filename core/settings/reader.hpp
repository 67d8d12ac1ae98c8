#pragma once

#include "settings/source.hpp"

#include "verbatim/sdk/schema.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// Reads declared structs from a source and remembers which tables were asked for: that is what `--print-config` shows
/// and what the keys of the file are compared with. For the time of the start, on one thread.
class reader
{
public:
    /// The source is borrowed.
    explicit reader(const source& values);

    /// One component's settings. What is wrong is kept in problems(), and then its defaults come back, so that all
    /// components can be asked before the start stops.
    template <class T>
    T read()
    {
        T    result{};
        auto found_problems = read(sdk::schema_of<T>(), &result);
        if (found_problems.empty()) return result;
        problems_.insert(problems_.end(), found_problems.begin(), found_problems.end());
        return T{};
    }

    /// The same for an erased type, such as a plugin's: the sentences are the caller's to tell. `into` is default-made,
    /// and not to be used when there are any. Throws std::logic_error when the table itself is broken.
    std::vector<std::string> read(const sdk::object_schema& table, void* target);

    /// One sentence for each thing wrong so far: the setting's name and the rule, never the value.
    const std::vector<std::string>& problems() const noexcept { return problems_; }

    /// A sentence for each key of the file that no table asked for and `claimed` does not know. To be asked when every
    /// component has been read.
    std::vector<std::string> unknown_keys(const std::function<bool(std::string_view)>& is_known) const;

    /// Every name that the tables asked for, a secret's also with _FILE behind it.
    std::set<std::string, std::less<>> names() const;

    /// What was read, as a configuration file that reads the same, with each setting's sentence above it. A secret is
    /// in it only as the path of its own file; one that was given as it is has to be given again.
    std::string to_toml() const;

    /// What one component was given; secrets are `***`.
    struct section
    {
        std::string                           name;
        std::string                           sentence;
        std::vector<sdk::field_documentation> fields;

        std::set<std::string, std::less<>>              unset; ///< of the fields, those without a value and a default
        std::map<std::string, std::string, std::less<>> paths; ///< of the secrets that stand in files of their own
    };

    /// In the order in which they were read.
    const std::vector<section>& sections() const noexcept { return sections_; }

private:
    const source&            source_;
    std::vector<section>     sections_;
    std::vector<std::string> problems_;
};

} // namespace verbatim::core::settings
