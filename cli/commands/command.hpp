#pragma once

#include "cli/failure.hpp"
#include "cli/option_list.hpp"

#include <memory>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

/// A command such as `analyze`: its options, and what it does with them.
class command
{
public:
    virtual ~command() = default;

    virtual const char* name() const      = 0;
    virtual const char* arguments() const = 0; ///< for people: `FILE`
    virtual const char* summary() const   = 0; ///< a line for people

    /// Adds the options. They set members of the command.
    virtual void declare(option_list& options) = 0;

    /// Does its work. Throws failure, server::error_response and server::interrupted.
    virtual exit_status run(const std::vector<std::string>& arguments) = 0;
};

std::unique_ptr<command> make_analyze();
std::unique_ptr<command> make_themes();
std::unique_ptr<command> make_compare();
std::unique_ptr<command> make_summarize();
std::unique_ptr<command> make_code();
std::unique_ptr<command> make_sensitive();
std::unique_ptr<command> make_agree();
std::unique_ptr<command> make_usage();
std::unique_ptr<command> make_keys();

} // namespace verbatim::cli::commands
