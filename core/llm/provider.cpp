#include "llm/provider.hpp"

#include "http_client/url.hpp"
#include "llm/event_stream.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <utility>

namespace verbatim::core::llm {

namespace {

using exchange_status = http_client::response::exchange_status;

/// In bytes. Many responses may arrive at once, so that even a few milliseconds each would delay other calls.
constexpr std::size_t large_response = 64 * 1024;

/// In bytes. A stream needs some 300 for each token, of which event_stream keeps the text; it bounds other responses.
constexpr std::size_t max_chat_response_bytes = 64 * 1024 * 1024;

/// The former name, which all other servers know, is refused by the reasoning models of OpenAI.
void name_limit(const endpoint& target, request_options& options)
{
    const bool is_openai = target.kind == provider_kind::azure || http_client::host_of(target.url) == "api.openai.com";
    options.max_tokens_name       = is_openai ? "max_completion_tokens" : "max_tokens";
    options.other_max_tokens_name = is_openai ? "max_tokens" : "max_completion_tokens";
}

class remote_provider final : public provider
{
public:
    remote_provider(endpoint target, request_options options, http_client::transport& transport,
                    exec::pool_runner run_on_pool)
        : endpoint_{std::move(target)}
        , traced_{to_traced_model(endpoint_.target(), "chat")}
        , format_{wire_format_of(endpoint_.target().kind)}
        , options_{options}
        , transport_{transport}
        , run_on_pool_{std::move(run_on_pool)}
        , structure_{options.structure}
    {
        name_limit(endpoint_.target(), options_);
        options_.lacks_json_object = endpoint_.target().kind == provider_kind::anthropic;
    }

    std::string_view                name() const noexcept override { return endpoint_.target().name; }
    std::optional<std::string_view> price_prefix() const noexcept override { return endpoint_.target().prefix; }
    const traced_model&             traced() const noexcept override { return traced_; }
    const keyed_endpoint*           server() const noexcept override { return &endpoint_; }

    bool replace_key(const endpoint& current) override { return endpoint_.replace_key(current); }

    /// Repeats a request without the members that the model refuses. Each repetition has fewer of them, or simpler
    /// ones.
    sdk::task<attempt_result> complete(const sdk::chat_request& request, caller_ids ids, attempt_time time,
                                       output_limit limit) override
    {
        using clock             = std::chrono::steady_clock;
        const auto start        = clock::now();
        auto       options      = learned_options();
        const auto highest      = limit_of(options, {.of_context = limit.of_context});
        options.max_tokens      = reasons_ ? highest : limit_of(options, limit);
        auto             result = co_await send(request, ids, options, time);
        optional_members refused;
        while (result.refused)
        {
            const auto elapsed = std::chrono::ceil<std::chrono::milliseconds>(clock::now() - start);
            if (elapsed >= time.budget) break;
            refused |= result.refused;
            options = without(result.refused, options);
            result  = co_await send(request, ids, options, {time.budget - elapsed, time.longest - elapsed});
        }
        result.refused = refused && result.http_status == 200 ? remember(refused, options) : optional_members{};
        if (result.has_reasoning) reasons_ = true;
        result.raises_limit = result.truncated && reasons_ && options.max_tokens < highest;
        co_return result;
    }

private:
    sdk::task<attempt_result> send(const sdk::chat_request& request, caller_ids ids, const request_options& options,
                                   attempt_time time)
    {
        const auto        headers = endpoint_.headers();
        const body_values values{.model     = endpoint_.target().model,
                                 .tenant_id = options.with_tenant_id ? ids.tenant_id : std::string_view{},
                                 .options   = options};
        event_stream      received;
        auto              body = format_.request_body(request, values);
        auto post = make_post(endpoint_.target().url, *headers, ids, body, time.budget, max_chat_response_bytes);
        post.clearable_body = &body; // a retry writes it again
        post.sink           = &received;
        if (options.stream)
        {
            post.budget        = time.longest;
            post.first_silence = time.budget;
            post.silence       = std::min(options.max_silence, time.budget);
        }
        auto response = co_await transport_.send(post);
        if (!response.body.empty() && !received.take(response.body)) response.exchange = exchange_status::too_large;
        if (received.repeats())
        {
            response.exchange = exchange_status::completed;
            response.status   = 200; // as all streams with text
        }
        response.body = received.take_body();

        attempt_result result;
        const auto     parse = [&] { result = read(response, received, options, request.output_schema != nullptr); };
        if (response.body.size() < large_response) parse();
        else
        {
            const std::function<void()> work = parse;
            co_await run_on_pool_(work);
        }
        co_return result;
    }

    /// 0: the connection takes none.
    static std::size_t limit_of(const request_options& options, output_limit limit) noexcept
    {
        auto lowest = options.max_tokens;
        for (const auto other : {limit.of_operation, limit.of_context})
            if (other != 0) lowest = std::min(lowest, other);
        return lowest;
    }

    attempt_result read(const http_client::response& response, const event_stream& received,
                        const request_options& options, bool has_schema) const
    {
        using enum sdk::failure_cause;
        auto result       = to_attempt_result(response, format_.parse_success, format_.is_policy_refusal);
        result.is_cut_off = received.repeats();
        if (response.exchange != exchange_status::completed && received.has_text())
        {
            auto       partial = format_.parse_success(response.body);
            const auto cause   = std::exchange(result.cause, std::nullopt);
            result             = std::move(partial);
            result.cause       = cause;
            result.http_status = 0;
            result.is_cut_off  = true;
        }
        // Reasoning stands in the text, or the model has spent all of its limit on reasoning that is not sent.
        const auto text      = sdk::ascii::trimmed(result.text);
        result.has_reasoning = result.has_reasoning || text.starts_with("<think") || (result.truncated && text.empty());
        if (result.cause != invalid_request && result.cause != context_exceeded) return result;
        result.refused = refused_members(result.http_status, response.body, options, has_schema);
        if (format_.requires_max_tokens) result.refused.max_tokens = result.refused.max_tokens_name = false;
        return result;
    }

