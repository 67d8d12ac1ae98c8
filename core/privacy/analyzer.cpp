#include "privacy/analyzer.hpp"

#include "exec/fair_queue.hpp"
#include "http_client/url.hpp"
#include "metrics/counters.hpp"
#include "privacy/analyzer_codec.hpp"
#include "privacy/overlaps.hpp"

#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace verbatim::core::privacy {

namespace {

using clock        = std::chrono::steady_clock;
using finding_list = std::vector<sdk::detected_entity>;

constexpr std::size_t max_batch_bytes           = 64 * 1024; ///< of texts; a longer piece does not exist
constexpr std::size_t max_inline_response_bytes = 64 * 1024; ///< larger responses and texts are processed on the pool

/// An analyzer that is not required gets no further request of a call after so many failures, because each may take
/// the whole timeout.
constexpr std::size_t max_failures = 3;

/// A part of a text of the call.
struct piece
{
    std::size_t      text_index = 0;
    std::size_t      begin      = 0; ///< in its text
    std::string_view text;
};

std::size_t total_size(std::span<const std::string_view> texts)
{
    std::size_t bytes = 0;
    for (const auto text : texts) bytes += text.size();
    return bytes;
}

/// Findings have about 100 bytes of JSON, or 400 with the explanations that an analyzer may add.
std::size_t max_response_bytes(std::span<const std::string_view> texts) { return 1024 * 1024 + 64 * total_size(texts); }

std::vector<piece> all_pieces(std::span<const std::string_view> texts)
{
    std::vector<piece> pieces;
    for (std::size_t n = 0; n != texts.size(); ++n)
        for (const auto part : pieces_of(texts[n]))
            pieces.push_back({n, static_cast<std::size_t>(part.data() - texts[n].data()), part});
    return pieces;
}

/// Neighbouring pieces for one request each.
std::vector<std::span<const piece>> batches_of(std::span<const piece> pieces, std::size_t batch_size)
{
    std::vector<std::span<const piece>> batches;
    for (std::size_t first = 0; first != pieces.size();)
    {
        auto last  = first + 1;
        auto bytes = pieces[first].text.size();
        for (; last != pieces.size() && last - first != batch_size; ++last)
            if ((bytes += pieces[last].text.size()) > max_batch_bytes) break;
        batches.push_back(pieces.subspan(first, last - first));
        first = last;
    }
    return batches;
}

std::vector<std::string_view> texts_of(std::span<const piece> batch)
{
    std::vector<std::string_view> texts;
    for (const auto& part : batch) texts.push_back(part.text);
    return texts;
}

/// Appends the findings of the pieces to those of their texts.
void append(std::span<const piece> batch, std::span<const finding_list> findings, std::vector<finding_list>& result)
{
    for (std::size_t n = 0; n != batch.size(); ++n)
        for (auto finding : findings[n])
        {
            finding.begin += batch[n].begin;
            finding.end += batch[n].begin;
            result[batch[n].text_index].push_back(finding);
        }
}

/// Whether a response arrived that can be read, or why not.
analyzer_outcome outcome_of(const http_client::response& response)
{
    using status = http_client::response::exchange_status;
    switch (response.exchange)
    {
    case status::completed: return response.status == 200 ? analyzer_outcome::ok : analyzer_outcome::http_error;
    case status::timed_out: return analyzer_outcome::timeout;
    case status::too_large: return analyzer_outcome::invalid_response;
    case status::unresolved:
    case status::not_connected:
    case status::tls_failed:
    case status::untrusted:
    case status::disconnected:
    case status::unauthorized:
    case status::refused:
    case status::failed: break;
    }
    return analyzer_outcome::connection_error;
}

/// What all calls share.
struct shared_analyzer
{
    shared_analyzer(const analyzer_settings& config, exec::pool_runner runner,
                    std::unique_ptr<http_client::transport> client)
        : settings{config}
        , url{std::string{http_client::without_trailing_slashes(config.url)} + "/analyze"}
        , timeout{std::max(std::chrono::ceil<std::chrono::milliseconds>(config.timeout), std::chrono::milliseconds{1})}
        , run_on_pool{std::move(runner)}
        , transport{client ? std::move(client) : http_client::make_curl_transport(config.max_concurrency)}
        , queue{config.max_concurrency}
    {}

