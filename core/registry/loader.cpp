#include "registry/loader.hpp"

#include "registry/plugin_file.hpp"
#include "registry/private_library.hpp"

#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <boost/core/demangle.hpp>
#include <boost/dll/shared_library.hpp>

#include <algorithm>
#include <ranges>
#include <set>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <utility>

namespace verbatim::core::registry {

namespace {

/// Of the code that implements the host's interfaces; the library of the SDK may be newer.
constexpr sdk::abi_tag this_server VERBATIM_THIS_BUILD;

/// Problems of one plugin.
struct plugin_error
{
    std::vector<std::string> problems;
};

/// Problems of settings. Several plugins may read the same setting.
struct plugin_settings_error
{
    core::settings::setting_problems problems;
};

/// Opens a library for the life of the process. The list is never destroyed.
const boost::dll::shared_library& open_for_good(const std::filesystem::path& file)
{
    static auto& libraries = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
    using load_mode        = boost::dll::load_mode::type;
    // Only the throwing overload carries the dynamic linker's text.
    libraries.push_back(std::make_unique<boost::dll::shared_library>(
        file.string(), load_mode{boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local}));
    return *libraries.back();
}

/// The plugin interface during load(). It only collects operations, so that a load that fails halfway adds none. Its
/// counters are in the table at once, because operations refer to them.
class loading_plugin final : public sdk::plugin
{
public:
    loading_plugin(std::string_view name, const settings_reader& settings,
                   std::set<std::string, std::less<>> declared_settings, sdk::log& log, plugin_counters& counters)
        : name_{name}
        , settings_{settings}
        , declared_settings_{std::move(declared_settings)}
        , log_{log}
        , counters_{counters}
    {}

    void      add(std::unique_ptr<sdk::operation> operation) override { operations.push_back(std::move(operation)); }
    sdk::log& log() noexcept override { return log_; }

    sdk::counter& add_counter(const sdk::counter_description& description) override
    try
    {
        return counters_.add(name_, description);
    }
    catch (const std::invalid_argument& problem)
    {
        throw plugin_error{{problem.what()}};
    }

    std::vector<std::unique_ptr<sdk::operation>> operations;

protected:
    void read_settings(const sdk::object_schema& schema, void* target) override
    {
        for (const auto& field : sdk::document_fields(schema))
            if (!declared_settings_.contains(field.name))
                throw plugin_error{{"reads the setting " + field.name +
                                    ", which VERBATIM_PLUGIN does not list; write " + "VERBATIM_PLUGIN(plugin, " +
                                    field.name + ", …)"}};
        if (auto problems = settings_(schema, target); !problems.empty())
            throw plugin_settings_error{std::move(problems)};
    }

private:
    const std::string_view             name_;
    const settings_reader&             settings_;
    std::set<std::string, std::less<>> declared_settings_;
    sdk::log&                          log_;
    plugin_counters&                   counters_;
};

/// Runs code of a plugin and turns any exception into a plugin_error.
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
    catch (const plugin_settings_error&)
    {
        throw;
    }
    catch (const std::exception& failure)
    {
        throw plugin_error{{prefix + failure.what()}};
    }
    catch (...)
    {
        throw plugin_error{{prefix + "it threw an object that is not a std::exception"}};
    }
}

std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        if (entry.path().extension() == ".so") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

template <class Range>
std::string joined(const Range& parts, std::string_view separator)
{
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : std::string{separator}) + part;
    return text;
}

} // namespace

loader::loader(operation_table& table, settings_reader settings, sdk::log& log,
               std::function<void(std::string_view)> before_open)
    : table_{table}
    , settings_{std::move(settings)}
    , log_{log}
    , before_open_{std::move(before_open)}
{}

void loader::reserve(const sdk::descriptor& descriptor)
{
    table_.reserve_name(descriptor.name);
    types_.add(descriptor, "verbatimd", sdk::sdk_version);
}

void loader::load(const settings& settings)
{
    const auto folders = plugins_folders(settings);
    const auto folder_list =
        joined(folders | std::views::transform([](const auto& folder) { return folder.string(); }), ":");
    search(folders);
    if (!problems_.empty()) return;

    if (!settings.enabled) check_shipped(folder_list);
    const auto                     file_names = std::views::keys(files_);
    const std::vector<std::string> names =
        settings.enabled.value_or(std::vector<std::string>(file_names.begin(), file_names.end()));
    std::set<std::string> enabled;
    for (const auto& name : names)
    {
        const auto file = files_.find(name);
        if (!enabled.insert(name).second) problems_.push_back({"PLUGINS_ENABLED", "names a plugin twice"});
        else if (file != files_.end()) open(name, file->second, settings.on_error);
        else
            problems_.push_back({"PLUGINS_ENABLED", "names a plugin that is not in " + folder_list,
                                 "found there: " + (files_.empty() ? "none" : joined(file_names, ", "))});
    }
    std::ranges::copy_if(file_names, std::back_inserter(disabled_),
                         [&](const auto& name) { return !enabled.contains(name); });
    for (const auto& failure : skipped_) report_skipped(failure);
}

