#include "llm/metered_llm.hpp"

#include "llm/call_errors.hpp"
#include "llm/planned_call.hpp"

#include "verbatim/sdk/token_estimate.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace verbatim::core::llm {

namespace asio = boost::asio;

namespace {

/// In bytes: below, a digest takes half a millisecond at most, also without SHA instructions.
constexpr std::size_t large_request = 256 * 1024;

/// An answer is not stored if its usage rows take longer. They take milliseconds unless nothing can store them, and a
/// call with many answers waits for each.
constexpr std::chrono::seconds max_wait_for_rows{5};

} // namespace

metered_llm::metered_llm(shared_state& state, const connection_list& connections, const exec::pool_runner& run_on_pool,
                         planning_state& planning, call_context caller)
    : state_{state}
    , connections_{connections}
    , run_on_pool_{run_on_pool}
    , planning_{planning}
    , caller_{std::move(caller)}
{}

sdk::token_limits metered_llm::limits() const noexcept
{
    auto limits             = state_.metering.limits;
    limits.max_total_tokens = connections_.max_prompt_tokens(limits.max_total_tokens);
    limits.is_enforced      = !caller_.planned || caller_.planned->answers() != assumed_answers::longest;
    return limits;
}

sdk::task<sdk::result<sdk::completion>> metered_llm::try_complete(const sdk::chat_request& request)
{
    if (caller_.planned) return plan(request);
    const bool uses_store = caller_.completions && !connections_.is_free();
    return uses_store ? ask_unless_stored(request) : ask_model(request);
}

chat_model_request metered_llm::open_request(const sdk::chat_request& request) const
{
    return {connections_, request, state_.metering.limits.chars_per_token, caller_.max_output_tokens};
}

sdk::task<sdk::result<sdk::completion>> metered_llm::ask_unless_stored(const sdk::chat_request& request)
{
    const auto digest = co_await digest_of(request);
    if (auto accepted = take_accepted(request, digest)) co_return std::move(*accepted);
    auto completion = co_await ask_model(request);
    // If the server is killed before the rows are durable, another one must not find an answer without them.
    const auto latest = std::min(caller_.deadline, state_.metering.time.now() + max_wait_for_rows);
    if (completion && co_await caller_.ledger->flushed(latest)) caller_.completions->add(digest, *completion);
    co_return completion;
}

sdk::task<sdk::result<sdk::completion>> metered_llm::ask_model(const sdk::chat_request& request)
{
    auto call   = open_request(request);
    auto result = co_await call_model(state_, connections_.targets(), caller_, call);
    if (!result) co_return result.error();
    auto& reply = call.reply();
    for (const auto repair : reply.repairs) state_.repairs.add(static_cast<std::size_t>(repair));
    if (has_usual_length(request) && !connections_.is_free())
        connections_.lengths().learn(caller_.tenant_id, request.system.text(), sdk::expected_length(reply.text));
    co_return sdk::completion{.text              = std::move(reply.text),
                              .model             = std::move(result->model),
                              .prompt_tokens     = result->tokens.input.value_or(0),
                              .completion_tokens = result->tokens.output.value_or(0),
                              .truncated         = reply.truncated,
                              .repairs           = std::move(reply.repairs)};
}

sdk::task<sdk::result<sdk::completion>> metered_llm::plan(const sdk::chat_request& request)
{
    const auto slot = co_await planning_.queue.acquire(caller_.tenant_id, caller_.deadline, caller_.urgency);
    if (!slot) co_return deadline_error();
    auto         call = open_request(request);
    planned_call planned{state_, connections_.targets(), caller_, call};
    if (planned.refusal()) co_return *planned.refusal();

    const auto                  per_token = state_.metering.limits.chars_per_token;
    const assumed_lengths       lengths{.longest = state_.max_output_tokens * per_token,
                                        .usual = connections_.lengths().mean(caller_.tenant_id, request.system.text())};
    attempt_result              result{.cause = std::nullopt};
    std::size_t                 tokens = 0;
    const std::function<void()> answer = [&] {
        result.text = assumed_answer(request, caller_.planned->answers(), lengths, planning_.built_in);
        tokens      = estimate_tokens(sdk::expected_length(result.text), per_token);
    };
    co_await run_on_pool_(answer);
    const auto usage = planned.finish(tokens);
    if (const auto cause = rejection_of(call, result)) co_return attempt_error(failed_attempt(*cause));
    if (request.output_schema) result.text = std::move(call.reply().text);
    co_return sdk::completion{.text              = std::move(result.text),
                              .model             = std::string{connections_.targets().front().name},
                              .prompt_tokens     = static_cast<int>(usage.input_tokens),
                              .completion_tokens = static_cast<int>(usage.output_tokens)};
}

sdk::task<request_digest> metered_llm::digest_of(const sdk::chat_request& request)
{
    request_digest              digest{};
    const std::function<void()> compute = [&] { digest = connections_.digest_of(request); };
    if (request.system.text().size() + request.user.text().size() < large_request)
    {
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        compute();
    }
    else co_await run_on_pool_(compute);
    co_return digest;
}

std::optional<sdk::completion> metered_llm::take_accepted(const sdk::chat_request& request,
                                                          const request_digest&    digest)
{
    if (caller_.spending && caller_.spending->refusal()) return std::nullopt;
    auto call = open_request(request);
    while (auto completion = caller_.completions->take(digest))
    {
        attempt_result result;
        result.cause     = std::nullopt;
        result.text      = std::move(completion->text);
        result.truncated = completion->truncated;
        if (rejection_of(call, result)) continue;
        completion->text = std::move(call.reply().text);
        return completion;
    }
    return std::nullopt;
}

} // namespace verbatim::core::llm
