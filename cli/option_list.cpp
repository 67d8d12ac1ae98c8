#include "cli/option_list.hpp"

#include "cli/failure.hpp"
#include "cli/output/terminal_text.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace verbatim::cli {

namespace {

constexpr std::size_t help_column  = 27;
constexpr std::size_t help_columns = 100;

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::usage, message}; }

} // namespace

void option_list::group(std::string title) { group_ = std::move(title); }

void option_list::add(std::string name, std::string value, std::string help, setter set, char shortcut)
{
    options_.push_back({std::move(name), std::move(value), std::move(help), std::move(set), shortcut, group_});
}

void option_list::add_flag(std::string name, std::string help, bool& flag, char shortcut)
{
    add(
        std::move(name), {}, std::move(help), [&flag](const std::string&) { flag = true; }, shortcut);
}

void option_list::add_text(std::string name, std::string value, std::string help, std::string& text, char shortcut)
{
    add(
        std::move(name), std::move(value), std::move(help), [&text](const std::string& given) { text = given; },
        shortcut);
}

const option_list::option& option_list::find(const std::string& argument) const
{
    const auto name  = argument.substr(0, argument.find('='));
    const auto found = std::ranges::find_if(options_, [&](const option& item) {
        return name == "--" + item.name || (item.shortcut && name == std::string{'-', item.shortcut});
    });
    if (found == options_.end()) fail(output::printable(name) + ": unknown option");
    return *found;
}

std::vector<std::string> option_list::parse(std::span<const std::string> arguments) const
{
    std::vector<std::string> others;
    for (std::size_t n = 0; n != arguments.size(); ++n)
    {
        const auto& argument = arguments[n];
        if (argument == "--")
        {
            others.insert(others.end(), arguments.begin() + static_cast<std::ptrdiff_t>(n) + 1, arguments.end());
            break;
        }
        if (argument.size() < 2 || argument[0] != '-')
        {
            others.push_back(argument);
            continue;
        }
        const auto& item  = find(argument);
        const auto  equal = argument.find('=');
        if (item.value.empty() && equal != argument.npos) fail("--" + item.name + ": takes no value");
        if (item.value.empty()) item.set({});
        else if (equal != argument.npos) item.set(argument.substr(equal + 1));
        else if (n + 1 == arguments.size()) fail("--" + item.name + ": a value is required: " + item.value);
        else item.set(arguments[++n]);
    }
    return others;
}

std::size_t option_list::count_leading(std::span<const std::string> arguments) const
{
    std::size_t n = 0;
    while (n < arguments.size() && arguments[n].size() > 1 && arguments[n][0] == '-')
    {
        if (arguments[n] == "--") return n + 1;
        const bool has_value = arguments[n].find('=') != std::string::npos || find(arguments[n]).value.empty();
        n += has_value ? 1 : 2;
    }
    return std::min(n, arguments.size());
}

std::string option_list::help() const
{
    std::string text, group;
    for (const auto& item : options_)
    {
        if (item.help.empty()) continue;
        if (item.group != group) text += "\n" + item.group + ":\n";
        group = item.group;
        auto usage =
            std::string{"  "} + (item.shortcut ? std::string{'-', item.shortcut} + ", " : "") + "--" + item.name;
        if (!item.value.empty()) usage += " " + item.value;
        bool first = true;
        for (const auto& line : output::wrapped(item.help, help_columns - help_column))
        {
            if (!first || usage.size() + 1 >= help_column)
                text += (first ? usage + "\n" : "") + std::string(help_column, ' ');
            else text += usage + std::string(help_column - usage.size(), ' ');
            text += line + "\n";
            first = false;
        }
    }
    return text;
}

long read_number(const std::string& option, const std::string& text, long least, long most)
{
    long       value = 0;
    const auto read  = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value < least || value > most)
        fail(option + ": a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
             " is required");
    return value;
}

std::string read_share(const std::string& option, const std::string& text)
{
    double     value = 0;
    const auto read  = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || !(value >= 0 && value <= 1))
        fail(option + ": a number from 0 to 1 is required, such as 0.8");
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::vector<std::string> split_list(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();)
    {
        const auto end = std::min(text.find(',', at), text.size());
        if (const auto part = sdk::utf8::trimmed(std::string_view{text}.substr(at, end - at)); !part.empty())
            parts.emplace_back(part);
        at = end + 1;
    }
    return parts;
}

} // namespace verbatim::cli
