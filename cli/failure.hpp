#pragma once

#include <stdexcept>
#include <string>

namespace verbatim::cli {

/// Exit statuses of the command. docs/command.md lists them.
enum class exit_status
{
    success     = 0,
    failed      = 1, ///< the server answered with an error, or the command has one
    usage       = 2, ///< wrong options
    input       = 3, ///< a file that cannot be used
    unreachable = 4, ///< no server, or none that has time
    refused_key = 5,
    limit       = 6, ///< a limit of the tenant or of the server
    output      = 7, ///< a result that cannot be written
    incomplete  = 8, ///< a result without some records
    interrupted = 130,
    terminated  = 143,
};

/// Ends the command with a sentence that names the file, row or option, the reason and the fix.
class failure : public std::runtime_error
{
public:
    failure(exit_status status, const std::string& message)
        : std::runtime_error{message}
        , status_{status}
    {}
    exit_status status() const noexcept { return status_; }

private:
    exit_status status_;
};

} // namespace verbatim::cli
