#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::cli {

/// The options of a command, in groups. Long options take `--name VALUE` and `--name=VALUE`; `--` ends the options.
class option_list
{
public:
    using setter = std::function<void(const std::string& value)>;

    /// The following options belong to this group.
    void group(std::string title);

    /// `value` names the value for people; empty: the option takes none. `shortcut` is a letter for `-x`, or 0. An
    /// option without help is not shown.
    void add(std::string name, std::string value, std::string help, setter set, char shortcut = 0);

    /// Sets a flag.
    void add_flag(std::string name, std::string help, bool& flag, char shortcut = 0);
    /// Sets a text.
    void add_text(std::string name, std::string value, std::string help, std::string& text, char shortcut = 0);

    /// Calls the setters in order; returns the other arguments. Throws failure for what is no option, without its
    /// value.
    std::vector<std::string> parse(std::span<const std::string> arguments) const;

    /// How many of the arguments precede the first one that is neither an option nor its value.
    std::size_t count_leading(std::span<const std::string> arguments) const;

    std::string help() const;

private:
    struct option
    {
        std::string name, value, help;
        setter      set;
        char        shortcut;
        std::string group;
    };

    const option& find(const std::string& argument) const;

    std::vector<option> options_;
    std::string         group_;
};

/// A whole number in a range. Throws failure that names the option.
long read_number(const std::string& option, const std::string& text, long least, long most);

/// A number from 0 to 1 as it was written. Throws failure that names the option.
std::string read_share(const std::string& option, const std::string& text);

/// Parts between commas without surrounding blanks.
std::vector<std::string> split_list(const std::string& text);

} // namespace verbatim::cli
