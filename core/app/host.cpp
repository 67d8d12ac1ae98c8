#include "app/host.hpp"

#include "admin/listener.hpp"
#include "app/call_watch.hpp"
#include "app/configuration.hpp"
#include "app/limit_rule_reader.hpp"
#include "app/memory_release.hpp"
#include "app/open_store.hpp"
#include "app/server_metrics.hpp"
#include "app/server_questions.hpp"
#include "app/token_sources.hpp"
#include "app/watchdog.hpp"
#include "auth/key_watch.hpp"
#include "auth/keyring.hpp"
#include "auth/startup_keys.hpp"
#include "billing/bill_operation.hpp"
#include "embedding/engine.hpp"
#include "exec/compute_pool.hpp"
#include "exec/on_pool.hpp"
#include "exec/random.hpp"
#include "exec/threads.hpp"
#include "extractive/extractive.hpp"
#include "gateway/gateway.hpp"
#include "http/server.hpp"
#include "jobs/job_routes.hpp"
#include "jobs/service.hpp"
#include "jobs/store.hpp"
#include "key_management/add_key.hpp"
#include "key_management/key_routes.hpp"
#include "limit_routes/limit_routes.hpp"
#include "limits/budget_leases.hpp"
#include "limits/limiter.hpp"
#include "llm/make_model_client.hpp"
#include "pages/pages.hpp"
#include "plugin_http/client.hpp"
#include "privacy/analyzer.hpp"
#include "privacy/anonymizer.hpp"
#include "probe/prober.hpp"
#include "recording/durable_recorder.hpp"
#include "reporting/report_reader.hpp"
#include "reporting/rollup_worker.hpp"
#include "tracing/tracer.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>

