#pragma once

#include "jobs/cryptography.hpp"

#include "support/temporary_directory.hpp"

#include <string>
#include <string_view>

namespace verbatim::jobs_test {

/// The line of a key whose bytes are all the same; `byte` has two hexadecimal digits.
inline std::string key_line(std::string_view byte)
{
    std::string line;
    for (int i = 0; i != 32; ++i) line += byte;
    return line + '\n';
}

inline core::jobs::master_keys keys_of(std::string_view content)
{
    const support::temporary_directory folder;
    return core::jobs::master_keys{folder.file("keys", content)};
}

} // namespace verbatim::jobs_test
