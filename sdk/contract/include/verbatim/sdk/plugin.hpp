#pragma once

#include "verbatim/sdk/abi.hpp"
#include "verbatim/sdk/counter.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"

#include <memory>
#include <utility>

namespace verbatim::sdk {

/// The host as a plugin sees it while it loads. Exists only during `load`.
class VERBATIM_SDK_API plugin
{
public:
    plugin()                         = default;
    plugin(const plugin&)            = delete;
    plugin& operator=(const plugin&) = delete;
    virtual ~plugin();

    /// Adds an operation and makes the host its owner. [load]
    virtual void add(std::unique_ptr<operation> operation) = 0;

    template <class Operation, class... Args>
    void add(Args&&... args)
    {
        add(std::make_unique<Operation>(std::forward<Args>(args)...));
    }

    /// Reads declared settings from the same sources as the host's: environment, `_FILE` paths, configuration file.
    /// Throws for a missing or invalid setting; the start then fails with a message that names it. [load]
    template <class T>
    T settings()
    {
        T value{};
        read_settings(schema_of<T>(), &value);
        return value;
    }

    /// The host's log. Lives as long as the process. [load]
    virtual sdk::log& log() noexcept = 0;

protected:
    friend struct layouts;

    virtual void read_settings(const object_schema& schema, void* target) = 0;

public:
    /// Adds a counter to the metrics of the server, for the constructor of an operation. At most 20 of a plugin, with
    /// at most 50 values each. Throws for a wrong description; the plugin then does not load. By default a counter that
    /// nobody reads. [load]
    virtual counter& add_counter(const counter_description& description);
};

} // namespace verbatim::sdk

#include "verbatim/sdk/layouts.hpp" // of plugin, too

/// The routes of a plugin's operations. A server that skips the plugin because it cannot load answers them with 503
/// operation_unavailable; without this list with 404. Write it before VERBATIM_PLUGIN. The server refuses a plugin that
/// adds an operation at another route.
///
///     VERBATIM_ROUTES("POST /v1/hello", "GET /v1/hello-count")
#define VERBATIM_ROUTES(...)                                                                                           \
    extern "C" __attribute__((visibility("default"))) const char verbatim_plugin_routes[];                             \
    const char                                                   verbatim_plugin_routes[] = #__VA_ARGS__;

/// The entry of a plugin. The body is its `load`; the further arguments are the names of all settings that it reads.
/// The server reads these names also from plugins that are not enabled, without running their code.
///
///     VERBATIM_PLUGIN(plugin, HELLO_READER) { plugin.add<operation>(plugin.settings<settings>()); }
#define VERBATIM_PLUGIN(self, ...)                                                                                     \
    static void                                                  verbatim_plugin_load(::verbatim::sdk::plugin& self);  \
    extern "C" __attribute__((visibility("default"))) const char verbatim_plugin_settings[];                           \
    const char                                                   verbatim_plugin_settings[] = #__VA_ARGS__;            \
    extern "C" __attribute__((visibility("default"))) const ::verbatim::sdk::plugin_entry verbatim_plugin_entry;       \
    const ::verbatim::sdk::plugin_entry verbatim_plugin_entry{VERBATIM_THIS_BUILD, &verbatim_plugin_load};             \
    static void                         verbatim_plugin_load(::verbatim::sdk::plugin& self)
