#include "app/app.hpp"
#include "settings/command_line.hpp"

#include <iostream>

int main(int count, char** arguments)
{
    namespace core = verbatim::core;
    try
    {
        return core::app::run(core::settings::read_command_line(count, arguments));
    }
    catch (const core::settings::usage_error& error)
    {
        std::cerr << "verbatimd: " << error.what() << "\n";
        return 2;
    }
}

#if defined(__SANITIZE_THREAD__)
/// ICU guards what it makes on first use with atomics that the sanitizer does not see in a packaged library.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions()
{
    return "called_from_lib:libicuuc.so\nrace:libicuuc.so\n";
}
#endif
