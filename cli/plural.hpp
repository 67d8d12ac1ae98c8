#pragma once

#include <string>

namespace verbatim::cli {

/// `1 row`, `2 rows` or `12,345 rows`.
inline std::string plural(const std::string& count, const std::string& word)
{
    return count + " " + word + (count == "1" ? "" : "s");
}

} // namespace verbatim::cli
