#include "verbatim/testing/exec_call.hpp"

#include <cstdlib>
#include <unistd.h>

namespace verbatim::testing {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

} // namespace

exec_call::exec_call(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const std::map<std::string, std::string>& variables)
    : arguments_{program.string()}
{
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    for (const auto& [name, value] : variables) variables_.push_back(name + "=" + value);
    for (const auto* name : {"ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) variables_.push_back(std::string{name} + "=" + value);
    argument_pointers_ = pointers(arguments_);
    variable_pointers_ = pointers(variables_);
}

void exec_call::run() const noexcept
{
    ::execve(arguments_.front().c_str(), argument_pointers_.data(), variable_pointers_.data());
    ::_exit(127);
}

} // namespace verbatim::testing
