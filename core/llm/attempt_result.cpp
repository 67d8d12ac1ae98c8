#include "llm/attempt_result.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace verbatim::core::llm {

attempt_result failed_attempt(sdk::failure_cause cause)
{
    attempt_result result;
    result.cause = cause;
    return result;
}

const failure_effects& effects_of(sdk::failure_cause cause) noexcept
{
    using sdk::errc, sdk::failure_cause;
    using enum recording::error_class;
    using enum failure_effects::retry_rule;
    static constexpr failure_effects effects[]{
        {failure_cause::unauthorized, llm_error, errc::llm_error, true, never},
        {failure_cause::not_found, llm_error, errc::llm_error, true, never},
        {failure_cause::invalid_request, llm_error, errc::llm_error, false, never},
        {failure_cause::rate_limited, llm_rate_limited, errc::llm_rate_limited, false, always},
        {failure_cause::quota_exhausted, llm_error, errc::llm_error, true, never},
        {failure_cause::server_error, llm_error, errc::llm_error, true, limited},
        {failure_cause::timeout, llm_timeout, errc::llm_timeout, true, limited},
        {failure_cause::dns, llm_error, errc::llm_error, true, limited},
        {failure_cause::connect, llm_error, errc::llm_error, true, limited},
        {failure_cause::tls, llm_error, errc::llm_error, true, limited},
        {failure_cause::certificate, llm_error, errc::llm_error, true, never},
        {failure_cause::disconnected, llm_error, errc::llm_error, true, limited},
        // The provider may have charged for it, which is little for a long analysis.
        {failure_cause::interrupted, llm_error, errc::llm_error, true, limited_if_waiting},
        {failure_cause::truncated, invalid_response, errc::llm_error, false, never},
        {failure_cause::prompt_cut, invalid_response, errc::payload_too_large, false, never},
        {failure_cause::context_exceeded, llm_error, errc::payload_too_large, false, never},
        {failure_cause::unreadable, invalid_response, errc::llm_error, false, never},
        {failure_cause::policy, content_policy_violation, errc::content_policy_violation, false, never},
        {failure_cause::cancelled, cancelled, errc::llm_error, false, never},
    };
    constexpr auto out_of_order = std::ranges::adjacent_find(effects, std::greater_equal{}, &failure_effects::cause);
    static_assert(std::size(effects) == sdk::failure_cause_names.size() && out_of_order == std::end(effects));
    return effects[static_cast<std::size_t>(cause)];
}

} // namespace verbatim::core::llm
