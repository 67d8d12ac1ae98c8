#include "operations.hpp"

#include "registry/loader.hpp"

#include "verbatim/testing/fake_call.hpp"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;

namespace {

std::vector<std::string> names_of_plugins()
{
    std::vector<std::string> names;
    std::istringstream       list{VERBATIM_PLUGINS};
    for (std::string name; std::getline(list, name, ',');) names.push_back(name);
    return names;
}

/// Plugins are never unloaded.
const core::registry::operation_table& load()
{
    auto*                  table = new core::registry::operation_table;
    testing::captured_log  log;
    core::registry::loader loader{
        *table, [](const sdk::object_schema&, void*) { return core::settings::setting_problems{}; }, log};
    loader.load({.folders = {VERBATIM_PLUGINS_DIR}, .enabled = names_of_plugins()});
    if (!loader.problems().empty()) throw std::runtime_error{to_string(loader.problems().front())};
    return *table;
}

} // namespace

const std::deque<core::registry::registered_operation>& every_operation()
{
    static const auto& table = load();
    return table.operations();
}
