#pragma once

#include "admin/listener.hpp"
#include "app/call_watch.hpp"
#include "app/configuration.hpp"
#include "app/limit_rule_reader.hpp"
#include "app/memory_release.hpp"
#include "app/server_questions.hpp"
#include "app/token_sources.hpp"
#include "auth/key_watch.hpp"
#include "auth/keyring.hpp"
#include "billing/bill_operation.hpp"
#include "billing/bill_reader.hpp"
#include "embedding/engine.hpp"
#include "exec/compute_pool.hpp"
#include "exec/random.hpp"
#include "exec/reference_clock.hpp"
#include "exec/threads.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "jobs/service.hpp"
#include "key_management/add_key.hpp"
#include "key_management/key_routes.hpp"
#include "limit_routes/limit_routes.hpp"
#include "limits/budget_leases.hpp"
#include "limits/limiter.hpp"
#include "llm/clock.hpp"
#include "llm/model_client.hpp"
#include "llm/prices.hpp"
#include "log/logger.hpp"
#include "metrics/metric_registry.hpp"
#include "plugin_http/client.hpp"
#include "privacy/analyzer.hpp"
#include "probe/prober.hpp"
#include "recording/durable_recorder.hpp"
#include "registry/operation_table.hpp"
#include "reporting/report_reader.hpp"
#include "reporting/rollup_worker.hpp"
#include "tracing/tracer.hpp"

#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/task.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::app {

/// The running server: owns all components, builds them in order and destroys them in reverse.
class host
{
public:
    /// Builds the components and binds the ports. Throws std::runtime_error that names the wrong setting.
    /// The references must outlive the host; the document is copied.
    host(const configuration& config, const registry::operation_table& operations, std::string_view openapi_document,
         log::logger& logger);
    ~host();

    /// Starts to accept requests, after at most 1 s for the first reading of the stored keys. At most once.
    void start();

    /// URL of the server: http://HOST:PORT, or https://HOST:PORT with TLS.
    std::string address() const;

    /// Replaces the startup keys. Requests in progress keep the identity that they were checked with. [any thread]
    void replace_keys(std::vector<auth::known_key> keys);

    /// Reads the price file, for attempts that end from now on. Throws settings::setting_error with every problem; the
    /// old prices then stay in use. [any thread]
    void reload_prices(const std::string& path);

    /// Reads the limits of tenants again, for requests that arrive from now on. Throws settings::setting_error with
    /// every problem; the old limits then stay in use. [any thread]
    void reload_limits(const std::string& path);

    /// Uses the keys of these settings for later attempts at models. False: a connection names another model or URL
    /// than at the start, and keeps its key. Requires settings without problems. [any thread]
    bool replace_model_keys(const llm::settings& models, const embedding::settings& embeddings);

    /// Uses the password of this connection for new ones. False: the connection had no password at the start, or has
    /// none now; nothing is replaced. [any thread]
    bool replace_database_password(const database::connection_info& current);

    /// Reads certificate and key again, for new connections. Throws if they are invalid; the old ones then stay in use.
    void reload_tls();

    /// Stores the outcome of a reload for the metrics.
    void record_reload(std::size_t problems) noexcept;

    /// URL of the admin listener; empty without one.
    std::string admin_address() const;

    /// Why the process should be restarted, as one word; empty while it works. [any thread]
    std::string_view fault() const;

    /// Reports that the server is not ready, serves for PRE_STOP_SECONDS, stops accepting, waits up to DRAIN_SECONDS
    /// for requests in progress, answers the rest with 503, and writes the last usage rows. `stop` ends both waits, and
    /// so do I/O threads that are all blocked. Returns false if plugin code still runs: then this object must not be
    /// destroyed.
    bool drain(const std::stop_token& stop);

    /// How long a stop may take after the waits of drain(), including the destruction of this object.
    static constexpr std::chrono::seconds end_limit{10};

    /// The longest duration of a stop.
    std::chrono::seconds stop_limit() const;

private:
    sdk::task<std::optional<admin::probe_result>> run_probe();

    std::string_view obstacle() const;
    void             on_blocked();
    void             set_readiness(admin::readiness state) noexcept;

    // In order of lifetime, longest first. The model client outlives every io_context, because attempts end on them.
    // drain() joins the pool and stops the recorder before the threads, because both resume coroutines on them.
    const http::settings                         http_settings_;
    const process_settings                       process_;
    const std::string                            state_folder_;
    const std::string                            server_id_       = exec::make_random_uuid(); ///< of this process
    std::atomic<std::size_t>                     reload_problems_ = 0;
    exec::reference_clock                        wall_clock_; ///< of usage rows and budgets
    const std::unique_ptr<llm::clock>            model_clock_ = llm::make_clock(wall_clock_);
    std::unique_ptr<tracing::tracer>             tracer_; ///< null when tracing is off
    const token_sources                          tokens_;
    exec::compute_pool                           pool_{std::max<std::size_t>(2, exec::cores())};
    const std::vector<llm::configured_model>     priced_models_;
    std::shared_ptr<llm::price_list>             prices_;
    std::unique_ptr<auth::keyring>               keyring_;
    std::unique_ptr<sdk::anonymizer>             anonymizer_;
    std::unique_ptr<privacy::analyzer>           analyzer_; ///< null without ANONYMIZER_ANALYZER_URL
    std::unique_ptr<llm::model_client>           model_client_;
    std::unique_ptr<embedding::engine>           embedding_engine_; ///< null when EMBEDDING_MODEL is none
    const database::connection_info              connection_;
    jobs::service                                jobs_;
    const limit_rule_reader                      limit_rules_;
    limits::budget_leases                        budgets_; ///< outlives the attempts on the threads
    limits::limiter                              limiter_;
    limit_routes::limit_routes                   limit_routes_;
    billing::bill_reader                         bill_reader_;
    billing::bill_operation                      bills_;
    plugin_http::service                         plugin_requests_;
    server_questions                             questions_; ///< outlives its coroutine on the threads
    exec::threads                                threads_;
    std::unique_ptr<recording::durable_recorder> recorder_;
    auth::key_watch                              stored_keys_;
    key_management::add_key                      add_key_operation_;
    key_management::key_routes                   key_routes_;
    reporting::report_reader                     report_reader_;
    reporting::rollup_worker                     rollup_worker_;
    gateway::services                            services_;
    gateway::routes                              routes_;
    std::vector<const gateway::endpoint*>        endpoints_of_jobs_;
    call_watch                                   watch_; ///< on a thread of the server
    std::atomic<bool>                            draining_ = false;
    std::stop_source                             end_of_waits_; ///< of the drain
    gateway::gateway                             gateway_;
    http::server                                 server_;
    std::atomic<bool>                            accepting_ = false;
    metrics::metric_registry                     metrics_;
    std::unique_ptr<probe::prober>               prober_;         ///< null when NETWORK_ADMIN_PORT is 0
    std::unique_ptr<admin::listener>             admin_listener_; ///< null when NETWORK_ADMIN_PORT is 0
    memory_release                               release_;
    const bool                                   asks_servers_;
    log::logger&                                 log_;
};

} // namespace verbatim::core::app
