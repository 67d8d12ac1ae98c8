#pragma once

#include "metrics/metric_registry.hpp"

#include "verbatim/sdk/counter.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace verbatim::core::registry {

/// The counters that plugins declare while they load. Filled at start, on one thread. Counters do not move.
class plugin_counters
{
public:
    plugin_counters();
    ~plugin_counters();
    plugin_counters(const plugin_counters&)            = delete;
    plugin_counters& operator=(const plugin_counters&) = delete;

    /// Throws std::invalid_argument with a predicate for the plugin ("declares the counter 'wishes', which exists
    /// already").
    sdk::counter& add(std::string_view plugin, const sdk::counter_description& description);

    /// Takes the counters of a plugin that could not be loaded off the metrics, and frees their names. The objects
    /// stay, because code of the plugin may refer to them.
    void withdraw(std::string_view plugin);

    /// The counters must outlive the registry.
    void add_to(metrics::metric_registry& registry) const;

private:
    class striped_counter;

    std::vector<std::unique_ptr<striped_counter>> counters_;
    std::vector<std::unique_ptr<striped_counter>> withdrawn_;
};

} // namespace verbatim::core::registry