namespace verbatim::core::app {

namespace {

constexpr std::chrono::seconds max_wait_for_keys{1};
constexpr int                  blocked_status = 70; ///< EX_SOFTWARE of sysexits.h

exec::pool_runner pool_runner_for(exec::compute_pool& pool)
{
    return [&pool](const std::function<void()>& work) { return exec::run_on_pool(pool, work); };
}

llm::model_client_dependencies model_client_dependencies_for(const std::shared_ptr<llm::price_list>& prices,
                                                             exec::compute_pool& pool, identity::token_source* tokens,
                                                             llm::clock& time, double background_share,
                                                             const std::string& server_id, bool intentions)
{
    llm::model_client_dependencies dependencies{.time = time, .server_id = server_id, .intentions = intentions};
    dependencies.tokens           = tokens;
    dependencies.prices           = prices;
    dependencies.local_model      = &extractive::complete;
    dependencies.run_on_pool      = pool_runner_for(pool);
    dependencies.background_share = background_share;
    return dependencies;
}

/// Null if tracing is off.
std::unique_ptr<tracing::tracer> make_tracer(const tracing::settings& settings, log::logger& logger)
{
    if (!tracing::is_enabled(settings)) return nullptr;
    return std::make_unique<tracing::tracer>(settings, VERBATIM_VERSION, logger);
}

/// GET /v1/health: constant bytes, independent of any other state.
http::static_resource health_resource()
{
    const auto body = std::make_shared<const std::string>(R"({"status":"ok","version":")" VERBATIM_VERSION R"("})");
    return {.path         = "/v1/health",
            .content_type = "application/json",
            .body         = [body] { return body; },
            .allows_head  = false};
}

gateway::routes make_routes(const registry::operation_table& operations, key_management::add_key& add_key_operation,
                            key_management::key_routes& key_routes, jobs::service& jobs,
                            limit_routes::limit_routes& limit_routes, billing::bill_operation& bills,
                            std::string_view openapi_document)
{
    gateway::routes routes;
    for (const auto& entry : operations.operations()) routes.add(entry.descriptor, *entry.operation, entry.plugin);
    for (const auto& plugin : operations.skipped())
        for (const auto& [verb, path] : plugin.routes) routes.add_unavailable(verb, path);
    routes.add(add_key_operation.definition(), add_key_operation);
    key_routes.add_to(routes);
    jobs::add_routes(routes, jobs, operations.descriptors());
    limit_routes.add_to(routes);
    routes.add(bills.definition(), bills);
    routes.add(health_resource());
    for (auto& page : pages::load_pages(openapi_document, find_install_paths().pages)) routes.add(std::move(page));
    return routes;
}

/// The endpoints whose requests may become jobs.
std::vector<const gateway::endpoint*> deferrable_endpoints(const registry::operation_table& operations,
                                                           const gateway::routes&           routes)
{
    std::vector<const gateway::endpoint*> endpoints;
    for (const auto& descriptor : operations.descriptors())
        if (gateway::is_deferrable(descriptor))
            endpoints.push_back(routes.find(descriptor.verb, descriptor.path).operation);
    return endpoints;
}

sdk::literal scheme_of(const http::settings& settings)
{
    return settings.tls_certificate.empty() ? sdk::literal{"http"} : sdk::literal{"https"};
}

/// Sorted, each once.
std::vector<std::string> plugin_names(const registry::operation_table& operations)
{
    std::set<std::string> names;
    for (const auto& entry : operations.operations()) names.insert(entry.plugin);
    return {names.begin(), names.end()};
}

std::string_view kind_of(const database::connection_info& connection)
{
    return connection.sql_dialect() == database::dialect::sqlite ? "sqlite" : "postgresql";
}

/// Returns early when `stop` is requested.
void wait_for(std::chrono::duration<double> time, const std::stop_token& stop)
{
    std::mutex                  mutex;
    std::condition_variable_any stopped;
    std::unique_lock            lock{mutex};
    stopped.wait_for(lock, stop, time, [] { return false; });
}

/// Logs the models in use, with inherited and default values.
void log_models(const llm::model_client& client, std::string_view embedder, log::logger& logger)
{
    const auto statistics = client.statistics();
    for (const auto& connection : statistics.connections)
        if (connection.name != "embedding")
            logger.write(
                sdk::severity::info, "model_ready",
                {{"connection", std::string_view{connection.name}}, {"model", std::string_view{connection.model}}});
    if (embedder.empty()) logger.write(sdk::severity::info, "embedder_disabled");
    else logger.write(sdk::severity::info, "embedder_ready", {{"model", embedder}});
}

} // namespace

/// Members in order of lifetime, longest first. The model client outlives every io_context, because attempts end on
/// them. drain() joins the pool and stops the recorder before the threads, which both resume coroutines on.
struct host::components
{
    components(const configuration& config, const registry::operation_table& operations,
               std::string_view openapi_document, log::logger& logger)
        : http_settings{config.http}
        , process{config.process}
        , state_folder{config.database.state_dir.text}
        , tracer{make_tracer(config.tracing, logger)}
        , tokens{config, logger}
        , priced_models{models_to_price(config)}
        , prices{std::make_shared<llm::price_list>(llm::load_prices(config.llm.model_prices_path, priced_models))}
        , keyring{auth::make_keyring(config.auth, logger)}
        , anonymizer{privacy::make_anonymizer(config.privacy, pool_runner_for(pool))}
        , analyzer{privacy::make_analyzer(config.privacy.analyzer, pool_runner_for(pool))}
        , model_client{llm::make_model_client(
              config.llm, model_client_dependencies_for(prices, pool, tokens.models(), *model_clock, config.jobs.share,
                                                        server_id, config.recording.intentions))}
        , embedding_engine{embedding::make_engine(config.embedding, config.llm, *model_client, pool_runner_for(pool),
                                                  find_install_paths().word_vectors.native())}
        , connection{database::resolve_connection(config.database, tokens.database())}
        , jobs{config.jobs, jobs::make_store(config.jobs, connection, logger, &jobs::now), pool, logger}
        , limit_rules{config, operations}
        , budgets{connection, logger, [this] { return wall_clock.now(); }, server_id}
        , limiter{limit_rules.read(config.limits.file.text), &budgets}
        , limit_routes{limiter, pool}
        , bill_reader{connection}
        , bills{&bill_reader}
        , plugin_requests{config.plugin_requests, plugin_names(operations), pool_runner_for(pool)}
        , threads{}
        , recorder{open_recorder(config.database, tokens.database(), logger)}
        , stored_keys{connection, *keyring, logger}
        , add_key_operation{stored_keys}
        , key_routes{stored_keys, *keyring, pool, logger}
        , report_reader{database::resolve_report_connection(config.database, tokens.database()), logger,
                        reporting::report_reader::default_timeouts, config.usage}
        , rollup_worker{connection, logger, {.retention_days = config.recording.retention_days}, &wall_clock}
        , services{.models       = *model_client,
                   .anonymizer   = *anonymizer,
                   .usage        = *recorder,
                   .pool         = pool,
                   .limits       = config.llm.per_request,
                   .usage_reader = &report_reader,
                   .embedders    = embedding_engine.get(),
                   .analyzer     = analyzer.get(),
                   .tracer       = tracer.get(),
                   .version      = VERBATIM_VERSION,
                   .limiter      = &limiter,
                   .http         = &plugin_requests}
        , routes{make_routes(operations, add_key_operation, key_routes, jobs, limit_routes, bills, openapi_document)}
        , endpoints_of_jobs{deferrable_endpoints(operations, routes)}
        , watch{threads, pool, logger, [this] { on_blocked(); }}
        , gateway{{.max_body_bytes = config.http.max_body_bytes,
                   .fail_closed    = config.recording.fail_closed,
                   .url_scheme     = scheme_of(config.http)},
                  routes,
                  *keyring,
                  services,
                  logger,
                  &jobs}
        , server{config.http, threads, gateway}
        , release{server.body_memory(), threads, pool}
        , asks_servers{config.llm.asks_servers}
        , log{logger}
    {
        add_server_metrics(metrics, {server, pool, gateway, *model_client, *recorder, rollup_worker, *keyring, jobs,
                                     logger, analyzer.get(), tracer.get(), limiter, wall_clock, state_folder,
                                     reload_problems, operations});
        operations.counters().add_to(metrics);
        plugin_requests.add_to(metrics);
        if (config.admin.port == 0) return;
        prober = std::make_unique<probe::prober>(
            probe::prober::dependencies{*model_client, embedding_engine.get(), *recorder, connection, logger});
        admin_listener = std::make_unique<admin::listener>(
            config.admin,
            admin::admin_handler::sources{[this] { return metrics.to_text(); }, [this] { return fault(); },
                                          [this] { return obstacle(); }, [this] { return run_probe(); }});
    }

