#include "llm/json_client.hpp"

#include "llm/planned_call.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// A JSON request to a provider, such as embeddings.
class json_model_request final : public model_request
{
public:
    json_model_request(const keyed_endpoint& target, http_client::transport& transport,
                       const exec::pool_runner& run_on_pool, const json_request& request)
        : endpoint_{target}
        , transport_{transport}
        , run_on_pool_{run_on_pool}
        , request_{request}
    {}

    sdk::task<attempt_result> attempt(std::size_t, caller_ids ids, attempt_time time) override
    {
        const auto headers = endpoint_.headers();
        const auto post =
            make_post(endpoint_.target().url, *headers, ids, request_.body, time.budget, request_.max_response_bytes);
        const auto                  response = co_await transport_.send(post);
        attempt_result              result;
        const std::function<void()> work = [&] { result = to_attempt_result(response, request_.parse); };
        co_await run_on_pool_(work);
        co_return result;
    }

    std::size_t                       characters() const override { return request_.characters; }
    std::size_t                       bytes() const override { return request_.body.size(); }
    bool                              has_output() const noexcept override { return false; }
    std::optional<sdk::failure_cause> rejection(const attempt_result&) override
    {
        return std::nullopt; // json_request::parse decides
    }

private:
    const keyed_endpoint&    endpoint_;
    http_client::transport&  transport_;
    const exec::pool_runner& run_on_pool_;
    const json_request&      request_;
};

} // namespace

json_client::json_client(shared_state& state, http_client::transport& transport, exec::pool_runner run_on_pool,
                         std::string name, endpoint target, const retry_plan::connection_limits& limits)
    : state_{state}
    , transport_{transport}
    , run_on_pool_{std::move(run_on_pool)}
    , endpoint_{std::move(target)}
    , traced_{to_traced_model(endpoint_.target(), "embeddings")}
    , connection_{.name = std::move(name)}
    , target_{endpoint_.target().name, endpoint_.target().prefix, connection_, traced_, limits}
{}

sdk::task<sdk::result<attempt_result>> json_client::send(const call_context& caller, const json_request& request)
{
    json_model_request call{endpoint_, transport_, run_on_pool_, request};
    if (caller.planned) co_return plan(caller, call);
    co_return co_await llm::call_model(state_, {&target_, 1}, caller, call);
}

sdk::task<connection_check> json_client::check(const call_context& caller, const json_request& request)
{
    json_model_request call{endpoint_, transport_, run_on_pool_, request};
    co_return co_await check_connection(state_, {&target_, 1}, 0, caller, call);
}

sdk::result<attempt_result> json_client::plan(const call_context& caller, const model_request& request)
{
    planned_call planned{state_, {&target_, 1}, caller, request};
    if (planned.refusal()) return *planned.refusal();
    planned.finish(0);
    return attempt_result{.cause = std::nullopt};
}

} // namespace verbatim::core::llm
