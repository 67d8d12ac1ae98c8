#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace verbatim::testing {

/// A program to run in a new process, prepared before the fork. Its environment holds `variables` and the options of
/// sanitizers, nothing else.
class exec_call
{
public:
    exec_call(const std::filesystem::path& program, const std::vector<std::string>& arguments,
              const std::map<std::string, std::string>& variables);
    exec_call(const exec_call&)            = delete;
    exec_call& operator=(const exec_call&) = delete;

    /// Call it after the fork. Ends the process with exit code 127 if the program cannot be run.
    [[noreturn]] void run() const noexcept;

private:
    std::vector<std::string> arguments_, variables_;
    std::vector<char*>       argument_pointers_, variable_pointers_;
};

} // namespace verbatim::testing
