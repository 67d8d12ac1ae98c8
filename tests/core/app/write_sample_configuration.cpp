// Writes etc/verbatim.toml for the plugins in a folder.
#include "app/sample.hpp"

#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

int main(int count, char** arguments)
{
    try
    {
        if (count != 3)
            throw std::invalid_argument{"two arguments are needed: the folder of the plugins, and the file"};
        const auto text = verbatim::core::app::sample_configuration(arguments[1]);
        return std::ofstream{arguments[2]} << text ? 0 : 1;
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
