#pragma once

#include "log/line.hpp"

#include <string>
#include <vector>

namespace verbatim::core::app {

/// A library whose crashes are reported under a name.
struct reported_library
{
    std::string name;
    const void* address; ///< anywhere in the library
};

/// Writes one line, `process_crashed`, when a signal such as SIGSEGV ends the process, and when an exception finds no
/// handler. The line names the call for which the thread ran, and the library of the instruction if it is a reported
/// one. Then the process ends as it would have without the handler. The handler allocates nothing, waits at most a
/// second for the reader of `descriptor`, and writes no text of an exception. Once per process.
void install_crash_handler(log::line_format format, int descriptor, const std::vector<reported_library>& libraries);

} // namespace verbatim::core::app
