#include "llm/meter.hpp"

#include "llm/attempt_id.hpp"
#include "llm/codec.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// The class stored with the row, contract 23.1; none for an answer.
std::optional<usage::failure> failure_of(ending how)
{
    switch (how)
    {
    case ending::answered: return std::nullopt;
    case ending::timed_out: return usage::failure::llm_timeout;
    case ending::rate_limited: return usage::failure::llm_rate_limited;
    case ending::refused: return usage::failure::content_policy_violation;
    case ending::cut_off:
    case ending::failed: return usage::failure::llm_error;
    case ending::unusable: return usage::failure::invalid_response;
    }
    return usage::failure::llm_error;
}

/// A reader that throws has not read.
bool is_of_use(question& to, const outcome& answered)
{
    try
    {
        return to.accepts(answered);
    }
    catch (...)
    {
        return false;
    }
}

std::int32_t whole(std::size_t tokens)
{
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::min(tokens, most));
}

} // namespace

bool said_once::first(std::string_view words)
{
    const std::lock_guard hold{guard_};
    return said_.emplace(words).second;
}

metered_attempt::metered_attempt(measures& with, const asked_model& asked, const client& who, int number,
                                 std::chrono::milliseconds budget)
    : with_{with}
    , asked_{asked}
    , who_{who}
    , number_{number}
    , budget_{budget}
    , began_{with.time.now()}
{
    row_.attempt_id = make_attempt_id();
    row_.tenant_id  = who.tenant_id;
    row_.operation  = who.operation;
    row_.call_id    = who.request_id;
    row_.started    = with.time.wall();
    row_.model      = asked.name;
    row_.failed     = usage::failure::cancelled;
}

metered_attempt::~metered_attempt()
{
    if (entered_) return;
    enter();
    tell();
}

void metered_attempt::close(question& what, outcome& ended)
{
    if (ended.how == ending::answered && !is_of_use(what, ended)) ended.how = ending::unusable;

    row_.failed = failure_of(ended.how);
    if (!row_.failed && !ended.model.empty()) row_.model = ended.model;
    count(what, ended);
    charge(ended);

    ended.model = row_.model;
    ended.used  = token_count{row_.input_tokens, row_.output_tokens};
    enter();
    tell();
}

/// What the reply says was used; what it leaves out is estimated, but only for what was answered: a failure without
/// usage cost nothing we know of.
void metered_attempt::count(const question& what, const outcome& ended)
{
    const auto& said   = ended.used;
    row_.input_tokens  = said.input.value_or(0);
    row_.output_tokens = said.output.value_or(0);
    if (ended.how != ending::answered || (said.input && said.output)) return;

    if (!said.input) row_.input_tokens = whole(estimate(what.characters(), with_.limits.chars_per_token));
    if (!said.output) row_.output_tokens = whole(estimate(count_code_points(ended.text), with_.limits.chars_per_token));
    if (asked_.priced_under && with_.without_usage.first(asked_.name))
        who_.log.write(sdk::severity::warning, "model reports no usage, tokens are estimated",
                       {{"model", asked_.name}});
}

void metered_attempt::charge(const outcome& ended)
{
    const auto prefix = asked_.priced_under;
    if (!prefix || (row_.input_tokens == 0 && row_.output_tokens == 0)) return;
    if (const auto found = with_.prices->find(asked_.name, *prefix, ended.model))
        row_.cost = cost(*found, row_.input_tokens, row_.output_tokens);
    else if (with_.without_price.first(asked_.name))
        who_.log.write(sdk::severity::error, "model without a price, its cost is stored as 0",
                       {{"tenant", std::string_view{who_.tenant_id}},
                        {"operation", std::string_view{who_.operation}},
                        {"model", asked_.name}});
}

std::chrono::milliseconds metered_attempt::elapsed() const
{
    return std::chrono::floor<std::chrono::milliseconds>(with_.time.now() - began_);
}

void metered_attempt::enter() noexcept
{
    entered_      = true;
    row_.duration = elapsed();
    asked_.sums.add(row_);
    who_.rows->enter(row_);
}

void metered_attempt::tell() const noexcept
try
{
    if (!who_.log.enabled(sdk::severity::debug)) return;
    constexpr double micro_a_dollar = 1e6;
    who_.log.write(sdk::severity::debug, "llm attempt",
                   {{"model", row_.model},
                    {"outcome", row_.failed ? usage::to_string(*row_.failed) : "ok"},
                    {"latency_ms", row_.duration.count()},
                    {"prompt_tokens", row_.input_tokens},
                    {"completion_tokens", row_.output_tokens},
                    {"cost_usd", static_cast<double>(row_.cost) / micro_a_dollar},
                    {"attempt", number_},
                    {"budget_ms", budget_.count()}});
}
catch (...) // a line less, where there is no memory for it
{}

} // namespace verbatim::core::llm
