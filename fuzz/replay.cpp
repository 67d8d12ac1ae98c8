// Runs a target once on each file of the folders named on the command line, as libFuzzer does with -runs=0.
#include "target.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

namespace {

void replay(const std::filesystem::path& file)
{
    std::cout << file.string() << std::endl; // names the file that ends the program
    std::ifstream           stream{file, std::ios::binary};
    const std::vector<char> input{std::istreambuf_iterator<char>{stream}, {}};
    verbatim::fuzz::run({input.data(), input.size()});
}

} // namespace

int main(int count, char** arguments)
{
    std::size_t file_count = 0;
    for (int n = 1; n < count; ++n)
    {
        if (arguments[n][0] == '-') continue; // an option of libFuzzer
        for (const auto& entry : std::filesystem::recursive_directory_iterator{arguments[n]})
            if (entry.is_regular_file()) replay(entry.path()), ++file_count;
    }
    if (file_count == 0) std::cerr << "no input: name a folder with at least one file\n";
    return file_count == 0 ? 2 : 0;
}
