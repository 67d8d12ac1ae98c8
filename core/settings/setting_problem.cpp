#include "settings/setting_problem.hpp"

#include <utility>

namespace verbatim::core::settings {

std::string to_string(const setting_problem& problem)
{
    return problem.setting.empty() ? text_of(problem) : problem.setting + ": " + text_of(problem);
}

std::string text_of(const setting_problem& problem)
{
    return problem.fix.empty() ? problem.problem : problem.problem + "; " + problem.fix;
}

std::string_view name_of(const setting_problem& problem)
{
    return std::string_view{problem.setting}.substr(0, problem.setting.find_first_of("[."));
}

setting_error::setting_error(setting_problem problem)
    : setting_error{of({std::move(problem)})}
{}

setting_error setting_error::of(setting_problems problems)
{
    const auto text = to_string(problems.front());
    return {text, std::move(problems)};
}

setting_error::setting_error(const std::string& text, setting_problems problems)
    : runtime_error{text}
    , problems_{std::move(problems)}
{}

} // namespace verbatim::core::settings
