#pragma once

#include "exec/on_pool.hpp"
#include "exec/published_value.hpp"
#include "http_client/transport.hpp"
#include "llm/attempt_result.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"
#include "llm/model_request.hpp"
#include "llm/wire_format.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::llm {

/// Where requests go, with a key that a reload may replace. [any thread]
class keyed_endpoint
{
public:
    explicit keyed_endpoint(endpoint target)
        : target_{std::move(target)}
        , headers_{target_.headers}
    {}

    /// Its headers are those of the start.
    const endpoint& target() const noexcept { return target_; }

    std::shared_ptr<const std::vector<std::string>> headers() const { return headers_.get(); }

    /// See provider::replace_key().
    bool replace_key(const endpoint& current);

private:
    const endpoint                                  target_;
    exec::published_value<std::vector<std::string>> headers_;
};

/// Completes chat requests: one attempt each, without retries and metering. [any thread]
class provider
{
public:
    virtual ~provider() = default;

    /// As configured, such as "azure/gpt-5.4". Failed attempts are stored with this name.
    virtual std::string_view name() const noexcept = 0;

    /// Prefix of the price keys, such as "azure/"; none if the model is free.
    virtual std::optional<std::string_view> price_prefix() const noexcept = 0;

    virtual const traced_model& traced() const noexcept = 0;

    /// Throws only for cancellation. The arguments are borrowed until the task has ended. [may wait]
    virtual sdk::task<attempt_result> complete(const sdk::chat_request& request, caller_ids ids, attempt_time time,
                                               output_limit limit = {}) = 0;

    /// Where requests go; null for the built-in model.
    virtual const keyed_endpoint* server() const noexcept = 0;

    /// Uses the key of `current` for later attempts. False, without effect, if that is another model or URL: a key must
    /// not reach another host.
    virtual bool replace_key(const endpoint& current) = 0;
};

/// A POST to a URL. It borrows `url`, `headers`, `body` and the texts of `ids`.
http_client::request make_post(std::string_view url, std::span<const std::string> headers, const caller_ids& ids,
                               std::string_view body, std::chrono::milliseconds budget, std::size_t max_response_bytes);

/// Interprets an HTTP response. Takes long for a large body.
attempt_result to_attempt_result(const http_client::response& response, const success_parser& parse_success,
                                 policy_check is_policy_refusal = chat_completions.is_policy_refusal);

/// A model at a provider. `transport` must outlive it. Large responses are parsed on the pool.
std::unique_ptr<provider> make_remote_provider(endpoint target, request_options options,
                                               http_client::transport& transport, exec::pool_runner run_on_pool);

/// Completes a chat request without a provider.
using completion_function = std::function<std::string(const sdk::chat_request&)>;

/// The built-in model: returns a request's own offline completion, or else that of `model`.
std::unique_ptr<provider> make_local_provider(completion_function model, exec::pool_runner run_on_pool);

} // namespace verbatim::core::llm
