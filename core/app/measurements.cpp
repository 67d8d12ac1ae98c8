#include "app/measurements.hpp"

#include "metrics/process.hpp"

#include <boost/version.hpp>

#include <utility>

namespace verbatim::core::app {

namespace {

using metrics::labelled_distribution;
using metrics::labels;
using metrics::sample;

void add_http(metrics::catalogue& to, const http::server& from)
{
    // What each figure of the server is called here.
    using field                        = std::uint64_t http::figures::*;
    const auto                  counts = [&](const char* name, const char* sentence, field which) {
        to.counts(name, sentence, [&from, which] { return static_cast<double>(from.figures().*which); });
    };
    to.shows("verbatim_http_connections", "Connections open now.",
             [&from] { return static_cast<double>(from.figures().open); });
    counts("verbatim_http_connections_accepted_total", "Connections taken, those turned away included.",
           &http::figures::accepted);
    counts("verbatim_http_connections_refused_total", "Connections turned away, being over NETWORK_MAX_CONNECTIONS.",
           &http::figures::overload);
    counts("verbatim_http_malformed_requests_total", "Requests refused for their form: 400 and 431.",
           &http::figures::malformed);
    counts("verbatim_http_timeouts_total", "Clients that sent no whole request in time, or took no reply.",
           &http::figures::timed_out);
    to.shows("verbatim_http_body_bytes", "Bytes of bodies over 1 MiB that are held now.",
             [&from] { return static_cast<double>(from.figures().held); });
    counts("verbatim_http_bodies_refused_total",
           "Large bodies refused, having found no room under NETWORK_MAX_BODY_MEMORY in time.",
           &http::figures::crowded);
    counts("verbatim_http_clients_left_total", "Clients that went away while their request was being answered.",
           &http::figures::left);
    counts("verbatim_http_tls_failures_total", "TLS handshakes that failed.", &http::figures::tls);
}

std::vector<sample> answers(const gateway::gateway& from)
{
    std::vector<sample> all;
    for (const auto& route : from.figures().routes)
        for (const auto& [status, times] : route.answers)
            all.push_back({{{"route", route.route}, {"status", status == 0 ? "other" : std::to_string(status)}},
                           static_cast<double>(times)});
    return all;
}

void add_calls(metrics::catalogue& to, const gateway::gateway& from)
{
    to.counts("verbatim_http_requests_total", "Requests answered, by route and status.",
              [&from] { return answers(from); });
    to.times("verbatim_http_request_duration_seconds",
             "Time from a request's head to its reply, reading its body included and writing the reply not.", [&from] {
                 std::vector<labelled_distribution> all;
                 for (auto& route : from.figures().routes)
                     all.push_back({{{"route", std::move(route.route)}}, std::move(route.took)});
                 return all;
             });
    to.shows("verbatim_http_calls_in_flight", "Calls of operations being answered now.",
             [&from] { return static_cast<double>(from.figures().in_flight); });
}

labels of(const llm::door_figures::connection& one) { return {{"connection", one.name}, {"model", one.model}}; }

/// A family with a sample for each connection.
metrics::catalogue::readings each_connection(const llm::door& from,
                                             double (*what)(const llm::attempt_figures::reading&))
{
    return [&from, what] {
        std::vector<sample> all;
        for (const auto& one : from.figures().connections) all.push_back({of(one), what(one.sums)});
        return all;
    };
}

std::vector<sample> attempts(const llm::door& from)
{
    std::vector<sample> all;
    for (const auto& one : from.figures().connections)
        for (std::size_t n = 0; n != one.sums.attempts.size(); ++n)
        {
            auto       with    = of(one);
            const auto outcome = n == 0 ? "ok" : usage::to_string(static_cast<usage::failure>(n - 1));
            with.emplace_back("outcome", outcome);
            all.push_back({std::move(with), static_cast<double>(one.sums.attempts[n])});
        }
    return all;
}

void add_models(metrics::catalogue& to, const llm::door& from)
{
    to.counts("verbatim_llm_attempts_total", "Attempts at a provider, by connection, model and outcome.",
              [&from] { return attempts(from); });
    to.times("verbatim_llm_attempt_duration_seconds", "How long attempts took, whatever their outcome.", [&from] {
        std::vector<labelled_distribution> all;
        for (const auto& one : from.figures().connections) all.push_back({of(one), one.sums.took});
        return all;
    });
    to.counts("verbatim_llm_input_tokens_total", "Tokens sent to models, as stored with usage.",
              each_connection(from, [](const auto& sums) { return static_cast<double>(sums.input_tokens); }));
    to.counts("verbatim_llm_output_tokens_total", "Tokens that models answered with, as stored with usage.",
              each_connection(from, [](const auto& sums) { return static_cast<double>(sums.output_tokens); }));
    to.counts("verbatim_llm_cost_usd_total", "Cost of all attempts in US dollars, as stored with usage.",
              each_connection(from, [](const auto& sums) { return static_cast<double>(sums.cost) / 1e6; }));
    to.shows("verbatim_llm_in_flight", "Attempts that providers are busy with now.",
             [&from] { return static_cast<double>(from.figures().in_flight); });
    to.shows("verbatim_llm_waiting", "Model calls that wait for one of the places of LLM_MAX_CONCURRENCY.",
             [&from] { return static_cast<double>(from.figures().waiting); });
    to.shows("verbatim_llm_places", "LLM_MAX_CONCURRENCY: the most attempts in flight.",
             [&from] { return static_cast<double>(from.figures().places); });
}

void add_usage(metrics::catalogue& to, const usage::durable_recorder& from)
{
    to.counts("verbatim_usage_rows_written_total", "Usage rows that went straight to the database.",
              [&from] { return static_cast<double>(from.counted().written); });
    to.counts("verbatim_usage_rows_lost_total",
              "Usage rows that could be written nowhere. Never anything but 0 in order.",
              [&from] { return static_cast<double>(from.counted().lost); });
    to.counts("verbatim_usage_commits_total", "Commits that usage rows were written with.",
              [&from] { return static_cast<double>(from.counted().commits); });
    to.shows("verbatim_usage_rows_pending", "Usage rows on their way to disk now.",
             [&from] { return static_cast<double>(from.counted().pending); });
    to.counts("verbatim_usage_rows_put_by_total", "Usage rows that went to the outbox, as durable there.",
              [&from] { return static_cast<double>(from.counted().put_by); });
    to.shows("verbatim_usage_outbox_rows", "Usage rows in the outbox, which the database has not taken yet.",
             [&from] { return static_cast<double>(from.counted().outbox_rows); });
    to.shows("verbatim_usage_database_up", "1 when the usage database took the last statement, else 0.",
             [&from] { return from.counted().database_up ? 1.0 : 0.0; });
}

} // namespace

void add_measurements(metrics::catalogue& to, const measured& from)
{
    to.shows("verbatim_build_info", "1; the labels tell what is running.", [] {
        return std::vector<sample>{
            {{{"version", VERBATIM_VERSION}, {"compiler", __VERSION__}, {"boost", BOOST_LIB_VERSION}}, 1}};
    });
    add_http(to, from.server);
    add_calls(to, from.calls);
    add_models(to, from.models);
    add_usage(to, from.rows);
    to.shows("verbatim_keys", "API keys that are accepted now.",
             [&from = from.keys] { return static_cast<double>(from.size()); });
    to.counts("verbatim_log_lines_dropped_total", "Log lines that found no room because nobody took them in time.",
              [&from = from.lines] { return static_cast<double>(from.dropped()); });
    metrics::add_process(to);
}

} // namespace verbatim::core::app
