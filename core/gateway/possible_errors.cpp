#include "gateway/possible_errors.hpp"

#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/envelope.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace verbatim::core::gateway {

std::vector<sdk::errc> host_errors(const sdk::descriptor& descriptor)
{
    using enum sdk::errc;
    const auto&            request        = descriptor.request.schema();
    const bool             with_body      = takes_body(descriptor);
    const bool             has_parameters = !with_body && sdk::query_parameters(request) != "[]";
    std::vector<sdk::errc> codes{authentication_required, internal_error,  usage_backend_unavailable, overloaded,
                                 server_stopped,          analysis_timeout};
    const auto             add_if = [&](bool possible, std::initializer_list<sdk::errc> added) {
        if (possible) codes.insert(codes.end(), added);
    };
    add_if(descriptor.access == sdk::access_level::superuser, {forbidden});
    add_if(with_body, {payload_too_large, json_invalid, validation_error});
    add_if(has_parameters, {validation_error});
    add_if(sdk::is_screened(request), {prompt_injection_detected});
    add_if(!descriptor.usage_label.empty(), {payload_too_large, content_policy_violation, llm_rate_limited, llm_error,
                                             anonymizer_unavailable, llm_timeout});
    add_if(is_deferrable(descriptor), {conflict, unfinished, too_many_jobs});
    add_if(has_tenant_limits(descriptor), {forbidden, tenant_limit_exceeded});
    for (const auto& error : descriptor.errors)
        if (const auto* code = std::get_if<sdk::errc>(&error)) codes.push_back(*code);

    const auto order = [](sdk::errc code) { return std::pair{status_of(code), code}; };
    std::ranges::sort(codes, {}, order);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

std::vector<sdk::declared_error> own_errors(const sdk::descriptor& descriptor)
{
    std::vector<sdk::declared_error> errors;
    for (const auto& error : descriptor.errors)
        if (const auto* own = std::get_if<sdk::declared_error>(&error)) errors.push_back(*own);
    return errors;
}

} // namespace verbatim::core::gateway
