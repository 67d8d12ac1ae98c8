#include "settings/command_line.hpp"

#include <boost/program_options.hpp>

#include <array>
#include <sstream>
#include <utility>

namespace verbatim::core::settings {

namespace {

namespace po    = boost::program_options;
using task_type = command_line::task_type;

struct task_option
{
    const char* name;
    task_type   task;
    const char* help;
};

constexpr std::array task_options{
    task_option{"check", task_type::check, "read the settings, open the plugins, tell every problem, and end"},
    task_option{"print-config", task_type::print_config, "print the settings in force, secrets as ***, and end"},
    task_option{"print-openapi", task_type::print_openapi, "print the OpenAPI document and end"},
    task_option{"list-plugins", task_type::list_plugins,
                "print the plugins that were found and what they serve, and end"},
    task_option{"migrate", task_type::migrate, "bring the database to this version's schema and end"},
    task_option{"version", task_type::version, "print the version and end"},
    task_option{"help", task_type::help, "print this and end"},
};

po::options_description options()
{
    po::options_description description{"Options"};
    description.add_options()("config", po::value<std::string>()->value_name("FILE"),
                              "configuration file (TOML); the environment wins over it");
    for (const auto& option : task_options) description.add_options()(option.name, option.help);
    return description;
}

/// The library's exceptions in our words. Values are not repeated: someone may have put a secret there.
[[noreturn]] void throw_usage_error(const po::error& error)
{
    constexpr auto hint = "; verbatimd --help lists the options";
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error))
    {
        const auto name = unknown->get_option_name();
        throw usage_error{name.substr(0, name.find('=')) + " is not an option of verbatimd" + hint};
    }
    if (dynamic_cast<const po::too_many_positional_options_error*>(&error))
        throw usage_error{std::string{"verbatimd takes options only"} + hint};
    if (dynamic_cast<const po::multiple_occurrences*>(&error))
        throw usage_error{std::string{"--config is given twice"} + hint};
    if (const auto* named = dynamic_cast<const po::error_with_option_name*>(&error))
        throw usage_error{(named->get_option_name() == "--config" ? "--config needs a file"
                                                                  : named->get_option_name() + " takes no value") +
                          std::string{hint}};
    throw usage_error{std::string{"the command line cannot be read"} + hint};
}

} // namespace

command_line read_command_line(int count, const char* const* arguments)
{
    po::variables_map values;
    try
    {
        const auto description = options();
        const auto style       = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                           po::command_line_style::long_allow_next;
        po::store(po::command_line_parser{count, arguments}.options(description).positional({}).style(style).run(),
                  values);
    }
    catch (const po::error& error)
    {
        throw_usage_error(error);
    }

    command_line       command;
    const task_option* first = nullptr;
    for (const auto& option : task_options)
    {
        if (values.count(option.name) == 0) continue;
        if (first)
            throw usage_error{std::string{"--"} + first->name + " and --" + option.name + " cannot be asked together"};
        first        = &option;
        command.task = option.task;
    }
    if (values.count("config") != 0)
    {
        command.config = values["config"].as<std::string>();
        if (command.config->empty()) throw usage_error{"--config needs a file; verbatimd --help lists the options"};
    }
    return command;
}

std::string help_text()
{
    std::ostringstream text;
    text << "verbatimd [--config FILE] [one of the options below]\n"
            "Serves operations on community feedback over HTTP.\n\n"
         << options();
    return text.str();
}

} // namespace verbatim::core::settings
