#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace verbatim::core::settings {

/// The task of this process, and its configuration file.
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
        import_rows,
        erase_tenant,
        version,
        help,
    };

    task_type                            task = task_type::serve;
    std::optional<std::filesystem::path> config;
    std::filesystem::path                rows;              ///< with `import_rows`: the file
    std::string                          tenant_id;         ///< with `erase_tenant`: 1 to 255 characters of UTF-8
    bool                                 changed   = false; ///< with `print_config`: without defaults
    bool                                 connect   = false; ///< with `check`: tests what the settings name
    bool                                 confirmed = false; ///< with `erase_tenant`: deletes what it counts otherwise
};

/// An invalid command line. The process exits with status 2.
class usage_error final : public std::runtime_error
{
public:
    using runtime_error::runtime_error;
};

/// Throws usage_error.
command_line read_command_line(int count, const char* const* arguments);

/// The output of --help.
std::string help_text();

} // namespace verbatim::core::settings
