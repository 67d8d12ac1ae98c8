#include "settings/command_line.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>
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
    const char* value = nullptr; ///< what it takes: FILE or ID
};

constexpr std::array task_options{
    task_option{"check", task_type::check, "check settings and plugins, print every problem, and exit"},
    task_option{"print-config", task_type::print_config, "print the settings in effect, without secrets, and exit"},
    task_option{"print-openapi", task_type::print_openapi, "print the OpenAPI document and exit"},
    task_option{"list-plugins", task_type::list_plugins, "print the plugins and their operations, and exit"},
    task_option{"migrate", task_type::migrate, "migrate the database to this version's schema and exit"},
    task_option{"import-rows", task_type::import_rows, "store the usage rows of a log or of an outbox file, and exit",
                "FILE"},
    task_option{"erase-tenant", task_type::erase_tenant, "erase a tenant's rows; without --confirm only count them",
                "ID"},
    task_option{"version", task_type::version, "print the version and exit"},
    task_option{"help", task_type::help, "print this text and exit"},
};

/// What an option takes; null: nothing.
const char* value_of(std::string_view name)
{
    if (name == "config") return "FILE";
    const auto option = std::ranges::find(task_options, name, &task_option::name);
    return option == task_options.end() ? nullptr : option->value;
}

std::string required_value(std::string_view name)
{
    const bool is_file = std::string_view{value_of(name)} == "FILE";
    return "--" + std::string{name} + (is_file ? ": a file is required" : ": an id of 1 to 255 characters is required");
}

po::options_description options()
{
    po::options_description description{"Options"};
    const auto              text = [](const char* value) { return po::value<std::string>()->value_name(value); };
    description.add_options()("config", text("FILE"), "configuration file (TOML); environment variables override it");
    for (const auto& option : task_options)
        if (option.value) description.add_options()(option.name, text(option.value), option.help);
        else description.add_options()(option.name, option.help);
    description.add_options()("changed", "with --print-config: only settings that differ from their defaults");
    description.add_options()("connect", "with --check: also test database, models, ports, certificate and STATE_DIR");
    description.add_options()("confirm", "with --erase-tenant: delete them");
    return description;
}

/// As stored: without this check, a text that cannot be stored would seem to be a tenant without rows.
bool is_tenant_id(std::string_view text)
{
    std::size_t characters = 0;
    for (; !text.empty(); ++characters)
    {
        const auto next = sdk::utf8::decode(text, 0);
        if (!next.valid) return false;
        text.remove_prefix(next.end);
    }
    return characters <= 255;
}

/// Translates exceptions of the library. Values are not repeated, because they may contain a secret.
[[noreturn]] void throw_usage_error(const po::error& error)
{
    constexpr auto hint = "; see verbatimd --help";
    if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error))
    {
        const auto name = unknown->get_option_name();
        throw usage_error{name.substr(0, name.find('=')) + ": unknown option" + hint};
    }
    if (dynamic_cast<const po::too_many_positional_options_error*>(&error))
        throw usage_error{std::string{"unexpected argument"} + hint};
    if (const auto* named = dynamic_cast<const po::error_with_option_name*>(&error))
    {
        const auto name = named->get_option_name();
        if (dynamic_cast<const po::multiple_occurrences*>(&error)) throw usage_error{name + ": used twice" + hint};
        const auto plain = std::string_view{name}.substr(std::min(name.find_first_not_of('-'), name.size()));
        throw usage_error{(value_of(plain) ? required_value(plain) : name + ": takes no value") + hint};
    }
    throw usage_error{std::string{"invalid command line"} + hint};
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
        if (first) throw usage_error{std::string{"--"} + first->name + " and --" + option.name + " exclude each other"};
        first        = &option;
        command.task = option.task;
    }
    const auto text = [&](const char* name) {
        auto text = values[name].as<std::string>();
        if (text.empty()) throw usage_error{required_value(name) + "; see verbatimd --help"};
        return text;
    };
    if (values.count("config") != 0) command.config = text("config");
    if (command.task == task_type::import_rows) command.rows = text("import-rows");
    if (command.task == task_type::erase_tenant) command.tenant_id = text("erase-tenant");
    if (command.task == task_type::erase_tenant && !is_tenant_id(command.tenant_id))
        throw usage_error{required_value("erase-tenant") + "; see verbatimd --help"};
    command.changed   = values.count("changed") != 0;
    command.connect   = values.count("connect") != 0;
    command.confirmed = values.count("confirm") != 0;
    if (command.changed && command.task != task_type::print_config)
        throw usage_error{"--changed: requires --print-config; see verbatimd --help"};
    if (command.connect && command.task != task_type::check)
        throw usage_error{"--connect: requires --check; see verbatimd --help"};
    if (command.confirmed && command.task != task_type::erase_tenant)
        throw usage_error{"--confirm: requires --erase-tenant; see verbatimd --help"};
    return command;
}

std::string help_text()
{
    std::ostringstream text;
    text << "Usage: verbatimd [--config FILE] [OPTION]\n"
            "HTTP server that analyzes feedback with language models. Without an option below,\n"
            "it serves requests until SIGTERM.\n\n"
         << options();
    return text.str();
}

} // namespace verbatim::core::settings
