#pragma once

#include "log/line.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::app {

/// A library whose crashes are reported under a name.
struct reported_library
{
    std::string name;
    const void* address; ///< anywhere in the library
};

/// Writes one line, `process_crashed`, when a signal such as SIGSEGV ends the process, when an exception finds no
/// handler, and when code of a plugin ends the process with std::exit. The line names the call for which the thread
/// ran, and the library of the instruction, or of the frame that threw, if it is a reported one. Then the process ends
/// as it would have without the handler; after std::exit, with `exit_status`. The handler of a signal allocates
/// nothing. Waits at most a second for the reader of `descriptor`, and writes no text of an exception. Once per
/// process.
void install_crash_handler(log::line_format format, int descriptor);

/// The status of a process whose plugin called std::exit: EX_SOFTWARE of sysexits.h.
inline constexpr int exit_status = 70;

/// Lets the process end with a status of its own when it goes out of scope.
struct exit_permission
{
    exit_permission()                                  = default;
    exit_permission(const exit_permission&)            = delete;
    exit_permission& operator=(const exit_permission&) = delete;
    ~exit_permission();
};

/// The plugin to name if the process crashes outside a call and a reported library; empty for none. Used while plugins
/// are loaded. At most 63 bytes of the name are reported. [start]
void set_loading_plugin(std::string_view name) noexcept;

/// Replaces the reported libraries. Requires install_crash_handler. [start]
void report_libraries(const std::vector<reported_library>& libraries);

} // namespace verbatim::core::app
