#include "library_checks.hpp"
#include "plugin_library.hpp"
#include "report.hpp"
#include "server_checks.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim::conformance;

namespace {

constexpr auto usage = R"(usage: verbatim-conformance [--server VERBATIMD] [--junit FILE] PLUGIN.so

Checks a plugin in this process and in a real server, and prints a table. Settings of the plugin are read from the
environment. The server is VERBATIMD, or the one beside this program.

Exit status: 0 all checks hold, 1 a check failed, 2 the checks cannot run.
)";

struct arguments
{
    std::filesystem::path server;
    std::filesystem::path junit; ///< empty: no file
    std::filesystem::path plugin;
};

/// Throws std::invalid_argument.
arguments read_arguments(int count, char** values)
{
    arguments result{.server = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "verbatimd"};
    for (int n = 1; n != count; ++n)
    {
        const std::string_view name = values[n];
        if (name == "--server" || name == "--junit")
        {
            if (++n == count) throw std::invalid_argument{std::string{name} + " needs a path"};
            (name == "--server" ? result.server : result.junit) = values[n];
        }
        else if (name.starts_with("--")) throw std::invalid_argument{"unknown option " + std::string{name}};
        else if (!result.plugin.empty()) throw std::invalid_argument{"one plugin at a time"};
        else result.plugin = name;
    }
    if (result.plugin.empty()) throw std::invalid_argument{"the path of a plugin is missing"};
    if (!std::filesystem::exists(result.plugin))
        throw std::invalid_argument{result.plugin.string() + " does not exist"};
    if (!std::filesystem::exists(result.server))
        throw std::invalid_argument{"there is no verbatimd at " + result.server.string() + "; name it with --server"};
    return result;
}

std::vector<check_result> check(const arguments& paths)
{
    const plugin_library      library{paths.plugin};
    server_checks             served{paths.server, paths.plugin, library.settings(), library.operations()};
    std::vector<check_result> results{served.check_load()};
    for (const auto& operation : library.operations())
    {
        auto found = check_in_process(*operation);
        results.insert(results.end(), std::move_iterator{found.begin()}, std::move_iterator{found.end()});
    }
    if (!results.front().problems.empty()) return results;
    auto found = served.run();
    results.insert(results.end(), std::move_iterator{found.begin()}, std::move_iterator{found.end()});
    return results;
}

} // namespace

int main(int count, char** values)
{
    if (count == 2 && std::string_view{values[1]} == "--help")
    {
        std::cout << usage;
        return 0;
    }
    try
    {
        const auto paths   = read_arguments(count, values);
        const auto results = check(paths);
        std::cout << to_table(results);
        if (!paths.junit.empty())
        {
            std::ofstream file{paths.junit};
            file << to_junit(paths.plugin.stem().string(), results);
            if (!file.flush()) throw std::runtime_error{"cannot write " + paths.junit.string()};
        }
        return count_failed(results) == 0 ? 0 : 1;
    }
    catch (const std::invalid_argument& mistake)
    {
        std::cerr << "verbatim-conformance: " << mistake.what() << "\n\n" << usage;
    }
    catch (const std::exception& failure)
    {
        std::cerr << "verbatim-conformance: " << failure.what() << '\n';
    }
    return 2;
}