    /// The options, with what earlier responses have shown.
    request_options learned_options() const
    {
        return without({.temperature     = refuses_temperature_,
                        .max_tokens      = refuses_max_tokens_,
                        .max_tokens_name = refuses_max_tokens_name_,
                        .structure       = false,
                        .stream          = refuses_stream_},
                       with_structure(structure_));
    }

    request_options with_structure(structured_output structure) const
    {
        auto options      = options_;
        options.structure = structure;
        return options;
    }

    /// Returns those that no earlier request has shown.
    optional_members remember(const optional_members& refused, const request_options& options)
    {
        const auto is_new = [](bool is_refused, std::atomic<bool>& known) {
            return is_refused && !known.exchange(true);
        };
        return {.temperature     = is_new(refused.temperature, refuses_temperature_),
                .max_tokens      = is_new(refused.max_tokens, refuses_max_tokens_),
                .max_tokens_name = is_new(refused.max_tokens_name, refuses_max_tokens_name_),
                .structure       = refused.structure && structure_.exchange(options.structure) != options.structure,
                .stream          = is_new(refused.stream, refuses_stream_)};
    }

    keyed_endpoint          endpoint_;
    traced_model            traced_;
    const wire_format&      format_;
    request_options         options_;
    http_client::transport& transport_;
    exec::pool_runner       run_on_pool_;

    std::atomic<bool>              refuses_temperature_{false};
    std::atomic<bool>              refuses_max_tokens_{false};
    std::atomic<bool>              refuses_max_tokens_name_{false};
    std::atomic<bool>              refuses_stream_{false};
    std::atomic<bool>              reasons_{false};
    std::atomic<structured_output> structure_;
};

class local_provider final : public provider
{
public:
    local_provider(completion_function model, exec::pool_runner run_on_pool)
        : model_{std::move(model)}
        , run_on_pool_{std::move(run_on_pool)}
    {}

    std::string_view                name() const noexcept override { return built_in_model; }
    std::optional<std::string_view> price_prefix() const noexcept override { return std::nullopt; }
    const traced_model&             traced() const noexcept override { return traced_; }
    const keyed_endpoint*           server() const noexcept override { return nullptr; }
    bool replace_key(const endpoint& current) override { return current.kind == provider_kind::local; }

    sdk::task<attempt_result> complete(const sdk::chat_request& request, caller_ids, attempt_time,
                                       output_limit) override
    {
        attempt_result              result{.cause = std::nullopt, .model = std::string{built_in_model}};
        const std::function<void()> work = [&] { result.text = request.offline ? request.offline() : model_(request); };
        co_await run_on_pool_(work);
        co_return result;
    }

private:
    completion_function model_;
    exec::pool_runner   run_on_pool_;
    traced_model        traced_{.operation = "chat", .provider = "local", .name = std::string{built_in_model}};
};

} // namespace

bool keyed_endpoint::replace_key(const endpoint& current)
{
    const bool is_same = current.kind == target_.kind && current.name == target_.name && current.url == target_.url &&
                         current.uses_identity == target_.uses_identity;
    if (is_same) headers_.replace(current.headers);
    return is_same;
}

http_client::request make_post(std::string_view url, std::span<const std::string> headers, const caller_ids& ids,
                               std::string_view body, std::chrono::milliseconds budget, std::size_t max_response_bytes)
{
    return {.url                = url,
            .headers            = headers,
            .request_id         = ids.request_id,
            .traceparent        = ids.traceparent,
            .tracestate         = ids.tracestate,
            .body               = body,
            .budget             = budget,
            .max_response_bytes = max_response_bytes};
}

attempt_result to_attempt_result(const http_client::response& response, const success_parser& parse_success,
                                 policy_check is_policy_refusal)
{
    using enum http_client::response::exchange_status;
    using sdk::failure_cause;
    switch (response.exchange)
    {
    case completed:
    {
        auto result        = parse_response(response.status, response.body, parse_success, is_policy_refusal);
        result.retry_after = response.retry_after;
        return result;
    }
    case timed_out: return failed_attempt(failure_cause::timeout);
    case unresolved: return failed_attempt(failure_cause::dns);
    case not_connected: return failed_attempt(failure_cause::connect);
    case tls_failed: return failed_attempt(failure_cause::tls);
    case untrusted: return failed_attempt(failure_cause::certificate);
    case disconnected: return failed_attempt(failure_cause::disconnected);
    case too_large: return failed_attempt(failure_cause::unreadable);
    case unauthorized: return failed_attempt(failure_cause::unauthorized);
    case refused: // of transports with an address filter
    case failed: break;
    }
    return failed_attempt(failure_cause::interrupted);
}

std::unique_ptr<provider> make_remote_provider(endpoint target, request_options options,
                                               http_client::transport& transport, exec::pool_runner run_on_pool)
{
    return std::make_unique<remote_provider>(std::move(target), options, transport, std::move(run_on_pool));
}

std::unique_ptr<provider> make_local_provider(completion_function model, exec::pool_runner run_on_pool)
{
    return std::make_unique<local_provider>(std::move(model), std::move(run_on_pool));
}

} // namespace verbatim::core::llm
