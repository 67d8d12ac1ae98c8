#include "cli/commands/command.hpp"

namespace verbatim::cli::commands {

std::vector<std::unique_ptr<command>> all_commands()
{
    std::vector<std::unique_ptr<command>> all;
    for (const auto make : {make_analyze, make_themes, make_compare, make_summarize, make_code, make_sensitive,
                            make_agree, make_usage, make_keys})
        all.push_back(make());
    return all;
}

} // namespace verbatim::cli::commands
