#include "llm/meter.hpp"

#include "exec/random.hpp"
#include "llm/codec.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace verbatim::core::llm {

attempt_trace::attempt_trace(const std::shared_ptr<tracing::request_trace>& trace, const traced_model& model)
{
    if (!trace) return;
    const bool is_local = model.host.empty();
    span_.emplace(trace, model.operation + " " + model.name,
                  is_local ? tracing::span_kind::internal : tracing::span_kind::client);
    headers_   = span_->headers();
    auto& span = span_->span();
    span.set_text("gen_ai.operation.name", model.operation);
    span.set_text("gen_ai.provider.name", model.provider);
    span.set_text("gen_ai.request.model", model.name);
    if (!is_local) span.set_text("server.address", model.host);
}

void attempt_trace::end(const recording::usage_row& row, int http_status) noexcept
{
    if (!span_) return;
    auto& span = span_->span();
    if (http_status != 0) span.set("http.response.status_code", std::int64_t{http_status});
    if (!row.error) span.set_text("gen_ai.response.model", row.model);
    span.set("gen_ai.usage.input_tokens", std::int64_t{row.input_tokens});
    span.set("gen_ai.usage.output_tokens", std::int64_t{row.output_tokens});
    if (!row.error) span_->end({});
    else span_->end(row.cause ? sdk::to_string(*row.cause) : recording::to_string(*row.error));
}

namespace {

std::int32_t to_int32(std::size_t tokens)
{
    constexpr std::size_t maximum = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::min(tokens, maximum));
}

} // namespace

std::optional<sdk::failure_cause> rejection_of(model_request& request, const attempt_result& result) noexcept
try
{
    return request.rejection(result);
}
catch (...)
{
    return sdk::failure_cause::unreadable;
}

bool is_cut(const attempt_result& result) noexcept
{
    using enum sdk::failure_cause;
    return !result.text.empty() &&
           (result.cause == timeout || result.cause == interrupted || result.cause == server_error);
}

/// Like rejection_of().
bool accepts_cut(model_request& request, const attempt_result& result) noexcept
try
{
    return request.accepts_cut(result);
}
catch (...)
{
    return false;
}

std::optional<price> price_of(const price_list& prices, const target_model& target, std::string_view reported)
{
    return target.own_price ? std::optional{*target.own_price}
                            : prices.find(target.name, *target.price_prefix, reported);
}

bool seen_keys::insert(std::string_view key)
{
    const std::lock_guard lock{mutex_};
    return keys_.emplace(key).second;
}

std::size_t estimate_tokens(const metering_context& metering, const target_model& model, std::size_t characters)
{
    return model.connection.token_counts.corrected(estimate_tokens(characters, metering.limits.chars_per_token));
}

metered_attempt::metered_attempt(metering_context& metering, const target_model& model, const call_context& caller,
                                 int number, std::chrono::milliseconds budget)
    : metering_{metering}
    , model_{model}
    , caller_{caller}
    , number_{number}
    , budget_{budget}
    , start_{metering.time.now()}
    , trace_{caller.trace, model.traced}
{
    row_.attempt_id = exec::make_random_uuid();
    row_.tenant_id  = caller.tenant_id;
    row_.operation  = caller.operation;
    row_.call_id    = caller.request_id;
    row_.started    = metering.time.wall();
    row_.model      = model.name;
    row_.server_id  = metering.server_id;
    row_.key_id     = caller.key_id;
    row_.error      = recording::error_class::cancelled;
    row_.cause      = sdk::failure_cause::cancelled;
}

metered_attempt::~metered_attempt()
{
    if (recorded_) return;
    record();
    log_attempt();
}

sdk::task<bool> metered_attempt::store_intention(std::chrono::steady_clock::time_point deadline)
{
    if (!metering_.intentions || !model_.price_prefix) co_return true;
    auto intention   = row_;
    intention.error  = recording::error_class::unfinished;
    intention.cause  = std::nullopt;
    intention.priced = false; // its cost is unknown
    caller_.ledger->add(std::move(intention));
    const bool is_stored = co_await caller_.ledger->flushed(deadline);
    start_               = metering_.time.now();
    co_return is_stored;
}

void metered_attempt::finish(model_request& request, attempt_result& result)
{
    if (result.completed()) result.cause = rejection_of(request, result);
    else if (is_cut(result) && accepts_cut(request, result))
    {
        result.cause     = std::nullopt;
        result.truncated = true;
    }

    http_status_ = result.http_status;
    row_.cause   = result.cause;
    row_.error   = result.cause ? std::optional{effects_of(*result.cause).row_class} : std::nullopt;
    if (!row_.error && !result.model.empty()) row_.model = result.model;
    set_tokens(request, result);
    set_cost(result);

    result.model         = row_.model;
    result.tokens.input  = row_.input_tokens;
    result.tokens.output = row_.output_tokens;
    result.cost          = row_.cost;
    record();
    log_attempt();
}

