#include "llm/request_spending.hpp"

#include <string>

namespace verbatim::core::llm {

namespace {

sdk::error over_limit(std::string_view resource, std::size_t limit, std::string_view setting)
{
    sdk::error error{sdk::errc::payload_too_large, std::string{setting}};
    error.message = "Request needs more " + std::string{resource} + " than the limit (" + std::to_string(limit) + ")";
    return error;
}

} // namespace

std::optional<request_spending::reservation> request_spending::admit(std::size_t estimated_tokens)
{
    if (refusal_) return std::nullopt;
    if (calls_ == limits_.max_calls)
        refusal_ = over_limit("model calls", limits_.max_calls, "LLM_MAX_CALLS_PER_REQUEST");
    else if (tokens_ + estimated_tokens > limits_.max_tokens)
        refusal_ = over_limit("model tokens", limits_.max_tokens, "LLM_MAX_TOKENS_PER_REQUEST");
    if (refusal_) return std::nullopt;

    ++calls_;
    tokens_ += estimated_tokens;
    return reservation{*this, estimated_tokens};
}

} // namespace verbatim::core::llm
