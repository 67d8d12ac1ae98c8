#include "registry/loader.hpp"

#include "registry/plugin_file.hpp"

#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <boost/core/demangle.hpp>
#include <boost/dll/shared_library.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <utility>

namespace verbatim::core::registry {

namespace {

/// The sentences about one plugin, on their way to the loader.
struct plugin_error
{
    std::vector<std::string> problems;
};

/// The same about settings that it reads: each begins with the setting's name, and may be another's too.
struct settings_error : plugin_error
{};

/// Opens a library and keeps it open for good. The list is reachable and never destroyed.
const boost::dll::shared_library& open_for_good(const std::filesystem::path& file)
{
    static auto& opened = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
    using load_mode     = boost::dll::load_mode::type;
    // The overload that throws is the one that carries the dynamic linker's own text.
    opened.push_back(std::make_unique<boost::dll::shared_library>(
        file.string(), load_mode{boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local}));
    return *opened.back();
}

/// What a plugin sees while it loads: operations are only gathered, so that a load that fails halfway leaves nothing
/// behind.
class loading_plugin final : public sdk::plugin
{
public:
    loading_plugin(const settings_reader& settings, sdk::log& log)
        : settings_{settings}
        , log_{log}
    {}

    void      add(std::unique_ptr<sdk::operation> operation) override { operations.push_back(std::move(operation)); }
    sdk::log& log() noexcept override { return log_; }

    std::vector<std::unique_ptr<sdk::operation>> operations;

protected:
    void read_settings(const sdk::object_schema& schema, void* target) override
    {
        if (auto sentences = settings_(schema, target); !sentences.empty())
            throw settings_error{{std::move(sentences)}};
    }

private:
    const settings_reader& settings_;
    sdk::log&              log_;
};

/// Runs a plugin's code; whatever it throws becomes sentences.
template <class Step>
void guarded(std::string_view step_name, Step step)
{
    const auto prefix = std::string{step_name} + " failed: ";
    try
    {
        step();
    }
    catch (const plugin_error&)
    {
        throw;
    }
    catch (const std::exception& failure)
    {
        throw plugin_error{{prefix + failure.what()}};
    }
    catch (...)
    {
        throw plugin_error{{prefix + "it threw something that is no std::exception"}};
    }
}

std::vector<std::string> libraries_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        if (entry.path().extension() == ".so") names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

} // namespace

loader::loader(operation_table& table, settings_reader settings, sdk::log& log)
    : table_{table}
    , settings_{std::move(settings)}
    , log_{log}
{}

void loader::load(const settings& settings)
{
    folder_ = plugins_folder(settings);
    std::vector<std::string> present;
    try
    {
        present = libraries_in(folder_);
    }
    catch (const std::filesystem::filesystem_error& failure)
    {
        problems_.push_back("PLUGINS_DIR: the folder " + folder_.string() + " cannot be read (" +
                            failure.code().message() + ")");
        return;
    }

    if (!settings.enabled) check_shipped(present);
    const auto            names = settings.enabled.value_or(present);
    std::set<std::string> seen;
    for (const auto& name : names)
    {
        if (!seen.insert(name).second) problems_.push_back("PLUGINS_ENABLED: names a plugin twice");
        else if (std::ranges::find(present, name) != present.end()) open(name, folder_ / (name + ".so"));
        else
            problems_.push_back("PLUGINS_ENABLED: names a plugin that is not in " + folder_.string() +
                                "; there are: " + [&] {
                                    std::string list;
                                    for (const auto& plugin : present) list += (list.empty() ? "" : ", ") + plugin;
                                    return list.empty() ? std::string{"none"} : list;
                                }());
    }
    std::ranges::copy_if(present, std::back_inserter(disabled_),
                         [&](const auto& name) { return !seen.contains(name); });
}

void loader::check_shipped(const std::vector<std::string>& present)
{
    if (present.empty())
    {
        problems_.push_back("PLUGINS_DIR: there is no plugin in " + folder_.string() +
                            "; name the folder of the plugins, or set PLUGINS_ENABLED to [] for a server without any");
        return;
    }
    for (const auto name : shipped)
        if (std::ranges::find(present, name) == present.end())
            log_.write(sdk::severity::warning, "plugin not found", {{"plugin", name}, {"folder", folder_.native()}});
}

void loader::open(const std::string& name, const std::filesystem::path& file)
{
    const auto add_problem = [&](const std::string& problem) { problems_.push_back(file.string() + ": " + problem); };
    try
    {
        if (const auto reason = sdk::mismatch(plugin_file{file}.tag()); !reason.empty()) return add_problem(reason);

        const auto& library = open_for_good(std::filesystem::canonical(file));
        const auto& entry   = library.get<const sdk::plugin_entry>("verbatim_plugin_entry");
        if (entry.load == nullptr) return add_problem("its entry has no load function; write it with VERBATIM_PLUGIN");

        loading_plugin plugin{settings_, log_};
        guarded("its load function", [&] { entry.load(plugin); });
        if (plugin.operations.empty()) return add_problem("adds no operation; call plugin.add<…>() in VERBATIM_PLUGIN");

        loaded_plugin            loaded{name, file, {}};
        std::vector<std::string> problems;
        for (auto& operation : plugin.operations)
            guarded("describe()", [&] {
                auto operation_problems = table_.add(name, std::move(operation));
                if (operation_problems.empty()) loaded.operations.push_back(&table_.operations().back());
                std::ranges::move(operation_problems, std::back_inserter(problems));
            });
        if (!problems.empty()) throw plugin_error{std::move(problems)};
        plugins_.push_back(std::move(loaded));
    }
    catch (const settings_error& error)
    {
        for (const auto& problem : error.problems)
            if (std::ranges::find(problems_, problem) == problems_.end()) problems_.push_back(problem);
    }
    catch (const plugin_error& error)
    {
        for (const auto& problem : error.problems) add_problem(problem);
    }
    catch (const boost::system::system_error& failure)
    {
        add_problem(std::string{"cannot be opened: "} + failure.what());
    }
    catch (const std::exception& failure)
    {
        add_problem(failure.what());
    }
}

bool loader::is_setting_of_disabled(std::string_view name) const
{
    if (name.ends_with("_FILE") && is_setting_of_disabled(name.substr(0, name.size() - 5))) return true;
    return std::ranges::any_of(disabled_, [&](const std::string& plugin) {
        try
        {
            return plugin_file{folder_ / (plugin + ".so")}.contains_name(name);
        }
        catch (const std::exception&)
        {
            return false;
        }
    });
}

} // namespace verbatim::core::registry
