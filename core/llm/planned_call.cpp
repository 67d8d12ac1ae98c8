#include "llm/planned_call.hpp"

#include "llm/codec.hpp"

#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

token_count tokens_of(const planned_usage& usage)
{
    return {.input  = static_cast<std::int32_t>(usage.input_tokens),
            .output = static_cast<std::int32_t>(usage.output_tokens)};
}

/// The text, repeated or cut to an expected length.
std::string with_length(std::string_view text, std::size_t length)
{
    const auto own = sdk::expected_length(text);
    if (own == 0) return std::string{text};
    std::string result;
    for (std::size_t n = 0; n != length / own; ++n) result += text;
    const auto share = static_cast<double>(length % own) / static_cast<double>(own);
    return result += sdk::utf8::truncated(text, static_cast<std::size_t>(static_cast<double>(text.size()) * share));
}

} // namespace

planned_call::planned_call(shared_state& state, std::span<const target_model> connections, const call_context& caller,
                           const model_request& request)
    : state_{state}
    , connections_{connections}
    , caller_{caller}
    , request_{request}
    , input_tokens_{estimate_tokens(request.characters(), state.metering.limits.chars_per_token)}
{
    if (!caller.spending) return;
    if (auto admitted = caller.spending->admit(input_tokens_)) reservation_.emplace(std::move(*admitted));
    else refusal_ = caller.spending->refusal();
}

planned_usage planned_call::finish(std::size_t output_tokens)
{
    const auto& target   = connections_.front();
    const auto  expected = expected_usage(output_tokens);
    caller_.planned->add({.connection = target.connection.name,
                          .model      = std::string{target.name},
                          .expected   = expected,
                          .highest    = highest_usage()});
    if (reservation_) reservation_->settle(input_tokens_ + output_tokens);
    return expected;
}

/// Over the first connection; the others are used when it fails.
planned_usage planned_call::expected_usage(std::size_t output_tokens) const
{
    const auto&   target = connections_.front();
    planned_usage usage{.calls         = 1,
                        .input_tokens  = static_cast<std::int64_t>(input_tokens_),
                        .output_tokens = static_cast<std::int64_t>(output_tokens)};
    if (!target.price_prefix) return usage;
    const auto price = price_of(*state_.metering.prices, target);
    usage.is_priced  = price.has_value();
    if (price) usage.cost = cost(*price, tokens_of(usage));
    return usage;
}

/// What a budget reserves for an attempt, over the most expensive connection.
planned_usage planned_call::highest_usage() const
{
    const auto    output = request_.has_output() ? state_.max_output_tokens : 0;
    planned_usage usage{.calls         = 1,
                        .input_tokens  = static_cast<std::int64_t>(request_.bytes()),
                        .output_tokens = static_cast<std::int64_t>(output)};
    for (const auto& target : connections_)
    {
        if (!target.price_prefix) continue;
        const auto price = price_of(*state_.metering.prices, target);
        usage.is_priced  = usage.is_priced && price.has_value();
        if (price) usage.cost = std::max(usage.cost, highest_cost(*price, request_.bytes(), output));
    }
    return usage;
}

bool has_usual_length(const sdk::chat_request& request) noexcept { return request.expected && !request.output_schema; }

std::string assumed_answer(const sdk::chat_request& request, assumed_answers answers, const assumed_lengths& lengths,
                           const std::function<std::string(const sdk::chat_request&)>& built_in)
{
    const bool is_longest = answers == assumed_answers::longest;
    if (is_longest && request.longest) return request.longest(lengths.longest);
    if (is_longest && !request.output_schema) return std::string(lengths.longest, 'a');
    if (!is_longest && lengths.usual && has_usual_length(request))
        return with_length(request.expected(), *lengths.usual);
    if (!is_longest && request.expected) return request.expected();
    return request.offline ? request.offline() : built_in(request);
}

} // namespace verbatim::core::llm
