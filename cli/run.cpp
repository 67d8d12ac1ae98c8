#include "cli/commands/command.hpp"
#include "cli/failure.hpp"
#include "cli/option_list.hpp"
#include "cli/output/terminal_text.hpp"
#include "cli/server/error_response.hpp"
#include "cli/server/http_client.hpp"
#include "cli/server/interruption.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace verbatim::cli {

namespace {

/// In the order of --help.
std::vector<std::unique_ptr<commands::command>> all_commands()
{
    using namespace commands;

    std::vector<std::unique_ptr<command>> all;
    for (const auto make : {make_analyze, make_themes, make_compare, make_summarize, make_code, make_sensitive,
                            make_agree, make_usage, make_keys})
        all.push_back(make());
    return all;
}

void print_error(const std::string& message)
{
    const auto  screen = output::terminal::of(STDERR_FILENO);
    std::string text;
    for (std::size_t at = 0; at <= message.size();)
    {
        const auto end = std::min(message.find('\n', at), message.size());
        text += (text.empty() ? screen.red("verbatim: ") : "") + output::printable(message.substr(at, end - at)) + "\n";
        at = end + 1;
    }
    std::cerr << text;
}

std::string general_help(const std::vector<std::unique_ptr<commands::command>>& all)
{
    std::string text =
        "Usage: verbatim COMMAND [OPTIONS] [FILE]\n"
        "Analyses community feedback with a Verbatim server, or with --local on this machine alone.\n\nCommands:\n";
    for (const auto& command : all)
        text += "  " + std::string{command->name()} + std::string(12 - std::string_view{command->name()}.size(), ' ') +
                command->summary() + "\n";
    return text + "\nverbatim COMMAND --help lists the options. verbatim --version prints the version.\n"
                  "Example: verbatim analyze feedback.csv --local --themes\n";
}

exit_status run_command(commands::command& command, std::span<const std::string> arguments)
{
    option_list options;
    bool        help = false;
    command.declare(options);
    options.group("Other");
    options.add_flag("help", "print this text", help, 'h');
    const auto others = options.parse(arguments);
    if (!help) return command.run(others);
    const std::string others_text = command.arguments();
    std::cout << "Usage: verbatim " << command.name() << " [OPTIONS]" << (others_text.empty() ? "" : " ") << others_text
              << "\n"
              << command.summary() << "\n"
              << options.help();
    return exit_status::success;
}

/// The options of all commands, any of which may precede the command. Parsing them sets `help`.
option_list leading_options(const std::vector<std::unique_ptr<commands::command>>& all, bool& help)
{
    option_list options;
    for (const auto& command : all) command->declare(options);
    options.add_flag("help", "", help, 'h');
    return options;
}

exit_status dispatch(const std::vector<std::string>& arguments)
{
    const auto all = all_commands();
    if (arguments.size() == 2 && arguments[0] == "help") return dispatch({arguments[1], "--help"});
    if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help")
    {
        (arguments.empty() ? std::cerr : std::cout) << general_help(all);
        return arguments.empty() ? exit_status::usage : exit_status::success;
    }
    if (arguments[0] == "--version")
    {
        std::cout << "verbatim " VERBATIM_VERSION "\n";
        return exit_status::success;
    }
    bool       help     = false;
    const auto options  = leading_options(all, help);
    const auto position = options.count_leading(arguments);
    if (position == arguments.size())
    {
        (void)options.parse(arguments);
        if (!help) throw failure{exit_status::usage, "a command is required, such as analyze; see verbatim --help"};
        std::cout << general_help(all);
        return exit_status::success;
    }
    auto others = arguments;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(position));
    for (const auto& command : all)
        if (arguments[position] == command->name()) return run_command(*command, others);
    throw failure{exit_status::usage, "there is no command " + arguments[position] + "; see verbatim --help"};
}

/// Runs the command with the arguments behind its name; prints errors.
exit_status run(const std::vector<std::string>& arguments)
try
{
    server::catch_interruptions();
    return dispatch(arguments);
}
catch (const failure& error)
{
    print_error(error.what());
    return error.status();
}
catch (const server::error_response& error)
{
    print_error(server::explain(error, nullptr));
    return error.exit();
}
catch (const server::no_response& error)
{
    print_error(error.what());
    return exit_status::unreachable;
}
catch (const server::interrupted&)
{
    print_error("interrupted");
    return server::last_interruption() == SIGTERM ? exit_status::terminated : exit_status::interrupted;
}
catch (const std::bad_alloc&)
{
    print_error("not enough memory. Divide the file into several ones");
    return exit_status::failed;
}
catch (const std::exception& error)
{
    print_error(error.what());
    return exit_status::failed;
}

} // namespace

} // namespace verbatim::cli

int main(int count, char** arguments)
{
    return static_cast<int>(verbatim::cli::run(std::vector<std::string>(arguments + 1, arguments + count)));
}