    sdk::task<std::optional<admin::probe_result>> run_probe()
    {
        const auto report = co_await prober->get();
        if (!report) co_return std::nullopt;
        co_return admin::probe_result{report->content.ok(), to_json(report->content, report->age)};
    }

    /// A job of the pool ends by its call's deadline. Ten seconds more are a fault, not load.
    std::string_view fault() const
    {
        constexpr std::chrono::seconds max_overrun{10};
        if (accepting && server.is_blocked()) return "stalled";
        return pool.stuck_for() >= max_overrun ? "pool_stuck" : "";
    }

    /// Keys, tokens and certificates expire by this machine's clock. Without a reference a large difference may be a
    /// correction, so it only shows in the metrics.
    std::string_view obstacle() const
    {
        constexpr std::chrono::seconds max_difference{60};
        const bool is_wrong = wall_clock.has_reference() && std::chrono::abs(wall_clock.difference()) > max_difference;
        return is_wrong ? "clock" : "";
    }

    void start_jobs()
    {
        auto run = [this](gateway::stored_request request, gateway::call_options options) {
            return gateway.run(std::move(request), std::move(options));
        };
        jobs.start(std::move(run), threads, server.body_memory(), endpoints_of_jobs);
    }

    void ask_servers() { questions.start(threads.context(0), *model_client, *recorder, log); }

