#include "plugin_library.hpp"

#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/plugin.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <cstdlib>
#include <deque>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace verbatim::conformance {

namespace {

std::optional<std::string> from_environment(const std::string& name)
{
    if (const char* value = std::getenv(name.c_str())) return value;
    const char* path = std::getenv((name + "_FILE").c_str());
    if (path == nullptr) return std::nullopt;
    std::ifstream file{path};
    std::string   value{std::istreambuf_iterator<char>{file}, {}};
    while (value.ends_with('\n')) value.pop_back();
    return value;
}

/// Drops its lines. Any thread of a plugin may write to it until the process ends.
class unread_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view, std::initializer_list<sdk::log_field>) override {}
    bool enabled(sdk::severity) const noexcept override { return false; }
};

/// Collects the operations of a load function.
class collecting_plugin final : public sdk::plugin
{
public:
    explicit collecting_plugin(std::vector<std::unique_ptr<sdk::operation>>& operations)
        : operations_{operations}
    {}

    void add(std::unique_ptr<sdk::operation> operation) override { operations_.push_back(std::move(operation)); }

    sdk::log& log() noexcept override
    {
        static auto& log = *new unread_log; // never destroyed
        return log;
    }

    sdk::counter& add_counter(const sdk::counter_description&) override
    {
        static std::deque<testing::fake_counter> counters; // live as long as the operations
        return counters.emplace_back();
    }

protected:
    void read_settings(const sdk::object_schema& schema, void* target) override
    {
        const auto lookup = [](std::string_view name) { return from_environment(std::string{name}); };
        const auto issues = sdk::read(schema, lookup, target);
        if (!issues.empty()) throw std::runtime_error{issues.front().field + ": " + issues.front().issue};
    }

private:
    std::vector<std::unique_ptr<sdk::operation>>& operations_;
};

/// The names in the list of VERBATIM_PLUGIN.
std::vector<std::string> names_in(std::string list)
{
    for (char& c : list)
        if (c == ',') c = ' ';
    std::istringstream words{list};
    return {std::istream_iterator<std::string>{words}, {}};
}

} // namespace

plugin_library::plugin_library(const std::filesystem::path& file)
{
    void* library = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error{::dlerror()};
    const auto* entry = static_cast<const sdk::plugin_entry*>(::dlsym(library, "verbatim_plugin_entry"));
    const auto* names = static_cast<const char*>(::dlsym(library, "verbatim_plugin_settings"));
    if (entry == nullptr || names == nullptr) throw std::runtime_error{"is not a plugin; write VERBATIM_PLUGIN"};
    if (const auto reason = sdk::mismatch(entry->abi); !reason.empty()) throw std::runtime_error{reason};
    for (const auto& name : names_in(names))
        for (const auto& variable : {name, name + "_FILE"})
            if (const char* value = std::getenv(variable.c_str())) settings_[variable] = value;
    collecting_plugin plugin{operations_};
    entry->load(plugin);
    if (operations_.empty()) throw std::runtime_error{"adds no operation; call plugin.add in VERBATIM_PLUGIN"};
}

} // namespace verbatim::conformance