    const analyzer_settings                       settings;
    const std::string                             url;
    const std::chrono::milliseconds               timeout;
    const exec::pool_runner                       run_on_pool;
    const std::unique_ptr<http_client::transport> transport;
    exec::fair_queue                              queue;
    kind_names                                    kinds;
    metrics::counters                             requests{analyzer_outcomes};
    metrics::duration_histogram                   durations;
};

/// The engine of one call.
class analyzing_anonymizer final : public sdk::anonymizer
{
public:
    analyzing_anonymizer(shared_analyzer& shared, sdk::anonymizer& built_in, analyzer_call call)
        : shared_{shared}
        , built_in_{built_in}
        , call_{std::move(call)}
    {}

    sdk::task<std::vector<finding_list>> detect(std::span<const std::string_view> texts) override
    {
        auto                        findings  = co_await built_in_.detect(texts);
        std::vector<finding_list>   further   = co_await analyze(texts);
        const std::function<void()> unite_all = [&] {
            for (std::size_t n = 0; n != texts.size(); ++n)
                findings[n] = unite(texts[n], std::move(findings[n]), std::move(further[n]));
        };
        co_await run(total_size(texts), unite_all);
        co_return findings;
    }

    /// Of the built-in anonymizer alone: an analyzer knows more kinds, which would hide ids from a model.
    sdk::task<std::vector<finding_list>> detect_verified(std::span<const std::string_view> texts) override
    {
        return built_in_.detect_verified(texts);
    }

private:
    /// The analyzer's findings of each text, in any order.
    sdk::task<std::vector<finding_list>> analyze(std::span<const std::string_view> texts)
    {
        std::vector<finding_list>       result(texts.size());
        const auto                      pieces  = all_pieces(texts);
        const auto                      batches = batches_of(pieces, shared_.settings.batch_size);
        std::size_t                     failed  = 0;
        std::optional<analyzer_outcome> last_failure;

        const std::function<sdk::task<>(std::size_t)> analyze_batch = [&](std::size_t n) -> sdk::task<> {
            if (failed >= max_failures)
            {
                ++failed;
                co_return;
            }
            const auto outcome = co_await this->analyze(batches[n], result);
            if (outcome == analyzer_outcome::ok) co_return;
            if (shared_.settings.required)
                throw sdk::error{sdk::errc::anonymizer_unavailable, "analyzer " + std::string{to_string(outcome)}};
            ++failed;
            last_failure = outcome;
        };
        co_await sdk::for_each_bounded(batches.size(), shared_.settings.max_concurrency, analyze_batch);
        if (last_failure)
            /// Requests that failed or were left out; texts are redacted without the analyzer.
            call_.log.write(sdk::severity::warning, "analyzer_failed",
                            {{"failed", failed}, {"total", batches.size()}, {"error_class", to_string(*last_failure)}});
        co_return result;
    }

    /// Adds the findings of one batch to `result`.
    sdk::task<analyzer_outcome> analyze(std::span<const piece> batch, std::vector<finding_list>& result)
    {
        const auto texts    = texts_of(batch);
        const auto body     = write_analyze_request(texts, shared_.settings);
        const auto response = co_await send_in_turn(body, max_response_bytes(texts));

        auto                                     outcome = outcome_of(response);
        std::optional<std::vector<finding_list>> findings;
        const std::function<void()>              read = [&] {
            findings = read_analyze_response(response.body, texts, shared_.settings, shared_.kinds);
        };
        if (outcome == analyzer_outcome::ok)
        {
            co_await run(response.body.size(), read);
            if (!findings) outcome = analyzer_outcome::invalid_response;
        }
        shared_.requests.add(static_cast<std::size_t>(outcome));
        if (findings) append(batch, *findings, result);
        co_return outcome;
    }

