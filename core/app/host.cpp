#include "app/host.hpp"

#include "app/open_store.hpp"
#include "app/server_metrics.hpp"
#include "app/watchdog.hpp"
#include "auth/startup_keys.hpp"
#include "exec/on_pool.hpp"
#include "extractive/extractive.hpp"
#include "jobs/job_routes.hpp"
#include "jobs/store.hpp"
#include "llm/make_model_client.hpp"
#include "pages/pages.hpp"
#include "privacy/anonymizer.hpp"

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>

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

host::host(const configuration& config, const registry::operation_table& operations, std::string_view openapi_document,
           log::logger& logger)
    : http_settings_{config.http}
    , process_{config.process}
    , state_folder_{config.database.state_dir.text}
    , tracer_{make_tracer(config.tracing, logger)}
    , tokens_{config, logger}
    , priced_models_{models_to_price(config)}
    , prices_{std::make_shared<llm::price_list>(llm::load_prices(config.llm.model_prices_path, priced_models_))}
    , keyring_{auth::make_keyring(config.auth, logger)}
    , anonymizer_{privacy::make_anonymizer(config.privacy, pool_runner_for(pool_))}
    , analyzer_{privacy::make_analyzer(config.privacy.analyzer, pool_runner_for(pool_))}
    , model_client_{llm::make_model_client(
          config.llm, model_client_dependencies_for(prices_, pool_, tokens_.models(), *model_clock_, config.jobs.share,
                                                    server_id_, config.recording.intentions))}
    , embedding_engine_{embedding::make_engine(config.embedding, config.llm, *model_client_, pool_runner_for(pool_),
                                               find_install_paths().word_vectors.native())}
    , connection_{database::resolve_connection(config.database, tokens_.database())}
    , jobs_{config.jobs, jobs::make_store(config.jobs, connection_, logger, &jobs::now), pool_, logger}
    , limit_rules_{config, operations}
    , budgets_{connection_, logger, [this] { return wall_clock_.now(); }, server_id_}
    , limiter_{limit_rules_.read(config.limits.file.text), &budgets_}
    , limit_routes_{limiter_, pool_}
    , bill_reader_{connection_}
    , bills_{&bill_reader_}
    , plugin_requests_{config.plugin_requests, plugin_names(operations), pool_runner_for(pool_)}
    , threads_{}
    , recorder_{open_recorder(config.database, tokens_.database(), logger)}
    , stored_keys_{connection_, *keyring_, logger}
    , add_key_operation_{stored_keys_}
    , key_routes_{stored_keys_, *keyring_, pool_, logger}
    , report_reader_{database::resolve_report_connection(config.database, tokens_.database()), logger,
                     reporting::report_reader::default_timeouts, config.usage}
    , rollup_worker_{connection_, logger, {.retention_days = config.recording.retention_days}, &wall_clock_}
    , services_{.models       = *model_client_,
                .anonymizer   = *anonymizer_,
                .usage        = *recorder_,
                .pool         = pool_,
                .limits       = config.llm.per_request,
                .usage_reader = &report_reader_,
                .embedders    = embedding_engine_.get(),
                .analyzer     = analyzer_.get(),
                .tracer       = tracer_.get(),
                .version      = VERBATIM_VERSION,
                .limiter      = &limiter_,
                .http         = &plugin_requests_}
    , routes_{make_routes(operations, add_key_operation_, key_routes_, jobs_, limit_routes_, bills_, openapi_document)}
    , endpoints_of_jobs_{deferrable_endpoints(operations, routes_)}
    , watch_{threads_, pool_, logger, [this] { on_blocked(); }}
    , gateway_{{.max_body_bytes = config.http.max_body_bytes,
                .fail_closed    = config.recording.fail_closed,
                .url_scheme     = scheme_of(config.http)},
               routes_,
               *keyring_,
               services_,
               logger,
               &jobs_}
    , server_{config.http, threads_, gateway_}
    , release_{server_.body_memory(), threads_, pool_}
    , asks_servers_{config.llm.asks_servers}
    , log_{logger}
{
    add_server_metrics(metrics_, {server_, pool_, gateway_, *model_client_, *recorder_, rollup_worker_, *keyring_,
                                  jobs_, logger, analyzer_.get(), tracer_.get(), limiter_, wall_clock_, state_folder_,
                                  reload_problems_, operations});
    operations.counters().add_to(metrics_);
    plugin_requests_.add_to(metrics_);
    if (config.admin.port != 0)
    {
        prober_ = std::make_unique<probe::prober>(
            probe::prober::dependencies{*model_client_, embedding_engine_.get(), *recorder_, connection_, logger});
        admin_listener_ = std::make_unique<admin::listener>(
            config.admin,
            admin::admin_handler::sources{[this] { return metrics_.to_text(); }, [this] { return fault(); },
                                          [this] { return obstacle(); }, [this] { return run_probe(); }});
    }
    log_models(*model_client_, embedding_engine_ ? embedding::engine_of(config.embedding) : std::string{}, logger);
    logger.write(sdk::severity::info, "prices_loaded", {{"models", prices_->size()}});
    // The recorder itself logs an unreachable database.
    if (recorder_->statistics().database_up)
        logger.write(sdk::severity::info, "database_ready",
                     {{"kind", kind_of(connection_)}, {"sslmode", connection_.sslmode}});
}

sdk::task<std::optional<admin::probe_result>> host::run_probe()
{
    const auto report = co_await prober_->get();
    if (!report) co_return std::nullopt;
    co_return admin::probe_result{report->content.ok(), to_json(report->content, report->age)};
}