/// Stores the reported tokens. Missing counts are estimated for completed attempts, and for those that broke off after
/// a part of their text, which a provider charges for. Other failures without usage count 0.
void metered_attempt::set_tokens(const model_request& request, const attempt_result& result)
{
    const auto& tokens = result.tokens;
    row_.input_tokens  = tokens.input.value_or(0);
    row_.output_tokens = tokens.output.value_or(0);
    row_.cached_tokens = std::clamp(tokens.cached, 0, row_.input_tokens);
    if ((!result.completed() && !is_cut(result)) || (tokens.input && tokens.output)) return;

    if (!tokens.input) row_.input_tokens = to_int32(estimate_tokens(metering_, model_, request.characters()));
    if (!tokens.output)
        row_.output_tokens = to_int32(estimate_tokens(metering_, model_, sdk::expected_length(result.text)));
    if (model_.price_prefix && !result.is_cut_off && metering_.models_without_usage.insert(model_.name))
        /// Once per model: tokens are estimated.
        caller_.log.write(sdk::severity::warning, "model_usage_missing", {{"model", model_.name}});
}

void metered_attempt::set_cost(const attempt_result& result)
{
    if (!model_.price_prefix || (row_.input_tokens == 0 && row_.output_tokens == 0)) return;
    if (const auto price = price_of(*metering_.prices, model_, result.model))
    {
        auto tokens   = result.tokens;
        tokens.input  = row_.input_tokens;
        tokens.output = row_.output_tokens;
        row_.cost     = cost(*price, tokens, result.tier);
        return;
    }
    row_.priced = false;
    if (metering_.unpriced_models.insert(model_.name))
        /// Once per model: cost is 0 and unpriced.
        caller_.log.write(sdk::severity::error, "model_price_missing",
                          {{"tenant", std::string_view{caller_.tenant_id}},
                           {"operation", std::string_view{caller_.operation}},
                           {"model", model_.name}});
}

std::chrono::milliseconds metered_attempt::elapsed() const
{
    return std::chrono::floor<std::chrono::milliseconds>(metering_.time.now() - start_);
}

void metered_attempt::record() noexcept
{
    recorded_     = true;
    row_.duration = elapsed();
    model_.connection.statistics.add(row_);
    trace_.end(row_, http_status_);
    caller_.ledger->add(row_);
}

void metered_attempt::log_attempt() const noexcept
try
{
    if (row_.cause && row_.cause != sdk::failure_cause::cancelled) return log_failure(*row_.cause);
    if (!caller_.log.enabled(sdk::severity::debug)) return;
    /// A successful or cancelled attempt. outcome is `ok`, `cancelled` or the error class.
    caller_.log.write(sdk::severity::debug, "llm_attempt_finished",
                      {{"model", row_.model},
                       {"outcome", row_.error ? recording::to_string(*row_.error) : "ok"},
                       {"latency_ms", row_.duration.count()},
                       {"prompt_tokens", row_.input_tokens},
                       {"completion_tokens", row_.output_tokens},
                       {"cost_usd", recording::to_usd(row_.cost)},
                       {"attempt", number_},
                       {"budget_ms", budget_.count()},
                       {"connection", std::string_view{model_.connection.name}}});
}
catch (...) // out of memory: the line is dropped
{}

/// Bounded by connection and cause, because a provider that is down fails every attempt.
void metered_attempt::log_failure(sdk::failure_cause cause) const
{
    const auto suppressed = model_.connection.lines_of(cause).admit(metering_.time.now());
    if (!suppressed) return;
    /// A failed attempt; outcome is its error class, http_status 0: no response. At most 10 lines a minute for each
    /// connection and cause; suppressed counts others.
    caller_.log.write(sdk::severity::warning, "llm_attempt_finished",
                      {{"model", row_.model},
                       {"outcome", recording::to_string(effects_of(cause).row_class)},
                       {"cause", sdk::to_string(cause)},
                       {"http_status", http_status_},
                       {"latency_ms", row_.duration.count()},
                       {"attempt", number_},
                       {"budget_ms", budget_.count()},
                       {"suppressed", *suppressed},
                       {"connection", std::string_view{model_.connection.name}}});
}

} // namespace verbatim::core::llm
