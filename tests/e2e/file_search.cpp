#include "e2e/file_search.hpp"

#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

namespace verbatim::e2e {

std::vector<std::string> files_with(const std::filesystem::path& folder, const std::string& text)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    {
        std::error_code gone;
        if (!entry.is_regular_file(gone)) continue;
        std::ostringstream content;
        content << std::ifstream{entry.path(), std::ios::binary}.rdbuf();
        if (content.view().find(text) != std::string_view::npos) names.push_back(entry.path().filename());
    }
    return names;
}

} // namespace verbatim::e2e
