#include "settings/command_line.hpp"

#include <boost/program_options.hpp>

#include <array>
#include <sstream>
#include <utility>

namespace verbatim::core::settings {

namespace {

namespace po = boost::program_options;
using task   = command_line::task;

struct choice
{
    const char* name;
    task        what;
    const char* sentence;
};

constexpr std::array choices{
    choice{"check", task::check, "read the settings, open the plugins, tell every problem, and end"},
    choice{"print-config", task::print_config, "print the settings in force, secrets as ***, and end"},
    choice{"print-openapi", task::print_openapi, "print the OpenAPI document and end"},
    choice{"list-plugins", task::list_plugins, "print the plugins that were found and what they serve, and end"},
    choice{"migrate", task::migrate, "bring the database to this version's schema and end"},
    choice{"version", task::version, "print the version and end"},
    choice{"help", task::help, "print this and end"},
};

po::options_description options()
{
    po::options_description all{"Options"};
    all.add_options()("config", po::value<std::string>()->value_name("FILE"),
                      "configuration file (TOML); the environment wins over it");
    for (const auto& one : choices) all.add_options()(one.name, one.sentence);
    return all;
}

/// The library's exceptions in our words. Values are not repeated: someone may have put a secret there.
[[noreturn]] void refuse(const po::error& problem)
{
    constexpr auto see = "; verbatimd --help lists the options";
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&problem))
    {
        const auto name = unknown->get_option_name();
        throw misuse{name.substr(0, name.find('=')) + " is not an option of verbatimd" + see};
    }
    if (dynamic_cast<const po::too_many_positional_options_error*>(&problem))
        throw misuse{std::string{"verbatimd takes options only"} + see};
    if (dynamic_cast<const po::multiple_occurrences*>(&problem))
        throw misuse{std::string{"--config is given twice"} + see};
    if (const auto* named = dynamic_cast<const po::error_with_option_name*>(&problem))
        throw misuse{(named->get_option_name() == "--config" ? "--config needs a file"
                                                             : named->get_option_name() + " takes no value") +
                     std::string{see}};
    throw misuse{std::string{"the command line cannot be read"} + see};
}

} // namespace

command_line read_command_line(int count, const char* const* arguments)
{
    po::variables_map given;
    try
    {
        const auto known = options();
        const auto style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                           po::command_line_style::long_allow_next;
        po::store(po::command_line_parser{count, arguments}.options(known).positional({}).style(style).run(), given);
    }
    catch (const po::error& problem)
    {
        refuse(problem);
    }

    command_line  asked;
    const choice* first = nullptr;
    for (const auto& one : choices)
    {
        if (given.count(one.name) == 0) continue;
        if (first) throw misuse{std::string{"--"} + first->name + " and --" + one.name + " cannot be asked together"};
        first      = &one;
        asked.what = one.what;
    }
    if (given.count("config") != 0)
    {
        asked.config = given["config"].as<std::string>();
        if (asked.config->empty()) throw misuse{"--config needs a file; verbatimd --help lists the options"};
    }
    return asked;
}

std::string usage()
{
    std::ostringstream text;
    text << "verbatimd [--config FILE] [one of the options below]\n"
            "Serves operations on community feedback over HTTP.\n\n"
         << options();
    return text.str();
}

} // namespace verbatim::core::settings