void loader::search(const std::vector<std::filesystem::path>& folders)
{
    for (const auto& folder : folders) try
        {
            for (const auto& file : libraries_in(folder))
                if (const auto [first, is_new] = files_.emplace(file.stem().string(), file); !is_new)
                    problems_.push_back({"PLUGINS_DIR",
                                         first->second.string() + " and " + file.string() + " have the same name",
                                         "remove one of them"});
        }
        catch (const std::filesystem::filesystem_error& failure)
        {
            problems_.push_back({"PLUGINS_DIR", "the folder " + folder.string() + " cannot be read (" +
                                                    failure.code().message() + ")"});
        }
}

void loader::check_shipped(const std::string& folders)
{
    if (files_.empty())
    {
        problems_.push_back({"PLUGINS_DIR", "there is no plugin in " + folders,
                             "name the folder of the plugins, or set PLUGINS_ENABLED to [] for a server without any"});
        return;
    }
    for (const auto name : shipped)
        if (!files_.contains(std::string{name}))
            /// A plugin of this release is absent.
            log_.write(sdk::severity::warning, "plugin_missing", {{"plugin", name}, {"folder", folders}});
}

void loader::open(const std::string& name, const std::filesystem::path& file, load_error_action on_error)
{
    auto problems = try_open(name, file);
    if (problems.empty()) return;
    if (on_error == load_error_action::skip) skipped_.push_back({name, std::move(problems)});
    else
        for (auto& problem : problems) // plugins may share an invalid setting
            if (std::ranges::find(problems_, problem) == problems_.end()) problems_.push_back(std::move(problem));
}

/// After the last plugin was opened, because one of them may serve a route of a skipped one.
void loader::report_skipped(const load_failure& failure)
{
    for (const auto& problem : failure.problems)
    {
        const auto text = to_string(problem);
        log_.write(sdk::severity::error, "plugin_skipped",
                   {{"plugin", std::string_view{failure.name}}, {"problem", std::string_view{text}}});
    }
    skipped_plugin skipped{failure.name, {}};
    try
    {
        skipped.routes = plugin_file{files_.at(failure.name)}.routes().value_or(std::vector<route>{});
    }
    catch (const std::exception&) // the problem says that the file is no library
    {}
    table_.skip(std::move(skipped));
}

core::settings::setting_problems loader::try_open(const std::string& name, const std::filesystem::path& file)
{
    core::settings::setting_problems result;
    const auto add_problem = [&](const std::string& problem) { result.push_back({file.string(), problem}); };
    auto       known_types = types_; // without those of a plugin that fails
    try
    {
        open_plugin(name, file);
        return {};
    }
    catch (const plugin_settings_error& error)
    {
        result = error.problems;
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
    types_ = std::move(known_types);
    table_.remove_last(name);
    return result;
}

/// Throws plugin_settings_error, plugin_error or the exceptions of plugin_file and of Boost.DLL.
void loader::open_plugin(const std::string& name, const std::filesystem::path& file)
{
    const plugin_file content{file};
    if (const auto reason = sdk::mismatch(content.tag(), this_server); !reason.empty()) throw plugin_error{{reason}};

    if (before_open_) before_open_(name);
    const auto& library = open_for_good(std::filesystem::canonical(file));
    const auto& entry   = library.get<const sdk::plugin_entry>("verbatim_plugin_entry");
    if (entry.load == nullptr) throw plugin_error{{"its entry has no load function; write it with VERBATIM_PLUGIN"}};

    if (!detach_from_file(&entry, file))
        /// Not copied to memory: do not overwrite the file.
        log_.write(sdk::severity::warning, "plugin_file_shared", {{"plugin", std::string_view{name}}});

    loading_plugin plugin{name, settings_, content.settings(), log_, table_.counters()};
    guarded("its load function", [&] { entry.load(plugin); });
    // A plugin whose settings name its operations may have none.
    if (plugin.operations.empty() && content.settings().empty())
        throw plugin_error{{"adds no operation; call plugin.add<…>() in VERBATIM_PLUGIN"}};

    loaded_plugin            loaded{name, file, {}, &entry};
    const auto               routes      = content.routes();
    const auto               sdk_version = content.tag().sdk_version;
    std::vector<std::string> problems;
    for (auto& operation : plugin.operations)
        guarded("describe()", [&] {
            auto operation_problems = table_.add(name, std::move(operation), sdk_version);
            if (operation_problems.empty())
            {
                const auto& added = table_.operations().back();
                loaded.operations.push_back(&added);
                operation_problems = types_.add(added.descriptor, file, sdk_version);
                if (const route served{std::string{added.descriptor.verb}, std::string{added.descriptor.path}};
                    routes && std::ranges::find(*routes, served) == routes->end())
                    operation_problems.push_back("serves " + served.verb + " " + served.path +
                                                 ", which VERBATIM_ROUTES does not list; add it there");
            }
            std::ranges::move(operation_problems, std::back_inserter(problems));
        });
    if (!problems.empty()) throw plugin_error{std::move(problems)};
    plugins_.push_back(std::move(loaded));
}

bool loader::is_setting_of_disabled(std::string_view name) const
{
    if (name.ends_with("_FILE") && is_setting_of_disabled(name.substr(0, name.size() - 5))) return true;
    auto plugins = disabled_;
    for (const auto& failure : skipped_) plugins.push_back(failure.name);
    return std::ranges::any_of(plugins, [&](const std::string& plugin) {
        try
        {
            return plugin_file{files_.at(plugin)}.settings().contains(name);
        }
        catch (const std::exception&)
        {
            return false;
        }
    });
}

} // namespace verbatim::core::registry
