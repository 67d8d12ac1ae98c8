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
    catch (const core::settings::misuse& problem)
    {
        std::cerr << "verbatimd: " << problem.what() << "\n";
        return 2;
    }
}
