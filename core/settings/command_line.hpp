#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace verbatim::core::settings {

/// What the program was asked to do.
struct command_line
{
    enum class task_type
    {
        serve,
        check,
        print_config,
        print_openapi,
        list_plugins,
        migrate,
        version,
        help,
    };

    task_type                            task = task_type::serve;
    std::optional<std::filesystem::path> config;
};

/// A command line that makes no sense: one sentence. The program ends with status 2.
class usage_error final : public std::runtime_error
{
public:
    using runtime_error::runtime_error;
};

/// Reads the arguments; throws misuse.
command_line read_command_line(int count, const char* const* arguments);

/// What --help prints.
std::string help_text();

} // namespace verbatim::core::settings
