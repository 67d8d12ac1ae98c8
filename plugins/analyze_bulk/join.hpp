#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk {

inline std::string join(const std::vector<std::string>& texts, std::string_view separator)
{
    std::string text;
    for (const auto& next : texts) text.append(text.empty() ? "" : separator).append(next);
    return text;
}

} // namespace verbatim::analyze_bulk