    sdk::task<http_client::response> send_in_turn(std::string_view body, std::size_t max_bytes)
    {
        const auto slot = co_await shared_.queue.acquire(call_.tenant_id, call_.deadline);
        if (!slot) throw sdk::error{sdk::errc::analysis_timeout, "no time left for the analyzer"};
        co_return co_await send(body, max_bytes);
    }

    /// Sends a request once more if a connection that was idle turns out to be closed.
    sdk::task<http_client::response> send(std::string_view body, std::size_t max_bytes)
    {
        auto response = co_await send_once(body, max_bytes);
        if (response.exchange == http_client::response::exchange_status::disconnected)
        {
            shared_.requests.add(static_cast<std::size_t>(analyzer_outcome::connection_error));
            response = co_await send_once(body, max_bytes);
        }
        co_return response;
    }

    sdk::task<http_client::response> send_once(std::string_view body, std::size_t max_bytes)
    {
        const auto begin     = clock::now();
        const auto remaining = std::chrono::floor<std::chrono::milliseconds>(call_.deadline - begin);
        if (remaining <= remaining.zero())
            throw sdk::error{sdk::errc::analysis_timeout, "no time left for the analyzer"};

        const http_client::request request{.url                = shared_.url,
                                           .request_id         = call_.request_id,
                                           .body               = body,
                                           .budget             = std::min(shared_.timeout, remaining),
                                           .max_response_bytes = max_bytes};
        auto                       response = co_await shared_.transport->send(request);
        shared_.durations.add(clock::now() - begin);
        const bool timed_out = response.exchange == http_client::response::exchange_status::timed_out;
        if (timed_out && remaining < shared_.timeout)
            throw sdk::error{sdk::errc::analysis_timeout, "the analyzer did not respond before the deadline"};
        co_return response;
    }

    /// Runs `work`, which processes `bytes`, on the pool if it would hold the thread too long.
    sdk::task<> run(std::size_t bytes, const std::function<void()>& work)
    {
        if (bytes > max_inline_response_bytes && shared_.run_on_pool) co_await shared_.run_on_pool(work);
        else work();
    }

    shared_analyzer&    shared_;
    sdk::anonymizer&    built_in_;
    const analyzer_call call_;
};

class http_analyzer final : public analyzer
{
public:
    http_analyzer(const analyzer_settings& settings, exec::pool_runner run_on_pool,
                  std::unique_ptr<http_client::transport> transport)
        : shared_{settings, std::move(run_on_pool), std::move(transport)}
    {}

    std::unique_ptr<sdk::anonymizer> open(sdk::anonymizer& built_in, analyzer_call call) override
    {
        return std::make_unique<analyzing_anonymizer>(shared_, built_in, std::move(call));
    }

    statistics read_statistics() const override
    {
        statistics totals;
        for (std::size_t n = 0; n != analyzer_outcomes; ++n) totals.requests[n] = shared_.requests.read(n);
        totals.duration = shared_.durations.read();
        return totals;
    }

private:
    shared_analyzer shared_;
};

} // namespace

std::string_view to_string(analyzer_outcome outcome) noexcept
{
    switch (outcome)
    {
    case analyzer_outcome::ok: return "ok";
    case analyzer_outcome::timeout: return "timeout";
    case analyzer_outcome::connection_error: return "connection_error";
    case analyzer_outcome::http_error: return "http_error";
    case analyzer_outcome::invalid_response: break;
    }
    return "invalid_response";
}

std::unique_ptr<analyzer> make_analyzer(const analyzer_settings& settings, exec::pool_runner run_on_pool,
                                        std::unique_ptr<http_client::transport> transport)
{
    if (settings.url.empty()) return nullptr;
    return std::make_unique<http_analyzer>(settings, std::move(run_on_pool), std::move(transport));
}

} // namespace verbatim::core::privacy
