// opens_plugin FOLDER: opens the plugins of a folder as the server does and prints what each serves.
#include "registry/loader.hpp"
#include "settings/reader.hpp"

#include <iostream>

using namespace verbatim;

namespace {

class no_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view, std::initializer_list<sdk::fact>) override {}
    bool enabled(sdk::severity) const noexcept override { return false; }
};

} // namespace

int main(int count, char** arguments)
{
    if (count != 2) return 2;

    core::settings::source          source{&core::settings::source::of_process};
    core::settings::reader          reader{source};
    core::registry::operation_table table;
    no_log                          log;
    core::registry::loader          loader{table,
                                  [&](const sdk::table& wanted, void* into) { return reader.read(wanted, into); }, log};
    loader.load({.folder = {arguments[1]}, .enabled = {}});

    for (const auto& problem : loader.problems()) std::cerr << problem << '\n';
    for (const auto& plugin : loader.plugins())
        for (const auto* one : plugin.operations)
            std::cout << plugin.name << ": " << one->about.verb << ' ' << one->about.path << '\n';
    return loader.problems().empty() ? 0 : 1;
}
