#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace verbatim::fuzz {

/// Defined by each target: runs the code under test on one input. An exception that leaves it is a finding.
void run(std::string_view input);

/// Reports a finding unless the invariant holds.
inline void require(bool holds, const char* invariant)
{
    if (holds) return;
    std::fprintf(stderr, "broken invariant: %s\n", invariant);
    std::abort();
}

} // namespace verbatim::fuzz