/// A job of the pool ends by its call's deadline. Ten seconds more are a fault, not load.
std::string_view host::fault() const
{
    constexpr std::chrono::seconds max_overrun{10};
    if (accepting_ && server_.is_blocked()) return "stalled";
    return pool_.stuck_for() >= max_overrun ? "pool_stuck" : "";
}

/// Keys, tokens and certificates expire by this machine's clock. Without a reference a large difference may be a
/// correction, so it only shows in the metrics.
std::string_view host::obstacle() const
{
    constexpr std::chrono::seconds max_difference{60};
    const bool is_wrong = wall_clock_.has_reference() && std::chrono::abs(wall_clock_.difference()) > max_difference;
    return is_wrong ? "clock" : "";
}

/// All I/O threads are blocked. A drain ends its waits; otherwise the process ends, and a supervisor starts another.
void host::on_blocked()
{
    if (draining_)
    {
        if (end_of_waits_.request_stop()) log_.write(sdk::severity::warning, "shutdown_hastened");
        return;
    }
    /// All I/O threads were blocked for 10 s; the process ends: see docs/operations.md#stuck-threads-and-crashes.
    log_.write(sdk::severity::error, "process_blocked");
    const watchdog limit{end_limit, [] { std::_Exit(blocked_status); }};
    recorder_->stop(); // with the last usage rows
    log_.flush(std::chrono::milliseconds{500});
    std::_Exit(blocked_status);
}

void host::set_readiness(admin::readiness state) noexcept
{
    if (admin_listener_) admin_listener_->set_readiness(state);
}

host::~host() { jobs_.stop(); } // its thread uses the I/O threads

void host::start()
{
    auto run = [this](gateway::stored_request request, gateway::call_options options) {
        return gateway_.run(std::move(request), std::move(options));
    };
    // Before the admin listener, which reads their metrics.
    jobs_.start(std::move(run), threads_, server_.body_memory(), endpoints_of_jobs_);
    if (admin_listener_) admin_listener_->start();
    // Stored keys are valid from the first request on, unless the database is slow or unreachable.
    stored_keys_.wait_for_attempts(1, max_wait_for_keys);
    threads_.start();
    server_.start([this] { watch_.look(); });
    if (asks_servers_) questions_.start(threads_.context(0), *model_client_, *recorder_, log_);
    accepting_ = true;
    set_readiness(admin::readiness::ready);
}

std::string host::address() const
{
    const auto& settings = http_settings_;
    const bool  is_v6    = settings.host.find(':') != std::string::npos;
    return std::string{scheme_of(settings)} + "://" + (is_v6 ? "[" + settings.host + "]" : settings.host) + ":" +
           std::to_string(server_.port());
}

void host::replace_keys(std::vector<auth::known_key> keys) { keyring_->replace_startup(std::move(keys)); }

void host::reload_prices(const std::string& path) { prices_->replace(llm::load_prices(path, priced_models_)); }

void host::reload_limits(const std::string& path) { limiter_.replace(limit_rules_.read(path)); }

bool host::replace_model_keys(const llm::settings& models, const embedding::settings& embeddings)
{
    const bool of_chats = model_client_->replace_keys(models);
    auto*      engine   = embedding_engine_.get();
    return (!engine || engine->replace_key(embeddings, models)) && of_chats;
}

bool host::replace_database_password(const database::connection_info& current)
{
    return tokens_.replace_password(current);
}

void host::record_reload(std::size_t problems) noexcept { reload_problems_ = problems; }

void host::reload_tls() { server_.reload_tls(); }

std::string host::admin_address() const { return admin_listener_ ? admin_listener_->address() : ""; }

std::chrono::seconds host::stop_limit() const
{
    return std::chrono::ceil<std::chrono::seconds>(process_.pre_stop + process_.drain_timeout) + end_limit;
}

bool host::drain(const std::stop_token& stop)
{
    using std::chrono::steady_clock;
    draining_ = true;
    const std::stop_callback end_waits{stop, [this] { end_of_waits_.request_stop(); }};
    const auto               cut = end_of_waits_.get_token();
    set_readiness(admin::readiness::draining);
    server_.retire();
    wait_for(process_.pre_stop, cut);
    constexpr std::chrono::seconds for_probes{1};
    if (prober_) prober_->stop(for_probes);
    questions_.stop(for_probes);
    const auto deadline =
        steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(process_.drain_timeout);
    server_.stop_accepting();
    // Open connections can read the results meanwhile. Event streams send the end of jobs that were cut off.
    constexpr std::chrono::seconds for_last_events{1};
    const bool                     all_jobs_ended = jobs_.drain(deadline, cut);
    const auto                     last_events    = steady_clock::now() + for_last_events;
    server_.drain(all_jobs_ended ? deadline : std::max(deadline, last_events), cut);
    // No request waits for the database any more; rows that it has not accepted are in the outbox.
    jobs_.stop();
    stored_keys_.stop();
    report_reader_.stop();
    bill_reader_.stop();
    rollup_worker_.stop();
    release_.stop(); // it posts to the pool
    // All calls have ended or were abandoned; only code of abandoned calls may still run.
    constexpr std::chrono::milliseconds for_last_code{500};
    const bool                          pool_ended = pool_.join_until(steady_clock::now() + for_last_code);
    recorder_->stop();
    budgets_.stop();
    const bool threads_ended = threads_.stop_until(steady_clock::now() + for_last_code);
    // Last, so that the spans of all requests are exported.
    constexpr std::chrono::seconds for_last_spans{1};
    if (tracer_) tracer_->stop(for_last_spans);
    return threads_ended && pool_ended;
}

} // namespace verbatim::core::app
