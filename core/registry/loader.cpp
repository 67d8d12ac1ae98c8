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
struct refused
{
    std::vector<std::string> sentences;
};

/// The same about settings that it reads: each begins with the setting's name, and may be another's too.
struct bad_settings : refused
{};

/// Opens a library and keeps it open for good. The list is reachable and never destroyed.
const boost::dll::shared_library& open_for_good(const std::filesystem::path& file)
{
    static auto& opened = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
    using mode          = boost::dll::load_mode::type;
    // The overload that throws is the one that carries the dynamic linker's own text.
    opened.push_back(std::make_unique<boost::dll::shared_library>(
        file.string(), mode{boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local}));
    return *opened.back();
}

/// What a plugin sees while it loads: operations are only gathered, so that a load that fails halfway leaves nothing
/// behind.
class guest final : public sdk::plugin
{
public:
    guest(const settings_reader& settings, sdk::log& log)
        : settings_{settings}
        , log_{log}
    {}

    void      add(std::unique_ptr<sdk::operation> one) override { added.push_back(std::move(one)); }
    sdk::log& log_line() noexcept override { return log_; }

    std::vector<std::unique_ptr<sdk::operation>> added;

protected:
    void read_settings(const sdk::table& wanted, void* into) override
    {
        if (auto sentences = settings_(wanted, into); !sentences.empty()) throw bad_settings{{std::move(sentences)}};
    }

private:
    const settings_reader& settings_;
    sdk::log&              log_;
};

/// Runs a plugin's code; whatever it throws becomes sentences.
template <class Step>
void guarded(std::string_view during, Step step)
{
    const auto begin = std::string{during} + " failed: ";
    try
    {
        step();
    }
    catch (const refused&)
    {
        throw;
    }
    catch (const std::exception& failure)
    {
        throw refused{{begin + failure.what()}};
    }
    catch (...)
    {
        throw refused{{begin + "it threw something that is no std::exception"}};
    }
}

std::vector<std::string> libraries_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& one : std::filesystem::directory_iterator{folder})
        if (one.path().extension() == ".so") names.push_back(one.path().stem().string());
    std::ranges::sort(names);
    return names;
}

} // namespace

loader::loader(operation_table& into, settings_reader settings, sdk::log& log)
    : table_{into}
    , settings_{std::move(settings)}
    , log_{log}
{}

void loader::load(const settings& which)
{
    folder_ = plugins_folder(which);
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

    if (!which.enabled) look_for_all(present);
    const auto            wanted = which.enabled.value_or(present);
    std::set<std::string> seen;
    for (const auto& name : wanted)
    {
        if (!seen.insert(name).second) problems_.push_back("PLUGINS_ENABLED: names a plugin twice");
        else if (std::ranges::find(present, name) != present.end()) open(name, folder_ / (name + ".so"));
        else
            problems_.push_back("PLUGINS_ENABLED: names a plugin that is not in " + folder_.string() +
                                "; there are: " + [&] {
                                    std::string all;
                                    for (const auto& one : present) all += (all.empty() ? "" : ", ") + one;
                                    return all.empty() ? std::string{"none"} : all;
                                }());
    }
    std::ranges::copy_if(present, std::back_inserter(left_closed_),
                         [&](const auto& name) { return !seen.contains(name); });
}

void loader::look_for_all(const std::vector<std::string>& present)
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
    const auto say = [&](const std::string& sentence) { problems_.push_back(file.string() + ": " + sentence); };
    try
    {
        if (const auto why = sdk::mismatch(plugin_file{file}.tag()); !why.empty()) return say(why);

        const auto& library = open_for_good(std::filesystem::canonical(file));
        const auto& entry   = library.get<const sdk::plugin_entry>("verbatim_plugin_entry");
        if (entry.load == nullptr) return say("its entry has no load function; write it with VERBATIM_PLUGIN");

        guest loading{settings_, log_};
        guarded("its load function", [&] { entry.load(loading); });
        if (loading.added.empty()) return say("adds no operation; call plugin.add<…>() in VERBATIM_PLUGIN");

        loaded_plugin            made{name, file, {}};
        std::vector<std::string> flaws;
        for (auto& one : loading.added)
            guarded("describe()", [&] {
                auto found = table_.add(name, std::move(one));
                if (found.empty()) made.operations.push_back(&table_.all().back());
                std::ranges::move(found, std::back_inserter(flaws));
            });
        if (!flaws.empty()) throw refused{std::move(flaws)};
        plugins_.push_back(std::move(made));
    }
    catch (const bad_settings& why)
    {
        for (const auto& sentence : why.sentences)
            if (std::ranges::find(problems_, sentence) == problems_.end()) problems_.push_back(sentence);
    }
    catch (const refused& why)
    {
        for (const auto& sentence : why.sentences) say(sentence);
    }
    catch (const boost::system::system_error& failure)
    {
        say(std::string{"cannot be opened: "} + failure.what());
    }
    catch (const std::exception& failure)
    {
        say(failure.what());
    }
}

bool loader::is_setting_of_closed(std::string_view name) const
{
    if (name.ends_with("_FILE") && is_setting_of_closed(name.substr(0, name.size() - 5))) return true;
    return std::ranges::any_of(left_closed_, [&](const std::string& plugin) {
        try
        {
            return plugin_file{folder_ / (plugin + ".so")}.mentions(name);
        }
        catch (const std::exception&)
        {
            return false;
        }
    });
}

} // namespace verbatim::core::registry
