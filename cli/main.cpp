#include "cli/run.hpp"

#include <string>
#include <vector>

int main(int count, char** arguments)
{
    return static_cast<int>(verbatim::cli::run(std::vector<std::string>(arguments + 1, arguments + count)));
}
