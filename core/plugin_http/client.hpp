#pragma once

#include "exec/fair_queue.hpp"
#include "exec/on_pool.hpp"
#include "http_client/transport.hpp"
#include "llm/circuit_breaker.hpp"
#include "metrics/counters.hpp"
#include "metrics/metric_registry.hpp"
#include "plugin_http/settings.hpp"

#include "verbatim/sdk/http_client.hpp"
#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/schema.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::plugin_http {

/// The call that sends requests. What it refers to outlives its client.
struct sending_call
{
    std::string_view                      plugin;
    std::string_view                      tenant_id;
    const sdk::object_schema*             schema  = nullptr; ///< of `request`; null: no text is compared
    const void*                           request = nullptr; ///< with the texts that no URL may hold
    std::chrono::steady_clock::time_point deadline{};
    bool                                  is_planned = false; ///< of a dry run: nothing is sent
    sdk::log*                             log        = nullptr;
};

/// How a request ended, for the metrics.
enum class outcome
{
    response,
    refused,
    failed,
    timeout,
    too_large,
    cancelled,
};
inline constexpr std::size_t outcomes = 6;

/// Sends the requests of plugins. An origin where requests fail is suspended as a model's connection is:
/// docs/reference/provider.md#suspension. Outlives the io_contexts of its calls. [any thread]
class service
{
public:
    /// Requests to one origin at a time, each over a connection of its own; others wait. A small server can answer so
    /// many, and they take few of the descriptors of this process.
    static constexpr std::size_t max_requests           = 64;
    static constexpr std::size_t max_requests_of_tenant = 48; ///< leaves room for others

    /// Requires settings without problems(). `plugins` are the names for the metrics, sorted.
    service(const settings& settings, std::vector<std::string> plugins, exec::pool_runner run_on_pool);

    /// The client of one call.
    std::unique_ptr<sdk::http_client> open(sending_call call);

    /// The service must outlive the registry.
    void add_to(metrics::metric_registry& registry) const;

private:
    class client;

    struct origin_state
    {
        llm::circuit_breaker breaker;
        exec::fair_queue     places{max_requests, max_requests_of_tenant};
    };

    void count(std::string_view plugin, outcome ended) noexcept;

    const origin_list                             origins_;
    const std::vector<std::string>                plugins_;
    const exec::pool_runner                       run_on_pool_;
    const std::unique_ptr<http_client::transport> transport_;
    std::deque<origin_state>                      states_; ///< by origin
    metrics::counters                             sums_;   ///< by plugin and outcome
};

} // namespace verbatim::core::plugin_http
