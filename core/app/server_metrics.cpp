#include "app/server_metrics.hpp"

#include "metrics/process.hpp"

#include <boost/version.hpp>

#include <utility>

namespace verbatim::core::app {

namespace {

using metrics::label_list;
using metrics::labelled_distribution;
using metrics::sample;

void add_http(metrics::metric_registry& registry, const http::server& server)
{
    // What each figure of the server is called here.
    using counter_member                             = std::uint64_t http::server_statistics::*;
    const auto                           add_counter = [&](const char* name, const char* help, counter_member counter) {
        registry.add_counter(name, help,
                                                       [&server, counter] { return static_cast<double>(server.statistics().*counter); });
    };
    registry.add_gauge("verbatim_http_connections", "Connections open now.",
                       [&server] { return static_cast<double>(server.statistics().open); });
    add_counter("verbatim_http_connections_accepted_total", "Connections taken, those turned away included.",
                &http::server_statistics::accepted);
    add_counter("verbatim_http_connections_refused_total",
                "Connections turned away, being over NETWORK_MAX_CONNECTIONS.", &http::server_statistics::rejected);
    add_counter("verbatim_http_malformed_requests_total", "Requests refused for their form: 400 and 431.",
                &http::server_statistics::malformed);
    add_counter("verbatim_http_timeouts_total", "Clients that sent no whole request in time, or took no reply.",
                &http::server_statistics::timed_out);
    registry.add_gauge("verbatim_http_body_bytes", "Bytes of bodies over 1 MiB that are held now.",
                       [&server] { return static_cast<double>(server.statistics().body_memory_reserved); });
    add_counter("verbatim_http_bodies_refused_total",
                "Large bodies refused, having found no room under NETWORK_MAX_BODY_MEMORY in time.",
                &http::server_statistics::body_memory_timeouts);
    add_counter("verbatim_http_clients_left_total", "Clients that went away while their request was being answered.",
                &http::server_statistics::client_disconnects);
    add_counter("verbatim_http_tls_failures_total", "TLS handshakes that failed.",
                &http::server_statistics::tls_failures);
}

std::vector<sample> response_counts(const gateway::gateway& source)
{
    std::vector<sample> samples;
    for (const auto& route : source.statistics().routes)
        for (const auto& [status, times] : route.responses)
            samples.push_back({{{"route", route.route}, {"status", status == 0 ? "other" : std::to_string(status)}},
                               static_cast<double>(times)});
    return samples;
}

void add_calls(metrics::metric_registry& registry, const gateway::gateway& source)
{
    registry.add_counter("verbatim_http_requests_total", "Requests answered, by route and status.",
                         [&source] { return response_counts(source); });
    registry.add_histogram(
        "verbatim_http_request_duration_seconds",
        "Time from a request's head to its reply, reading its body included and writing the reply not.", [&source] {
            std::vector<labelled_distribution> distributions;
            for (auto& route : source.statistics().routes)
                distributions.push_back({{{"route", std::move(route.route)}}, std::move(route.durations)});
            return distributions;
        });
    registry.add_gauge("verbatim_http_calls_in_flight", "Calls of operations being answered now.",
                       [&source] { return static_cast<double>(source.statistics().in_flight); });
}

metrics::label_list labels_of(const llm::client_statistics::connection& connection)
{
    return {{"connection", connection.name}, {"model", connection.model}};
}

/// A family with a sample for each connection.
metrics::metric_registry::samples_function each_connection(const llm::model_client& client,
                                                           double (*value)(const llm::attempt_statistics::snapshot&))
{
    return [&client, value] {
        std::vector<sample> samples;
        for (const auto& connection : client.statistics().connections)
            samples.push_back({labels_of(connection), value(connection.totals)});
        return samples;
    };
}

std::vector<sample> attempt_counts(const llm::model_client& client)
{
    std::vector<sample> samples;
    for (const auto& connection : client.statistics().connections)
        for (std::size_t n = 0; n != connection.totals.attempts.size(); ++n)
        {
            auto       labels  = labels_of(connection);
            const auto outcome = n == 0 ? "ok" : recording::to_string(static_cast<recording::error_class>(n - 1));
            labels.emplace_back("outcome", outcome);
            samples.push_back({std::move(labels), static_cast<double>(connection.totals.attempts[n])});
        }
    return samples;
}

void add_models(metrics::metric_registry& registry, const llm::model_client& client)
{
    registry.add_counter("verbatim_llm_attempts_total", "Attempts at a provider, by connection, model and outcome.",
                         [&client] { return attempt_counts(client); });
    registry.add_histogram("verbatim_llm_attempt_duration_seconds", "How long attempts took, whatever their outcome.",
                           [&client] {
                               std::vector<labelled_distribution> distributions;
                               for (const auto& connection : client.statistics().connections)
                                   distributions.push_back({labels_of(connection), connection.totals.duration});
                               return distributions;
                           });
    registry.add_counter(
        "verbatim_llm_input_tokens_total", "Tokens sent to models, as stored with usage.",
        each_connection(client, [](const auto& sums) { return static_cast<double>(sums.input_tokens); }));
    registry.add_counter(
        "verbatim_llm_output_tokens_total", "Tokens that models answered with, as stored with usage.",
        each_connection(client, [](const auto& sums) { return static_cast<double>(sums.output_tokens); }));
    registry.add_counter(
        "verbatim_llm_cost_usd_total", "Cost of all attempts in US dollars, as stored with usage.",
        each_connection(client, [](const auto& sums) { return static_cast<double>(sums.cost) / 1e6; }));
    registry.add_gauge("verbatim_llm_in_flight", "Attempts that providers are busy with now.",
                       [&client] { return static_cast<double>(client.statistics().in_flight); });
    registry.add_gauge("verbatim_llm_waiting", "Model calls that wait for one of the places of LLM_MAX_CONCURRENCY.",
                       [&client] { return static_cast<double>(client.statistics().waiting); });
    registry.add_gauge("verbatim_llm_places", "LLM_MAX_CONCURRENCY: the most attempts in flight.",
                       [&client] { return static_cast<double>(client.statistics().capacity); });
}

void add_usage(metrics::metric_registry& registry, const recording::durable_recorder& recorder)
{
    registry.add_counter("verbatim_usage_rows_written_total", "Usage rows that went straight to the database.",
                         [&recorder] { return static_cast<double>(recorder.statistics().written); });
    registry.add_counter("verbatim_usage_rows_lost_total",
                         "Usage rows that could be written nowhere. Never anything but 0 in order.",
                         [&recorder] { return static_cast<double>(recorder.statistics().lost); });
    registry.add_counter("verbatim_usage_commits_total", "Commits that usage rows were written with.",
                         [&recorder] { return static_cast<double>(recorder.statistics().commits); });
    registry.add_gauge("verbatim_usage_rows_pending", "Usage rows on their way to disk now.",
                       [&recorder] { return static_cast<double>(recorder.statistics().pending); });
    registry.add_counter("verbatim_usage_rows_put_by_total", "Usage rows that went to the outbox, as durable there.",
                         [&recorder] { return static_cast<double>(recorder.statistics().stored_in_outbox); });
    registry.add_gauge("verbatim_usage_outbox_rows", "Usage rows in the outbox, which the database has not taken yet.",
                       [&recorder] { return static_cast<double>(recorder.statistics().outbox_rows); });
    registry.add_gauge("verbatim_usage_database_up", "1 when the usage database took the last statement, else 0.",
                       [&recorder] { return recorder.statistics().database_up ? 1.0 : 0.0; });
}

} // namespace

void add_server_metrics(metrics::metric_registry& registry, const metric_sources& sources)
{
    registry.add_gauge("verbatim_build_info", "1; the labels tell what is running.", [] {
        return std::vector<sample>{
            {{{"version", VERBATIM_VERSION}, {"compiler", __VERSION__}, {"boost", BOOST_LIB_VERSION}}, 1}};
    });
    add_http(registry, sources.server);
    add_calls(registry, sources.gateway);
    add_models(registry, sources.model_client);
    add_usage(registry, sources.recorder);
    registry.add_gauge("verbatim_keys", "API keys that are accepted now.",
                       [&keyring = sources.keyring] { return static_cast<double>(keyring.size()); });
    registry.add_counter("verbatim_log_lines_dropped_total",
                         "Log lines that found no room because nobody took them in time.",
                         [&logger = sources.logger] { return static_cast<double>(logger.dropped()); });
    metrics::add_process_metrics(registry);
}

} // namespace verbatim::core::app
