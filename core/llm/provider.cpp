#include "llm/provider.hpp"

#include "http_client/url.hpp"
#include "llm/refused_members.hpp"

#include <atomic>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// In bytes. Many responses may arrive at once, so that even a few milliseconds each would delay other calls.
constexpr std::size_t large_response = 64 * 1024;

/// In bytes. Typical responses have a few kilobytes; the limit bounds memory and the time to parse them.
constexpr std::size_t max_chat_response_bytes = 4 * 1024 * 1024;

/// The former name, which all other servers know, is refused by the reasoning models of OpenAI.
std::string_view max_tokens_name(const endpoint& target)
{
    const bool is_openai = target.kind == provider_kind::azure || http_client::host_of(target.url) == "api.openai.com";
    return is_openai ? "max_completion_tokens" : "max_tokens";
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
    {
        options_.max_tokens_name = max_tokens_name(endpoint_.target());
    }

    std::string_view                name() const noexcept override { return endpoint_.target().name; }
    std::optional<std::string_view> price_prefix() const noexcept override { return endpoint_.target().prefix; }
    const traced_model&             traced() const noexcept override { return traced_; }

    bool replace_key(const endpoint& current) override { return endpoint_.replace_key(current); }

    /// Repeats a request without the members that the model refuses. Each repetition has fewer of them.
    sdk::task<attempt_result> complete(const sdk::chat_request& request, caller_ids ids,
                                       std::chrono::milliseconds budget) override
    {
        using clock              = std::chrono::steady_clock;
        const auto       end     = clock::now() + budget;
        auto             options = without({refuses_temperature_, refuses_max_tokens_}, options_);
        auto             result  = co_await send(request, ids, options, budget);
        optional_members refused;
        while (result.refused)
        {
            const auto time_left = std::chrono::floor<std::chrono::milliseconds>(end - clock::now());
            if (time_left <= time_left.zero()) break;
            refused.temperature |= result.refused.temperature;
            refused.max_tokens |= result.refused.max_tokens;
            options = without(result.refused, options);
            result  = co_await send(request, ids, options, time_left);
        }
        result.refused = result.http_status == 200 ? remember(refused) : optional_members{};
        co_return result;
    }

private:
    sdk::task<attempt_result> send(const sdk::chat_request& request, caller_ids ids, const request_options& options,
                                   std::chrono::milliseconds budget)
    {
        const auto        headers = endpoint_.headers();
        const body_values values{.model     = endpoint_.target().model,
                                 .tenant_id = options.with_tenant_id ? ids.tenant_id : std::string_view{},
                                 .options   = options};
        auto              body = format_.request_body(request, values);
        auto post           = make_post(endpoint_.target().url, *headers, ids, body, budget, max_chat_response_bytes);
        post.clearable_body = &body; // a retry writes it again
        const auto     response = co_await transport_.send(post);
        attempt_result result;
        const auto     parse = [&] {
            result = to_attempt_result(response, format_.parse_success, format_.is_policy_refusal);
            if (result.cause != sdk::failure_cause::invalid_request) return;
            result.refused = refused_members(response.status, response.body, options);
            result.refused.max_tokens &= !format_.requires_max_tokens;
        };
        if (response.body.size() < large_response) parse();
        else
        {
            const std::function<void()> work = parse;
            co_await run_on_pool_(work);
        }
        co_return result;
    }

    /// Returns those that no earlier request has shown.
    optional_members remember(const optional_members& refused)
    {
        return {.temperature = refused.temperature && !refuses_temperature_.exchange(true),
                .max_tokens  = refused.max_tokens && !refuses_max_tokens_.exchange(true)};
    }

    keyed_endpoint          endpoint_;
    traced_model            traced_;
    const wire_format&      format_;
    request_options         options_;
    http_client::transport& transport_;
    exec::pool_runner       run_on_pool_;

    std::atomic<bool> refuses_temperature_{false};
    std::atomic<bool> refuses_max_tokens_{false};
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
    bool replace_key(const endpoint& current) override { return current.kind == provider_kind::local; }

    sdk::task<attempt_result> complete(const sdk::chat_request& request, caller_ids, std::chrono::milliseconds) override
    {
        attempt_result              result{.cause = std::nullopt, .text = {}, .model = std::string{built_in_model}};
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
        return parse_response(response.status, response.body, response.retry_after, parse_success, is_policy_refusal);
    case timed_out: return failed_attempt(failure_cause::timeout);
    case unresolved: return failed_attempt(failure_cause::dns);
    case not_connected: return failed_attempt(failure_cause::connect);
    case tls_failed: return failed_attempt(failure_cause::tls);
    case untrusted: return failed_attempt(failure_cause::certificate);
    case disconnected: return failed_attempt(failure_cause::disconnected);
    case too_large: return failed_attempt(failure_cause::unreadable);
    case unauthorized: return failed_attempt(failure_cause::unauthorized);
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
