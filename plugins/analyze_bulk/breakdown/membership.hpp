#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// The records of a theme or of a code.
struct membership
{
    std::string              id;      ///< of a theme, or the label of a code
    std::string              title;   ///< for people; of a code its label
    std::vector<std::size_t> records; ///< positions among the records with content, ascending
};

} // namespace verbatim::analyze_bulk