    /// All I/O threads are blocked. A drain ends its waits; otherwise the process ends, and a supervisor starts
    /// another.
    void on_blocked()
    {
        if (draining)
        {
            if (end_of_waits.request_stop()) log.write(sdk::severity::warning, "shutdown_hastened");
            return;
        }
        /// All I/O threads were blocked for 10 s; the process ends: see docs/operations.md#stuck-threads-and-crashes.
        log.write(sdk::severity::error, "process_blocked");
        const watchdog limit{end_limit, [] { std::_Exit(blocked_status); }};
        recorder->stop(); // with the last usage rows
        log.flush(std::chrono::milliseconds{500});
        std::_Exit(blocked_status);
    }

    void set_readiness(admin::readiness state) noexcept
    {
        if (admin_listener) admin_listener->set_readiness(state);
    }

    const http::settings                         http_settings;
    const process_settings                       process;
    const std::string                            state_folder;
    const std::string                            server_id       = exec::make_random_uuid(); ///< of this process
    std::atomic<std::size_t>                     reload_problems = 0;
    exec::reference_clock                        wall_clock; ///< of usage rows and budgets
    const std::unique_ptr<llm::clock>            model_clock = llm::make_clock(wall_clock);
    std::unique_ptr<tracing::tracer>             tracer; ///< null when tracing is off
    const token_sources                          tokens;
    exec::compute_pool                           pool{std::max<std::size_t>(2, exec::cores())};
    const std::vector<llm::configured_model>     priced_models;
    std::shared_ptr<llm::price_list>             prices;
    std::unique_ptr<auth::keyring>               keyring;
    std::unique_ptr<sdk::anonymizer>             anonymizer;
    std::unique_ptr<privacy::analyzer>           analyzer; ///< null without ANONYMIZER_ANALYZER_URL
    std::unique_ptr<llm::model_client>           model_client;
    std::unique_ptr<embedding::engine>           embedding_engine; ///< null when EMBEDDING_MODEL is none
    const database::connection_info              connection;
    jobs::service                                jobs;
    const limit_rule_reader                      limit_rules;
    limits::budget_leases                        budgets; ///< outlives the attempts on the threads
    limits::limiter                              limiter;
    limit_routes::limit_routes                   limit_routes;
    billing::bill_reader                         bill_reader;
    billing::bill_operation                      bills;
    plugin_http::service                         plugin_requests;
    server_questions                             questions; ///< outlives its coroutine on the threads
    exec::threads                                threads;
    std::unique_ptr<recording::durable_recorder> recorder;
    auth::key_watch                              stored_keys;
    key_management::add_key                      add_key_operation;
    key_management::key_routes                   key_routes;
    reporting::report_reader                     report_reader;
    reporting::rollup_worker                     rollup_worker;
    gateway::services                            services;
    gateway::routes                              routes;
    std::vector<const gateway::endpoint*>        endpoints_of_jobs;
    call_watch                                   watch; ///< on a thread of the server
    std::atomic<bool>                            draining = false;
    std::stop_source                             end_of_waits; ///< of the drain
    gateway::gateway                             gateway;
    http::server                                 server;
    std::atomic<bool>                            accepting = false;
    metrics::metric_registry                     metrics;
    std::unique_ptr<probe::prober>               prober;         ///< null when NETWORK_ADMIN_PORT is 0
    std::unique_ptr<admin::listener>             admin_listener; ///< null when NETWORK_ADMIN_PORT is 0
    memory_release                               release;
    const bool                                   asks_servers;
    log::logger&                                 log;
};

host::host(const configuration& config, const registry::operation_table& operations, std::string_view openapi_document,
           log::logger& logger)
    : components_{std::make_unique<components>(config, operations, openapi_document, logger)}
{
    log_models(*components_->model_client,
               components_->embedding_engine ? embedding::engine_of(config.embedding) : std::string{}, logger);
    logger.write(sdk::severity::info, "prices_loaded", {{"models", components_->prices->size()}});
    // The recorder itself logs an unreachable database.
    if (components_->recorder->statistics().database_up)
        logger.write(sdk::severity::info, "database_ready",
                     {{"kind", kind_of(components_->connection)}, {"sslmode", components_->connection.sslmode}});
}

host::~host() { components_->jobs.stop(); } // its thread uses the I/O threads

void host::start()
{
    components_->start_jobs(); // before the admin listener, which reads their metrics
    if (components_->admin_listener) components_->admin_listener->start();
    // Stored keys are valid from the first request on, unless the database is slow or unreachable.
    components_->stored_keys.wait_for_attempts(1, max_wait_for_keys);
    components_->threads.start();
    components_->server.start([this] { components_->watch.look(); });
    if (components_->asks_servers) components_->ask_servers();
    components_->accepting = true;
    components_->set_readiness(admin::readiness::ready);
}

std::string host::address() const
{
    const auto& settings = components_->http_settings;
    const bool  is_v6    = settings.host.find(':') != std::string::npos;
    return std::string{scheme_of(settings)} + "://" + (is_v6 ? "[" + settings.host + "]" : settings.host) + ":" +
           std::to_string(components_->server.port());
}

void host::replace_keys(std::vector<auth::known_key> keys) { components_->keyring->replace_startup(std::move(keys)); }

void host::reload_prices(const std::string& path)
{
    components_->prices->replace(llm::load_prices(path, components_->priced_models));
}

void host::reload_limits(const std::string& path) { components_->limiter.replace(components_->limit_rules.read(path)); }

bool host::replace_model_keys(const llm::settings& models, const embedding::settings& embeddings)
{
    const bool of_chats = components_->model_client->replace_keys(models);
    auto*      engine   = components_->embedding_engine.get();
    return (!engine || engine->replace_key(embeddings, models)) && of_chats;
}

bool host::replace_database_password(const database::connection_info& current)
{
    return components_->tokens.replace_password(current);
}

void host::record_reload(std::size_t problems) noexcept { components_->reload_problems = problems; }

void host::reload_tls() { components_->server.reload_tls(); }

std::string host::admin_address() const
{
    return components_->admin_listener ? components_->admin_listener->address() : "";
}

std::string_view host::fault() const { return components_->fault(); }

std::chrono::seconds host::stop_limit() const
{
    const auto& process = components_->process;
    return std::chrono::ceil<std::chrono::seconds>(process.pre_stop + process.drain_timeout) + end_limit;
}

bool host::drain(const std::stop_token& stop)
{
    using std::chrono::steady_clock;
    components_->draining = true;
    const std::stop_callback end_waits{stop, [this] { components_->end_of_waits.request_stop(); }};
    const auto               cut = components_->end_of_waits.get_token();
    components_->set_readiness(admin::readiness::draining);
    components_->server.retire();
    wait_for(components_->process.pre_stop, cut);
    constexpr std::chrono::seconds for_probes{1};
    if (components_->prober) components_->prober->stop(for_probes);
    components_->questions.stop(for_probes);
    const auto deadline =
        steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(components_->process.drain_timeout);
    components_->server.stop_accepting();
    // Open connections can read the results meanwhile. Event streams send the end of jobs that were cut off.
    constexpr std::chrono::seconds for_last_events{1};
    const bool                     all_jobs_ended = components_->jobs.drain(deadline, cut);
    const auto                     last_events    = steady_clock::now() + for_last_events;
    components_->server.drain(all_jobs_ended ? deadline : std::max(deadline, last_events), cut);
    // No request waits for the database any more; rows that it has not accepted are in the outbox.
    components_->jobs.stop();
    components_->stored_keys.stop();
    components_->report_reader.stop();
    components_->bill_reader.stop();
    components_->rollup_worker.stop();
    components_->release.stop(); // it posts to the pool
    // All calls have ended or were abandoned; only code of abandoned calls may still run.
    constexpr std::chrono::milliseconds for_last_code{500};
    const bool                          pool_ended = components_->pool.join_until(steady_clock::now() + for_last_code);
    components_->recorder->stop();
    components_->budgets.stop();
    const bool threads_ended = components_->threads.stop_until(steady_clock::now() + for_last_code);
    // Last, so that the spans of all requests are exported.
    constexpr std::chrono::seconds for_last_spans{1};
    if (components_->tracer) components_->tracer->stop(for_last_spans);
    return threads_ended && pool_ended;
}

} // namespace verbatim::core::app
