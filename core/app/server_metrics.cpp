#include "app/server_metrics.hpp"

#include "metrics/metric_registry.hpp"

#include <boost/version.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <sys/statvfs.h>
#include <utility>

namespace verbatim::core::app {

namespace {

using metrics::label_list;
using metrics::labelled_distribution;
using metrics::sample;

/// A duration in seconds, or any other number or flag.
template <class Value>
double number_of(const Value& value)
{
    if constexpr (requires { value.count(); }) return std::chrono::duration<double>{value}.count();
    else return static_cast<double>(value);
}

/// Adds metrics that are members of the statistics of a component, which `read` returns.
template <class Read>
struct member_metrics
{
    metrics::metric_registry& registry;
    Read                      read;

    void counter(const char* name, const char* help, auto member) const
    {
        registry.add_counter(name, help, [read = read, member] { return number_of(std::invoke(member, read())); });
    }
    void gauge(const char* name, const char* help, auto member) const
    {
        registry.add_gauge(name, help, [read = read, member] { return number_of(std::invoke(member, read())); });
    }
};

/// A sample for each value, with the name of its position as the label.
template <class Values, class NameOf>
std::vector<sample> labelled(const char* label, const Values& values, NameOf name_of)
{
    std::vector<sample> samples;
    for (std::size_t n = 0; n != values.size(); ++n)
        samples.push_back({{{label, std::string{name_of(n)}}}, number_of(values[n])});
    return samples;
}

void add_http(metrics::metric_registry& registry, const http::server& server)
{
    using statistics = http::server_statistics;
    const member_metrics add{registry, [&server] { return server.statistics(); }};
    add.gauge("verbatim_http_connections", "Open connections.", &statistics::open);
    add.counter("verbatim_http_connections_accepted_total", "Accepted connections, including refused ones.",
                &statistics::accepted);
    add.counter(
        "verbatim_http_connections_refused_total",
        "Connections refused because of NETWORK_MAX_CONNECTIONS, the limit per address or a lack of file descriptors.",
        &statistics::rejected);
    add.counter("verbatim_http_connections_refused_by_address_total",
                "Connections refused because of NETWORK_MAX_CONNECTIONS_PER_ADDRESS.",
                &statistics::rejected_by_address);
    add.counter("verbatim_http_malformed_requests_total", "Malformed requests, refused with 400 or 431.",
                &statistics::malformed);
    add.counter("verbatim_http_timeouts_total",
                "Clients that did not send a complete request or read the response in time.", &statistics::timed_out);
    add.gauge("verbatim_http_body_bytes", "Bytes reserved for request bodies, at most NETWORK_MAX_BODY_MEMORY.",
              &statistics::body_memory_reserved);
    add.counter("verbatim_http_bodies_refused_total",
                "Bodies refused because NETWORK_MAX_BODY_MEMORY or the share of a tenant was in use.",
                &statistics::bodies_refused);
    add.counter("verbatim_http_clients_disconnected_total", "Clients that disconnected before the response.",
                &statistics::client_disconnects);
    add.counter("verbatim_http_tls_failures_total", "Failed TLS handshakes.", &statistics::tls_failures);
    add.gauge("verbatim_io_threads_blocked", "I/O threads that an operation blocks. Normally 0.",
              &statistics::blocked_threads);
    add.counter("verbatim_http_connections_ended_total",
                "Connections of blocked I/O threads that another thread has ended.", &statistics::ended_in_place);
}

std::vector<sample> response_counts(const gateway::gateway& source)
{
    std::vector<sample> samples;
    for (const auto& route : source.statistics().routes)
        for (const auto& [status, times] : route.responses)
            samples.push_back(
                {{{"route", route.route}, {"status", std::to_string(status)}}, static_cast<double>(times)});
    return samples;
}

void add_calls(metrics::metric_registry& registry, const gateway::gateway& source)
{
    using statistics = gateway::call_statistics;
    const member_metrics add{registry, [&source] { return source.statistics(); }};
    registry.add_counter("verbatim_http_requests_total", "Responses, by route and status.",
                         [&source] { return response_counts(source); });
    registry.add_histogram(
        "verbatim_http_request_duration_seconds",
        "Time from the head of a request to its response, including reading the body but not writing the response.",
        [&source] {
            std::vector<labelled_distribution> distributions;
            for (auto& route : source.statistics().routes)
                distributions.push_back({{{"route", std::move(route.route)}}, std::move(route.durations)});
            return distributions;
        });
    add.gauge("verbatim_http_calls_in_flight", "Operation calls in progress.", &statistics::in_flight);
    add.counter("verbatim_calls_abandoned_total",
                "Calls whose operation did not end within 1 s after it was cancelled.", &statistics::abandoned);
    add.gauge("verbatim_abandoned_calls_running", "Abandoned calls whose code still runs and holds memory.",
              &statistics::abandoned_running);
}

void add_pool(metrics::metric_registry& registry, const exec::compute_pool& pool)
{
    using statistics = exec::compute_pool::statistics;
    const member_metrics add{registry, [&pool] { return pool.read_statistics(); }};
    add.gauge("verbatim_pool_workers", "Threads for long computations.", &statistics::workers);
    add.gauge("verbatim_pool_busy", "Threads for long computations that are in use.", &statistics::busy);
    add.gauge("verbatim_pool_stuck", "Threads whose computation takes too long for its call. Normally 0.",
              &statistics::stuck);
    add.gauge("verbatim_pool_queued", "Computations that wait for a thread.", &statistics::queued);
}

metrics::label_list labels_of(const llm::client_statistics::connection& connection)
{
    return {{"connection", connection.name}, {"model", connection.model}};
}

/// A sample for each connection: `value` of its totals.
template <class Value>
metrics::metric_registry::samples_function each_connection(const llm::model_client& client, Value value)
{
    return [&client, value] {
        std::vector<sample> samples;
        for (const auto& connection : client.statistics().connections)
            samples.push_back({labels_of(connection), number_of(std::invoke(value, connection.totals))});
        return samples;
    };
}

std::vector<sample> attempt_counts(const llm::model_client& client)
{
    std::vector<sample> samples;
    for (const auto& connection : client.statistics().connections)
        for (std::size_t n = 0; n != connection.totals.attempts.size(); ++n)
        {
            auto labels = labels_of(connection);
            if (n == 0) labels.emplace_back("outcome", "ok");
            else
            {
                const auto cause = static_cast<sdk::failure_cause>(n - 1);
                labels.emplace_back("outcome", recording::to_string(llm::effects_of(cause).row_class));
                labels.emplace_back("cause", sdk::to_string(cause));
            }
            samples.push_back({std::move(labels), static_cast<double>(connection.totals.attempts[n])});
        }
    return samples;
}

void add_models(metrics::metric_registry& registry, const llm::model_client& client)
{
    using statistics = llm::client_statistics;
    using totals     = llm::attempt_statistics::snapshot;
    const member_metrics add{registry, [&client] { return client.statistics(); }};
    registry.add_counter("verbatim_llm_attempts_total",
                         "Provider attempts, by connection, model, outcome and cause of failure.",
                         [&client] { return attempt_counts(client); });
    registry.add_histogram("verbatim_llm_attempt_duration_seconds", "Duration of provider attempts, with any outcome.",
                           [&client] {
                               std::vector<labelled_distribution> distributions;
                               for (const auto& connection : client.statistics().connections)
                                   distributions.push_back({labels_of(connection), connection.totals.duration});
                               return distributions;
                           });
    registry.add_counter("verbatim_llm_input_tokens_total", "Input tokens, as stored in usage rows.",
                         each_connection(client, &totals::input_tokens));
    registry.add_counter("verbatim_llm_output_tokens_total", "Output tokens, as stored in usage rows.",
                         each_connection(client, &totals::output_tokens));
    registry.add_counter("verbatim_llm_cached_tokens_total", "Input tokens that the provider read from its cache.",
                         each_connection(client, &totals::cached_tokens));
    registry.add_counter("verbatim_unpriced_calls_total",
                         "Provider attempts with tokens but without a price. Their cost is stored as 0.",
                         each_connection(client, &totals::unpriced));
    registry.add_counter("verbatim_llm_cost_usd_total", "Cost of all attempts in US dollars, as stored in usage rows.",
                         each_connection(client, [](const auto& sums) { return recording::to_usd(sums.cost); }));
    registry.add_gauge("verbatim_llm_connection_state",
                       "0: the connection is in use, 1: a trial decides, 2: suspended after failures.", [&client] {
                           std::vector<sample> samples;
                           for (const auto& connection : client.statistics().connections)
                               samples.push_back({labels_of(connection), static_cast<double>(connection.state)});
                           return samples;
                       });
    add.counter("verbatim_llm_calls_refused_total",
                "Model calls that failed because each of their connections was suspended.", &statistics::refused);
    registry.add_counter("verbatim_llm_output_repairs_total", "Outputs of models that were corrected, by kind.",
                         [&client] {
                             return labelled("kind", client.statistics().repairs,
                                             [](std::size_t n) { return sdk::reply_repair_names[n]; });
                         });
    add.gauge("verbatim_llm_in_flight", "Provider attempts in progress.", &statistics::in_flight);
    add.gauge("verbatim_llm_waiting", "Model calls that wait because of LLM_MAX_CONCURRENCY.", &statistics::waiting);
    add.gauge("verbatim_llm_slots", "LLM_MAX_CONCURRENCY, the maximum of concurrent attempts.", &statistics::capacity);
    add.gauge("verbatim_llm_slots_usable", "Concurrent attempts that providers bear at present.", &statistics::limit);
}

void add_usage(metrics::metric_registry& registry, const recording::durable_recorder& recorder)
{
    using statistics = recording::recorder_statistics;
    const member_metrics add{registry, [&recorder] { return recorder.statistics(); }};
    add.counter("verbatim_usage_rows_written_total", "Usage rows written to the database.", &statistics::written);
    add.counter("verbatim_usage_rows_lost_total", "Usage rows that neither database nor outbox accepted. Normally 0.",
                &statistics::lost);
    add.counter("verbatim_usage_commits_total", "Commits of usage rows.", &statistics::commits);
    add.gauge("verbatim_usage_rows_pending", "Usage rows that are not yet on disk.", &statistics::pending);
    add.counter("verbatim_usage_rows_stored_in_outbox_total", "Usage rows written to the outbox.",
                &statistics::stored_in_outbox);
    add.gauge("verbatim_usage_outbox_rows", "Usage rows in the outbox, not yet in the database.",
              &statistics::outbox_rows);
    add.counter("verbatim_usage_outbox_damaged_files_total", "Damaged outbox files that were renamed. Normally 0.",
                &statistics::damaged_outboxes);
    add.gauge("verbatim_usage_outbox_age_seconds",
              "Time since the start of the oldest attempt in the outbox; 0 without rows.", &statistics::outbox_age);
    add.gauge("verbatim_usage_database_up",
              "1 if the usage database accepted the last rows, or the last check while none arrive, else 0.",
              &statistics::database_up);
    add.gauge("verbatim_usage_database_latency_seconds",
              "Duration of the last write to the usage database, or of the last check while no rows arrive.",
              &statistics::database_latency);
}

void add_rollups(metrics::metric_registry& registry, const reporting::rollup_worker& rollups)
{
    using statistics = reporting::rollup_statistics;
    const member_metrics add{registry, [&rollups] { return rollups.statistics(); }};
    add.gauge("verbatim_usage_rollup_marks", "Hours with rows that are not rolled up yet.", &statistics::marked_hours);
    add.gauge("verbatim_usage_rollup_oldest_mark_seconds",
              "Age of the oldest write that is not rolled up yet; 0 without one.", &statistics::oldest_mark);
    add.gauge("verbatim_usage_rollup_failed_periods",
              "Hours, days and months that this server could not roll up. Normally 0.", &statistics::failed_periods);
    add.gauge("verbatim_usage_rows_from_seconds",
              "Rows of hours before this time may be deleted, in seconds since 1970; 0: none.",
              [](const statistics& rows) { return rows.rows_from / 1'000'000; });
    add.gauge("verbatim_usage_rollup_history_pending",
              "1 while rows of earlier versions are not rolled up yet, else 0.",
              [](const statistics& rows) { return rows.unbuilt_until > 0; });
    add.gauge("verbatim_usage_rollup_last_success_seconds",
              "Seconds since the last successful run that keeps roll-ups current; -1 before the first.",
              &statistics::since_last_success);
}

std::vector<sample> analyzer_requests(const privacy::analyzer& analyzer)
{
    return labelled("outcome", analyzer.read_statistics().requests,
                    [](std::size_t n) { return to_string(static_cast<privacy::analyzer_outcome>(n)); });
}

/// Without an analyzer the families have no sample.
void add_analyzer(metrics::metric_registry& registry, const privacy::analyzer* analyzer)
{
    registry.add_counter("verbatim_analyzer_requests_total", "Requests to the analyzer of personal data, by outcome.",
                         [analyzer] { return analyzer ? analyzer_requests(*analyzer) : std::vector<sample>{}; });
    registry.add_histogram("verbatim_analyzer_request_duration_seconds",
                           "Duration of requests to the analyzer, with any outcome.", [analyzer] {
                               std::vector<labelled_distribution> distributions;
                               if (analyzer) distributions.push_back({{}, analyzer->read_statistics().duration});
                               return distributions;
                           });
}

void add_tracing(metrics::metric_registry& registry, const tracing::tracer* tracer)
{
    using statistics = tracing::export_statistics;
    const member_metrics add{registry, [tracer] { return tracer ? tracer->statistics() : statistics{}; }};
    add.counter("verbatim_spans_exported_total", "Spans that the collector accepted.", &statistics::exported);
    add.counter("verbatim_spans_dropped_total",
                "Spans dropped because the queue was full or the collector did not accept them.", &statistics::dropped);
}

void add_jobs(metrics::metric_registry& registry, const jobs::service& source)
{
    using statistics = jobs::store_statistics;
    const member_metrics add{registry, [&source] { return source.statistics().store; }};
    add.gauge("verbatim_jobs_queued", "Jobs that wait for JOBS_MAX_RUNNING.", &statistics::queued);
    add.gauge("verbatim_jobs_running", "Jobs in progress.", &statistics::running);
    add.gauge("verbatim_jobs_oldest_queued_seconds", "Age of the oldest queued job; 0 without one.",
              &statistics::oldest_queued);
    add.gauge("verbatim_jobs_oldest_running_seconds", "Time since the start of the oldest running job; 0 without one.",
              &statistics::oldest_running);
    add.gauge("verbatim_jobs_bytes",
              "Size of requests and answers of jobs and idempotency keys, bounded by JOBS_MAX_MEMORY.",
              &statistics::bytes);
    add.counter("verbatim_jobs_taken_over_total",
                "Jobs of dead servers and blocked threads that this server took over.", &statistics::taken_over);
    registry.add_counter("verbatim_jobs_finished_total", "Ended jobs, by outcome.", [&source] {
        const auto ended = source.statistics().ended;
        return std::vector<sample>{{{{"outcome", "succeeded"}}, number_of(ended.succeeded)},
                                   {{{"outcome", "failed"}}, number_of(ended.failed)},
                                   {{{"outcome", "cancelled"}}, number_of(ended.cancelled)}};
    });
    registry.add_histogram("verbatim_job_duration_seconds", "Time from the POST of a job to its end, with any outcome.",
                           [&source] {
                               std::vector<labelled_distribution> distributions;
                               distributions.push_back({{}, source.statistics().ended.durations});
                               return distributions;
                           });
}

void add_limits(metrics::metric_registry& registry, const limits::limiter& source)
{
    registry.add_counter("verbatim_tenant_limit_refusals_total",
                         "Requests refused because of a limit of their tenant, by limit.", [&source] {
                             return labelled("limit", source.refusals(),
                                             [](std::size_t n) { return limits::limit_names[n]; });
                         });
    registry.add_gauge("verbatim_tenant_budget_used_ratio",
                       "Share of a budget that all servers have used, for tenants with a table of their own in "
                       "LIMITS_FILE and attempts on this server today.",
                       [&source] {
                           std::vector<sample> samples;
                           for (auto& entry : source.budget_shares())
                               samples.push_back({{{"tenant", std::move(entry.tenant_id)},
                                                   {"limit", std::string{limits::to_string(entry.kind)}}},
                                                  entry.share});
                           return samples;
                       });
    registry.add_gauge("verbatim_budgets_unavailable",
                       "Tenants whose budget this server could not lease at its last attempt. Normally 0.",
                       [&source] { return source.unavailable_budgets(); });
}

/// A count of blocks of the file system, in bytes; 0 if it cannot be read.
double bytes_of(const std::string& folder, fsblkcnt_t statvfs::*blocks)
{
    struct statvfs system
    {};
    if (::statvfs(folder.c_str(), &system) != 0) return 0;
    return static_cast<double>(system.*blocks) * static_cast<double>(system.f_frsize);
}

/// States that an operator ends.
void add_operation(metrics::metric_registry& registry, const metric_sources& sources)
{
    registry.add_gauge("verbatim_tls_certificate_expiry_seconds",
                       "When the TLS certificate expires, in seconds since the epoch. No sample without TLS.",
                       [&server = sources.server] {
                           std::vector<sample> samples;
                           if (const auto expiry = server.certificate_expiry())
                               samples.push_back({{}, static_cast<double>(expiry->time_since_epoch().count())});
                           return samples;
                       });
    registry.add_gauge("verbatim_state_dir_free_bytes", "Free space of the file system of STATE_DIR, in bytes.",
                       [&folder = sources.state_folder] { return bytes_of(folder, &statvfs::f_bavail); });
    registry.add_gauge("verbatim_state_dir_size_bytes", "Size of the file system of STATE_DIR, in bytes.",
                       [&folder = sources.state_folder] { return bytes_of(folder, &statvfs::f_blocks); });
    registry.add_gauge(
        "verbatim_clock_difference_seconds",
        "How far the clock of this machine is ahead of the database's; with SQLite, how far it was set "
        "forward since the start. Negative: behind, or back.",
        [&clock = sources.wall_clock] { return std::chrono::duration<double>{clock.difference()}.count(); });
    registry.add_gauge("verbatim_reload_problems",
                       "Problems of the last reload (SIGHUP), whose old values stay in effect. Normally 0.",
                       [&problems = sources.reload_problems] { return problems.load(); });
}

} // namespace

void add_server_metrics(metrics::metric_registry& registry, const metric_sources& sources)
{
    registry.add_gauge("verbatim_build_info", "Always 1; the labels are versions.", [] {
        return std::vector<sample>{
            {{{"version", VERBATIM_VERSION}, {"compiler", __VERSION__}, {"boost", BOOST_LIB_VERSION}}, 1}};
    });
    add_http(registry, sources.server);
    add_calls(registry, sources.gateway);
    add_pool(registry, sources.pool);
    add_models(registry, sources.model_client);
    add_usage(registry, sources.recorder);
    add_rollups(registry, sources.rollups);
    add_analyzer(registry, sources.analyzer);
    registry.add_gauge("verbatim_plugin_skipped", "1 for a plugin that could not be loaded, 0 for one that is served.",
                       [&operations = sources.operations] {
                           std::map<std::string, double> plugins;
                           for (const auto& entry : operations.operations()) plugins[entry.plugin] = 0;
                           for (const auto& plugin : operations.skipped()) plugins[plugin.name] = 1;
                           std::vector<sample> samples;
                           for (const auto& [name, value] : plugins) samples.push_back({{{"plugin", name}}, value});
                           return samples;
                       });
    registry.add_gauge("verbatim_keys", "Valid API keys.", [&keyring = sources.keyring] { return keyring.size(); });
    registry.add_counter("verbatim_log_lines_dropped_total", "Log lines dropped because stdout was not read in time.",
                         [&logger = sources.logger] { return logger.dropped(); });
    add_jobs(registry, sources.jobs);
    add_tracing(registry, sources.tracer);
    add_limits(registry, sources.limiter);
    add_operation(registry, sources);
    metrics::add_process_metrics(registry);
}

} // namespace verbatim::core::app
